import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { contractFinding } from '../../testing/sample-report.ts'
import { locationOf } from '../labels.ts'
import { proofWords } from './deciding.ts'

const filler = 'x'.repeat(100)
const words = (body: Json, pointer = '/properties/seats') => {
  const witness = { operation: 'GET /a', part: '200', body, proven: true }
  return proofWords(contractFinding({ witness, site: { component: '#/components/schemas/A', pointer } }), witness, 40)
}

it.each<[Json, string]>([
  [{ seats: 'read' }, '200 {"seats":"read"}'],
  [{ filler, at: [{ seats: 'read' }] }, '200 … "seats":"read" …'],
  [{ filler }, '200 … without "seats"'],
])('shows the part of a long body that decides: %j', (body, shown) => {
  expect(words(body)).toBe(shown)
})

it.each([
  ['#/components/parameters/check-run-id', '/schema', 'parameter check-run-id'],
  ['#/components/responses/Gone', '/content/application~1json/schema/properties/a', 'response Gone.a'],
  ['#/components/schemas/schema', '/properties/schema/anyOf', 'schema.schema'],
])('names %s%s by what it is', (component, pointer, name) => {
  expect(locationOf({ component, pointer })).toBe(name)
})
