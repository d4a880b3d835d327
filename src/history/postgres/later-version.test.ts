import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, type TestDatabase } from '../../testing/servers/postgres-server.ts'
import { parseApiName } from '../../util/api-name.ts'
import type { RunRecord } from '../run-record.ts'
import type { DatabaseAddress } from './address.ts'
import { migrate } from './migrate.ts'
import { postgresHistory } from './postgres-history.ts'
import { inTransaction } from './session.ts'

const ran = (minute: number): RunRecord => ({
  ...{
    v: 3,
    kind: 'run',
    snapshot: 'b06',
    sha256: 'a',
    target: 'sandbox',
    milliseconds: 1,
    calls: 1,
    outcome: 'clean',
  },
  startedAt: new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString(),
  ...{ counts: { error: 0, warning: 0, info: 0, accepted: 0 }, inconclusive: [], findings: [] },
})
const counted = {
  ...{ v: 1 as const, target: 'sandbox', sha256: 'a', last: ran(1).startedAt },
  statistics: { runs: 2, operations: {} },
}

describe.each(databases)('rows from a later version in %s', (_, start) => {
  let database: TestDatabase
  let address: DatabaseAddress
  const write = (sql: string) => inTransaction(address, { mode: 'write' }, ({ query }) => query(sql))
  beforeAll(async () => {
    database = await start()
    address = { name: 'the database', url: database.url }
    await migrate(address)
  }, 300_000)
  afterAll(() => database.close())

  it('keeps statistics from a later version and replaces broken ones', async () => {
    const store = postgresHistory(address, parseApiName('counted'))
    await write("INSERT INTO specdrift.statistics VALUES ('counted', 't', 's', now(), 1, '{\"v\":7}')")
    await store.alone((writer) => writer.append(ran(1), counted))
    expect((await store.read()).notes).toEqual([
      expect.stringMatching(
        /^the database: the statistics of counted are of a later version .*: they stay as they are/,
      ),
    ])
    await write("UPDATE specdrift.statistics SET record = '{}'")
    expect((await store.read()).notes[0]).toContain('cannot be read: what was counted so far is lost')
    await store.alone((writer) => writer.append(ran(2), counted))
    expect((await store.read()).statistics).toEqual(counted)
  })

  it.each(['runs', 'summaries'])('keeps %s from a later version and does not summarize runs', async (table) => {
    const store = postgresHistory(address, parseApiName(table), { maxRuns: 3, maxBytes: 1e9, keep: 2 })
    const add = async (from: number, to: number) => {
      for (let minute = from; minute < to; minute++) await store.alone((writer) => writer.append(ran(minute)))
    }
    await add(0, 2)
    const isRuns = table === 'runs'
    await write(
      isRuns
        ? "UPDATE specdrift.runs SET record = '{\"v\":7}' WHERE api = 'runs' AND position = 1"
        : "INSERT INTO specdrift.summaries (api, target, record) VALUES ('summaries', 'sandbox', '{\"v\":7}')",
    )
    await add(2, 8)
    const { history, notes } = await store.read()
    expect([history.runs.length, history.summaries.length, notes.length]).toEqual([isRuns ? 7 : 8, 0, 1])
  })
})
