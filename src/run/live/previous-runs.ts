import { findSnapshot } from '../../description/snapshots/store.ts'
import { fixedSince, withCauses } from '../../history/cause.ts'
import {
  type HistoryStore,
  type HistoryWriter,
  isUnavailable,
  type Kept,
  nothingKept,
} from '../../history/history-store.ts'
import { addRuns, type Ledger } from '../../history/ledger.ts'
import type { RunRecord } from '../../history/run-record.ts'
import { ledgerOf, ownStart, runsAgainst } from '../../history/store.ts'
import { operationTrends, timeToFix, trendPoint } from '../../history/trend.ts'
import { mergeStatistics } from '../../learn/statistics.ts'
import { ToolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Report, ReportHistory } from '../../model/report.ts'
import { heldTo, outageOf, type RunFacts, recordOf } from './record.ts'

/** What earlier runs of an API left behind, and where. */
export interface PreviousRuns extends Kept {
  readonly store: HistoryStore
  /** Why none of it could be read, where the database was out of reach: it costs the history, never the run. */
  readonly unavailable?: ToolError
}

/** Reads what earlier runs left behind. Throws FILE_UNREADABLE. */
export async function readPreviousRuns(store: HistoryStore): Promise<PreviousRuns> {
  try {
    return { store, ...(await store.read()) }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return { store, ...nothingKept, unavailable: error }
  }
}

/** What a report says of earlier runs that could not be read. */
export function unavailableRows({ unavailable }: PreviousRuns): readonly NotChecked[] {
  return unavailable === undefined
    ? []
    : [{ what: 'earlier runs', because: `${unavailable.message} Since when findings are there is not known.` }]
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
): { readonly findings: readonly Finding[]; readonly history?: ReportHistory } {
  if (previous === undefined) return { findings: run.findings }
  const ledger = ledgerBefore(previous, run)
  const findings = withCauses(run.findings, ledger, heldTo(run))
  const history = historyOf(previous, ledger, { ...run, findings })
  return { findings, ...(history && { history }) }
}

/** What earlier runs against a target add up to, but for the one that started at the same time: the run itself. */
function ledgerBefore({ history }: Pick<Kept, 'history'>, { target, times }: RunFacts): Ledger {
  return ledgerOf(history, target, times.startedAt)
}

/** Whether an earlier run, against any target, was held to a description or reported it as the published one. */
export function wasReported({ history }: Pick<Kept, 'history'>, sha256: string, startedAt: string): boolean {
  return history.runs.some(
    (run) =>
      run.startedAt !== startedAt &&
      run.outcome !== 'outage' &&
      (run.published === sha256 || (run.sha256 === sha256 && run.published === undefined)),
  )
}

const longestTrend = 60

function historyOf({ history }: PreviousRuns, ledger: Ledger, run: RunFacts): ReportHistory | undefined {
  const { first, runs } = ledger
  const earlier = runsAgainst(history.runs, run.target, run.times.startedAt)
  const since = first?.startedAt ?? earlier[0]?.startedAt
  if (since === undefined) return undefined
  const latest = earlier.slice(-longestTrend)
  const after = addRuns(ledger, [recordOf(run, ledger)])
  const [responseTimes, fixing] = [operationTrends(latest), timeToFix(after)]
  return {
    runs,
    since,
    trend: latest.map(trendPoint),
    fixed: fixedSince(ledger, after),
    ...(responseTimes && { responseTimes }),
    ...(fixing && { timeToFix: fixing }),
  }
}

/**
 * Adds a finished run to the history, once; one that could not check as an outage. Returns the report, which says so
 * where the database could not be used. Throws WRITE_FAILED.
 */
export async function remember({ store }: PreviousRuns, report: Report): Promise<Report> {
  const { api, inputs, times } = report
  if (api === undefined || inputs.revision === undefined || inputs.target === undefined || times === undefined)
    return report
  const { revision, published, target } = inputs
  const run: RunFacts = { ...report, api, revision, published, target, times }
  try {
    await store.alone((writer) => add(writer, run, report))
    return report
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const row = { what: 'the history', because: `${error.message} This run was not added to it.` }
    return { ...report, notChecked: [...report.notChecked, row] }
  }
}

/** Of the times of the report a line of the history has two. */
function outageRecord(facts: RunFacts, reason: string): RunRecord {
  const { startedAt, milliseconds } = facts.times
  return outageOf({ startedAt, milliseconds, ...heldTo(facts), target: facts.target, reason })
}

/** Other runs may have ended since this one began: what they left is read anew. */
async function add(
  writer: HistoryWriter,
  run: RunFacts,
  { statistics, couldNotCheck }: Pick<Report, 'statistics' | 'couldNotCheck'>,
): Promise<void> {
  const record = (facts: RunFacts): RunRecord =>
    couldNotCheck === undefined ? recordOf(facts, ledgerBefore(writer, facts)) : outageRecord(facts, couldNotCheck.code)
  const startedAt = ownStart(writer.history, record(run))
  if (startedAt === undefined) return
  const own = { ...run, times: { ...run.times, startedAt } }
  if (statistics !== undefined && couldNotCheck === undefined) await keepStatistics(writer, own, statistics)
  await writer.append(record(own))
}

async function keepStatistics(writer: HistoryWriter, run: RunFacts, counted: Statistics): Promise<void> {
  const { target, revision, times } = run
  const { startedAt: last } = times
  // A run that was killed after this left no line of its own.
  if (writer.statistics?.last === last && writer.statistics.target === target) return
  const statistics = mergeStatistics([...earlierStatistics(writer, run), counted])
  await writer.writeStatistics({ v: 1, target, sha256: revision.sha256, last, statistics })
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

/** Adds a run to the history that an outage ended; any other error is no run. Throws WRITE_FAILED, HISTORY_UNAVAILABLE. */
export async function rememberOutage({ store }: PreviousRuns, error: unknown, ended: EndedRun): Promise<void> {
  if (!(error instanceof ToolError) || !outages.has(error.code)) return
  const { address, cwd, specsDir, ...facts } = ended
  const { id: snapshot, sha256 } = await findSnapshot(specsDir, address, cwd)
  const record: RunRecord = outageOf({ ...facts, snapshot, sha256, reason: error.code })
  await store.alone(async (writer) => {
    const startedAt = ownStart(writer.history, record)
    if (startedAt !== undefined) await writer.append({ ...record, startedAt })
  })
}
