import { fixedSince, stateOf } from '../cause.ts'
import type { Kept } from '../history-store.ts'
import { findingRecordOf, type Ledger } from '../ledger.ts'
import type { RunRecord } from '../run-record.ts'
import { type KeptStatistics, statisticsIn } from '../statistics.ts'
import { recordsIn, type Summary } from '../store.ts'
import type { Session } from './session.ts'

/** The rows of an API's history, in the order of the lines in a history file. */
export interface StoredLines {
  readonly summaries: readonly unknown[]
  readonly runs: readonly unknown[]
}

/** Reads the summaries, and the runs that are not part of a summary. Includes records that this version doesn't understand, as a file does. */
export async function readLines(session: Session, api: string): Promise<StoredLines> {
  const read = (table: string, order: string) =>
    records(session, `SELECT record::text FROM specdrift.${table} WHERE api = $1 ${order}`, api)
  return {
    summaries: await read('summaries', 'ORDER BY target COLLATE "C"'),
    runs: await read('runs', 'AND NOT summed_up ORDER BY position, id'),
  }
}

/** Reads the history of an API. `name` is the database's name for messages. */
export async function readKept(session: Session, api: string, name: string): Promise<Kept> {
  const lines = await readLines(session, api)
  const { runs, summaries } = recordsIn([...lines.summaries, ...lines.runs])
  const [value] = await readStatistics(session, api)
  const { statistics, notes } = statisticsIn(value, `${name}: the statistics of ${api}`)
  const unread = { runs: lines.runs.length - runs.length, summaries: lines.summaries.length - summaries.length }
  const skipped = Object.entries(unread).flatMap(([what, count]) =>
    count > 0 ? [`${name}: ${what} of ${api} that cannot be read are skipped (${count})`] : [],
  )
  return { history: { runs, summaries }, statistics, notes: [...skipped, ...notes] }
}

/** Returns the statistics unparsed, because a later version may have written them. */
export async function readStatistics(session: Session, api: string): Promise<readonly unknown[]> {
  return records(session, 'SELECT record::text FROM specdrift.statistics WHERE api = $1', api)
}

async function records(session: Session, sql: string, api: string): Promise<readonly unknown[]> {
  return (await session.query(sql, [api])).map(({ record }): unknown => JSON.parse(String(record)))
}

/** A run with the ledgers of the target before and after it. */
export interface NewRun {
  readonly run: RunRecord
  readonly before: Ledger
  readonly after: Ledger
  readonly position: number
}

/** Inserts a run and its findings. */
export async function insertRun(
  session: Session,
  api: string,
  { run, before, after, position }: NewRun,
): Promise<void> {
  const states = run.findings.map((fingerprint) => stateOf(before, fingerprint))
  const { target, milliseconds, snapshot, sha256, outcome, reason, calls, counts, coverage, responseTimes } = run
  const values = {
    ...{ api, target, started_at: instant(run.startedAt), milliseconds, snapshot, sha256, outcome, reason, calls },
    partial: run.partial === true,
    ...{ errors: counts.error, warnings: counts.warning, infos: counts.info, accepted: counts.accepted },
    findings_new: states.filter(({ isNew }) => isNew).length,
    findings_fixed: fixedSince(before, after).length,
    coverage: coverage && JSON.stringify(coverage),
    response_times:
      responseTimes &&
      JSON.stringify(Object.fromEntries(Object.entries(responseTimes).map(([name, pair]) => [storable(name), pair]))),
    contract_version: run.version,
    release: run.release,
    ...{ record: JSON.stringify(run), position },
  }
  const [row] = await insert(session, 'runs', values, 'RETURNING id')
  const known = run.findings.map((fingerprint) => findingRecordOf(after, fingerprint))
  const columns = [
    run.findings,
    known.map((each) => each?.ruleId),
    known.map((each) => each?.operation),
    known.map((each) => each?.location),
    states.map(({ state }) => state),
    known.map((each) => each?.cause.kind),
    known.map((each) => each && instant(each.first.startedAt)),
  ]
  if (run.findings.length > 0)
    await session.query(
      `INSERT INTO specdrift.findings (run_id, fingerprint, rule_id, operation, location, state, cause, first_seen)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
       ON CONFLICT DO NOTHING`,
      [row?.id, ...columns.map((column) => column.map(storable))],
    )
}

/** Updates the record of a run if no other column changes. */
export async function replaceRun(session: Session, api: string, run: RunRecord): Promise<void> {
  const { target, startedAt } = run
  await session.query('UPDATE specdrift.runs SET record = $4 WHERE api = $1 AND target = $2 AND started_at = $3', [
    ...[storable(api), storable(target), instant(startedAt)],
    JSON.stringify(run),
  ])
}

/** Replaces the statistics of an API unless a later version wrote them. */
export async function replaceStatistics(session: Session, api: string, kept: KeptStatistics): Promise<void> {
  const { target, sha256, last, statistics } = kept
  const values = { api, target, sha256, last_run: instant(last), runs: statistics.runs, record: JSON.stringify(kept) }
  await insert(
    session,
    'statistics',
    values,
    `ON CONFLICT (api) DO UPDATE SET target = excluded.target, sha256 = excluded.sha256, last_run = excluded.last_run,
       runs = excluded.runs, record = excluded.record
     WHERE CASE WHEN kept.record->>'v' ~ '^[0-9]+$' THEN (kept.record->>'v')::numeric <= 1 ELSE true END`,
  )
}

export async function replaceSummary(session: Session, api: string, summary: Summary): Promise<void> {
  const values = { api, target: summary.target, record: JSON.stringify(summary) }
  await insert(session, 'summaries', values, 'ON CONFLICT (api, target) DO UPDATE SET record = excluded.record')
}

/** Inserts a row. In the clause `then`, `excluded` is the new row and `kept` is the existing one. */
export function insert(session: Session, table: string, values: Readonly<Record<string, unknown>>, then = '') {
  const [names, numbers] = [Object.keys(values), Object.keys(values).map((_, at) => `$${at + 1}`)]
  const sql = `INSERT INTO specdrift.${table} AS kept (${names.join(', ')}) VALUES (${numbers.join(', ')}) ${then}`
  return session.query(sql, Object.values(values).map(storable))
}

/** Normalizes a timestamp for PostgreSQL. */
export function instant(text: string): string {
  return new Date(text).toISOString()
}

/** Replaces U+0000, which PostgreSQL can't store in text (PostgreSQL 17, 8.3). JSON escapes it. */
export function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}
