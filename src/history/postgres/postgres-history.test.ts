import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inFolder } from '../../testing/cli/scenario.ts'
import { databases, type TestDatabase } from '../../testing/servers/postgres-server.ts'
import { parseApiName } from '../../util/api-name.ts'
import { fileHistory } from '../file-history.ts'
import type { HistoryStore } from '../history-store.ts'
import type { RunRecord } from '../run-record.ts'
import { type defaultLimits, historyFile, keyOf, ledgerOf } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { postgresHistory } from './postgres-history.ts'
import { inTransaction, lockPart } from './session.ts'
import { exportHistory, importHistory } from './transfer.ts'

const fingerprints = ['d000000000000001', 'd000000000000002']

function ran(minute: number, parts: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ v: 3, kind: 'run', snapshot: 'b06', sha256: 'a', target: 'sandbox', milliseconds: 1.5, calls: 1 },
    outcome: 'clean',
    startedAt: new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString(),
    counts: { error: 0, warning: 0, info: 0, accepted: 0 },
    ...{ operations: ['GET /loans'], inconclusive: [], findings: [], received: { 'GET /loans': ['200'] } },
    checks: ['null-conformance'],
    facts: fingerprints.map((fingerprint) => ({
      ...{
        fingerprint,
        ruleId: 'null-conformance',
        operation: 'GET /loans',
        location: 'GET /loans /id\0 ü',
        pointer: '',
      },
    })),
    ...parts,
  }
}

const drift = (minute: number, ...findings: string[]) => ran(minute, { findings, outcome: 'drift' })
const kept = (last: string) => ({
  ...{ v: 1 as const, target: 'sandbox', sha256: 'a', last },
  statistics: { runs: 2, operations: {} },
})

