import { expect, it } from 'vitest'
import type { Exchange, Violation } from '../../model/observation.ts'
import { assertions } from '../../schema/compiling/engine.ts'
import { exchangeOf } from '../../testing/check-tester.ts'
import { checks } from '../checks/index.ts'

/** All keywords of violations: ajv's assertions and those that `schema/validation/explain.ts` adds. */
const keywords = [
  ...assertions,
  ...['nullable', 'false', 'writeOnly', 'discriminator', 'oneOf', 'not', 'contains', 'maxContains'],
  ...['items', 'additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'],
]

const violating = (keyword: string): Exchange => {
  const location = { instancePointer: '/a', location: '/a', schemaPointer: '/b' }
  const violation: Violation = { ...location, keyword, observed: 1, expected: 2, property: 'p', assumed: false }
  return { ...exchangeOf({ body: 1 }), violations: [violation] }
}

it.each(keywords)('%s is reported by exactly one check', (keyword) => {
  const reporting = checks.filter((check) => [check.judge(violating(keyword)) ?? []].flat().length > 0)
  expect(reporting.map(({ id }) => id)).toHaveLength(1)
})

it('finds nothing in a response that conforms to the contract', () => {
  const kept = exchangeOf({ schema: '{ type: object, properties: { id: { type: integer } } }', body: { id: 1 } })
  expect(checks.filter((check) => [check.judge(kept) ?? []].flat().length > 0)).toEqual([])
})

it('explains every check in complete sentences', () => {
  for (const { title, why, fix } of checks) {
    expect(title).toMatch(/^\S.{10,}[^.]$/)
    expect([why, fix].filter((text) => !/^\S.{20,}\.$/.test(text))).toEqual([])
  }
})
