import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { isOwnHost, refuseHost } from './own-host.ts'
import { errorBody, Refusal } from './refusal.ts'

/** A server that listens. */
export interface Listening {
  /** The base address, without a slash at the end. */
  readonly url: string
  /** Stops listening and drops open connections. */
  readonly close: () => Promise<void>
}

type FetchHandler = Parameters<typeof getRequestListener>[0]

/** Serves requests to our own host names over HTTP on a port, 0 for any free one. Rejects with the error of the socket if it cannot. */
export async function listen(fetch: FetchHandler, port: number, host: string): Promise<Listening> {
  const serve = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: refuseTarget })
  // Without a Host, and to an unknown expectation, Node would respond by itself.
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    isOwnHost(request, host) ? void serve(request, response) : refuseHost(request, response)
  const server = createServer({ requireHostHeader: false }, handle)
  server.on('clientError', refuseUnparsed).on('checkExpectation', handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A server that listens on a port, and not on a pipe, has an AddressInfo.
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

/** 400: the target and the Host form no URL. It is refused before it has a trace. */
function refuseTarget(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  const refusal = new Refusal(400, 'INVALID_FIELD', `The target and the Host form no URL: ${error.message}.`)
  return Response.json(errorBody(refusal, 'trace-0'), { status: 400 })
}

/** Status by the code of a parser's error; the others are malformed requests. */
const unparsed: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** What the parser refuses has no trace either, and ends its connection. */
function refuseUnparsed({ code = '', message }: NodeJS.ErrnoException, socket: Duplex): void {
  // Node's name for the response that is under way: nothing can be said within one.
  const { _httpMessage: response }: { _httpMessage?: ServerResponse } = socket as never
  if (!socket.writable || response?.headersSent === true) return void socket.destroy()
  const status = unparsed[code] ?? 400
  const refusal = new Refusal(status, 'INVALID_FIELD', `The request cannot be read: ${message}.`)
  const body = JSON.stringify(errorBody(refusal, 'trace-0'))
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  // What is still coming is read: a connection that is reset may lose the response.
  socket.resume().end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`)
}
