import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { serverCertificate } from './certificates.ts'

/** A server that misbehaves in one way for every client. */
export interface HostileServer {
  readonly url: string
  /** Returns the number of bytes sent over all connections. */
  sent(): number
  /** Returns the number of accepted connections. */
  connections(): number
  close(): Promise<void>
}

/** Action on a connection when its first request starts to arrive. */
type Deed = (socket: Socket, request: string) => void

const json = 'content-type: application/json\r\n'
const respond =
  (head: string, body: string | Buffer = ''): Deed =>
  (socket) => {
    socket.write(`HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`)
    socket.write(body)
  }
const raw =
  (...parts: readonly string[]): Deed =>
  (socket) => {
    for (const part of parts) socket.write(part)
  }
const ok = `HTTP/1.1 200 OK\r\n${json}`
const body = `${ok}content-length: 5\r\n\r\n["a"]`

/** All kinds of misbehaviour by name. */
export const hostilities = {
  'hangs before the headers': () => {},
  'hangs in the headers': raw('HTTP/1.1 200 OK\r\nx-a: 1\r\n'),
  'hangs in the body': raw(`${ok}content-length: 99\r\n\r\n[`),
  'drips its body': (socket) => {
    socket.write(`${ok}content-length: 9999999\r\n\r\n[`)
    repeat(socket, ' ', 5)
  },
  'sends early hints for ever': (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 5),
  'continues unasked': raw(
    'HTTP/1.1 100 Continue\r\n\r\n'.repeat(5),
    'HTTP/1.1 ',
    '100 Continue\r\nx-a: 1\r\n',
    '\r\n',
    body,
  ),
  'continues for ever': (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 5),
  'has the status 000': raw(body.replace('200 OK', '000 Nothing')),
  'has the status 99': raw(body.replace('200 OK', '99 Nothing')),
  'switches protocols unasked': raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'resets before the headers': (socket) => socket.resetAndDestroy(),
  'resets within the body': (socket) =>
    socket.write(`${ok}content-length: 99\r\n\r\n[1,2`, () => socket.resetAndDestroy()),
  'closes at once': (socket) => socket.end(),
  'sends less than the content length': (socket) => socket.end(`${ok}content-length: 99\r\n\r\n["a"]`),
  'sends more than the content length': raw(`${ok}content-length: 5\r\n\r\n["a", "b"]`),
  'sends two content lengths': raw(`${ok}content-length: 5\r\ncontent-length: 6\r\n\r\n["a"]`),
  'leaves the last chunk out': (socket) => socket.end(`${ok}transfer-encoding: chunked\r\n\r\n5\r\n["a"]\r\n`),
  'sends a chunk that is none': raw(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\n["a"]\r\n`),
  'speaks something else': raw('SSH-2.0-OpenSSH_9.6\r\n'),
  'sends a gzip bomb': respond(`200 OK\r\n${json}content-encoding: gzip`, gzipSync(Buffer.alloc(64 * 2 ** 20))),
  'sends a bomb in a bomb': respond(
    `200 OK\r\n${json}content-encoding: gzip, gzip`,
    gzipSync(gzipSync(Buffer.alloc(64 * 2 ** 20))),
  ),
  'packs a hundred times': respond(`200 OK\r\n${json}content-encoding: ${'gzip, '.repeat(99)}gzip`, gzipSync('[]')),
  'says gzip of plain text': respond(`200 OK\r\n${json}content-encoding: gzip`, '["a"]'),
  'sends half of its gzip': respond(
    `200 OK\r\n${json}content-encoding: gzip`,
    gzipSync('["abcdefgh"]').subarray(0, 20),
  ),
  'sends 200 MB': (socket) => {
    socket.write(`${ok}content-length: ${200 * 2 ** 20}\r\n\r\n[`)
    flood(socket, Buffer.alloc(64 * 1024, ' '))
  },
  'sends a body without end': (socket) => {
    socket.write(`${ok}transfer-encoding: chunked\r\n\r\n`)
    flood(socket, Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`))
  },
  'sends invalid JSON': respond(`200 OK\r\n${json.trim()}`, '["a", "b'),
  'sends a page': respond('200 OK\r\ncontent-type: text/html', '<!doctype html><title>Log in</title>'),
  'sends a page as JSON': respond(`200 OK\r\n${json.trim()}`, '<!doctype html><title>Log in</title>'),
  'redirects in a circle': respond('302 Found\r\nlocation: /loans?page=1'),
  'redirects for ever': (socket, request) =>
    respond(`302 Found\r\nlocation: ${/\S+ (\S+)/.exec(request)?.[1]}x`)(socket, ''),
  'is called too often': respond(`429 Too Many Requests\r\n${json.trim()}`, '{}'),
  'is called too often for a second': respond(`429 Too Many Requests\r\nretry-after: 1\r\n${json.trim()}`, '{}'),
  'is called too often for a day': respond(`429 Too Many Requests\r\nretry-after: 86400\r\n${json.trim()}`, '{}'),
  'is in a storm of 503': respond(`503 Service Unavailable\r\n${json.trim()}`, '{}'),
  'is in a storm of 503 for a second': respond(`503 Service Unavailable\r\nretry-after: 1\r\n${json.trim()}`, '{}'),
  'floods with headers': raw('HTTP/1.1 200 OK\r\n', `x-flood: ${'y'.repeat(8_000)}\r\n`.repeat(100), '\r\n'),
  'sends a header without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-flood: ')
    flood(socket, Buffer.alloc(64 * 1024, 'y'))
  },
} satisfies Readonly<Record<string, Deed>>

export type Hostility = keyof typeof hostilities

/** Starts the server on a free loopback port. `secure` adds TLS with an untrusted certificate. */
export async function startHostileServer(hostility: Hostility, secure = false): Promise<HostileServer> {
  const open = new Set<Socket>()
  let closed = 0
  let taken = 0
  const deed: Deed = hostilities[hostility]
  const take = (socket: Socket): void => {
    taken++
    open.add(socket)
    // Clients are expected to close the connection.
    socket.on('error', () => {})
    socket.on('data', (bytes) => deed(socket, bytes.toString('latin1')))
    socket.on('close', () => {
      open.delete(socket)
      closed += socket.bytesWritten
    })
  }
  const server: Server = secure ? createTlsServer(serverCertificate, take) : createServer(take)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    sent: () => [...open].reduce((sum, socket) => sum + socket.bytesWritten, closed),
    connections: () => taken,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function repeat(socket: Socket, text: string, milliseconds: number): void {
  const timer = setInterval(() => socket.write(text), milliseconds)
  socket.on('close', () => clearInterval(timer))
}

/** Writes as long as the client reads. */
function flood(socket: Socket, chunk: Buffer): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', write)
  write()
}
