import { expect, test } from 'vitest'
import type { SentRequest } from '../../model/observation.ts'
import { curlLine } from '../evidence/curl.ts'
import { createRedactor } from '../redaction/redact.ts'
import { createAuthorizer } from './authorizer.ts'
import { type Credential, presented, secretsOf } from './credential.ts'
import { createTokenSource } from './oauth2.ts'

const request: SentRequest = { method: 'GET', path: '/loans?page=1', headers: { accept: '*/*', cookie: 'theme=dark' } }
const tokens = createTokenSource(async () => {
  throw new Error('no token is fetched here')
})
const sign = createAuthorizer(tokens, async () => (sent, { SIGNING_KEY = '' }) => ({
  ...sent,
  path: `${sent.path}&signature=${encodeURIComponent(SIGNING_KEY)}`,
  headers: { ...sent.headers, 'X-Signature': `${sent.method} ${SIGNING_KEY}` },
}))

const secret = 'p/s&w=r d'
const common = { prefix: '', name: 'MY_KEY' }
const key = (location: 'header' | 'query' | 'cookie', parameter: string): Credential => {
  return { ...common, type: 'apiKey', in: location, parameter, key: secret }
}

test.each<[string, Credential, Partial<SentRequest>, string]>([
  [
    'bearer',
    { ...common, type: 'bearer', token: secret },
    { headers: { ...request.headers, authorization: `Bearer ${secret}` } },
    `-H 'authorization: Bearer '"$MY_KEY"`,
  ],
  [
    'a key in a header',
    key('header', 'X-Key'),
    { headers: { ...request.headers, 'x-key': secret } },
    `'x-key: '"$MY_KEY"`,
  ],
  [
    'a key in the query',
    key('query', 'page'),
    { path: '/loans?page=p%2Fs%26w%3Dr%20d' },
    `'http://host/loans?page='"$MY_KEY"`,
  ],
  [
    'a key in a cookie',
    key('cookie', 'sid'),
    { headers: { ...request.headers, cookie: 'theme=dark; sid=p%2Fs%26w%3Dr%20d' } },
    `'cookie: theme=[redacted]; sid='"$MY_KEY"`,
  ],
  [
    'basic',
    { prefix: '', name: 'ME:PASS', type: 'basic', username: 'jürgen', password: secret },
    { headers: { ...request.headers, authorization: `Basic ${Buffer.from(`jürgen:${secret}`).toString('base64')}` } },
    '-u "$ME:$PASS"',
  ],
  [
    'a custom function',
    { ...common, type: 'custom', configFile: 'c.ts', api: 'a', index: 0, secrets: { SIGNING_KEY: secret } },
    {
      path: '/loans?page=1&signature=p%2Fs%26w%3Dr%20d',
      headers: { ...request.headers, 'x-signature': `GET ${secret}` },
    },
    `'x-signature: '"$MY_KEY"`,
  ],
])('%s', async (_name, credential, changed, shown) => {
  const authorized = await sign.authorize(request, [credential])
  expect(authorized.request).toEqual({ ...request, ...changed })
  const redactor = createRedactor({ values: authorized.secrets })
  const line = curlLine(authorized.shown, 'http://host', redactor, authorized.variables)
  expect(line).toContain(shown)
  expect(line).not.toMatch(/p(\/|%2F)s|r d/)
  expect(authorized.secrets).toEqual(expect.arrayContaining([...secretsOf(credential)]))
})

test('combines a key and a token, and quotes a literal $NAME', async () => {
  const bearer: Credential = { prefix: '', name: 'T', type: 'bearer', token: 'token' }
  const { shown, variables } = await sign.authorize({ ...request, path: '/a?x=$HOME' }, [key('query', 'key'), bearer])
  const line = curlLine(shown, 'http://host', createRedactor(), variables)
  expect(line).toMatch(/'\$HOME'.*&key='"\$MY_KEY"/)
  expect(line).toContain(`'authorization: Bearer '"$T"`)
})

test.each([
  ['throws', () => Promise.reject(new Error(secret)), 'it threw an error'],
  ['returns nothing', async () => undefined, 'it must return the request'],
  ['changes the method', async (sent: SentRequest) => ({ ...sent, method: 'POST' }), 'it must return the request'],
])('a function that %s is reported as broken, without quoting it', async (_what, apply, reason) => {
  // A user's function may violate its type.
  const broken = createAuthorizer(tokens, async () => apply as never)
  const credential: Credential = { ...common, type: 'custom', configFile: 'c.ts', api: 'a', index: 0, secrets: {} }
  const failure = await broken.authorize(request, [credential]).catch((error: Error) => error)
  expect(failure).toMatchObject({ code: 'CREDENTIAL_BROKEN', message: expect.stringContaining(reason) })
  expect(String(failure)).not.toContain(secret)
})

test('selects all credentials with the longest matching prefix', () => {
  const at = (prefix: string, name: string): Credential => ({ type: 'bearer', prefix, name, token: name })
  const all = [at('', 'ALL'), at('/a', 'A'), at('/a', 'ALSO_A'), at('/a/b', 'B')]
  const names = (path: string, auth?: string | false) => presented(all, { path }, auth).map(({ name }) => name)
  expect([names('/a/b/c'), names('/a/x'), names('/x')]).toEqual([['B'], ['A', 'ALSO_A'], ['ALL']])
  expect([names('/x', false), names('/x', 'A'), names('/x', '/a/b'), names('/x', 'own')]).toEqual([
    [],
    ['A'],
    ['B'],
    ['TOKEN'],
  ])
  expect(presented([key('query', 'key')], { path: '/x' }, 'own')).toMatchObject([{ type: 'apiKey', key: 'own' }])
  const basic: Credential = { type: 'basic', prefix: '', name: 'ME:PASS', username: 'me', password: 'right' }
  expect(presented([basic], { path: '/x' }, 'own')).toMatchObject([
    { name: 'ME:PASSWORD', username: 'me', password: 'own' },
  ])
})
