import { createApp, operations } from './app.ts'
import { parseDrift } from './drift/index.ts'
import { seedState } from './seed.ts'

/** What to send besides method and path; the credential fits the prefix unless told otherwise. */
export interface TestRequest {
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string
  /** A bearer token, or null to send none. */
  readonly token?: string | null
}

/** An answer with its body read as JSON. */
export interface TestAnswer<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** Calls a service in this process, for the tests of the sandbox. */
export interface TestClient {
  call<T = Record<string, unknown>>(call: string, request?: TestRequest): Promise<TestAnswer<T>>
}

/** The day on which the seeded service starts, and the one after it. */
export const today = new Date('2026-01-15T09:00:00.000Z')
export const tomorrow = new Date('2026-01-16T09:00:00.000Z')

/** A freshly seeded service, without a socket. */
export function testClient(
  options: { readonly drift?: readonly string[]; readonly now?: () => Date } = {},
): TestClient {
  const state = seedState(options.now ?? (() => today), { main: 'main-token', sub: 'sub-token' })
  const drifts = (options.drift ?? []).map((text) => parseDrift(text, operations))
  const app = createApp(state, drifts)
  return {
    async call<T>(call: string, request: TestRequest = {}) {
      const [method = 'GET', path = '/'] = call.split(' ')
      const token =
        request.token === undefined ? (path.startsWith('/main') ? 'main-token' : 'sub-token') : request.token
      const body = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
      const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
      const answer = await app.request(path, { method, headers, ...(body !== undefined && { body }) })
      // The caller says what shape to expect; a test that is wrong about it fails on its assertions.
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T }
    },
  }
}
