import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { servers } from '../../testing/servers/loopback.ts'
import { startPostgres, withoutPostgres } from '../../testing/servers/postgres-server.ts'
import { patienceOf } from '../history-store.ts'
import { inTransaction } from './session.ts'

const { started, cleanups } = servers()

it.each<readonly [string, (socket: Socket) => void, RegExp]>([
  ['sends nothing', () => {}, /did not respond within 0.3 s/],
  ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), /SSL connection|Connection terminated/],
  ['closes at once', (socket) => socket.destroy(), /Connection terminated|ECONNRESET/],
  ['rejects TLS and sends nothing else', (socket) => socket.write('N'), /did not respond within 0.3 s/],
])('fails without hanging if the server %s', async (_, serve, message) => {
  const port = await started(
    createServer((socket) => {
      cleanups.push(() => socket.destroy())
      socket.on('error', () => {})
      serve(socket)
    }),
  )
  const address = { name: 'the database', url: `postgres://ann:planted@127.0.0.1:${port}/history` }
  const patience = patienceOf(300)
  const error: unknown = await inTransaction(address, { mode: 'read', patience }, ({ query }) =>
    query('SELECT 1'),
  ).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'HISTORY_UNAVAILABLE', message: expect.stringMatching(message) })
  expect(String(error)).not.toContain('planted')
})

it.skipIf(withoutPostgres)(
  'fails if the server ends the session or rejects the password',
  async () => {
    const { url, password, close } = await startPostgres()
    cleanups.push(close)
    const end = "SELECT pg_terminate_backend(pg_backend_pid()), 'x'"
    const address = { name: 'the database', url }
    await expect(inTransaction(address, { mode: 'write' }, ({ query }) => query(end))).rejects.toMatchObject({
      code: 'HISTORY_UNAVAILABLE',
    })
    const other = { name: 'the database', url: url.replace(encodeURIComponent(password), 'planted') }
    await expect(inTransaction(other, { mode: 'read' }, ({ query }) => query('SELECT 1'))).rejects.toThrow(
      'The history in the database cannot be used: password authentication failed for user "[redacted]".',
    )
    expect(await inTransaction(address, { mode: 'read' }, ({ query }) => query('SELECT 1 AS one'))).toEqual([
      { one: 1 },
    ])
  },
  300_000,
)
