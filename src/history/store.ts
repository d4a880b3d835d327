import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { appendWhole } from '../files/append-whole.ts'
import { readTextIfAny } from '../files/read-regular.ts'
import { writeWhole } from '../files/write-whole.ts'
import type { Json } from '../model/json.ts'
import type { ApiName } from '../util/api-name.ts'
import { isObject, own, ownEntries, ownString } from '../util/json.ts'
import { byText } from '../util/text.ts'
import { addRuns, emptyLedger, type Ledger } from './ledger.ts'
import { isRunRecord, type RunRecord } from './run-record.ts'

/** The runs of an API in the order in which they were recorded, and what those before them added up to. */
export interface History {
  readonly runs: readonly RunRecord[]
  readonly summaries: readonly Summary[]
}

/** The lines of a file. */
export interface HistoryLines extends History {
  /** What could not be read, in sentences. */
  readonly notes: readonly string[]
  /** The file ends within a line. */
  readonly torn: boolean
  /** Lines of another version, as they were written: another specdrift reads them. */
  readonly others: readonly string[]
}

/** What the runs against one target added up to when the history was rotated: its first lines. */
export interface Summary {
  readonly v: 3
  readonly kind: 'summary'
  readonly target: string
  readonly ledger: Ledger
}

/** When a history is rotated, and how many of the latest runs stay as they are. */
export interface RotationLimits {
  readonly maxRuns: number
  readonly maxBytes: number
  readonly keep: number
}

/** Those of every history. */
export const defaultLimits: RotationLimits = { maxRuns: 1000, maxBytes: 4 * 2 ** 20, keep: 200 }

/** Where the history of an API is kept. */
export function historyFile(historyDir: string, api: ApiName): string {
  return join(historyDir, `${api}.ndjson`)
}

/** The APIs whose histories are in a folder, sorted; empty when there is no folder. */
export async function apisInFolder(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => (name.endsWith('.ndjson') ? [name.slice(0, -'.ndjson'.length)] : [])).sort(byText)
}

/**
 * Reads a history; an absent file is an empty one. A line that cannot be read is skipped and reported: a run that was
 * killed leaves the beginning of one. Throws FILE_UNREADABLE.
 */
export async function readHistory(file: string): Promise<HistoryLines> {
  const lines = ((await readTextIfAny(file)) ?? '').split('\n')
  const torn = lines.at(-1) !== ''
  const read = lines.map((line) => (line === '' ? undefined : parsed(line)))
  const isKnown = (value: unknown): boolean => isRunRecord(value) || isSummary(value)
  return {
    ...recordsIn(read),
    others: lines.filter((_, index) => !isKnown(read[index]) && typeof own(read[index] as Json, 'v') === 'number'),
    notes: lines.flatMap((line, index) => {
      const next = read[index + 1]
      if (line === '' || isKnown(read[index])) return []
      if (torn && index === lines.length - 1) return [`${file}: a killed run left half a line, which is skipped`]
      return isRunRecord(next) && next.afterTorn ? [] : [`${file}:${index + 1} cannot be read and is skipped`]
    }),
    torn,
  }
}

/**
 * The runs and summaries among the lines of a history. The order of runs is that of their lines, never that of their clocks
 * (docs/decisions/53-order-of-runs.md). A run with two lines counts once, at its first place: as delivered if one of them says so.
 */
export function recordsIn(lines: readonly unknown[]): History {
  const runs = new Map<string, RunRecord>()
  for (const run of lines.filter(isRunRecord))
    if (run.undelivered === undefined || !runs.has(keyOf(run))) runs.set(keyOf(run), run)
  return { runs: [...runs.values()], summaries: lines.filter(isSummary) }
}

/** What a run of an API is known by. */
export function keyOf({ startedAt, target }: RunRecord): string {
  return `${startedAt} ${target}`
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // The reader reports it: a torn line is no error.
    return undefined
  }
}

function isSummary(value: unknown): value is Summary {
  if (!isObject(value) || own(value, 'v') !== 3 || own(value, 'kind') !== 'summary') return false
  const ledger = own(value, 'ledger')
  return (
    ownString(value, 'target') !== '' &&
    typeof own(ledger, 'runs') === 'number' &&
    Array.isArray(own(ledger, 'checks')) &&
    ['operations', 'received', 'checked', 'findingRecords'].every((name) => isObject(own(ledger, name))) &&
    ownEntries(ledger, 'findingRecords').every(([, seen]) =>
      ['first', 'last', 'cause'].every((name) => isObject(own(seen, name))),
    )
  )
}

