import { readFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresHistory } from '../../history/postgres/postgres-history.ts'
import { type RecordedRun, recordRun, startOf } from '../../testing/cases/recorded-run.ts'
import { timesOf } from '../../testing/runs.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { startPostgres, type TestServer, withoutPostgres } from '../../testing/servers/postgres-server.ts'
import { parseApiName } from '../../util/api-name.ts'
import { run } from '../run.ts'

const moments = timesOf(4)
const { started, cleanups } = servers()

describe.skipIf(withoutPostgres).each(['ends', 'says no more'] as const)('a server that %s in the middle', (fault) => {
  let recorded: RecordedRun
  let server: TestServer
  /** Called with each message of a run before forwarding it. */
  let onMessage = async (send: () => void): Promise<void> => send()
  const configure = (timeoutMs: number) => recorded.configure({ history: { urlEnv: 'HISTORY', timeoutMs } })
  beforeAll(async () => {
    server = await startPostgres()
    recorded = await recordRun(run)
    await configure(120_000)
    expect(await recorded.cli(['history', 'migrate'], { HISTORY: server.url })).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await recorded.project.close()
    await server.close()
  })

  /** Starts a proxy in front of the database. Returns its URL. */
  async function proxied(): Promise<string> {
    const { port: behind, hostname } = new URL(server.url)
    const front = createServer((client) => {
      const socket = connect(Number(behind), hostname)
      const end = (one: Socket, other: Socket) => one.on('error', () => {}).on('close', () => other.destroy())
      end(client, socket)
      end(socket, client)
      cleanups.push(() => void client.destroy())
      socket.pipe(client)
      let last = Promise.resolve()
      client.on('data', (chunk) => {
        last = last.then(() => onMessage(() => void (socket.destroyed || socket.write(chunk))))
      })
    })
    return Object.assign(new URL(server.url), { port: String(await started(front)) }).href
  }

  it('reports whether the run was stored, and writes its report', async () => {
    const env = { HISTORY: await proxied() }
    const store = postgresHistory({ name: 'it', url: server.url }, parseApiName('demo'))
    let messages = 0
    onMessage = async (send) => {
      messages++
      send()
    }
    expect(await recorded.end(0, [], env)).toMatchObject({ code: 1, stderr: '' })
    const each = messages
    expect(each).toBeGreaterThan(10)
    if (fault === 'says no more') await configure(2_000)
    let forgotten = 0
    for (let moment = 0; moment < moments; moment++) {
      const at = 1 + Math.floor(((moment + 0.5) * each) / moments)
      let over: Promise<void> | undefined
      messages = 0
      onMessage = async (send) => {
        messages++
        // Alternate between failing before and while a message arrives.
        if (messages !== at || moment % 2 === 1) send()
        if (messages === at) over = fault === 'ends' ? server.crash() : new Promise(() => {})
        await over
      }
      const id = moment + 1
      const { code, stderr } = await recorded.end(id, [], env)
      if (fault === 'ends' && over !== undefined) await over.then(server.start)
      const { history, statistics } = await store.read()
      const isThere = history.runs.some(({ startedAt }) => startedAt === startOf(id))
      const isForgotten = stderr.includes('This run is not remembered')
      // If the connection breaks during a commit, its outcome is unknown, and the run says so.
      if (!stderr.includes('may be there all the same')) expect([moment, isForgotten]).toEqual([moment, !isThere])
      expect([code, statistics?.statistics.runs]).toEqual([1, history.runs.length])
      const report = JSON.parse(await readFile(join(recorded.project.folder, `out/${id}/report.json`), 'utf8'))
      expect(report.notChecked.length).toBe(isForgotten ? 1 : 0)
      if (isForgotten) forgotten++
    }
    expect(forgotten).toBeGreaterThan(moments / 2)
  }, 3_600_000)
})
