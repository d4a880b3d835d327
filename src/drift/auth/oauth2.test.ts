import { expect, test } from 'vitest'
import type { Observation, SentRequest } from '../../model/observation.ts'
import { createAuthorizer } from './authorizer.ts'
import type { OAuth2Credential } from './credential.ts'
import { createTokenSource } from './oauth2.ts'

const credential: OAuth2Credential = {
  type: 'oauth2',
  name: 'ACCESS_TOKEN',
  prefix: '',
  tokenUrl: 'https://id.example/oauth/token?tenant=1',
  clientId: 'client:1',
  clientSecret: 'cl/ent secret',
  clientAuth: 'basic',
}
const request: SentRequest = { method: 'GET', path: '/a', headers: {} }

/** A fake token endpoint that returns `t1`, `t2`, … or the given responses. */
function endpoint(response: (n: number) => Partial<Observation> = (n) => token(`t${n}`)) {
  const requests: SentRequest[] = []
  const clock = { now: 0 }
  const source = createTokenSource(
    async (url, sent) => {
      expect(url).toBe(credential.tokenUrl)
      requests.push(sent)
      return { request: sent, headers: {}, milliseconds: 1, authenticated: true, ...response(requests.length) }
    },
    () => clock.now,
  )
  const authorizer = createAuthorizer(source, () => Promise.reject(new Error('not custom')))
  const sent = async (given = credential) =>
    (await authorizer.authorize(request, [given])).request.headers.authorization
  return { requests, clock, authorizer, sent }
}

function token(value: string, more: object = { expires_in: 3600 }): Partial<Observation> {
  return { status: 200, body: JSON.stringify({ access_token: value, token_type: 'Bearer', ...more }) }
}

test('fetches a token once for concurrent callers', async () => {
  const { sent, requests } = endpoint()
  expect([...(await Promise.all([sent(), sent()])), await sent()]).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1'])
  expect(requests).toEqual([
    {
      method: 'POST',
      path: '/oauth/token?tenant=1',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        // RFC 6749 §2.3.1: form-encoded before joining.
        authorization: `Basic ${Buffer.from('client%3A1:cl%2Fent+secret').toString('base64')}`,
      },
      body: 'grant_type=client_credentials',
    },
  ])
})

test('sends client credentials and scope in the body if configured', async () => {
  const { sent, requests } = endpoint()
  await sent({ ...credential, clientAuth: 'body', scope: 'loans:read loans:write' })
  expect(requests[0]?.headers.authorization).toBeUndefined()
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    scope: 'loans:read loans:write',
    client_id: 'client:1',
    client_secret: 'cl/ent secret',
  })
})

test.each([
  ['half a minute before it expires', 3600, 3_569_999, 3_570_000],
  ['after nine tenths of a short lifetime', 10, 8_999, 9_000],
])('renews a token %s', async (_when, expires_in, before, after) => {
  const { sent, clock } = endpoint((n) => token(`t${n}`, { expires_in }))
  await sent()
  clock.now = before
  expect(await sent()).toBe('Bearer t1')
  clock.now = after
  expect(await sent()).toBe('Bearer t2')
})

test('keeps a token without expiry until the API rejects it', async () => {
  const { sent, clock, authorizer } = endpoint((n) => token(`t${n}`, {}))
  expect(authorizer.renew([credential])).toBe(false)
  await sent()
  clock.now = 1e12
  expect(await sent()).toBe('Bearer t1')
  expect(authorizer.renew([credential])).toBe(true)
  expect(await sent()).toBe('Bearer t2')
})

test('fetches separate tokens for different scopes', async () => {
  const { sent } = endpoint()
  expect([await sent(), await sent({ ...credential, scope: 'x' })]).toEqual(['Bearer t1', 'Bearer t2'])
})

test.each<[string, Partial<Observation>, string]>([
  [
    'rejects the client',
    { status: 401, body: '{"error":"invalid_client","error_description":"cl/ent secret"}' },
    '401 (invalid_client)',
  ],
  ['returns an HTML page', { status: 200, body: '<html>' }, 'status 200'],
  ['does not respond', { failure: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' } }, 'ECONNREFUSED'],
  ['returns another token type', token('t', { token_type: 'mac' }), 'no bearer tokens'],
])(
  'a token URL that %s is reported without the secret and retried by the next call',
  async (_what, response, reason) => {
    const { sent } = endpoint((n) => (n === 1 ? response : token('later')))
    const failure = await sent().catch((error: Error) => error)
    expect(failure).toMatchObject({ code: 'TOKEN_REFUSED', message: expect.stringContaining(reason) })
    expect(String(failure)).not.toContain('secret')
    expect(await sent()).toBe('Bearer later')
  },
)

test.each([
  ['omits the token type', { access_token: 't1', expires_in: 60 }],
  ['returns null for absent members', { access_token: 't1', token_type: 'bearer', expires_in: null, scope: null }],
  ['returns the scope as an array', { access_token: 't1', token_type: 'BEARER', expires_in: '60', scope: ['a'] }],
  ['adds an ID token that is not a JWT', { access_token: 't1', token_type: 'Bearer', id_token: 'opaque' }],
])('accepts a token URL that %s', async (_what, response) => {
  const { sent } = endpoint(() => ({ status: 200, body: JSON.stringify(response) }))
  expect(await sent()).toBe('Bearer t1')
})

test('sends unreserved characters of a client id unescaped, for servers that do not decode it', async () => {
  const { sent, requests } = endpoint()
  await sent({ ...credential, clientId: '7d6f-11', clientSecret: 'a.b_c' })
  expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('7d6f-11:a.b_c').toString('base64')}`)
})
