import { findSnapshot } from '../../description/snapshots/store.ts'
import { withLock } from '../../files/with-lock.ts'
import { fixedSince, withCauses } from '../../history/cause.ts'
import { addRuns, type Ledger } from '../../history/ledger.ts'
import type { RunRecord } from '../../history/run-record.ts'
import {
  type KeptStatistics,
  readStatisticsFile,
  statisticsFile,
  writeStatisticsFile,
} from '../../history/statistics.ts'
import {
  appendAlone,
  type History,
  historyFile,
  ledgerOf,
  ownStart,
  readHistory,
  runsAgainst,
} from '../../history/store.ts'
import { mergeStatistics } from '../../learn/statistics.ts'
import { ToolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import type { Report, ReportHistory } from '../../model/report.ts'
import type { Statistics } from '../../model/statistics.ts'
import { heldTo, outageOf, type RunFacts, recordOf } from './record.ts'

/** What earlier runs of an API left behind, and where. */
export interface PreviousRuns {
  readonly file: string
  readonly history: History
  readonly statisticsFile: string
  readonly statistics: KeptStatistics | undefined
  /** What of it could not be read, in sentences. */
  readonly notes: readonly string[]
}

/** Reads what earlier runs left behind; `folder` need not exist. Throws FILE_UNREADABLE. */
export async function readPreviousRuns(folder: string, api: string): Promise<PreviousRuns> {
  const [file, beside] = [historyFile(folder, api), statisticsFile(folder, api)]
  const [history, statistics] = await Promise.all([readHistory(file), readStatisticsFile(beside)])
  const broken = statistics === 'broken' ? [`${beside} cannot be read: what was counted so far is lost`] : []
  return {
    file,
    history,
    statisticsFile: beside,
    statistics: statistics === 'broken' ? undefined : statistics,
    notes: [...history.notes, ...broken],
  }
}

/** What earlier runs counted, where they held the same target to the same description. */
export function earlierStatistics({ statistics }: PreviousRuns, run: RunFacts): readonly Statistics[] {
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
function ledgerBefore({ history }: PreviousRuns, { target, times }: RunFacts): Ledger {
  return ledgerOf(history, target, times.startedAt)
}

const longestTrend = 60

function historyOf({ history }: PreviousRuns, ledger: Ledger, run: RunFacts): ReportHistory | undefined {
  const { first, runs } = ledger
  const earlier = runsAgainst(history.runs, run.target, run.times.startedAt)
  const since = first?.startedAt ?? earlier[0]?.startedAt
  if (since === undefined) return undefined
  return {
    runs,
    since,
    trend: earlier.slice(-longestTrend).map(({ startedAt, snapshot, outcome, counts, coverage }) => ({
      startedAt,
      snapshot,
      outcome,
      ...counts,
      ...(coverage && { coverage }),
    })),
    fixed: fixedSince(ledger, addRuns(ledger, [recordOf(run, ledger)])),
  }
}

/** Adds a finished run to the history, once; one that could not check as an outage. Throws WRITE_FAILED. */
export async function remember(previous: PreviousRuns, report: Report): Promise<void> {
  const { api, inputs, times, statistics, couldNotCheck } = report
  if (api === undefined || inputs.revision === undefined || inputs.target === undefined || times === undefined) return
  const run: RunFacts = { ...report, api, revision: inputs.revision, target: inputs.target, times }
  await withLock(previous.file, async (held) => {
    // Other runs may have ended since this one began.
    const history = await readHistory(previous.file)
    const record = (facts: RunFacts): RunRecord =>
      couldNotCheck === undefined
        ? recordOf(facts, ledgerBefore({ ...previous, history }, facts))
        : outageOf({ ...facts.times, ...heldTo(facts), target: facts.target, reason: couldNotCheck.code })
    const startedAt = ownStart(history, record(run))
    if (startedAt === undefined) return
    const own = { ...run, times: { ...times, startedAt } }
    if (statistics !== undefined && couldNotCheck === undefined) await keepStatistics(previous, own, statistics, held)
    await appendAlone(previous.file, record(own), held)
  })
}

async function keepStatistics(
  previous: PreviousRuns,
  run: RunFacts,
  counted: Statistics,
  held: () => Promise<void>,
): Promise<void> {
  const { target, revision, times } = run
  const { startedAt: last } = times
  const kept = await readStatisticsFile(previous.statisticsFile)
  const now = { ...previous, statistics: kept === 'broken' ? undefined : kept }
  // A run that was killed after this left no line of its own.
  if (now.statistics?.last === last && now.statistics.target === target) return
  const statistics = mergeStatistics([...earlierStatistics(now, run), counted])
  await held()
  await writeStatisticsFile(previous.statisticsFile, { v: 1, target, sha256: revision.sha256, last, statistics })
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

/** Adds a run to the history that an outage ended; any other error is no run. Throws WRITE_FAILED. */
export async function rememberOutage(previous: PreviousRuns, error: unknown, ended: EndedRun): Promise<void> {
  if (!(error instanceof ToolError) || !outages.has(error.code)) return
  const { address, cwd, specsDir, ...facts } = ended
  const { id: snapshot, sha256 } = await findSnapshot(specsDir, address, cwd)
  const record: RunRecord = outageOf({ ...facts, snapshot, sha256, reason: error.code })
  await withLock(previous.file, async (held) => {
    const startedAt = ownStart(await readHistory(previous.file), record)
    if (startedAt !== undefined) await appendAlone(previous.file, { ...record, startedAt }, held)
  })
}
