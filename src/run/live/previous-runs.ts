import { findSnapshot } from '../../description/snapshots/store.ts'
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
import { mergeStatistics } from '../../learn/statistics.ts'
import { ToolError } from '../../model/errors.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Report, ReportHistory } from '../../model/report.ts'
import { heldTo, outageOf, type RunFacts, recordOf } from './record.ts'

/** What earlier runs of an API left behind, and where. */
export interface PreviousRuns extends Kept {
  readonly store: RunHistory
  /** The start under which the run itself is recorded, which is not among the previous ones. */
  readonly self?: string
}

/** Reads what earlier runs left behind: nothing, where the history can't be used. */
export async function readPreviousRuns(store: RunHistory): Promise<PreviousRuns> {
  return { store, ...(await store.read().catch(insteadOf(nothingKept))) }
}

/** A history that can't be used costs the history, never the run: the store keeps the reason. */
function insteadOf<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (!isUnavailable(error)) throw error
    return value
  }
}

/** The row of a report that says why its run was not added to the history; none if it was. */
export function notRememberedRows({ store, history }: PreviousRuns): readonly NotChecked[] {
  const failure = store.failure()
  if (failure === undefined) return []
  const unread = history === nothingKept.history ? ' Since when findings are there is not known.' : ''
  return [{ what: 'this run', because: `${failure.message}${unread}`, kind: 'not-remembered' }]
}

/** What earlier runs counted, where they held the same target to the same description. */
export function earlierStatistics({ statistics }: Pick<Kept, 'statistics'>, run: RunFacts): readonly Statistics[] {
  const { target, revision, times } = run
  const isSame = statistics?.target === target && statistics.sha256 === revision.sha256
  return statistics === undefined || !isSame || statistics.last === times.startedAt ? [] : [statistics.statistics]
}

/** What the runs before a run say about its findings, and of themselves; nothing when it is the first. */
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

/**
 * Adds a finished run to the history, once; one that could not check as an outage. Returns the runs that were recorded before it:
 * others may have ended since it began. The notes are about the clock, which is read at `now`: milliseconds since the epoch.
 */
export async function remember(previous: PreviousRuns, run: RememberedRun, now: number): Promise<PreviousRuns> {
  const add = async (writer: HistoryWriter): Promise<PreviousRuns> => {
    const { history, statistics } = writer
    const self = await append(writer, run)
    return { ...previous, history, statistics, self, notes: clockNotes(writer, run, now) }
  }
  return previous.store.alone(add).catch(insteadOf({ ...previous, notes: [] }))
}

/**
 * Notes that the report of a remembered run was delivered: until then the next run reports its changes of the contract
 * again.
 */
export async function noteDelivered({ store, self }: PreviousRuns, target: string): Promise<void> {
  const note = async (writer: HistoryWriter): Promise<void> => {
    const run = writer.history.runs.find((each) => each.startedAt === self && each.target === target)
    if (run?.undelivered === undefined) return
    const { undelivered: _, ...delivered } = run
    await writer.append(delivered)
  }
  await store.alone(note).catch(insteadOf(undefined))
}

/** A run to be added to the history, and what it counted. */
export type RememberedRun = RunFacts & Pick<Report, 'statistics' | 'couldNotCheck'> & { readonly serverTime?: string }

const dayMs = 86_400_000

/** Whether the clock of a run is wrong. The order of runs doesn't follow from clocks, but their times are shown. */
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

/** Of the times of the report a line of the history has two. */
function outageRecord(facts: RunFacts, reason: string): RunRecord {
  const { startedAt, milliseconds } = facts.times
  return outageOf({ startedAt, milliseconds, ...heldTo(facts), target: facts.target, reason })
}

/** Returns the start under which the run is recorded, also if it was before. */
async function append(writer: HistoryWriter, run: RememberedRun): Promise<string> {
  const { statistics, couldNotCheck, target } = run
  const record = (facts: RunFacts): RunRecord =>
    couldNotCheck === undefined
      ? recordOf(facts, ledgerOf(writer.history, target, facts.times.startedAt))
      : outageRecord(facts, couldNotCheck.code)
  const startedAt = ownStart(writer.history, record(run))
  if (startedAt === undefined) return run.times.startedAt
  const own = startedAs(run, startedAt)
  // Hints of recorded traffic are those of one recording: others may hold it too.
  const isCounted = statistics !== undefined && couldNotCheck === undefined && isLive(run)
  await writer.append(record(own), isCounted ? countedWith(writer, own, statistics) : undefined)
  return startedAt
}

/** A run by the start under which it is recorded. */
export function startedAs<T extends RunFacts>(run: T, startedAt = run.times.startedAt): T {
  return { ...run, times: { ...run.times, startedAt } }
}

/** The statistics of the runs before with those of a run. */
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

/** Which run an error ended. */
export interface EndedRun {
  /** `lending@latest`: the snapshot the API was to be held to. */
  readonly address: string
  readonly cwd: string
  readonly specsDir: string
  readonly target: string
  readonly startedAt: string
  readonly milliseconds: number
}

/** Adds a run to the history that an outage ended; any other error is no run. */
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
