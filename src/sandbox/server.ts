import { latestBuild } from './builds/index.ts'
import { readTime } from './clock.ts'
import { createControl } from './control.ts'
import { operations } from './http/app.ts'
import type { Description } from './http/browse.ts'
import { listen } from './http/listen.ts'
import type { Watcher } from './http/watch.ts'
import type { Journal } from './journal.ts'
import type { Credentials } from './seed.ts'
import { createService, type Service } from './service.ts'
import { SandboxUsageError } from './usage-error.ts'
import { sendAnywhere, sendToLoopback } from './webhooks/dispatcher.ts'

/** Options for the sandbox; all have defaults. */
export interface SandboxOptions {
  /** Default: 0, any free port. */
  readonly port?: number
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** Build of the interface to simulate, such as 'b03'. Default: the latest. */
  readonly build?: string
  /** Initial drifts, such as 'null@GET /main-account/balances/crypto'. */
  readonly drift?: readonly string[]
  /** Duration of a slow response in milliseconds. Default: 15,000. */
  readonly slowMs?: number
  /** Seed of the prices. Default: 1. */
  readonly seed?: number
  /** ISO 8601 time of the fixed clock, or 'real'. Default: 2026-01-15T09:00:00Z. */
  readonly clock?: string
  /** Source of a running clock, instead of `clock`. */
  readonly now?: () => Date
  /** Bearer tokens of the main account and 'sub-1'. Default: 'main-token' and 'sub-token'. */
  readonly tokens?: { readonly main?: string; readonly sub?: string }
  /** Allowed webhook hosts. Default: this machine only. */
  readonly webhooks?: 'loopback' | 'anywhere'
  /** Port for control requests, 0 for any free one. Default: no control endpoint. */
  readonly controlPort?: number
  /** Persists the state across restarts; closed with the sandbox. */
  readonly journal?: Journal
  /** The description to serve at /openapi.json, and as a page at /. */
  readonly description?: () => Promise<Description>
  /** Called with every request, its response, and the response before drifts. */
  readonly onResponse?: Watcher
}

/** A running sandbox. */
export interface Sandbox {
  /** Base URL without trailing slash. */
  readonly url: string
  readonly controlUrl?: string
  readonly tokens: { readonly main: string; readonly sub: string }
  drifts(): readonly string[]
  /** Replaces the active drifts. Throws SandboxUsageError, without changes, if one is invalid. */
  setDrifts(texts: readonly string[]): void
  /** Moves time forward by an ISO 8601 duration; resolves when everything due has happened. */
  advance(duration: string): Promise<Date>
  /** Resets accounts and time, but keeps the drifts. Throws SandboxUsageError if there is a journal. */
  restart(): Promise<void>
  /** Resolves when no webhook call is pending. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Default time of the fixed clock. */
const defaultNow = '2026-01-15T09:00:00.000Z'

/** Interval in milliseconds for checking due events while the clock runs. */
const flushMs = 1000

/** Starts the lending service, seeded or restored from its journal. Throws SandboxUsageError and socket errors. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const closers = [async () => options.journal?.close()]
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each()
  }
  try {
    return { ...(await open(options, (closer) => closers.push(closer))), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  options: SandboxOptions,
  onClose: (closer: () => Promise<void>) => void,
): Promise<Omit<Sandbox, 'close'>> {
  const { host = '127.0.0.1', port = 0, controlPort } = options
  const tokens = readTokens(options.tokens)
  const clock = readClock(options)
  const create = async (drift: readonly string[]): Promise<Service> => {
    const created: Service = await createService({
      onLost: () => void renew(created).catch(() => {}),
      build: options.build ?? latestBuild,
      seed: options.seed ?? 1,
      tokens,
      drift,
      slowMs: options.slowMs ?? 15_000,
      clock,
      send: options.webhooks === 'anywhere' ? sendAnywhere : sendToLoopback,
      journal: options.journal,
      description: options.description,
      onResponse: options.onResponse,
    })
    return created
  }
  let renewed = Promise.resolve()
  const renew = (before: Service) => {
    renewed = renewed
      .catch(() => {})
      .then(async () => {
        if (service !== before) return
        service = await create(drifts.list())
        await before.close()
      })
    return renewed
  }
  let service = await create(options.drift ?? [])
  onClose(() => service.close())
  const drifts = { list: () => service.drifts.list(), set: (texts: readonly string[]) => service.drifts.set(texts) }
  const advance = async (duration: string) => (await current()).advance(duration)
  const restart = async () => {
    if (options.journal !== undefined) {
      throw new SandboxUsageError('Its state is kept across restarts: only another state file begins anew.')
    }
    await renew(service)
  }
  const current = async () => {
    await renewed.catch(() => {})
    return service
  }
  const { url, close } = await listen(async (request, env) => (await current()).app.fetch(request, env), port, host)
  onClose(close)
  if ('source' in clock) {
    const timer = setInterval(() => service.flush(), flushMs).unref()
    onClose(async () => clearInterval(timer))
  }
  const settled = () => service.settled()
  const running = { url, tokens, drifts: drifts.list, setDrifts: drifts.set, advance, restart, settled }
  if (controlPort === undefined) return running
  const now = () => service.state.now()
  const { fetch } = createControl({ operations, drifts, now, advance, restart })
  const control = await listen(fetch, controlPort, host)
  onClose(control.close)
  return { ...running, controlUrl: control.url }
}

function readClock({ clock = defaultNow, now }: SandboxOptions): { fixedAt: Date } | { source: () => Date } {
  if (now !== undefined) return { source: now }
  if (clock === 'real') return { source: () => new Date() }
  const fixedAt = readTime(clock)
  if (fixedAt && fixedAt.getUTCFullYear() >= 2000 && fixedAt.getUTCFullYear() < 2200) return { fixedAt }
  throw new SandboxUsageError(`'${clock}' is no clock: it must be real, or an ISO 8601 time from 2000 to 2199.`)
}

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
