import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { writeWhole } from '../../files/write-whole.ts'
import { listen } from './loopback.ts'

/** A PostgreSQL that is a library, behind a port. It has one session: connections wait for each other. */
export interface PgliteServer {
  /** `postgres://postgres:…@127.0.0.1:…/postgres`. */
  readonly url: string
  /** Whatever it is asked for, as its own client. */
  readonly db: PGlite
  close(): Promise<void>
}

/** SSLRequest and GSSENCRequest (PostgreSQL 17, 54.7), to which the response is N: there is no encryption. */
const encryptionRequests = [80877103, 80877104]

const require = createRequire(import.meta.url)
const root = resolve(import.meta.dirname, '../../..')

/** A database that was just made, from a copy of its files where there is one: to make it takes as long as all else. */
async function emptyDatabase(): Promise<PGlite> {
  const { version } = JSON.parse(
    await readFile(join(dirname(require.resolve('@electric-sql/pglite')), '../package.json'), 'utf8'),
  )
  const copy = join(root, `node_modules/.cache/specdrift-pglite/${version}.tar`)
  const files = await readFile(copy).catch(() => undefined)
  if (files !== undefined) return PGlite.create({ loadDataDir: new Blob([files]) })
  const db = await PGlite.create()
  await writeWhole(copy, new Uint8Array(await (await db.dumpDataDir('none')).arrayBuffer()))
  return db
}

/** Starts one, empty. */
export async function startPglite(password = 'unused'): Promise<PgliteServer> {
  const db = await emptyDatabase()
  // What is compiled on first use is compiled here, where nothing has a deadline.
  await db.exec('BEGIN; CREATE TABLE warm (id int); INSERT INTO warm VALUES (1); SELECT * FROM warm; ROLLBACK')
  let turn: Promise<void> = Promise.resolve()
  const server = createServer({ noDelay: true }, (socket) => {
    turn = turn.then(() => serve(db, socket))
  })
  const port = await listen(server)
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?sslmode=disable`,
    db,
    async close() {
      server.close()
      await turn
      await db.close()
    },
  }
}

/** Hands the messages of a client on, whole, until it ends. What it left open is rolled back, as by a server. */
async function serve(db: PGlite, socket: Socket): Promise<void> {
  socket.on('error', () => {})
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false
  try {
    for await (const chunk of socket) {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        // The first message has no type.
        const head = isStarted ? 1 : 0
        const length = rest.length < head + 4 ? Number.POSITIVE_INFINITY : head + rest.readInt32BE(head)
        if (rest.length < length) break
        const message = rest.subarray(0, length)
        rest = rest.subarray(length)
        if (!isStarted && encryptionRequests.includes(message.readInt32BE(4))) {
          socket.write('N')
          continue
        }
        isStarted = true
        if (message[0] === 'X'.charCodeAt(0)) return
        socket.write(await db.execProtocolRaw(message))
      }
    }
  } catch {
    // A client that was killed, or destroyed its socket.
  } finally {
    socket.destroy()
    for (const statement of ['ROLLBACK', 'DISCARD ALL']) await db.exec(statement)
  }
}
