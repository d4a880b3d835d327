import { findSnapshot } from '../../description/snapshots/store.ts'
import { mergeStatistics } from '../../drift/statistics/statistics.ts'
import { fixedSince, withCauses } from '../../history/cause.ts'
import {
  type HistoryWriter,
  isUnavailable,
  type Kept,
  nothingKept,
  type RunHistory,
} from '../../history/history-store.ts'
import { addRuns, type Ledger } from '../../history/ledger.ts'
import { isLive, type RunRecord } from '../../history/run-record.ts'
import type { KeptStatistics } from '../../history/statistics.ts'
import { ledgerOf, ownStart, runsAgainst } from '../../history/store.ts'
import { operationTrends, timeToFix, trendPoint } from '../../history/trend.ts'
import { ToolError } from '../../model/errors.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Report, ReportHistory } from '../../model/report.ts'
import { heldTo, outageOf, type RunFacts, recordOf } from './record.ts'

export interface PreviousRuns extends Kept {
  readonly store: RunHistory
  /** Start time of the recorded run, which is excluded from the history. */
  readonly self?: string
}

/** Reads the history; empty if it is unavailable. */
export async function readPreviousRuns(store: RunHistory): Promise<PreviousRuns> {
  return { store, ...(await store.read().catch(insteadOf(nothingKept))) }
}

/** Returns an error handler for an unavailable history, which must not fail the run. The store keeps the reason. */
function insteadOf<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (!isUnavailable(error)) throw error
    return value
  }
}

/** Returns a row explaining why the run wasn't added to the history, if it wasn't. */
export function notRememberedRows({ store, history }: PreviousRuns): readonly NotChecked[] {
  const failure = store.failure()
  if (failure === undefined) return []
  const unread = history === nothingKept.history ? ' Since when findings are there is not known.' : ''
  return [{ what: 'this run', because: `${failure.message}${unread}`, kind: 'not-remembered' }]
}

/** Returns earlier statistics for the same target and description. */
export function earlierStatistics({ statistics }: Pick<Kept, 'statistics'>, run: RunFacts): readonly Statistics[] {
  const { target, revision, times } = run
  const isSame = statistics?.target === target && statistics.sha256 === revision.sha256
  return statistics === undefined || !isSame || statistics.last === times.startedAt ? [] : [statistics.statistics]
}

/** Compares the findings with earlier runs; returns them unchanged for the first run. */
export function compareWithPreviousRuns(
  previous: PreviousRuns | undefined,
  run: RunFacts,
): Pick<Report, 'findings' | 'partial' | 'history'> {
  if (previous === undefined) return { findings: run.findings }
  const ledger = ledgerOf(previous.history, run.target, run.times.startedAt)
  const record = recordOf(run, ledger)
  const after = addRuns(ledger, [record])
  const findings = withCauses(run.findings, ledger, after)
  return { findings, partial: record.partial, history: historyOf(previous, run, ledger, after) }
}

const longestTrend = 60

function historyOf({ history }: PreviousRuns, run: RunFacts, ledger: Ledger, after: Ledger): ReportHistory | undefined {
  const { first, runs } = ledger
  const earlier = runsAgainst(history.runs, run.target, run.times.startedAt)
  const since = first?.startedAt ?? earlier[0]?.startedAt
  if (since === undefined) return undefined
  const latest = earlier.slice(-longestTrend)
  const [responseTimes, fixing] = [operationTrends(latest), timeToFix(after)]
  return {
    runs,
    since,
    trend: latest.map(trendPoint),
    fixed: fixedSince(ledger, after),
    responseTimes,
    timeToFix: fixing,
  }
}

/** Adds a finished run or an outage to the history and returns the history before it. `now`: milliseconds since the epoch. */
export async function remember(previous: PreviousRuns, run: RememberedRun, now: number): Promise<PreviousRuns> {
  const add = async (writer: HistoryWriter): Promise<PreviousRuns> => {
    const { history, statistics } = writer
    const self = await append(writer, run)
    return { ...previous, history, statistics, self, notes: clockNotes(writer, run, now) }
  }
  return previous.store.alone(add).catch(insteadOf({ ...previous, notes: [] }))
}

