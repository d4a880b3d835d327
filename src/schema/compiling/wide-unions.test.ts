import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Generated } from './generated.ts'
import { casesFor } from './wide-unions.ts'

const cases = Array.from(
  { length: 20 },
  (_, index): Generated => ({
    if: { properties: { kind: { enum: [`k${index}`] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { title: `case ${index}` },
  }),
)
const closing: Generated = { properties: { kind: { enum: ['k1'] } } }
const casesOf = casesFor([...cases, closing])

test.each<[string, Json, number]>([
  ['a tag that one case names', { kind: 'k3' }, 2],
  ['a tag that none names', { kind: 'other' }, 1],
  ['no tag, which meets every condition', {}, 21],
  ['no object, which meets every condition', 'text', 21],
])('%s', (_, value, count) => {
  expect(casesOf(value)).toHaveLength(count)
})
