import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { isOwnHost, refuseHost } from './own-host.ts'
import { errorBody, Refusal } from './refusal.ts'

export interface Listening {
  /** Base URL without trailing slash. */
  readonly url: string
  /** Stops listening and drops open connections. */
  readonly close: () => Promise<void>
}

type FetchHandler = Parameters<typeof getRequestListener>[0]

/** Serves requests for our own host names over HTTP on a port; 0 selects a free one. Rejects with socket errors. */
export async function listen(fetch: FetchHandler, port: number, host: string): Promise<Listening> {
  const serve = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: refuseTarget })
  // Otherwise Node would respond itself to a missing Host or an unknown expectation.
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
  // A TCP server has an AddressInfo.
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

/** Returns 400 if target and Host don't form a URL. No trace id has been assigned yet. */
function refuseTarget(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  const refusal = new Refusal(400, 'INVALID_FIELD', `The target and the Host form no URL: ${error.message}.`)
  return Response.json(errorBody(refusal, 'trace-0'), { status: 400 })
}

/** Status by parser error code. Default: 400. */
const unparsed: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Responds to unparsable requests, without a trace id, and closes the connection. */
function refuseUnparsed({ code = '', message }: NodeJS.ErrnoException, socket: Duplex): void {
  // Node's internal name for the response in progress, which must not be interrupted.
  const { _httpMessage: response }: { _httpMessage?: ServerResponse } = socket as never
  if (!socket.writable || response?.headersSent === true) return void socket.destroy()
  const status = unparsed[code] ?? 400
  const refusal = new Refusal(status, 'INVALID_FIELD', `The request cannot be read: ${message}.`)
  const body = JSON.stringify(errorBody(refusal, 'trace-0'))
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  // Reads remaining data, because a reset connection could lose the response.
  socket.resume().end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`)
}