describe.each(databases)('a history in %s', (_, start) => {
  let database: TestDatabase
  let address: DatabaseAddress
  const of = (api: string, limits?: typeof defaultLimits) => postgresHistory(address, parseApiName(api), limits)
  const rows = (sql: string) => inTransaction(address, { mode: 'read' }, ({ query }) => query(sql))
  const write = (sql: string) => inTransaction(address, { mode: 'write' }, ({ query }) => query(sql))
  beforeAll(async () => {
    database = await start()
    address = { name: 'the database', url: database.url }
  }, 300_000)
  afterAll(() => database.close())

  it('reports missing tables, and tables from a later version', async () => {
    const read = () => of('shop').read()
    await expect(read()).rejects.toMatchObject({
      message: 'The history in the database cannot be used: it has no tables yet.',
      hint: 'Run once: specdrift history migrate',
    })
    const { sql } = await migrate(address, { dryRun: true })
    await expect(read()).rejects.toThrow('it has no tables yet')
    expect(await migrate(address)).toMatchObject({ from: 0, to: 3, sql })
    expect(await read()).toEqual({ history: empty, statistics: undefined, notes: [] })
    expect(await migrate(address)).toMatchObject({ from: 3, to: 3, applied: [] })
    await write("INSERT INTO specdrift.schema_migrations (version, name) VALUES (9, 'later')")
    await expect(read()).rejects.toThrow('its schema is of version 9, and this specdrift knows version 3.')
    await expect(migrate(address)).rejects.toThrow('its schema is of version 9')
    await write('DELETE FROM specdrift.schema_migrations WHERE version = 9')
    const steps = [3, 4].map((version) => ({ version, name: "it's", sql: 'CREATE TABLE specdrift.further (id int)' }))
    expect(await migrate(address, { steps, dryRun: true })).toMatchObject({ from: 3, to: 4, applied: [steps[1]] })
    await expect(migrate(address, { steps: steps.map((step) => ({ ...step, sql: 'CREATE' })) })).rejects.toThrow(
      'syntax',
    )
    expect(await read()).toMatchObject({ notes: [] })
  })

  it('counts a run as delivered after it is added again with that flag', async () => {
    const store = of('delivered')
    const pending = { ...ran(1), undelivered: true } as const
    await store.alone(async (writer) => {
      for (const run of [pending, ran(2), ran(1), pending]) await writer.append(run)
    })
    expect((await store.read()).history.runs).toEqual([ran(1), ran(2)])
  })

  it('migrates the tables of version 2 and their rows', async () => {
    const old: DatabaseAddress = { ...address, schema: 'old_tables' }
    await migrate(old, { steps: migrations.filter(({ version }) => version <= 2) })
    const record = JSON.stringify(drift(1, 'aaaaaaaaaaaaaaaa')).replaceAll("'", "''")
    await write(`INSERT INTO old_tables.runs (api, target, started_at, milliseconds, snapshot, sha256, outcome, partial, calls,
      errors, warnings, infos, accepted, findings_new, findings_fixed, coverage, response_times, record, position)
      VALUES ('shop', 'sandbox', '${ran(1).startedAt}', 1, 'b06', 'a', 'drift', false, 1, 0, 0, 0, 0, 1, 0,
      '{"statuses": 0.5}', '{"GET /a\\u0000": [1, 2]}', '${record}', 1)`)
    expect(await migrate(old)).toMatchObject({ from: 2, to: 3 })
    const store = postgresHistory(old, parseApiName('shop'))
    await store.alone((writer) => writer.append({ ...ran(2), responseTimes: { 'GET /b\0': [3, 4] } }))
    expect((await store.read()).history.runs.map(({ startedAt }) => startedAt)).toEqual([
      ran(1).startedAt,
      ran(2).startedAt,
    ])
    const times = await rows(
      `SELECT coverage->'statuses' AS share, response_times, pg_typeof(coverage) AS type FROM old_tables.runs ORDER BY id`,
    )
    expect(times).toEqual([
      { share: 0.5, response_times: { 'GET /a\uFFFD': [1, 2] }, type: 'jsonb' },
      { share: null, response_times: { 'GET /b\uFFFD': [3, 4] }, type: 'jsonb' },
    ])
    // The other schema of this database contains none of these runs.
    expect((await of('shop').read()).history.runs).toEqual([])
  })

  it('prunes runs like files: summarizes and deletes them, and keeps their findings and the last run of each target that reported', async () => {
    await inFolder([], async (folder) => {
      const stores = [fileHistory(folder, parseApiName('pruned')), of('pruned')]
      const recorded = (minute: number) => ({ ...drift(minute, 'bbbbbbbbbbbbbbbb'), target: 'recorded traffic' })
      const minutes = [
        { ...ran(0), target: 'other' },
        drift(1, 'aaaaaaaaaaaaaaaa'),
        recorded(2),
        drift(3, 'aaaaaaaaaaaaaaaa'),
        { ...ran(4), undelivered: true } as const,
        recorded(5),
      ]
      const kept = await Promise.all(
        stores.map(async (store) => {
          for (const run of minutes) await store.alone((writer) => writer.append(run))
          const before = await store.read()
          const counts = [0, 3, 60].map((minute) => Date.parse(ran(minute).startedAt))
          const pruned: number[] = []
          for (const time of counts) pruned.push(await store.alone((writer) => writer.prune(time)))
          const { history } = await store.read()
          const open = (target: string, { history: all }: typeof before) => ledgerOf(all, target).findingRecords
          for (const target of ['sandbox', 'recorded traffic', 'other'])
            expect(open(target, { ...before, history })).toEqual(open(target, before))
          return [pruned, history] as const
        }),
      )
      expect(kept[0]?.[0]).toEqual([0, 2, 0])
      expect(kept[0]?.[1].runs.map(({ startedAt }) => startedAt)).toEqual(
        [0, 3, 4, 5].map((minute) => ran(minute).startedAt),
      )
      expect(kept[1]).toEqual(kept[0])
      expect(await rows("SELECT count(*)::int AS count FROM specdrift.runs WHERE api = 'pruned'")).toEqual([
        { count: 4 },
      ])
    })
  })

  it('documents every column', async () => {
    const columns = await rows(`
      SELECT format('%s.%s', c.relname, a.attname) AS name, col_description(c.oid, a.attnum) AS comment
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'specdrift' AND c.relkind = 'r' AND a.attnum > 0 ORDER BY 1`)
    expect(columns.length).toBeGreaterThan(40)
    expect(columns.filter(({ comment }) => comment === null)).toEqual([])
    const page = await readFile(join(import.meta.dirname, '../../../docs/history.md'), 'utf8')
    const [, tables = ''] = page.split('### The tables')
    const missing = columns.filter(({ name, comment }) => !tables.includes(`| \`${name}\` | ${comment} |`))
    expect(missing.map(({ name, comment }) => `| \`${name}\` | ${comment} |`)).toEqual([])
  })

  it('returns the same lines as files, even after summarizing older runs, and copies them in both directions', async () => {
    await inFolder([], async (folder) => {
      const limits = { maxRuns: 8, maxBytes: 1e9, keep: 4 }
      const [files, base] = [fileHistory(join(folder, 'a'), parseApiName('same'), limits), of('same', limits)]
      for (let minute = 0; minute < 24; minute++) {
        // Runs end in a different order than they start, and some are added twice.
        const at = minute % 6 === 0 ? minute + 2 : minute % 6 === 2 ? minute - 2 : minute
        const found = fingerprints.filter((_, index) => (at >> (2 + index)) % 2 === 1)
        const run = ran(at, {
          findings: found,
          outcome: found.length > 0 ? 'drift' : 'clean',
          ...(at % 5 === 0 && { target: 'other' }),
        })
        const notified = { 'webhook URL': { v: 1 as const, open: [], more: 0, digest: 'd', clean: minute } }
        for (const store of [files, base]) {
          await store.alone(async (writer) => {
            await writer.append(run, kept(run.startedAt))
            if (minute % 9 === 0) await writer.append(run)
          })
          await store.notified.alone(({ before, replace }) =>
            replace({ 'slack URL': notified['webhook URL'], ...before, ...notified }),
          )
        }
        if (minute % 4 > 0) continue
        expect(await base.read()).toEqual(await files.read())
        expect(await base.notified.read()).toEqual(await files.notified.read())
      }
      const names = ['same.ndjson', 'same.statistics.json', 'same.alerts.json']
      const texts = async (of: string) => Promise.all(names.map((name) => readFile(join(folder, of, name), 'utf8')))
      const transfer = { address, api: parseApiName('same') }
      expect((await exportHistory({ ...transfer, folder: join(folder, 'b') })).isSame).toBe(false)
      expect(await texts('b')).toEqual(await texts('a'))
      expect((await importHistory({ ...transfer, folder: join(folder, 'a') })).isSame).toBe(true)
      await base.alone((writer) => writer.append(drift(99)))
      await expect(importHistory({ ...transfer, folder: join(folder, 'a') })).rejects.toThrow('--replace overwrites it')
      await expect(exportHistory({ ...transfer, folder: join(folder, 'a') })).rejects.toThrow('--replace overwrites it')
      await importHistory({ ...transfer, folder: join(folder, 'a'), replace: true })
      await exportHistory({ ...transfer, folder: join(folder, 'c') })
      expect(await texts('c')).toEqual(await texts('a'))
      await exportHistory({ ...transfer, api: parseApiName('none'), folder: join(folder, 'c') })
      await expect(readFile(historyFile(join(folder, 'c'), parseApiName('none')))).rejects.toThrow('ENOENT')
    })
    expect(
      await rows(
        "SELECT count(*)::int AS runs, count(*) FILTER (WHERE summed_up)::int AS old FROM specdrift.runs WHERE api = 'same'",
      ),
    ).toMatchObject([{ old: 0 }])
  })

  it('returns the same facts about each finding in SQL as in a report', async () => {
    const store = of('sql')
    const [a = '', b = ''] = fingerprints
    const runs = [ran(0), drift(1, a), drift(2, a, b), ran(3), drift(4, b), { ...ran(5), outcome: 'outage' as const }]
    for (const run of runs) await store.alone((writer) => writer.append(run))
    expect(
      await rows(`SELECT extract(minute FROM started_at)::int AS at, findings_new AS new, findings_fixed AS fixed,
        (SELECT string_agg(concat_ws(' ', right(fingerprint, 1), state, cause, extract(minute FROM first_seen), location), ', ' ORDER BY fingerprint)
         FROM specdrift.findings WHERE run_id = id) AS findings FROM specdrift.runs WHERE api = 'sql' ORDER BY position`),
    ).toEqual([
      { at: 0, new: 0, fixed: 0, findings: null },
      { at: 1, new: 1, fixed: 0, findings: '1 new provider-changed 1 GET /loans /id\uFFFD ü' },
      {
        at: 2,
        new: 1,
        fixed: 0,
        findings: '1 open provider-changed 1 GET /loans /id\uFFFD ü, 2 new provider-changed 2 GET /loans /id\uFFFD ü',
      },
      { at: 3, new: 0, fixed: 2, findings: null },
      { at: 4, new: 1, fixed: 0, findings: '2 regressed provider-changed 2 GET /loans /id\uFFFD ü' },
      { at: 5, new: 0, fixed: 0, findings: null },
    ])
    expect((await store.read()).history.runs).toEqual(runs)
  })

  it('writes a change completely or not at all', async () => {
    const store = of('torn')
    const failing = (use: Parameters<HistoryStore['alone']>[0]) =>
      expect(
        store.alone(async (writer) => {
          await use(writer)
          throw new Error('stop')
        }),
      ).rejects.toThrow('stop')
    await failing(async (writer) => {
      await writer.append(ran(1), kept(ran(1).startedAt))
    })
    expect(await store.read()).toEqual({ history: empty, statistics: undefined, notes: [] })
    await write("INSERT INTO specdrift.statistics VALUES ('torn', 't', 's', now(), 1, '{\"v\":7}')")
    await store.alone((writer) => writer.append(ran(2)))
    await write("UPDATE specdrift.runs SET record = '{\"v\":7}' WHERE api = 'torn'")
    expect((await store.read()).notes).toEqual([
      'the database: runs of torn that cannot be read are skipped (1)',
      'the database: the statistics of torn are of a later version of specdrift: they stay as they are, and these runs are not counted in them',
    ])
  })

  it('locks a part of the history in its own schema only', async () => {
    const schemas = [{ ...address, schema: 'specdrift' }, { ...address, schema: 'elsewhere' }, address]
    const found = await inTransaction(address, { mode: 'write' }, async (session) => {
      for (const each of schemas) await lockPart(session, each, 'history shop')
      const [row] = await session.query("SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory'")
      return row?.locks
    })
    expect(found).toBe(2)
  })

  it('stores a run as json, because jsonb sorts members and refuses U+0000', async () => {
    const [row] = await rows(`SELECT '{"b":1,"a":2}'::json::text AS kept, '{"b":1,"a":2}'::jsonb::text AS sorted`)
    expect(row).toEqual({ kept: '{"b":1,"a":2}', sorted: '{"a": 2, "b": 1}' })
    await expect(rows(`SELECT '"\\u0000"'::jsonb`)).rejects.toThrow('Unicode')
    expect(await rows(`SELECT '"\\u0000"'::json::text AS kept`)).toEqual([{ kept: '"\\u0000"' }])
  })

  it('keeps every run when several processes write at the same time', async () => {
    const minutes = Array.from({ length: 10 }, (_, minute) => minute)
    await Promise.all(minutes.map((minute) => of('many').alone((writer) => writer.append(ran(minute)))))
    const { runs } = (await of('many').read()).history
    expect(runs.map(keyOf).sort()).toEqual(minutes.map((minute) => keyOf(ran(minute))))
  })
})

const empty = { runs: [], summaries: [] }
