import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileHistory } from '../../history/file-history.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import { postgresHistory } from '../../history/postgres/postgres-history.ts'
import { paths, type RecordedRun, recordRun, startOf } from '../../testing/cases/recorded-run.ts'
import { timesOf } from '../../testing/runs.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { startPostgres, type TestDatabase, withoutPostgres } from '../../testing/servers/postgres-server.ts'
import { parseApiName } from '../../util/api-name.ts'
import { run } from '../run.ts'

/** Number of concurrent processes. Issue-size waves use 120. */
const ids = Array.from({ length: timesOf(4) }, (_, at) => at)
const { started } = servers()

const kept: readonly (readonly [string, () => Promise<TestDatabase | undefined>])[] = [
  ['files', async () => undefined],
  ...(withoutPostgres ? [] : [['PostgreSQL', startPostgres] as const]),
]
describe.each(kept)('runs that end at once, in %s', (_, start) => {
  let recorded: RecordedRun
  let database: TestDatabase | undefined
  let store: HistoryStore
  let env: Record<string, string>
  beforeAll(async () => {
    database = await start()
    const history = { timeoutMs: 600_000, ...(database !== undefined && { urlEnv: 'HISTORY' }) }
    recorded = await recordRun(run, { history, notify: [{ type: 'webhook', urlEnv: 'HOOK' }] })
    env = { HISTORY: database?.url ?? '' }
    if (database !== undefined) expect(await recorded.cli(['history', 'migrate'], env)).toMatchObject({ code: 0 })
    const api = parseApiName('demo')
    store =
      database === undefined
        ? fileHistory(`${recorded.project.folder}/history`, api)
        : postgresHistory({ name: 'it', url: database.url }, api)
  })
  afterAll(async () => {
    await recorded.project.close()
    await database?.close()
  })

  it('are all stored, with the finding new in exactly one of them and one notification', async () => {
    const sent = new Map<string, string>()
    const port = await started(
      createServer((request, response) => {
        let body = ''
        request.setEncoding('utf8').on('data', (chunk) => {
          body += chunk
        })
        request.on('end', () => {
          // A retried notification has the same delivery header.
          sent.set(String(request.headers['x-specdrift-delivery']), body)
          response.end()
        })
      }),
    )
    const ends = await Promise.all(
      ids.map(async (id) => {
        const ended = await recorded.end(id, [], env)
        const hook = { ...env, HOOK: `http://127.0.0.1:${port}/` }
        const notified = await recorded.cli(['notify', 'send', `out/${id}/report.json`], hook)
        return [ended.code, ended.stderr, notified.code, notified.stderr]
      }),
    )
    for (const end of ends) expect(end).toEqual([1, '', 0, ''])
    const { history, statistics, notes } = await store.read()
    expect(notes).toEqual([])
    expect(history.runs.map(({ startedAt }) => startedAt).sort()).toEqual(ids.map(startOf).sort())
    expect(history.runs.map(({ counts }) => counts.new)).toEqual([paths.length, ...ids.slice(1).map(() => 0)])
    expect(statistics?.statistics.runs).toBe(ids.length)
    expect([...sent.values()].map((body) => JSON.parse(body).new.length)).toEqual([paths.length])
  }, 3_600_000)
})
