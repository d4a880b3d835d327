import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'
import { createRedactor } from './redact.ts'
import { givenSecrets, receivedSecrets } from './sent-secrets.ts'
import { vocabularyOf } from './vocabulary.ts'

const description = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /auth/password/request:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Login' } } } }
      responses: { '200': &ok { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Login' } } } } }
  /sessions/{session}: { get: { responses: { '200': *ok } } }
  /talks: { get: { parameters: [{ name: session, in: query, schema: { type: string } }], responses: { '200': *ok } } }
components:
  schemas:
    Login:
      type: object
      example: { password: 'example-password-1' }
      properties:
        password: { type: string, default: changeme-now }
        note: { type: integer }
        mode: { type: string, enum: [hunter-mode] }
        session: { type: object }
`)
const vocabulary = vocabularyOf(description.document)
const inspector = createInspector(description)

function inspect(path: string, body: unknown, request: object = {}) {
  return inspector.inspect({
    ...{ method: 'GET', path, status: 200, headers: { 'content-type': 'application/json' } },
    ...{ body: JSON.stringify(body), requestHeaders: { 'content-type': 'application/json' } },
    ...request,
  })
}

describe('shows values that are not secret', () => {
  it.each([
    ['a path segment', 'password', 'POST /auth/password/request is 404'],
    ['part of a path segment', 'pass', 'POST /auth/password/request is 404'],
    ['a property name', 'note', 'response body /note: 1 is not "a"'],
    ['an enum value', 'hunter-mode', 'not one of "hunter-mode"'],
    ['the word "text"', 'text', 'is sent as text/html; a text'],
    ["a word of specdrift's messages", 'expected', 'expected 200, got 404'],
  ])('%s that equals a credential', (_, secret, text) => {
    const redactor = createRedactor({ values: [secret], vocabulary })
    expect(redactor.text(text)).toBe(text)
    // In values from the API the same word is redacted.
    expect(redactor.json({ name: `so: ${secret}` })).toEqual({ name: 'so: [redacted]' })
  })

  it.each(['example-password-1', 'changeme-now', 'hunter-mode', 'password', 'Text'])(
    'the password %j, which the description or specdrift uses as a word',
    (password) => {
      const redactor = createRedactor({ vocabulary })
      expect(givenSecrets({ body: { password } }, redactor)).toEqual([])
      expect(receivedSecrets({ headers: {}, body: JSON.stringify({ password }) }, redactor)).toEqual([])
      const method = 'POST'
      const requestBody = JSON.stringify({ password })
      const result = inspect('/auth/password/request', { note: password }, { method, requestBody })
      const [finding] = result.findings
      expect(finding?.evidence?.observed).toBe(password)
      expect(finding?.evidence?.curl).toContain('/auth/password/request')
      expect(finding?.evidence?.curl).toContain('"password":"[redacted]"')
    },
  )

  it.each(['/sessions/public-7781', '/talks?session=public-7781'])('a session id in %s', (path) => {
    const [finding] = inspect(path, { note: 'public-7781', session: { id: 'public-7781' } }).findings
    expect(finding?.evidence?.observed).toBe('public-7781')
    expect(finding?.evidence?.curl).toContain('public-7781')
    const redactor = createRedactor({ vocabulary })
    expect(givenSecrets({ path: { session: 'public-7781' }, query: { session: 'public-7781' } }, redactor)).toEqual([])
    expect(redactor.json({ session: { id: 'public-7781' } })).toEqual({ session: { id: 'public-7781' } })
  })
})

describe('redacts secrets', () => {
  it.each([
    ['in a cookie', { requestHeaders: { cookie: 'a=b; session=SUPER-SECRET-1' } }],
    ["in a framework's session cookie", { requestHeaders: { cookie: 'connect.sid=SUPER-SECRET-1' } }],
    ['in a header', { requestHeaders: { session: 'SUPER-SECRET-1' } }],
    ['in a query token', { path: '/talks?access_token=SUPER-SECRET-1' }],
    [
      'in Set-Cookie',
      { headers: { 'content-type': 'application/json', 'set-cookie': 'sid="SUPER-SECRET-1"; Path=/' } },
    ],
    ['in Basic credentials', { requestHeaders: { authorization: `Basic ${btoa('ann:SUPER-SECRET-1')}` } }],
  ])('%s', (_, request) => {
    const result = inspect('/talks', { note: 'said SUPER-SECRET-1' }, request)
    expect(result.findings[0]?.evidence?.observed).toBe('said [redacted]')
    expect(JSON.stringify(result)).not.toMatch(/SUPER-SECRET/i)
  })

  it('a token from a response, and its JWT parts', () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"sub":"ann-1"}').replaceAll('=', '')}.c2lnbmF0dXJlIQ`
    const body = { access_token: jwt, note: `${jwt.split('.')[1]} and ${jwt.split('.')[2]}` }
    expect(inspect('/talks', body).findings[0]?.evidence?.observed).toBe('[redacted] and [redacted]')
  })

  it('values nested under a secret key', () => {
    const found = inspect('/talks', { note: 1, session: { credentials: 1 }, password: { deep: 'SUPER-SECRET-1' } })
    expect(JSON.stringify(found)).not.toContain('SUPER-SECRET-1')
  })

  it('under a key from the config, at any location', () => {
    const redactor = createRedactor({ keys: ['session'], vocabulary })
    expect(givenSecrets({ query: { session: 'public-7781' } }, redactor)).toEqual(['public-7781'])
  })
})

it('redacts the whole text if scanning it costs too much', () => {
  const redactor = createRedactor({ values: [`${"'".repeat(100)}x`] })
  expect(redactor.text("'".repeat(400))).toBe('[redacted]')
})
