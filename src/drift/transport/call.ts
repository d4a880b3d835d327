import { setTimeout as wait } from 'node:timers/promises'
import { isRedirect, type Observation, type SentRequest } from '../../model/observation.ts'
import { type Permit, requirePermit } from '../harm/permit.ts'
import { type AttemptResult, attemptOnce } from './attempt.ts'
import type { Connection, TransportEnvironment } from './connection.ts'
import { basic, openRoute, type Route } from './dispatcher.ts'
import { createGate, createPace } from './pace.ts'
import { isBrokenOff, isTransient, retryAfter } from './retry.ts'

/** Headers that are safe to send to another origin; any other may contain a credential. */
const harmless = /^(accept(-.*)?|cache-control|user-agent)$/i

/** Calls without a response in a row that open the circuit breaker. */
const breakerLimit = 5

const shortestRest = 1_000

const longestRest = 30_000

/** Options for `createCaller`; times in milliseconds. */
export interface CallerOptions extends Connection, TransportEnvironment {
  /** Its path is prepended to request paths; its user info authenticates requests without a credential. */
  readonly baseUrl: string
  /** Retries of an idempotent call. Default: 2. */
  readonly retries?: number
  /** Maximum `Retry-After` to wait for. Default: 10,000. */
  readonly maxRetryAfterMs?: number
  /** Injected in tests. */
  readonly random?: () => number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
  readonly now?: () => number
}

/** Options of a single call. */
export interface CallOptions {
  readonly authenticated?: boolean
  /** Whether to follow redirects of GET and HEAD. Default: true. */
  readonly follow?: boolean
  /** Operation key such as `GET /loans/{id}`, which selects rate limits. */
  readonly operation?: string
  /** Asks caches to revalidate, so that the response comes from the API (RFC 9111 §5.2.1.4). */
  readonly fresh?: boolean
  /** Uses a new connection, because the API may have closed an idle one (RFC 9112 §9.3). */
  readonly isolated?: boolean
  /** Permit from the safety gate, required for requests that may change state. */
  readonly permit?: Permit
  /** Cancels waiting calls and retries, which then fail as `stopped`. */
  readonly stop?: AbortSignal
}

/** Calls an API over keep-alive connections; must be closed. */
export interface Caller {
  /** Returns network failures in the Observation. Throws REQUEST_INVALID if the request cannot be sent, and an Error if it lacks its permit. */
  call(request: SentRequest, options?: CallOptions): Promise<Observation>
  close(): Promise<void>
}

const maxRedirects = 5

type Timed = AttemptResult & { readonly milliseconds: number; readonly retries?: number }

/** Creates a caller. */
export function createCaller(options: CallerOptions): Caller {
  const { timeoutMs = 10_000, maxBytes = 10 * 2 ** 20, retries = 2, maxRetryAfterMs = 10_000 } = options
  const { random = Math.random, sleep = wait, now = () => performance.now() } = options
  const totalMs = options.timeouts?.totalMs ?? 60_000
  const limitMs = Math.min(timeoutMs, totalMs)
  const base = new URL(options.baseUrl)
  const route = openRoute(options, options.baseUrl, options)
  const pace = createPace(options.rateLimits ?? [], { now, sleep })
  const gate = createGate(options.concurrency ?? 8)
  const breaker = createBreaker(now)
  // After a failed call later ones are not retried: on an unreachable host fifty operations would cost three attempts each.
  let hostFailed = false
  const user = base.username === '' ? undefined : basic(base.username, base.password)

  async function call(request: SentRequest, { authenticated = false, ...how }: CallOptions = {}) {
    requirePermit(request, how.permit)
    const { headers } = request
    const known = user === undefined || hasHeader(headers, 'authorization')
    const sent = {
      ...request,
      headers: {
        ...(!known && { authorization: user }),
        ...(how.fresh === true && !hasHeader(headers, 'cache-control') && { 'cache-control': 'no-cache' }),
        ...headers,
      },
    }
    const state = breaker.state()
    if (state === 'open') return { request, ...notCalled, authenticated }
    const response = how.isolated === true ? await isolated(sent, how) : await persist(sent, how, route)
    if (response.failure?.code === 'stopped') return { request, ...response, authenticated }
    breaker.record(response.status !== undefined, isBrokenOff(response) ? how.operation : undefined)
    if (isTransient(sent, response)) hostFailed = true
    else if (response.failure === undefined) hostFailed = false
    return { request, ...response, authenticated: authenticated || !known }
  }

  async function isolated(request: SentRequest, how: CallOptions): Promise<Timed> {
    const own = openRoute(options, options.baseUrl, options)
    try {
      return await persist(request, how, own)
    } finally {
      await own.dispatcher.destroy()
    }
  }

  async function persist(request: SentRequest, how: CallOptions, over: Route): Promise<Timed> {
    let deadline = now() + totalMs
    const attempt = async (origin: string, path: string, own: SentRequest): Promise<Timed> => {
      const sentAt = now()
      await orStopped(pace.turn(how.operation ?? ''), how.stop)
      return gate(async () => {
        if (how.stop?.aborted === true) return notSent
        const started = now()
        // Excludes time spent waiting for our own rate limit.
        deadline += started - sentAt
        const left = Math.max(1, Math.min(timeoutMs, deadline - started))
        const response = await attemptOnce(over, { origin, path, request: own, timeoutMs: left, limitMs, maxBytes })
        return { ...response, milliseconds: Math.round(now() - started) }
      })
    }
    for (let tried = 0; ; tried++) {
      const response = await followed(request, how.follow ?? true, attempt)
      const waitMs = retryAfter(response.headers['retry-after'])
      // Pauses concurrent calls too.
      if (waitMs !== undefined && waitMs <= maxRetryAfterMs && isBusy(response)) pace.pause(waitMs)
      const most =
        how.isolated === true && isBrokenOff(response) ? 0 : hostFailed && how.isolated !== true ? 0 : retries
      if (tried >= most || !isTransient(request, response)) return retried(response, tried)
      const pause = waitMs ?? 100 * 2 ** tried * (0.5 + random())
      if (pause > maxRetryAfterMs || now() + pause >= deadline) return retried(response, tried)
      await orStopped(sleep(pause), how.stop)
    }
  }

  async function followed(
    request: SentRequest,
    follow: boolean,
    attempt: (origin: string, path: string, request: SentRequest) => Promise<Timed>,
  ): Promise<Timed> {
    let path = `${base.pathname.replace(/\/$/, '')}${request.path}`
    let { origin } = base
    let sent = request
    const visited = new Set<string>()
    for (;;) {
      visited.add(`${origin}${path}`)
      const response = await attempt(origin, path, sent)
      const next = follow ? redirectTarget(request.method, response, `${origin}${path}`) : undefined
      if (next === undefined) return response
      if (visited.has(`${next.origin}${next.path}`)) return lost(response, 'the redirects go round in a circle')
      if (visited.size > maxRedirects) return lost(response, `there are over ${maxRedirects} redirects`)
      if (!next.trusted) sent = { ...sent, headers: withoutCredentials(sent.headers) }
      origin = next.origin
      path = next.path
    }
  }

  return { call, close: () => route.dispatcher.destroy() }
}

