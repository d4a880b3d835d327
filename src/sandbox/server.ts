import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createApp, operations } from './app.ts'
import { parseDrift } from './drift/index.ts'
import { type Credentials, seedState } from './seed.ts'
import { SandboxUsageError } from './usage-error.ts'

/** How to start the sandbox; everything has a default. */
export interface SandboxOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Drifts to switch on, such as 'null@GET /main-account/balances/crypto'. */
  readonly drift?: readonly string[]
  /** The clock; by default one that stands still. Its coming to another UTC day settles what is pending. */
  readonly now?: () => Date
  /** The bearer tokens of the main account and of 'sub-1'; default 'main-token' and 'sub-token'. */
  readonly tokens?: { readonly main?: string; readonly sub?: string }
}

/** A running sandbox. */
export interface Sandbox {
  /** The base address, without a slash at the end. */
  readonly url: string
  readonly tokens: { readonly main: string; readonly sub: string }
  /** Stops listening and drops open connections. */
  close(): Promise<void>
}

/** The moment at which the clock stands by default. */
const defaultNow = '2026-01-15T09:00:00.000Z'

/**
 * Starts the lending service on a local port, with its seeded accounts. Throws a SandboxUsageError if a drift
 * or a token cannot be used, and the error of the socket if the port cannot.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const tokens = readTokens(options.tokens)
  const drifts = (options.drift ?? []).map((text) => parseDrift(text, operations))
  const state = seedState(options.now ?? (() => new Date(defaultNow)), tokens)
  const host = options.host ?? '127.0.0.1'
  const server = createAdaptorServer({ fetch: createApp(state, drifts).fetch, overrideGlobalObjects: false })
  const port = await listen(server, options.port ?? 0, host)
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, tokens, close: () => close(server) }
}

type Server = ReturnType<typeof createAdaptorServer>

function readTokens({
  main = 'main-token',
  sub = 'sub-token',
}: NonNullable<SandboxOptions['tokens']> = {}): Credentials {
  for (const token of [main, sub]) {
    if (!/^\S+$/.test(token)) throw new SandboxUsageError('A token must not be empty or hold spaces.')
    if (/^sub-\d+-token$/.test(token)) throw new SandboxUsageError(`Token '${token}' may become another sub-account's.`)
  }
  if (main === sub) throw new SandboxUsageError('The main account and the sub-account need different tokens.')
  return { main, sub }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      // A server that listens on a port, and not on a pipe, has an AddressInfo.
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}
