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
import { hasReported, isRunRecord, type RunRecord } from './run-record.ts'

/** Runs of an API in recorded order, and the summaries of earlier ones. */
export interface History {
  readonly runs: readonly RunRecord[]
  readonly summaries: readonly Summary[]
}

export interface HistoryLines extends History {
  /** Sentences about unreadable lines. */
  readonly notes: readonly string[]
  /** The file ends with an incomplete line. */
  readonly torn: boolean
  /** Lines of other specdrift versions as written. */
  readonly others: readonly string[]
}

/** Summary of runs against one target, created when rotating: the first lines of the file. */
export interface Summary {
  readonly v: 3
  readonly kind: 'summary'
  readonly target: string
  readonly ledger: Ledger
}

/** Limits for rotating a history, and the number of latest runs to keep. */
export interface RotationLimits {
  readonly maxRuns: number
  readonly maxBytes: number
  readonly keep: number
}

export const defaultLimits: RotationLimits = { maxRuns: 1000, maxBytes: 4 * 2 ** 20, keep: 200 }

export function historyFile(historyDir: string, api: ApiName): string {
  return join(historyDir, `${api}.ndjson`)
}

/** Returns the APIs with a history in a folder, sorted; empty if the folder doesn't exist. */
export async function apisInFolder(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => (name.endsWith('.ndjson') ? [name.slice(0, -'.ndjson'.length)] : [])).sort(byText)
}

/** Reads a history file; empty if absent. Skips and reports unreadable lines, as killed runs leave them. Throws FILE_UNREADABLE. */
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

/** Returns runs and summaries in line order, never by clock (docs/decisions/53-order-of-runs.md). A run with two lines counts once. */
export function recordsIn(lines: readonly unknown[]): History {
  const runs = new Map<string, RunRecord>()
  for (const run of lines.filter(isRunRecord))
    if (run.undelivered === undefined || !runs.has(keyOf(run))) runs.set(keyOf(run), run)
  return { runs: [...runs.values()], summaries: lines.filter(isSummary) }
}

export function keyOf({ startedAt, target }: RunRecord): string {
  return `${startedAt} ${target}`
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // The reader reports incomplete lines.
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

/** Returns the ledger of a target without the run that started at `except`, to compare that run with earlier ones. */
export function ledgerOf({ summaries, runs }: History, target: string, except?: string): Ledger {
  const start = summaries.find((summary) => summary.target === target)?.ledger ?? emptyLedger
  return addRuns(start, runsAgainst(runs, target, except))
}

/** Returns a start time that is unique for the target, because monitors may start together; undefined if the run is recorded. */
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
  // Suite durations are ignored, because shards are measured separately.
  const facts = ({ milliseconds, sha256, outcome, calls, findings }: RunRecord) =>
    JSON.stringify([milliseconds, sha256, outcome, calls, findings])
  return facts(a) === facts(b)
}

/** Returns the runs against a target, except for the one that started at `except`. */
export function runsAgainst(runs: readonly RunRecord[], target: string, except?: string): readonly RunRecord[] {
  return runs.filter((run) => run.target === target && run.startedAt !== except)
}

/** Sums up the runs of a file from before a time. Returns how many. Throws FILE_UNREADABLE, WRITE_FAILED. Call it under a lock of the file. */
export async function pruneFile(file: string, before: number, held: () => Promise<void>): Promise<number> {
  const { notes: _, others, torn: _torn, ...history } = await readHistory(file)
  const left = pruned(history, before)
  if (left === undefined) return 0
  await held()
  await writeWhole(file, others.map((each) => `${each}\n`).join('') + historyText(left))
  return history.runs.length - left.runs.length
}

/**
 * Appends a run unless it is recorded; a delivered run gets a second line that replaces the first. Rotates the file beyond the limits.
 * Requires a lock on the file, which is read again first. Throws FILE_UNREADABLE, WRITE_FAILED.
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
  // The run is recorded; the next run retries the rotation.
  await writeWhole(file, others.map((each) => `${each}\n`).join('') + historyText(left)).catch(() => undefined)
}

/** Returns whether the repeated record marks the report as delivered. */
export function isDeliveredBy(own: RunRecord, run: RunRecord): boolean {
  return own.undelivered === true && run.undelivered === undefined
}

/** Returns the history with runs from before a time summarized, if any. Keeps each target's last reported run and everything after. */
export function pruned(history: History, before: number): History | undefined {
  const targets = new Set(history.runs.map(({ target }) => target))
  const kept = new Set([...targets].flatMap((target) => keptOf(runsAgainst(history.runs, target), before)))
  return kept.size === history.runs.length ? undefined : summarized(history, kept)
}

function keptOf(runs: readonly RunRecord[], before: number): readonly RunRecord[] {
  const newer = runs.findIndex(({ startedAt }) => Date.parse(startedAt) >= before)
  const last = runs.findLastIndex(hasReported)
  return runs.slice(Math.min(...[newer, last].filter((index) => index >= 0), runs.length - 1))
}

/** Serializes a history: a line per summary, then a line per run. */
export function historyText(lines: {
  readonly summaries: readonly unknown[]
  readonly runs: readonly unknown[]
}): string {
  return [...lines.summaries, ...lines.runs].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Returns the history with older runs summarized per target, if it exceeds the limits. `bytes`: size of the lines. */
export function rotated(
  history: History,
  bytes: number,
  { maxRuns, maxBytes, keep }: RotationLimits,
): History | undefined {
  const { runs } = history
  if (runs.length <= maxRuns && (bytes <= maxBytes || runs.length <= keep)) return undefined
  const kept = new Set([...runs.slice(-keep), ...sinceReported(runs, keep)])
  return kept.size === runs.length ? undefined : summarized(history, kept)
}

/** Returns the last reported run of each of the latest targets, and the later runs in order, without outages. */
function sinceReported(runs: readonly RunRecord[], mostTargets: number): readonly RunRecord[] {
  const last = new Map(runs.filter(hasReported).map((run) => [run.target, run]))
  const latest = [...last.values()].sort((a, b) => runs.indexOf(b) - runs.indexOf(a)).slice(0, mostTargets)
  return latest.flatMap((run) => {
    const own = runsAgainst(runs, run.target)
    return own.slice(own.indexOf(run)).filter(({ outcome }) => outcome !== 'outage')
  })
}

function summarized({ summaries, runs }: History, kept: ReadonlySet<RunRecord>): History {
  const old = runs.filter((run) => !kept.has(run))
  const targets = new Set([...summaries, ...old].map(({ target }) => target))
  const sums = [...targets].sort(byText).map((target): Summary => {
    const start = summaries.find((summary) => summary.target === target)?.ledger ?? emptyLedger
    return { v: 3, kind: 'summary', target, ledger: addRuns(start, runsAgainst(old, target), runs) }
  })
  return { summaries: sums, runs: runs.filter((run) => kept.has(run)) }
}
