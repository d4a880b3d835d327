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

describe.skipIf(withoutPostgres)('a server that ends in the middle', () => {
  let recorded: RecordedRun
  let server: TestServer
  beforeAll(async () => {
    server = await startPostgres()
    recorded = await recordRun(run, { history: { urlEnv: 'HISTORY', timeoutMs: 120_000 } })
    expect(await recorded.cli(['history', 'migrate'], { HISTORY: server.url })).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await recorded.project.close()
    await server.close()
  })

  it('a run says whether it is remembered, and its report is written', async () => {
    let messages = 0
    let onMessage = async (_send: () => void): Promise<void> => {}
    const backend = new URL(server.url)
    const port = await started(
      createServer((client) => {
        const socket = connect(Number(backend.port), backend.hostname)
        const end = (one: Socket, other: Socket) => one.on('error', () => {}).on('close', () => other.destroy())
        end(client, socket)
        end(socket, client)
        cleanups.push(() => void client.destroy())
        socket.pipe(client)
        let last = Promise.resolve()
        client.on('data', (chunk) => {
          const send = (): void => void (socket.destroyed || socket.write(chunk))
          last = last.then(async () => {
            messages++
            await onMessage(send)
          })
        })
      }),
    )
    const through = Object.assign(new URL(server.url), { port: String(port) }).href
    const store = postgresHistory({ name: 'it', url: server.url }, parseApiName('demo'))
    onMessage = async (send) => send()
    expect(await recorded.end(0, [], { HISTORY: through })).toMatchObject({ code: 1, stderr: '' })
    const each = messages
    expect(each).toBeGreaterThan(10)
    const ends = new Map<string, number>()
    for (let moment = 0; moment < moments; moment++) {
      messages = 0
      const at = 1 + Math.floor(((moment + 0.5) * each) / moments)
      let crashed: Promise<void> | undefined
      onMessage = async (send) => {
        // In turns before a message arrives, and as it does.
        if (messages !== at || moment % 2 === 1) send()
        if (messages === at) crashed = server.crash()
        await crashed
      }
      const id = moment + 1
      const { code, stderr } = await recorded.end(id, [], { HISTORY: through })
      await crashed
      expect(crashed).toBeDefined()
      await server.start()
      const { history, statistics } = await store.read()
      const isThere = history.runs.some(({ startedAt }) => startedAt === startOf(id))
      const [said] = ['may be there all the same', 'This run is not remembered'].filter((text) => stderr.includes(text))
      // What was committed when the connection broke nobody knows: the run says so.
      if (said !== 'may be there all the same') expect([moment, said === undefined]).toEqual([moment, isThere])
      expect([code, statistics?.statistics.runs]).toEqual([1, history.runs.length])
      const report = JSON.parse(await readFile(join(recorded.project.folder, `out/${id}/report.json`), 'utf8'))
      expect(report.notChecked.length).toBe(said === undefined ? 0 : 1)
      const what = said ?? 'remembered'
      ends.set(what, (ends.get(what) ?? 0) + 1)
    }
    expect(ends.get('This run is not remembered')).toBeGreaterThan(moments / 2)
  }, 3_600_000)
})
