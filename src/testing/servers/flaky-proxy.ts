import { createServer, request as forward } from 'node:http'
import { listen } from './loopback.ts'

/** A proxy that disturbs some requests, reproducibly for a seed. */
export interface FlakyProxy {
  readonly url: string
  /** Counts of requests so far. */
  readonly counts: { passed: number; reset: number; unavailable: number }
  close(): Promise<void>
}

/** Shares of all requests, between 0 and 1. */
export interface Faults {
  /** Resets the connection, half of the time before and half of the time after forwarding the request. */
  readonly reset: number
  /** Responds 503 without `Retry-After`. */
  readonly unavailable: number
  readonly seed: number
}

/** Starts a proxy on a free loopback port. */
export async function startFlakyProxy(target: string, { reset, unavailable, seed }: Faults): Promise<FlakyProxy> {
  const random = mulberry32(seed)
  const counts = { passed: 0, reset: 0, unavailable: 0 }
  const server = createServer((request, response) => {
    const fate = random()
    if (fate < reset) counts.reset++
    else if (fate < reset + unavailable) counts.unavailable++
    else counts.passed++
    if (fate < reset / 2) return request.socket.resetAndDestroy()
    if (fate >= reset && fate < reset + unavailable) return response.writeHead(503).end()
    const { method, url, headers } = request
    const onward = forward(`${target}${url}`, { method, headers }, (received) => {
      if (fate < reset) return request.socket.resetAndDestroy()
      response.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(response)
    })
    request.pipe(onward)
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Pseudo-random numbers between 0 and 1 (Tommy Ettinger's mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
