import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileHistory } from '../../history/file-history.ts'
import { migrate } from '../../history/postgres/migrate.ts'
import { postgresHistory } from '../../history/postgres/postgres-history.ts'
import { historyFile, ledgerOf } from '../../history/store.ts'
import type { Report } from '../../model/report.ts'
import { previousRunsIn, runOf } from '../../testing/cases/remembered.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { coverage, driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { startDatabase } from '../../testing/servers/postgres-server.ts'
import { parseApiName } from '../../util/api-name.ts'
import { compareWithPreviousRuns, remember, startedAs } from './previous-runs.ts'

const { byOperation } = coverage
const notReceived = byOperation.map((each) =>
  each.operation === 'GET /loans' ? { ...each, responses: { '200': 0 } } : each,
)
const blind: Partial<Report> = { coverage: { ...coverage, byOperation: notReceived } }

function ran(day: number, parts: Partial<Report> = {}): Report {
  const times = { startedAt: new Date(Date.UTC(2026, 0, day, 8)).toISOString(), milliseconds: 1 }
  return { ...monitorReport(), ...parts, times }
}

/** Returns the fixed and regressed findings of daily monitor runs. */
async function messagesOf(folder: string, runs: readonly Partial<Report>[]): Promise<readonly string[]> {
  const messages: string[] = []
  for (const [day, parts] of runs.entries()) {
    const report = ran(day, parts)
    const previous = await previousRunsIn(fileHistory(join(folder, 'history'), parseApiName('lending')))
    const { findings, history } = compareWithPreviousRuns(previous, runOf(report))
    const states = findings.map(({ state }) => state)
    messages.push([...states, ...(history?.fixed ?? []).map(() => 'fixed')].join())
    await remember(previous, runOf({ ...report, findings }), 0)
  }
  return messages
}

it('a finding that a run could not see is not fixed, and continues afterwards', async () => {
  const seen = { findings: [driftFinding()] }
  await inFolder([], async (folder) => {
    expect(await messagesOf(folder, [seen, blind, seen, blind, {}, seen])).toEqual([
      'new',
      '',
      'open',
      '',
      'fixed',
      'regressed',
    ])
  })
})

it('a run that could not see a finding does not count as green', async () => {
  await inFolder([], async (folder) => {
    await messagesOf(folder, [blind, { findings: [driftFinding()] }])
    const { history } = await previousRunsIn(fileHistory(join(folder, 'history'), parseApiName('lending')))
    expect(history.runs.map(({ received }) => received)).toEqual([
      { 'POST /loans': ['201'] },
      { 'GET /loans': ['200', '404'], 'POST /loans': ['201'] },
    ])
    const [findingRecord] = Object.values(ledgerOf(history, 'sandbox').findingRecords)
    expect(findingRecord?.cause).toEqual({ kind: 'unknown', under: 'b07' })
  })
})

it('keeps runs that ended concurrently, despite rotation or an incomplete line', async () => {
  await inFolder([], async (folder) => {
    const previous = () => previousRunsIn(fileHistory(folder, parseApiName('lending')))
    await remember(await previous(), runOf(ran(0)), 0)
    const file = historyFile(folder, parseApiName('lending'))
    const line = await readFile(file, 'utf8')
    // The maximum kept before older ones are summarized.
    const lines = Array.from({ length: 1000 }, (_, day) => line.replace(/"startedAt":"[^"]*"/, startOf(ran(day))))
    await writeFile(file, lines.join(''))
    const [one, two, three] = [await previous(), await previous(), await previous()]
    await remember(one, runOf(ran(1000)), 0)
    await remember(two, runOf(ran(1001)), 0)
    await appendFile(file, line.slice(0, 40))
    await remember(three, runOf(ran(1002)), 0)
    const { runs } = (await previous()).history
    expect(runs.slice(-3).map(startOf)).toEqual([1000, 1001, 1002].map((day) => startOf(ran(day))))
  })
})

function startOf(run: { readonly startedAt?: string; readonly times?: Report['times'] }): string {
  return `"startedAt":"${run.startedAt ?? run.times?.startedAt ?? ''}"`
}

const stores = { files: undefined, database: startDatabase }
it.each(Object.entries(stores))(
  'ten simultaneous runs: a finding is new in the run recorded first: %s',
  async (_, start) => {
    const database = await start?.()
    await inFolder([], async (folder) => {
      const address = { name: 'the database', url: database?.url ?? '' }
      if (database !== undefined) await migrate(address)
      const api = parseApiName('lending')
      const previous = () =>
        previousRunsIn(database === undefined ? fileHistory(folder, api) : postgresHistory(address, api))
      await remember(await previous(), runOf(ran(0)), 0)
      const runs = await Promise.all(
        Array.from(
          { length: 10 },
          async (_, at) => [await previous(), runOf(ran(1 + at, { findings: [driftFinding()] }))] as const,
        ),
      )
      // All runs began before any ended.
      const ended = await Promise.all(runs.map(async ([before, run]) => [await remember(before, run, 0), run] as const))
      const states = ended.flatMap(([before, run]) => {
        const { findings } = compareWithPreviousRuns(before, startedAs(run, before.self))
        return findings.map(({ state, cause }) => `${state} ${cause?.kind} ${cause?.runs ?? 1}`)
      })
      expect(states.sort()).toEqual([
        'new provider-changed 1',
        'open provider-changed 10',
        ...Array.from({ length: 8 }, (_, at) => `open provider-changed ${at + 2}`),
      ])
      const { history } = await previous()
      expect(history.runs.map(({ counts }) => counts.new)).toEqual([0, 1, ...Array(9).fill(0)])
    })
    await database?.close()
  },
  60_000,
)

it('reports a wrong clock once, compared with earlier runs, the server or the database', async () => {
  const api = parseApiName('lending')
  await inFolder([], async (folder) => {
    const at = async (time: string, serverTime?: string): Promise<readonly string[]> => {
      const report = { ...monitorReport(), times: { startedAt: `${time}:00.000Z`, milliseconds: 1 } }
      const run = { ...runOf(report), ...(serverTime !== undefined && { serverTime: `${serverTime}:00.000Z` }) }
      const { notes } = await remember(
        await previousRunsIn(fileHistory(folder, api)),
        run,
        Date.parse(`${time}:01.000Z`),
      )
      return notes
    }
    expect(await at('2026-11-20T12:30')).toEqual([])
    expect(await at('2026-11-20T11:00')).toEqual([
      'this run ended at 2026-11-20T11:00:01.000Z, before the run that was recorded last started, 2026-11-20T12:30:00.000Z',
    ])
    expect(await at('2026-11-20T11:05')).toEqual([])
    expect(await at('2026-11-21T11:05', '2026-11-20T11:06')).toEqual([])
    expect(await at('2099-11-20T11:05', '2026-11-20T11:05')).toEqual([
      'this run started at 2099-11-20T11:05:00.000Z, more than a day after the time of the server, 2026-11-20T11:05:00.000Z',
    ])
    expect(await at('2026-11-20T11:10', '2026-11-20T11:10')).toHaveLength(1)
    expect(await at('2026-11-20T11:15', '2026-11-20T11:15')).toEqual([])
  })
  const database = await startDatabase()
  const address = { name: 'the database', url: database.url }
  await migrate(address)
  const late = { ...monitorReport(), times: { startedAt: '2099-11-20T11:05:00.000Z', milliseconds: 1 } }
  const { notes } = await remember(await previousRunsIn(postgresHistory(address, api)), runOf(late), Date.UTC(2099, 11))
  await database.close()
  expect(notes).toEqual([expect.stringContaining('more than a day after the time of the database')])
}, 60_000)