/** Records that the run's report was delivered. Otherwise the next run would repeat its contract changes. */
export async function noteDelivered({ store, self }: PreviousRuns, target: string): Promise<void> {
  const note = async (writer: HistoryWriter): Promise<void> => {
    const run = writer.history.runs.find((each) => each.startedAt === self && each.target === target)
    if (run?.undelivered === undefined) return
    const { undelivered: _, ...delivered } = run
    await writer.append(delivered)
  }
  await store.alone(note).catch(insteadOf(undefined))
}

/** A run to add to the history, with its statistics. */
export type RememberedRun = RunFacts & Pick<Report, 'statistics' | 'couldNotCheck'> & { readonly serverTime?: string }

const dayMs = 86_400_000

/** Returns notes about a wrong clock. The order of runs doesn't depend on clocks, but reports show times. */
function clockNotes({ history, now: database }: HistoryWriter, run: RememberedRun, now: number): readonly string[] {
  const { startedAt } = run.times
  const last = history.runs.at(-1)?.startedAt ?? startedAt
  const clocks = { server: run.serverTime === undefined ? undefined : Date.parse(run.serverTime), database }
  const ahead = Object.entries(clocks).flatMap(([name, time]) =>
    time !== undefined && Date.parse(startedAt) > time + dayMs
      ? [
          `this run started at ${startedAt}, more than a day after the time of the ${name}, ${new Date(time).toISOString()}`,
        ]
      : [],
  )
  const behind = `this run ended at ${new Date(now).toISOString()}, before the run that was recorded last started, ${last}`
  return [...(now < Date.parse(last) ? [behind] : []), ...ahead]
}

/** A history line has fewer times than a report. */
function outageRecord(facts: RunFacts, reason: string): RunRecord {
  const { startedAt, milliseconds } = facts.times
  return outageOf({ startedAt, milliseconds, ...heldTo(facts), target: facts.target, reason })
}

/** Adds the run and returns the start time under which it is recorded, even if it already was. */
async function append(writer: HistoryWriter, run: RememberedRun): Promise<string> {
  const { statistics, couldNotCheck, target } = run
  const record = (facts: RunFacts): RunRecord =>
    couldNotCheck === undefined
      ? recordOf(facts, ledgerOf(writer.history, target, facts.times.startedAt))
      : outageRecord(facts, couldNotCheck.code)
  const startedAt = ownStart(writer.history, record(run))
  if (startedAt === undefined) return run.times.startedAt
  const own = startedAs(run, startedAt)
  // Excludes statistics of recorded traffic, because recordings may overlap.
  const isCounted = statistics !== undefined && couldNotCheck === undefined && isLive(run)
  await writer.append(record(own), isCounted ? countedWith(writer, own, statistics) : undefined)
  return startedAt
}

export function startedAs<T extends RunFacts>(run: T, startedAt = run.times.startedAt): T {
  return { ...run, times: { ...run.times, startedAt } }
}

function countedWith(writer: HistoryWriter, run: RunFacts, counted: Statistics): KeptStatistics {
  const { target, revision, times } = run
  const statistics = mergeStatistics([...earlierStatistics(writer, run), counted])
  return { v: 1, target, sha256: revision.sha256, last: times.startedAt, statistics }
}

const outages: ReadonlySet<string> = new Set([
  'OUTAGE',
  'UNREACHABLE',
  'REFUSED',
  'RATE_LIMITED',
  'GATEWAY',
  'NOTHING_CHECKED',
])

export interface EndedRun {
  /** The snapshot to check against: `lending@latest`. */
  readonly address: string
  readonly cwd: string
  readonly specsDir: string
  readonly target: string
  readonly startedAt: string
  readonly milliseconds: number
}

/** Adds a run to the history if it ended with an outage; other errors aren't recorded. */
export async function rememberOutage({ store }: PreviousRuns, error: unknown, ended: EndedRun): Promise<void> {
  if (!(error instanceof ToolError) || !outages.has(error.code)) return
  const { address, cwd, specsDir, ...facts } = ended
  const { id: snapshot, sha256 } = await findSnapshot(specsDir, address, cwd)
  const record: RunRecord = outageOf({ ...facts, snapshot, sha256, reason: error.code })
  const add = async (writer: HistoryWriter): Promise<void> => {
    const startedAt = ownStart(writer.history, record)
    if (startedAt !== undefined) await writer.append({ ...record, startedAt })
  }
  await store.alone(add).catch(insteadOf(undefined))
}
