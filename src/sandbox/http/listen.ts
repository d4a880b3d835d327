import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  const server = createServer((request, response) =>
    isOwnHost(request, host) ? void serve(request, response) : refuseHost(response),
  )
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
