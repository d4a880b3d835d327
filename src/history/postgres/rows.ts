import { byText } from '../../util/text.ts'
import { fixedSince, stateOf } from '../cause.ts'
import type { Kept } from '../history-store.ts'
import { addRuns, findingRecordOf, type Ledger } from '../ledger.ts'
import type { RunRecord } from '../run-record.ts'
import { type KeptStatistics, statisticsIn } from '../statistics.ts'
import { recordsIn, type Summary } from '../store.ts'
import type { Session } from './session.ts'

/** The history of an API as rows, in the order of the lines of a file. */
export interface StoredLines {
  readonly summaries: readonly unknown[]
  readonly runs: readonly unknown[]
}

/** Reads the runs that are not summed up, and the summaries before them. */
export async function readLines(session: Session, api: string): Promise<StoredLines> {
  const summaries = await records(session, 'SELECT record::text FROM specdrift.summaries WHERE api = $1', api)
  const known = recordsIn(summaries).summaries.toSorted((a, b) => byText(a.target, b.target))
  return {
    // As in a file, what this version does not understand is kept, and reported where it is read.
    summaries: [...known, ...summaries.filter((each) => !known.some((one) => one === each))],
    runs: await records(
      session,
      'SELECT record::text FROM specdrift.runs WHERE api = $1 AND NOT summed_up ORDER BY position, id',
      api,
    ),
  }
}

/** Reads what earlier runs left behind; `name`: what the database is called. */
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

/** The statistics as they were written, whether this version understands them or not. */
export async function readStatistics(session: Session, api: string): Promise<readonly (KeptStatistics | undefined)[]> {
  // The reader tests it: what another version wrote is not what the type says.
  return (await records(
    session,
    'SELECT record::text FROM specdrift.statistics WHERE api = $1',
    api,
  )) as KeptStatistics[]
}

async function records(session: Session, sql: string, api: string): Promise<readonly unknown[]> {
  return (await session.query(sql, [api])).map(({ record }): unknown => JSON.parse(String(record)))
}

/** Adds the row of a run and those of its findings. `before`: what the runs before it against its target add up to. */
export async function insertRun(
  session: Session,
  api: string,
  {
    run,
    before,
    position,
    lines = [run],
  }: {
    readonly run: RunRecord
    readonly before: Ledger
    readonly position: number
    /** Those in which facts may be; default: the run's own. */
    readonly lines?: readonly RunRecord[]
  },
): Promise<void> {
  const after = addRuns(before, [run], lines)
  const states = run.findings.map((fingerprint) => stateOf(before, fingerprint))
  const { counts, responseTimes, coverage } = run
  const values = {
    api,
    target: run.target,
    started_at: instant(run.startedAt),
    milliseconds: run.milliseconds,
    snapshot: run.snapshot,
    sha256: run.sha256,
    outcome: run.outcome,
    reason: run.reason,
    partial: run.partial === true,
    calls: run.calls,
    errors: counts.error,
    warnings: counts.warning,
    infos: counts.info,
    accepted: counts.accepted,
    findings_new: states.filter(({ isNew }) => isNew).length,
    findings_fixed: fixedSince(before, after).length,
    coverage: coverage && JSON.stringify(coverage),
    response_times: responseTimes && JSON.stringify(responseTimes),
    contract_version: run.version,
    release: run.release,
    record: JSON.stringify(run),
    position,
  }
  const names = Object.keys(values)
  const [row] = await session.query(
    `INSERT INTO specdrift.runs (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
    Object.values(values).map(storable),
  )
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

/** Replaces the record of a run that differs only in what no column has. */
export async function replaceRun(session: Session, api: string, run: RunRecord): Promise<void> {
  const { target, startedAt } = run
  await session.query('UPDATE specdrift.runs SET record = $4 WHERE api = $1 AND target = $2 AND started_at = $3', [
    ...[storable(api), storable(target), instant(startedAt)],
    JSON.stringify(run),
  ])
}

/** Replaces the statistics of an API, unless a later version wrote them. */
export async function replaceStatistics(session: Session, api: string, kept: KeptStatistics): Promise<void> {
  await session.query(
    `INSERT INTO specdrift.statistics AS kept (api, target, sha256, last_run, runs, record) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (api) DO UPDATE SET target = excluded.target, sha256 = excluded.sha256, last_run = excluded.last_run,
       runs = excluded.runs, record = excluded.record
     WHERE CASE WHEN kept.record->>'v' ~ '^[0-9]+$' THEN (kept.record->>'v')::numeric <= 1 ELSE true END`,
    [api, kept.target, kept.sha256, instant(kept.last), kept.statistics.runs, JSON.stringify(kept)].map(storable),
  )
}

/** Replaces the summary of a target. */
export async function replaceSummary(session: Session, api: string, summary: Summary): Promise<void> {
  await session.query(
    `INSERT INTO specdrift.summaries (api, target, record) VALUES ($1, $2, $3)
     ON CONFLICT (api, target) DO UPDATE SET record = excluded.record`,
    [api, summary.target, JSON.stringify(summary)].map(storable),
  )
}

/** A time as PostgreSQL reads it, whatever form it was written in. */
export function instant(text: string): string {
  return new Date(text).toISOString()
}

/** U+0000 is no character of a text in PostgreSQL (PostgreSQL 17, 8.3). In JSON it is escaped. */
export function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}