/** What the runs against a target add up to, but for the one that started at `except`: a run is not its own past. */
export function ledgerOf({ summaries, runs }: History, target: string, except?: string): Ledger {
  const start = summaries.find((summary) => summary.target === target)?.ledger ?? emptyLedger
  return addRuns(start, runsAgainst(runs, target, except))
}

/**
 * The start time recorded for a run, unique among those of its target: two monitors may start within a millisecond.
 * Undefined for a run that is remembered already, as of shards that are merged again.
 */
export function ownStart({ runs }: History, run: RunRecord): string | undefined {
  const taken = new Map(runsAgainst(runs, run.target).map((each) => [each.startedAt, each]))
  for (let at = Date.parse(run.startedAt); ; at++) {
    const startedAt = new Date(at).toISOString()
    const other = taken.get(startedAt)
    if (other === undefined) return startedAt
    if (isSameRun(other, run)) return undefined
  }
}

function isSameRun(a: RunRecord, b: RunRecord): boolean {
  // What the suites took says nothing: the shards of a run are measured by themselves.
  const facts = ({ milliseconds, sha256, outcome, calls, findings }: RunRecord) =>
    JSON.stringify([milliseconds, sha256, outcome, calls, findings])
  return facts(a) === facts(b)
}

/** The runs against a target, but for the one that started at `except`. */
export function runsAgainst(runs: readonly RunRecord[], target: string, except?: string): readonly RunRecord[] {
  return runs.filter((run) => run.target === target && run.startedAt !== except)
}

/**
 * Appends a run in one write, unless it is there already: a line of the same start and target. A run that was delivered
 * meanwhile has a second line, which replaces the first for readers. Rotates the file when it grew beyond the limits. It is read anew before either: another run may have ended since this one began. Throws
 * FILE_UNREADABLE, WRITE_FAILED. Call it under a lock of the file.
 */
export async function appendRun(
  file: string,
  run: RunRecord,
  held: () => Promise<void>,
  limits = defaultLimits,
): Promise<void> {
  const { runs, summaries, others, torn } = await readHistory(file)
  const own = runs.find((each) => keyOf(each) === keyOf(run))
  if (own !== undefined && !isDeliveredBy(own, run)) return
  const line = `${JSON.stringify(torn ? { ...run, afterTorn: true } : run)}\n`
  await held()
  await appendWhole(file, torn ? `\n${line}` : line)
  const left = rotated(recordsIn([...summaries, ...runs, run]), (await stat(file)).size, limits)
  if (left === undefined) return
  await held()
  // The run is recorded, and the next one tries again.
  await writeWhole(file, others.map((each) => `${each}\n`).join('') + historyText(left)).catch(() => undefined)
}

/** Whether a record that is added again says that the report of the run was delivered meanwhile. */
export function isDeliveredBy(own: RunRecord, run: RunRecord): boolean {
  return own.undelivered === true && run.undelivered === undefined
}

/** The text of a history: a line for each summary, then one for each run. */
export function historyText(lines: {
  readonly summaries: readonly unknown[]
  readonly runs: readonly unknown[]
}): string {
  return [...lines.summaries, ...lines.runs].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/**
 * A history whose older runs are summed up, a summary for each target; undefined while the limits allow all of them. `bytes`: of its
 * lines.
 */
export function rotated(
  { summaries, runs }: History,
  bytes: number,
  { maxRuns, maxBytes, keep }: RotationLimits,
): History | undefined {
  if (runs.length <= maxRuns && (bytes <= maxBytes || runs.length <= keep)) return undefined
  const [old, kept] = [runs.slice(0, -keep), runs.slice(-keep)]
  const targets = new Set([...summaries, ...old].map(({ target }) => target))
  const sums = [...targets].sort(byText).map((target): Summary => {
    const start = summaries.find((summary) => summary.target === target)?.ledger ?? emptyLedger
    return { v: 3, kind: 'summary', target, ledger: addRuns(start, runsAgainst(old, target), runs) }
  })
  return { summaries: sums, runs: kept }
}
