import { expect, it } from 'vitest'
import { inspectionOf, violationsOf } from '../../testing/check-tester.ts'

const severities = [
  ...['date', 'date-time', 'uuid', 'byte', 'int32', 'int64'].map((format) => [format, 'error'] as const),
  ...['uri', 'email', 'hostname', 'ipv4', 'ipv6', 'time', 'regex'].map((format) => [format, 'warning'] as const),
]

it.each(severities)('reports a violated %s as %s in bodies, headers and property names', (format, severity) => {
  const isNumber = format.startsWith('int')
  const value = isNumber ? '1e30' : '('
  const type = `{ type: ${isNumber ? 'integer' : 'string'}, format: ${format} }`
  const schema = `{ properties: { a: ${type} } ${isNumber ? '' : `, propertyNames: { anyOf: [{ const: a }, ${type}] }`} }`
  const content = `content: { application/json: { schema: ${schema} } }`
  const { findings } = inspectionOf({
    version: '3.1.0',
    responses: `{ 200: { description: ok, headers: { X-A: { schema: ${type} } }, ${content} } }`,
    headers: { 'content-type': 'application/json', 'x-a': value },
    raw: `{ "a": ${isNumber ? value : JSON.stringify(value)}${isNumber ? '' : ', "(": 1'} }`,
  })
  expect(findings.map((found) => `${found.ruleId} ${found.severity}`)).toEqual([
    ...(isNumber ? [] : [`bounds-conformance ${severity}`]),
    `format-conformance ${severity}`,
    `response-headers-conformance ${severity}`,
  ])
})

it('names the violated format', () => {
  const schema = '{ type: object, properties: { at: { type: string, format: date-time } } }'
  const { findings } = inspectionOf({ schema, body: { at: '2026-01-01 00:00:00Z' } })
  expect(findings).toMatchObject([
    {
      ruleId: 'format-conformance',
      severity: 'error',
      message: expect.stringMatching(/^is not a valid date-time \(RFC 3339/),
      patch: [{ op: 'remove', path: expect.stringMatching(/at\/format$/) }],
    },
  ])
})

it('treats an unknown format as an annotation', () => {
  expect(violationsOf({ schema: '{ type: string, format: decimal }', body: 'abc' })).toEqual([])
})
