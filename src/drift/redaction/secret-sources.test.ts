import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import { givenSecrets, readBody, receivedSecrets, secretValues, sentSecrets } from './sent-secrets.ts'

const redactor = createRedactor()
const request = { method: 'GET', path: '/a', headers: {} }
const cookie = (name: string) => sentSecrets({ ...request, headers: { cookie: `${name}=SUPER-1` } }, redactor)

describe('a cookie', () => {
  it.each([
    ...['session', 'sess', 'SESSIONID', 'session_id', 'session.id', 'session-id', 'JSESSIONID', 'PHPSESSID', 'sid'],
    ...[
      'ASP.NET_SessionId',
      'connect.sid',
      '__Host-session',
      '__Secure-sid',
      'laravel_session',
      'remember_me',
      'rememberme',
    ],
    ...[
      'remember-token',
      'remember_me_1',
      'auth_token',
      'authToken',
      'my-access-token',
      'refresh.token',
      'XSRF-TOKEN',
      'csrf_token',
    ],
  ])('%s is a session cookie', (name) => {
    expect(cookie(name)).toEqual(['SUPER-1'])
  })

  it.each([
    ...[
      'theme',
      'sidebar',
      'mysid',
      'a.sid',
      'xconnect.sid',
      'session_theme',
      'remember',
      'remember-theme',
      'auth_tokens',
    ],
    ...['token_theme', 'x__host-sid', '__other-sid', 'access_theme'],
  ])('%s is not', (name) => {
    expect(cookie(name)).toEqual([])
  })

  it('is found among several, with surrounding spaces', () => {
    const headers = { cookie: 'a=b;  sid = "SUPER-1" ; csrf_token=SUPER=2;theme=dark' }
    expect(sentSecrets({ ...request, headers }, redactor)).toEqual(['SUPER-1', 'SUPER=2'])
  })
})

describe('a request', () => {
  it('contains secrets in its query, headers, JSON and form bodies', () => {
    const sent = (parts: object) => sentSecrets({ ...request, ...parts }, redactor)
    expect(sent({ path: '/a?api_key=ONE&b=2' })).toEqual(['ONE'])
    expect(sent({ headers: { 'x-api-key': 'TWO', accept: 'text/html' } })).toEqual(['TWO'])
    expect(sent({ body: '{"password":"THREE","note":"x"}' })).toEqual(['THREE'])
    expect(sent({ body: 'password=FOUR&note=x' })).toEqual(['FOUR'])
    expect(sent({})).toEqual([])
  })

  it('yields the credentials after an auth scheme, and the Basic password', () => {
    const sent = (authorization: string) => sentSecrets({ ...request, headers: { authorization } }, redactor)
    expect(sent('Bearer abc')).toEqual(['abc'])
    expect(sent('bare-key')).toEqual(['bare-key'])
    expect(sent('three words here')).toEqual(['three words here'])
    expect(sent(`Basic ${btoa('ann:pass:word')}`)).toEqual([btoa('ann:pass:word'), 'pass:word'])
    expect(sent(`basic ${btoa('ann:')}`)).toEqual([btoa('ann:'), ''])
    expect(sent(`Basic ${btoa('no colon')}`)).toEqual([btoa('no colon')])
  })

  it('of a suite yields secrets of path, query, headers, cookies, body and raw body', () => {
    expect(givenSecrets({ path: { token: 'ONE', secret: 'x', note: 'x' } }, redactor)).toEqual(['ONE'])
    expect(givenSecrets({ query: { password: 'TWO', session: 'x', none: undefined } }, redactor)).toEqual(['TWO'])
    expect(givenSecrets({ headers: { session: 'THREE' }, cookies: { sid: 'FOUR' } }, redactor)).toEqual([
      'THREE',
      'FOUR',
    ])
    expect(givenSecrets({ body: { pin: 5678 } }, redactor)).toEqual(['5678'])
    expect(givenSecrets({ rawBody: 'password=FIVE' }, redactor)).toEqual(['FIVE'])
    expect(givenSecrets({ rawBody: '{"password":"SIX"}' }, redactor)).toEqual(['SIX'])
    expect(givenSecrets({ rawBody: Buffer.from('password=x') }, redactor)).toEqual([])
    expect(givenSecrets({}, redactor)).toEqual([])
  })

  it('does not yield public values', () => {
    expect(givenSecrets({ headers: { token: 'expected' }, query: { token: 'expected' } }, redactor)).toEqual([])
    expect(secretValues({ token: 'Expected' }, redactor)).toEqual([])
  })
})

describe('a response', () => {
  const received = (headers: Record<string, string>, body?: string) =>
    receivedSecrets({ headers, ...(body !== undefined && { body }) }, redactor)

  it('yields tokens from body and headers', () => {
    expect(received({}, '{"access_token":"TOKEN-01","note":"x"}')).toEqual(['TOKEN-01'])
    expect(received({}, ' [{"token":"TOKEN-01"}]')).toEqual(['TOKEN-01'])
    expect(received({ 'x-auth-token': 'TOKEN-02' })).toEqual(['TOKEN-02'])
    expect(received({}, 'access_token=TOKEN-01')).toEqual([])
    expect(received({}, 'see {"token":"TOKEN-01"}')).toEqual([])
    expect(received({})).toEqual([])
  })

  it('yields session cookies without their attributes', () => {
    const cookies =
      'theme=dark-and-long; Path=/, sid=COOKIE-1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, auth_token=COOKIE-2'
    expect(received({ 'set-cookie': cookies })).toEqual(['COOKIE-1', 'COOKIE-2'])
    expect(received({ 'set-cookie': 'sid=COOKIE-1\nsession="COOKIE-2"' })).toEqual(['COOKIE-1', 'COOKIE-2'])
  })

  it('does not yield values short enough to be a status or name', () => {
    expect(received({}, '{"token":"SEVEN-7"}')).toEqual([])
    expect(received({}, '{"token":"EIGHT-08"}')).toEqual(['EIGHT-08'])
  })
})

it('returns all values nested under a secret key, in order', () => {
  const value = {
    a: [{ token: ['ONE', { b: 'TWO', c: [3], d: true, e: null }] }],
    note: 'x',
    session: 'x',
    secret: 'FOUR',
  }
  expect(secretValues(value, redactor)).toEqual(['ONE', 'TWO', '3', 'FOUR'])
})

it('parses a body as JSON, or else as a form', () => {
  expect(readBody('{"a":1}')).toEqual({ a: 1 })
  expect(readBody('a=1&b=x+y&a=2')).toEqual([{ a: '1' }, { b: 'x y' }, { a: '2' }])
  expect(readBody('')).toEqual([])
})
