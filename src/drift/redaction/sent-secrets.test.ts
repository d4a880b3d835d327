import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'
import { createRedactor } from './redact.ts'
import { secretValues, sentSecrets } from './sent-secrets.ts'

const description = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /things:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { type: object, properties: { echo: { type: integer }, list: { type: array, items: { type: object, properties: { a: {} } } } } }
`)
const redactor = createRedactor({ values: ['Tok/En-Secret'] })
const inspector = createInspector(description, { redact: redactor })

function inspect(body: unknown, request: object = {}, headers: Record<string, string> = {}) {
  return inspector.inspect({
    ...{ method: 'GET', path: '/things', status: 200, body: JSON.stringify(body) },
    headers: { 'Content-Type': 'application/json', ...headers },
    ...request,
  })
}

describe('redacts a sent secret that a response repeats', () => {
  it('as a property name', () => {
    const result = inspect({ 'Tok/En-Secret': 1, list: [{ 'x Tok/En-Secret': 1 }] })
    expect(result.findings.map(({ site, evidence }) => [site.pointer, evidence?.instancePointer])).toEqual([
      ['/[redacted]', '/[redacted]'],
      ['/list/*/x [redacted]', '/list/0/x [redacted]'],
    ])
    expect(JSON.stringify(result)).not.toMatch(/Tok|En-Secret/)
  })

  it('with a fingerprint that does not depend on the secret', () => {
    const other = createInspector(description, { redact: createRedactor({ values: ['another'] }) })
    const raw = { method: 'GET', path: '/things', status: 200, headers: { 'content-type': 'application/json' } }
    const [finding] = other.inspect({ ...raw, body: '{"another":1}' }).findings
    expect(finding?.fingerprint).toBe(inspect({ 'Tok/En-Secret': 1 }).findings[0]?.fingerprint)
  })

  it('lower-cased in a content type', () => {
    const result = inspect({}, {}, { 'Content-Type': 'text/x-Tok/En-Secret' })
    expect(result.findings.map(({ ruleId }) => ruleId)).toEqual(['content-type-conformance'])
    expect(JSON.stringify(result)).not.toMatch(/tok\/?en/i)
  })

  it.each([
    ['the query', { path: '/things?api_key=SUPERSECRETKEY&a=1' }],
    ['a header', { requestHeaders: { 'X-Api-Key': 'SUPERSECRETKEY' } }],
    ['the authorization', { requestHeaders: { Authorization: 'Bearer SUPERSECRETKEY' } }],
    ['a cookie', { requestHeaders: { Cookie: 'a=b; session=SUPERSECRETKEY' } }],
    ['a JSON body', { requestBody: '{"deep":[{"password":"SUPERSECRETKEY"}]}' }],
    ['a form', { requestBody: 'a=1&password=SUPERSECRETKEY' }],
  ])('when it was sent under a secret key in %s', (_location, request) => {
    const result = inspect({ echo: 'you sent SUPERSECRETKEY' }, request)
    expect(result.findings[0]?.evidence?.observed).toBe('you sent [redacted]')
    expect(JSON.stringify(result)).not.toMatch(/SUPERSECRETKEY/i)
  })
})

it('returns only values under secret keys', () => {
  const request = { method: 'GET', path: '/a?page=12345', headers: { accept: 'text/html' }, body: '{"note":"hello"}' }
  expect(sentSecrets(request, redactor)).toEqual([])
  expect(secretValues({ pin: 123456, token: { a: ['deep'], b: null }, name: 'x' }, redactor)).toEqual([
    '123456',
    'deep',
  ])
})
