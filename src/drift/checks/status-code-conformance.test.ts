import { expect, it } from 'vitest'
import { draftsOf, violationsOf } from '../../testing/check-tester.ts'
import check from './status-code-conformance.ts'

const responses = '{ 200: { description: ok }, 4xx: { description: refused } }'

it('accepts an exact status, a range in any case, and default', () => {
  expect(violationsOf({ responses, status: 200, headers: {} })).toEqual([])
  expect(violationsOf({ responses, status: 404, headers: {} })).toEqual([])
  expect(violationsOf({ responses: '{ default: { description: any } }', status: 201, headers: {} })).toEqual([])
})

it.each([
  ["200: { $ref: 'https://elsewhere.example/responses.yaml#/Ok' }", []],
  ["2xx: { $ref: '#/components/responses/Nowhere' }", []],
  ["default: { $ref: '#/components/responses/Nowhere' }", []],
  ["404: { $ref: '#/components/responses/Nowhere' }", [{ key: 200 }]],
])('treats an unresolved response as documented: %s', (written, expected) => {
  expect(draftsOf(check, { responses: `{ ${written} }`, status: 200, headers: {} })).toMatchObject(expected)
})

it('reports other statuses and proposes to document them', () => {
  const [draft] = draftsOf(check, { responses, status: 202, headers: {} })
  expect(draft).toMatchObject({ key: 202, message: 'status 202 is not documented; documented: 200, 4XX' })
  expect(draft?.patch).toMatchObject([{ op: 'add', path: '/paths/~1things/get/responses/202' }])
})

it('is assumed if the documented success status is', () => {
  const assumed = '{ 200: { description: ok, x-assumed: true }, 400: { description: no } }'
  expect(draftsOf(check, { responses: assumed, status: 201, headers: {} })).toMatchObject([{ assumed: true }])
  expect(draftsOf(check, { responses: assumed, status: 404, headers: {} })).toMatchObject([{ assumed: false }])
})

it.each([
  [201, '; documented: 200'],
  [399, '; documented: 200'],
  [400, ''],
  [500, ''],
])('reports %i once for all operations', (status, list) => {
  const message = `status ${status} is not documented${list}`
  const input = { responses: '{ 200: { description: ok } }', status, headers: {} }
  expect(draftsOf(check, input)).toMatchObject([{ owner: 'status', message }])
})
