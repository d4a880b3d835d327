import { mostViolations, violationGroup } from '../../../drift/evidence/ceiling.ts'
import { withLock } from '../../../files/with-lock.ts'
import { matchBaseline } from '../../../history/baseline/match.ts'
import { toolError } from '../../../model/errors.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Description } from '../../../model/operation.ts'
import type { Report } from '../../../model/report.ts'
import { wantedBy } from '../../../report/filter/filter.ts'
import { formats } from '../../../traffic/formats/index.ts'
import { mergeTraffic } from '../../../traffic/partial/merge.ts'
import type { TrafficResult } from '../../../traffic/partial/result.ts'
import { cutterOf, type RecordSink } from '../../../traffic/reading/reader.ts'
import type { Format, RecordedExchange } from '../../../traffic/recording.ts'
import { sha256 } from '../../../util/fingerprint.ts'
import { describedBy, runOf } from '../check.ts'
import { reportOf } from '../report-of.ts'
import { createSession, type Session } from '../session.ts'
import { type RecordTaker, readHere } from '../taker.ts'
import { isGarbled, liveResultOf } from '../to-live-result.ts'
import type { FollowEvent, FollowOptions } from './options.ts'
import { type FollowState, readState, writeState } from './state.ts'

/** Maximum number of sources and length of their names. Records beyond have no offset. */
const limits = { sources: 10_000, name: 200 }

/** Maximum number of findings tracked. Further ones are only shown when all are checked together. */
const mostKnown = 50_000

/**
 * Checks records as they arrive until the stream ends. Undefined if nothing was checked. Throws WRITE_FAILED for the last state.
 */
export async function followTraffic(options: FollowOptions): Promise<Report | undefined> {
  const { state: file, stopped } = options
  const format = formatOf(options.format)
  const description = await describedBy(options)
  const run = runOf({ ...options, recordings: [] }, description)
  // Another process with the same state file would overwrite the counts.
  return withLock(file.path, async () => {
    const follower = openFollower(options, description, await readState(file, run, options.slice))
    const store = async (): Promise<void> => {
      const { stored, event, isDone } = follower.settle()
      await writeState(file, run, stored)
      isDone()
      options.onEvent(event)
    }
    let storing: Promise<unknown> = Promise.resolve()
    const end = options.every(options.pause, () => {
      if (!follower.isStored()) storing = storing.then(store).catch(options.failed)
    })
    try {
      await readLines(options, format, readHere(follower.sink, options.sample))
    } finally {
      end()
      await storing
    }
    await store()
    const result = follower.whole()
    if (stopped.aborted && result.counts.checked + result.counts.unmatched === 0) return undefined
    return reportOf(result, { ...options, description, now: options.clock() })
  })
}

/** Defaults to NDJSON, because detection would wait for input. Throws UNKNOWN_FORMAT, and USAGE for a format without lines. */
function formatOf(wanted = 'ndjson'): Format {
  const format = formats.find(({ id }) => id === wanted)
  if (format?.cut === 'lines') return format
  const ids = formats.filter(({ cut }) => cut === 'lines').map(({ id }) => id)
  if (format === undefined) throw toolError('UNKNOWN_FORMAT', ['stdin', ids.join(', ')])
  throw toolError('USAGE', [`--follow reads lines (${ids.join(', ')}), and ${wanted} is a format of whole recordings.`])
}

/** Reads lines. An incomplete line at the stop doesn't count as received. */
async function readLines(
  { stdin, stopped }: Pick<FollowOptions, 'stdin' | 'stopped'>,
  format: Format,
  taker: RecordTaker,
): Promise<void> {
  const cutter = cutterOf(format)
  const iterator = stdin[Symbol.asyncIterator]()
  for (;;) {
    const next = await nextUnlessStopped(iterator, stopped)
    if (next === undefined) return
    if (next.done === true) break
    cutter.push(typeof next.value === 'string' ? Buffer.from(next.value) : next.value, (record) =>
      taker.take(format, record),
    )
  }
  cutter.end((record) => taker.take(format, record))
}

function nextUnlessStopped<T>(
  iterator: AsyncIterator<T>,
  stopped: AbortSignal,
): Promise<IteratorResult<T> | undefined> {
  if (stopped.aborted) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined)
    stopped.addEventListener('abort', stop, { once: true })
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => stopped.removeEventListener('abort', stop))
  })
}