function retried(response: Timed, retries: number): Timed {
  return retries === 0 ? response : { ...response, retries }
}

const notCalled: Timed = {
  headers: {},
  failure: { code: 'breaker-open', message: `not called: the last ${breakerLimit} calls got no response` },
  milliseconds: 0,
}

const notSent: Timed = {
  headers: {},
  failure: { code: 'stopped', message: 'not sent: the run was stopped' },
  milliseconds: 0,
}

/** Waits until the promise settles or the run stops. */
async function orStopped(waiting: Promise<unknown>, stop: AbortSignal | undefined): Promise<void> {
  if (stop === undefined) return void (await waiting)
  let end = (): void => {}
  const stopped = new Promise<void>((done) => {
    end = () => done()
    if (stop.aborted) done()
    else stop.addEventListener('abort', end, { once: true })
  })
  await Promise.race([waiting, stopped])
  stop.removeEventListener('abort', end)
}

function lost(response: Timed, message: string): Timed {
  return { ...response, failure: { code: 'redirect-loop', message } }
}

function isBusy({ status }: AttemptResult): boolean {
  return status === 429 || status === 503
}

function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name)
}

/** Circuit breaker: stops calling an unreachable host, so that a run doesn't wait for every timeout. */
interface Breaker {
  /** `closed`: call. `probe`: call once to test the host. `open`: don't call. */
  state(): 'closed' | 'probe' | 'open'
  /** Records the result of an allowed call. Repeated connection aborts by one operation, `brokenBy`, count once. */
  record(reached: boolean, brokenBy?: string): void
}

/** Opens after five failed calls in a row, then allows one probe after one second, two, four, … */
function createBreaker(now: () => number): Breaker {
  let lost = 0
  let lastBroken: string | undefined
  let rest = shortestRest
  let probeAt = 0
  return {
    state() {
      if (lost < breakerLimit) return 'closed'
      if (now() < probeAt) return 'open'
      // Blocks other calls while this probe is pending.
      probeAt = now() + longestRest
      return 'probe'
    },
    record(reached, brokenBy) {
      const isSame = !reached && brokenBy !== undefined && brokenBy === lastBroken
      lastBroken = reached ? undefined : brokenBy
      lost = reached ? 0 : isSame ? Math.max(1, lost) : lost + 1
      if (reached) rest = shortestRest
      if (lost < breakerLimit) return
      probeAt = now() + rest
      rest = Math.min(2 * rest, longestRest)
    },
  }
}

interface RedirectTarget {
  readonly origin: string
  readonly path: string
  /** Same origin, or the same host upgraded to TLS, so that credentials may be sent. */
  readonly trusted: boolean
}

/** Returns the redirect target of a GET or HEAD. Undefined if the redirect itself must be checked, as for targets on another host. */
function redirectTarget(
  method: string,
  response: Pick<Observation, 'status' | 'headers'>,
  from: string,
): RedirectTarget | undefined {
  const location = response.headers.location
  if (location === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
  if (!isRedirect(response.status) || !URL.canParse(location, from)) return undefined
  const [here, there] = [new URL(from), new URL(location, from)]
  if (here.hostname !== there.hostname || !/^https?:$/.test(there.protocol)) return undefined
  const upgraded = here.protocol === 'http:' && there.protocol === 'https:' && here.port === '' && there.port === ''
  const trusted = here.origin === there.origin || upgraded
  return { origin: there.origin, path: `${there.pathname}${there.search}`, trusted }
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.test(name)))
}
