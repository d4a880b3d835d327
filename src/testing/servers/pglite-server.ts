import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { writeWhole } from '../../files/write-whole.ts'
import { listen } from './loopback.ts'

/** PGlite (PostgreSQL as a library) behind a port. It has a single session, so connections are served one after the other. */
export interface PgliteServer {
  /** `postgres://postgres:…@127.0.0.1:…/postgres`. */
  readonly url: string
  /** Direct access to the database. */
  readonly db: PGlite
  close(): Promise<void>
}

/** SSLRequest and GSSENCRequest (PostgreSQL 17, 54.7), answered with N: encryption is not supported. */
const encryptionRequests = [80877103, 80877104]

const require = createRequire(import.meta.url)
const root = resolve(import.meta.dirname, '../../..')

/** Returns a new database from a cached copy of its files, because creating one takes as long as everything else. */
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

export async function startPglite(password = 'unused'): Promise<PgliteServer> {
  const db = await emptyDatabase()
  // Compile lazily compiled code now, where there is no deadline.
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

/** Forwards complete messages of a client until it disconnects. Rolls back open transactions like a server. */
async function serve(db: PGlite, socket: Socket): Promise<void> {
  socket.on('error', () => {})
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false
  try {
    for await (const chunk of socket) {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        // The first message has no type byte.
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
    // The client was killed or destroyed its socket.
  } finally {
    socket.destroy()
    for (const statement of ['ROLLBACK', 'DISCARD ALL']) await db.exec(statement)
  }
}
