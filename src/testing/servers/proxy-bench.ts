import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import type { PassedExchange } from '../../traffic/proxy/capture.ts'
import type { ForwardTarget } from '../../traffic/proxy/forward-http1.ts'
import { type RunningProxy, startProxy } from '../../traffic/proxy/start-proxy.ts'

/** Servers for tests of the proxy. They are stopped after the test. */
export interface ProxyBench {
  /** Starts a server that sends fixed bytes after a blank line was received, in chunks of `size`. */
  serverOf(response: Buffer, size?: number): Promise<string>
  /** Starts a given server. */
  listening(server: Server): Promise<string>
  proxyTo(target: string, seen?: PassedExchange[], options?: Pick<ForwardTarget, 'keepHost'>): Promise<RunningProxy>
}

/** Creates a bench for a test file. */
export function proxyBench(): ProxyBench {
  const open: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
  })
  const listening = async (server: Server): Promise<string> => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push(() => new Promise((resolve) => server.close(resolve)))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  return {
    listening,
    serverOf: (response, size = 1 << 16) => listening(createServer((socket) => respond(socket, response, size))),
    async proxyTo(target, seen = [], options) {
      const onExchange = (exchange: PassedExchange) => void seen.push(exchange)
      const url = new URL(target)
      const proxy = await startProxy({ url, mostBody: 1 << 20, clock: Date.now, onExchange, ...options })
      open.push(proxy.close)
      return proxy
    },
  }
}

function respond(socket: Socket, response: Buffer, size: number): void {
  socket.on('error', () => {})
  let received = ''
  socket.on('data', (bytes) => {
    const before = received.includes('\r\n\r\n')
    received += bytes.toString('latin1')
    if (before || !received.includes('\r\n\r\n')) return
    for (let at = 0; at < response.length; at += size) socket.write(response.subarray(at, at + size))
    socket.end()
  })
}

/** Sends a request and returns all bytes of the response. */
export async function ask(url: string, request: string | Buffer): Promise<Buffer> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  const parts: Buffer[] = []
  socket.on('data', (bytes) => parts.push(bytes))
  socket.write(request)
  await once(socket, 'close')
  return Buffer.concat(parts)
}

/** Joins header lines to the head of a message. */
export const head = (...lines: string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')

export const joined = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))
