import { findBuild, latestBuild } from './builds/index.ts'
import { createClock } from './clock.ts'
import { createDriftSwitch } from './drift/index.ts'
import { createApp, operations } from './http/app.ts'
import { offers } from './loans/offers.ts'
import { Money } from './money/money.ts'
import { seedState } from './seed.ts'
import { createService, type Service, type ServiceOptions } from './service.ts'
import { emptyState, type State } from './state.ts'

export interface TestRequest {
  readonly body?: unknown
  /** Raw body, instead of `body`. */
  readonly rawBody?: string
  /** Bearer token, or null to omit it. Default: the credential for the path. */
  readonly token?: string | null
}

export interface TestResponse<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** Calls a service in-process, for the tests of the sandbox. */
export interface TestClient {
  call<T = Record<string, unknown>>(call: string, request?: TestRequest): Promise<TestResponse<T>>
  /** Like `call`, with the body as text. */
  send(call: string, request?: TestRequest): Promise<Omit<TestResponse<never>, 'body'> & { readonly text: string }>
}

/** Start of the seeded service, and its next daily settlement. */
export const today = new Date('2026-01-15T09:00:00.000Z')
export const tomorrow = new Date('2026-01-16T00:00:00.000Z')

/** Returns a client of a freshly seeded service without a socket. */
export function testClient(
  options: { readonly drift?: readonly string[]; readonly build?: string; readonly now?: () => Date } = {},
): TestClient {
  return clientOf(testApp(options))
}

/** Returns a client with the credentials of the seeded accounts. */
function clientOf(app: Pick<ReturnType<typeof createApp>, 'request'>): TestClient {
  const send: TestClient['send'] = async (call, request = {}) => {
    const [method = 'GET', path = '/'] = call.split(' ')
    const token = request.token === undefined ? (path.startsWith('/main') ? 'main-token' : 'sub-token') : request.token
    const body = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) }
    const response = await app.request(path, { method, headers, ...(body !== undefined && { body }) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    send,
    async call<T>(call: string, request?: TestRequest) {
      const { text, ...response } = await send(call, request)
      // The caller states the expected type; if it is wrong, assertions fail.
      return { ...response, body: JSON.parse(text) as T }
    },
  }
}

const credentials = { main: 'main-token', sub: 'sub-token' }
let kept: State | undefined

/** Returns the seeded state at `today`, computed once, because its history of 90 days is expensive. */
function seededToday(now: () => Date): State {
  kept ??= seedState(
    createClock(() => today),
    1,
    credentials,
  )
  const clock = createClock(now)
  const state = emptyState({ clock, seed: 1, mainToken: kept.mainToken, mainWallet: kept.mainWallet })
  for (const [kind, count] of kept.ids) state.ids.set(kind, count)
  const { clock: _, now: __, market, nextId, ids, ...rest } = kept
  return Object.assign(state, copyOf(rest, new Map(offers.map((offer) => [offer, offer]))))
}

/** Deep copy that preserves shared references. Amounts are immutable and not copied. */
function copyOf<T>(value: T, copies: Map<unknown, unknown>): T {
  if (typeof value !== 'object' || value === null || value instanceof Money) return value
  if (!copies.has(value)) {
    if (value instanceof Date) copies.set(value, new Date(value))
    else if (value instanceof Map) {
      const copy = new Map()
      copies.set(value, copy)
      for (const [key, each] of value) copy.set(key, copyOf(each, copies))
    } else {
      const copy = Array.isArray(value) ? [] : {}
      copies.set(value, copy)
      for (const [key, each] of Object.entries(value)) Object.assign(copy, { [key]: copyOf(each, copies) })
    }
  }
  // The copy has the same type.
  return copies.get(value) as T
}

function testApp({
  drift = [],
  build = latestBuild,
  now = () => today,
}: NonNullable<Parameters<typeof testClient>[0]>) {
  return createApp({
    state: now().getTime() === today.getTime() ? seededToday(now) : seedState(createClock(now), 1, credentials),
    build: findBuild(build),
    drifts: createDriftSwitch(operations, drift),
    slowMs: 0,
    enter: async () => {},
    responded: () => {},
    description: undefined,
    onResponse: undefined,
  })
}

/** Returns a service with adjustable time, without a socket. */
export async function testService(
  options: Partial<ServiceOptions> = {},
): Promise<{ readonly service: Service; readonly client: TestClient }> {
  const service = await createService({
    build: latestBuild,
    seed: 1,
    tokens: { main: 'main-token', sub: 'sub-token' },
    drift: [],
    slowMs: 0,
    clock: { fixedAt: today },
    send: async () => undefined,
    journal: undefined,
    onLost: () => {},
    description: undefined,
    onResponse: undefined,
    ...options,
  })
  return { service, client: clientOf(service.app) }
}
