import { describe, expect, it } from 'vitest'
import { descriptionOf, exchangeOf, inspectionOf } from '../../testing/check-tester.ts'
import { createInspector } from './inspect.ts'
import { undocumentedOperation } from './undocumented.ts'

const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /a/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { a: { type: integer } } } } } } } }
`)
const [operation] = description.operations
if (operation === undefined) throw new Error('it is there')
const request = { method: 'GET', path: '/a/1', headers: {} }
const observed = { request, headers: {}, milliseconds: 1, authenticated: false }
const json = { 'content-type': 'application/json' }

describe('an aborted connection', () => {
  const broken = { ...observed, failure: { code: 'ECONNRESET', message: 'reset' } }

  it('is a finding if the retry aborts too', () => {
    const inspect = (options = {}) =>
      createInspector(description, options).inspectOperation(operation, broken, { isRepeated: true })
    expect(inspect()).toMatchObject({
      ...{ outcome: 'received', isBroken: true, notChecked: [] },
      findings: [{ ruleId: 'server-error', evidence: { observed: 'ECONNRESET: reset' }, site: { part: 'connection' } }],
    })
    expect(inspect().findings).toHaveLength(1)
    const off = inspect({ rules: { 'server-error': 'off' } })
    expect([off.outcome, off.findings, off.isBroken]).toEqual(['unreachable', [], undefined])
    expect(inspect({ rules: { 'server-error': 'warning' } }).findings).toMatchObject([{ severity: 'warning' }])
  })

  it('is no response if it happens once or differently', () => {
    const row = {
      operation: 'GET /a/{id}',
      what: 'the response',
      because: 'no response of the application was received (unreachable)',
    }
    const inspector = createInspector(description)
    expect(inspector.inspectOperation(operation, broken)).toEqual({
      outcome: 'unreachable',
      findings: [],
      notChecked: [row],
    })
    const refused = { ...broken, failure: { code: 'ECONNREFUSED', message: 'refused' } }
    expect(inspector.inspectOperation(operation, refused, { isRepeated: true }).findings).toEqual([])
  })
})

describe('an inspection', () => {
  const inspector = createInspector(description)

  it('of a conforming response has no other members', () => {
    const inspection = inspector.inspectOperation(operation, {
      ...observed,
      status: 200,
      headers: json,
      body: '{"a":1}',
    })
    expect(inspection).toEqual({ outcome: 'received', findings: [], notChecked: [] })
  })

  it('redacts given secrets and includes the curl line', () => {
    const response = { ...observed, status: 200, headers: json, body: '{"a":"it is SECRET-1"}' }
    const [finding] = inspector.inspectOperation(operation, response, {
      secrets: ['SECRET-1'],
      curl: 'curl x',
      test: 'a test',
    }).findings
    expect(finding?.evidence).toMatchObject({ observed: 'it is [redacted]', curl: 'curl x' })
    const [plain] = inspector.inspectOperation(operation, response).findings
    expect(plain?.evidence?.observed).toBe('it is SECRET-1')
    expect(plain?.evidence).not.toHaveProperty('curl')
  })

  it('applies configured severities and omits rules that are off', () => {
    const response = { ...observed, status: 200, headers: json, body: '{"a":"x"}' }
    const severities = (rules: Record<string, 'info' | 'off'>) =>
      createInspector(description, { rules })
        .inspectOperation(operation, response)
        .findings.map(({ severity }) => severity)
    expect(severities({})).toEqual(['error'])
    expect(severities({ 'type-conformance': 'info' })).toEqual(['info'])
    expect(severities({ 'type-conformance': 'off' })).toEqual([])
  })

  it('of a generated request reports its mutation', () => {
    const generated = { mode: 'negative', location: 'body', what: 'is too long' } as never
    const response = { ...observed, status: 200, headers: json, body: '{}' }
    const rules = (context: object) =>
      inspector.inspectOperation(operation, response, context).findings.map(({ ruleId }) => ruleId)
    expect([rules({ generated }), rules({})]).toEqual([['negative-accepted'], []])
  })

  it('lists findings and unchecked parts of a recorded response', () => {
    const { notChecked, findings } = inspector.inspect({ ...request, path: '/b/12?c', status: 404, headers: {} })
    expect([findings, notChecked]).toEqual([
      [],
      [{ what: 'GET /b/12', because: 'no operation of the description matches it' }],
    ])
  })
})

describe('an undocumented operation', () => {
  const made = (path: string, known = [] as (typeof operation)[]) =>
    undocumentedOperation({ ...request, path }, known as never)
  it.each([
    ['/a/12/b?c=1', '/a/{id}/b'],
    ['/a/b1c#d', '/a/{id}'],
    ['/v1/a', '/v1/a'],
    ['/V2.1/a', '/V2.1/a'],
    ['/v1x/a', '/{id}/a'],
    ['/xv1/a', '/{id}/a'],
    ['/a/1/b/2', '/a/{id}/b/{id2}'],
    ['/a/<ID>/b/{{x}}/:y', '/a/{id}/b/{id2}/{id3}'],
    ['/a/me%40example.com', '/a/{id}'],
    ['', ''],
  ])('for %j has the template %j', (path, template) => {
    expect(made(path)).toEqual({
      ...{
        key: `GET ${template}`,
        method: 'GET',
        path: template,
        summary: '',
        description: '',
        tags: [],
        deprecated: false,
      },
      ...{
        parameters: [],
        responses: [],
        security: [],
        servers: [],
        basePaths: [],
        callbacks: [],
        pathItem: [],
        node: {},
        pointer: '/paths',
      },
    })
  })

  it('has the path of the description if there is one', () => {
    expect(made('/a/1', [operation])).toMatchObject({ key: 'GET /a/{id}', pointer: '/paths/~1a~1{id}' })
  })
})

describe('the parsed JSON body', () => {
  const exchange = (headers: Record<string, string>, raw: string, type = 'application/json') =>
    exchangeOf({
      responses: `{ 200: { description: d, content: { ${type}: { schema: { type: integer } } } } }`,
      headers,
      raw,
    })

  it('is passed to the checks, text is not', () => {
    expect(exchange(json, '1').json).toBe(1)
    expect(exchange({ 'content-type': 'text/plain' }, '1', 'text/plain')).toHaveProperty('json', undefined)
    expect(exchange(json, '{')).toHaveProperty('json', undefined)
    expect(exchange(json, '')).toHaveProperty('json', undefined)
  })

  it('shows all digits in findings', () => {
    const schema = '{ properties: { a: { type: string } } }'
    const shown = (raw: string) => inspectionOf({ schema, raw }).findings[0]?.evidence?.observed
    expect(shown('{"a":12345678901234567890}')).toBe('12345678901234567890')
    expect(shown('{"a":1234567890123456}')).toBe(1234567890123456)
    expect(inspectionOf({ schema, raw: '{"b":12345678901234567890}' }).findings.map(({ ruleId }) => ruleId)).toEqual([
      'undocumented-property',
    ])
  })

  it('is reported as not checked if the violating value is nested too deeply', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const found = (raw: string) => {
      const { findings, notChecked } = inspectionOf({
        schema: '{ type: object, properties: { a: { type: string }, b: {} } }',
        raw,
      })
      return [...findings.map(({ site }) => site.pointer), ...notChecked.map(({ because }) => because)]
    }
    expect(found(`{"a":1,"b":${deep(1100)}}`)).toEqual(['/a'])
    expect(found(`{"a":${deep(1100)}}`)).toEqual(['it is nested too deeply (over 1000 levels)'])
    expect(found(`{"a":${deep(900)}}`)).toEqual(['/a'])
  })
})
