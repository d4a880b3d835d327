import type { Server } from 'node:net'
import { afterEach } from 'vitest'

/** Starts a server on a free loopback port. Returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}

/** Manages servers and other resources of a test file. After each test, runs cleanups in reverse order. */
export function servers(): { started(server: Server): Promise<number>; readonly cleanups: (() => unknown)[] } {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  const started = async (server: Server): Promise<number> => {
    const port = await listen(server)
    cleanups.push(() => server.close())
    return port
  }
  return { started, cleanups }
}
