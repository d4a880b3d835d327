import { expect, it } from 'vitest'
import { draftsOf, inspectionOf } from '../../testing/check-tester.ts'
import check from './response-headers-conformance.ts'

const responses = `{ 200: { description: ok, headers: {
  X-Total: { required: true, schema: { type: integer, minimum: 0 } },
  X-Tags: { schema: { type: array, items: { type: string, enum: [a, b] } } },
  X-Flag: { schema: { type: boolean } },
  Content-Type: { required: true, schema: { type: string, enum: [never] } } } } }`

it('parses a header as its documented type', () => {
  const headers = { 'x-total': '12', 'x-tags': 'a, b', 'x-flag': 'true' }
  expect(draftsOf(check, { responses, headers })).toEqual([])
})

it('reports a missing required header and an invalid value', () => {
  expect(draftsOf(check, { responses, headers: {} })).toMatchObject([{ key: 'missing', part: '200 header X-Total' }])
  const headers = { 'x-total': 'many', 'x-tags': 'a,c', 'x-flag': 'yes' }
  expect(inspectionOf({ responses, headers }).findings.map(({ site, message }) => `${site.part}: ${message}`)).toEqual([
    '200 header X-Flag: header X-Flag does not conform: type "boolean"',
    '200 header X-Tags: header X-Tags/* does not conform: enum ["a","b"]',
    '200 header X-Total: header X-Total does not conform: type "integer"',
  ])
})

it('redacts the value of a secret header', () => {
  const cookie = '{ 200: { description: ok, headers: { Set-Cookie: { schema: { type: string, maxLength: 3 } } } } }'
  const { findings } = inspectionOf({ responses: cookie, headers: { 'set-cookie': 'sid=abcdef' } })
  expect(findings).toMatchObject([{ evidence: { observed: '[redacted]' } }])
  expect(JSON.stringify(findings)).not.toContain('abcdef')
})
