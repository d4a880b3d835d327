import { matchBaseline } from '../../../baseline/match.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Description } from '../../../model/operation.ts'
import { wantedBy } from '../../../report/filter/filter.ts'
import { mergeTraffic } from '../../../traffic/partial/merge.ts'
import type { TrafficResult } from '../../../traffic/partial/result.ts'
import type { RecordSink } from '../../../traffic/reading/reader.ts'
import type { RecordedExchange } from '../../../traffic/recording.ts'
import { createSession, type Session } from '../session.ts'
import { liveResultOf } from '../to-live-result.ts'
import { createFirstSeen } from './first-seen.ts'
import { createOffsets } from './offsets.ts'
import type { FollowEvent, FollowOptions } from './options.ts'
import type { FollowState } from './state.ts'

/** Checks records, reports what they show, and knows what is to be stored. */
export interface Follower {
  readonly sink: RecordSink
  /** Nothing came since. */
  isStored(): boolean
  /** Reports what only all exchanges together show. `isDone`: it was stored. */
  settle(): { readonly stored: Required<FollowState>; readonly event: FollowEvent; readonly isDone: () => void }
  /** All that was counted so far. */
  whole(): { readonly result: TrafficResult; readonly today: string }
}

/** Goes on from a state. */
export function openFollower(options: FollowOptions, description: Description, state: FollowState): Follower {
  const { clock, baseline, wanted } = options
  const session = createSession(description, options)
  const offsets = createOffsets(state.offsets)
  const today = (): string => new Date(clock()).toISOString().slice(0, 10)
  const isWanted = wantedBy(wanted)
  const isOpen = (finding: Finding): boolean =>
    isWanted(finding) && matchBaseline([finding], baseline, today()).findings[0]?.state !== 'accepted'
  const whole = (): TrafficResult => mergeTraffic([...(state.result ? [state.result] : []), session.result()])
  const findingsOf = (result: TrafficResult): readonly Finding[] => liveResultOf(result, description, session).findings
  const firstSeen = createFirstSeen(state.result ? findingsOf(state.result) : [], isOpen)
  const report = (findings: readonly Finding[], exchanges?: TrafficResult['exchanges']): void => {
    for (const finding of findings) {
      const id = finding.evidence?.exchange ?? ''
      const { exchange } = exchanges?.[id] ?? session.exchange(id) ?? {}
      options.onEvent({ event: 'finding', finding, exchange })
    }
  }
  let [records, repeated, stored] = [0, state.repeated, 0]
  const count = (): void => {
    records++
    session.record()
  }
  return {
    sink: {
      // Counted when it is known whether it is a new one.
      record(isSampledOut) {
        if (isSampledOut !== true) return
        records++
        session.record(true)
      },
      broken(because) {
        count()
        session.broken(because)
      },
      check(exchange) {
        if (!offsets.isNew(exchange)) {
          records++
          repeated++
          return
        }
        count()
        report(firstSeen.seen(checked(session, exchange)))
      },
    },
    isStored: () => stored === records,
    settle() {
      const result = whole()
      const [at, facts] = [records, { offsets: offsets.stored(), repeated }]
      report(firstSeen.settled(findingsOf(result)), result.exchanges)
      return {
        stored: { slice: state.slice, result, ...facts },
        event: {
          event: 'flushed',
          time: new Date(clock()).toISOString(),
          ...{ counts: result.counts, repeated, offsets: offsets.read() },
        },
        isDone() {
          stored = at
        },
      }
    },
    whole: () => ({ result: whole(), today: today() }),
  }
}

/** One that cannot be checked costs itself: what came before is not lost for it. */
function checked(session: Session, exchange: RecordedExchange): readonly Finding[] {
  try {
    return session.check(exchange)
  } catch (error) {
    session.broken(error instanceof RangeError ? 'it is nested too deeply' : 'its check failed, a defect of specdrift')
    return []
  }
}
