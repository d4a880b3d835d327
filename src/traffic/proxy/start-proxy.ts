import { createServer, type Socket } from 'node:net'
import { toolError } from '../../model/errors.ts'
import type { CaptureOptions } from './capture.ts'
import { type ForwardTarget, forwardHttp1 } from './forward-http1.ts'
import { createHttp2Forwarder, http2Preface } from './forward-http2.ts'

/** Listening address and target of the proxy. */
export interface ProxyOptions extends ForwardTarget, CaptureOptions {
  /** Default: loopback. */
  readonly host?: string
  /** Default: a free port. */
  readonly port?: number
}

export interface RunningProxy {
  /** For example `http://127.0.0.1:4010`. */
  readonly url: string
  /** Closes all connections. Open exchanges end with the data so far. */
  close(): Promise<void>
}

/** Starts a proxy for HTTP/1.1, and for HTTP/2 with prior knowledge. Throws USAGE if it can't listen on the port. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { host = '127.0.0.1', port = 0 } = options
  const clients = new Set<Socket>()
  const http2 = createHttp2Forwarder(options, options)
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => client.destroy())
    route(client)
  })
  /** Detects the HTTP version from the first bytes. */
  const route = (client: Socket, before: Buffer = Buffer.alloc(0)): void => {
    // A port check connects and disconnects without a request.
    const leave = (): void => void client.end()
    client.once('end', leave)
    client.once('data', (bytes: Buffer) => {
      client.off('end', leave)
      const all = Buffer.concat([before, bytes])
      const known = Math.min(all.length, http2Preface.length)
      const isHttp2 = all.subarray(0, known).equals(http2Preface.subarray(0, known))
      client.pause()
      if (!isHttp2) {
        forwardHttp1(client, all, options, options)
        client.resume()
      } else if (known < http2Preface.length) {
        route(client, all)
        client.resume()
      } else {
        client.unshift(all)
        http2.take(client)
      }
    })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        toolError('USAGE', [`The proxy cannot listen on ${host}:${port}: ${error.code ?? error.message}.`], error),
      ),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        http2.close()
        for (const client of clients) client.destroy()
        server.close(() => resolve())
      }),
  }
}
