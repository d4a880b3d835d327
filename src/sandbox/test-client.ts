import { findBuild, latestBuild } from './builds/index.ts'
import { createClock } from './clock.ts'
import { createDriftSwitch } from './drift/index.ts'
import { createApp, operations } from './http/app.ts'
import { seedState } from './seed.ts'
import { createService, type Service, type ServiceOptions } from './service.ts'

/** What to send besides method and path; default: the credential that fits the prefix. */
export interface TestRequest {
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string
  /** A bearer token, or null to send none. */
  readonly token?: string | null
}

/** A response with its body read as JSON. */
export interface TestResponse<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** Calls a service in this process, for the tests of the sandbox. */
export interface TestClient {
  call<T = Record<string, unknown>>(call: string, request?: TestRequest): Promise<TestResponse<T>>
  /** The same with the body as text. */
  send(call: string, request?: TestRequest): Promise<Omit<TestResponse<never>, 'body'> & { readonly text: string }>
}

/** When the seeded service starts, and the daily settlement after that. */
export const today = new Date('2026-01-15T09:00:00.000Z')
export const tomorrow = new Date('2026-01-16T00:00:00.000Z')

/** A freshly seeded service, without a socket. */
export function testClient(
  options: { readonly drift?: readonly string[]; readonly build?: string; readonly now?: () => Date } = {},
): TestClient {
  return clientOf(testApp(options))
}

/** Calls an app as the accounts of the seed do. */
function clientOf(app: Pick<ReturnType<typeof createApp>, 'request'>): TestClient {
  const send: TestClient['send'] = async (call, request = {}) => {
    const [method = 'GET', path = '/'] = call.split(' ')
    const token = request.token === undefined ? (path.startsWith('/main') ? 'main-token' : 'sub-token') : request.token
    const body = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    const response = await app.request(path, { method, headers, ...(body !== undefined && { body }) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    send,
    async call<T>(call: string, request?: TestRequest) {
      const { text, ...response } = await send(call, request)
      // The caller states what shape to expect; a test that is wrong about it fails on its assertions.
      return { ...response, body: JSON.parse(text) as T }
    },
  }
}

function testApp({
  drift = [],
  build = latestBuild,
  now = () => today,
}: NonNullable<Parameters<typeof testClient>[0]>) {
  return createApp({
    state: seedState(createClock(now), 1, { main: 'main-token', sub: 'sub-token' }),
    build: findBuild(build),
    drifts: createDriftSwitch(operations, drift),
    slowMs: 0,
    enter: async () => {},
    responded: () => {},
    description: undefined,
    onResponse: undefined,
  })
}

/** A service whose time can be moved, without a socket. */
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
    description: undefined,
    onResponse: undefined,
    ...options,
  })
  return { service, client: clientOf(service.app) }
}