interface Follower {
  readonly sink: RecordSink
  isStored(): boolean
  /** Reports findings that only appear across exchanges. Call `isDone` after storing the state. */
  settle(): { readonly stored: Required<FollowState>; readonly event: FollowEvent; readonly isDone: () => void }
  whole(): TrafficResult
}

function openFollower(options: FollowOptions, description: Description, state: FollowState): Follower {
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
      // Other records are counted below, if they are new.
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
    whole,
  }
}

/** A record that can't be checked is counted without ending the run. */
function checked(session: Session, exchange: RecordedExchange): readonly Finding[] {
  try {
    return session.check(exchange)
  } catch (error) {
    session.broken(error instanceof RangeError ? 'it is nested too deeply' : 'its check failed, a defect of specdrift')
    return []
  }
}

interface FirstSeen {
  /** Returns the findings of an exchange that are new or ten times as frequent as when last shown. */
  seen(findings: readonly Finding[]): readonly Finding[]
  /** Like `seen`, for all merged findings, even those that only appear across exchanges. */
  settled(findings: readonly Finding[]): readonly Finding[]
}

interface Known {
  samples: number
  /** Number of samples at which the finding is repeated. */
  next: number
}

function createFirstSeen(before: readonly Finding[], isWanted: (finding: Finding) => boolean): FirstSeen {
  const known = new Map<string, Known>()
  /** Number shown per rule and location, limited like in a report. */
  const shown = new Map<string, number>()

  const enter = (finding: Finding): Known => {
    const entry = { samples: 0, next: 1 }
    known.set(finding.fingerprint, entry)
    const group = violationGroup(finding)
    shown.set(group, (shown.get(group) ?? 0) + 1)
    return entry
  }

  const show = (finding: Finding, entry: Known): readonly Finding[] => {
    if (entry.samples < entry.next || (isGarbled(finding) && entry.samples < 2)) return []
    while (entry.next <= entry.samples) entry.next *= 10
    if (!isWanted(finding)) return []
    return [{ ...finding, ...(finding.evidence && { evidence: { ...finding.evidence, samples: entry.samples } }) }]
  }

  for (const finding of before) {
    const entry = enter(finding)
    entry.samples = finding.evidence?.samples ?? 0
    show(finding, entry)
  }
  return {
    seen: (findings) =>
      findings.flatMap((finding) => {
        let entry = known.get(finding.fingerprint)
        if (entry === undefined) {
          if (known.size >= mostKnown || (shown.get(violationGroup(finding)) ?? 0) >= mostViolations) return []
          entry = enter(finding)
        }
        entry.samples += finding.evidence?.samples ?? 0
        return show(finding, entry)
      }),
    settled: (findings) =>
      findings.flatMap((finding) => {
        const entry = known.get(finding.fingerprint) ?? enter(finding)
        entry.samples = finding.evidence?.samples ?? 0
        return show(finding, entry)
      }),
  }
}

interface Offsets {
  /** Records an offset. Returns false if the record was already counted; records without an offset are always new. */
  isNew(exchange: Pick<RecordedExchange, 'source' | 'offset'>): boolean
  /** Returns the last offset by source hash, for the state file. */
  stored(): Readonly<Record<string, number>>
  /** Returns the last offset by source read by this process. */
  read(): Readonly<Record<string, number>>
}

function createOffsets(before: Readonly<Record<string, number>>): Offsets {
  const last = new Map(Object.entries(before))
  const names = new Map<string, string>()
  return {
    isNew({ source = '', offset }) {
      if (typeof source !== 'string' || typeof offset !== 'number' || !Number.isInteger(offset)) return true
      if (source.length > limits.name) return true
      let key = names.get(source)
      if (key === undefined) {
        key = sha256(source).slice(0, 16)
        if (names.size >= limits.sources || (!last.has(key) && last.size >= limits.sources)) return true
        names.set(source, key)
      }
      if (offset <= (last.get(key) ?? -1)) return false
      last.set(key, offset)
      return true
    },
    stored: () => Object.fromEntries([...last].sort(([a], [b]) => (a < b ? -1 : 1))),
    read: () =>
      Object.fromEntries(
        [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, key]) => [name, last.get(key) ?? 0]),
      ),
  }
}
