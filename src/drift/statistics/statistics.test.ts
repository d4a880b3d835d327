import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../model/json.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import { inFull } from '../../testing/runs.ts'
import { countDistinct, createSketch, sketchSize, unite } from './entities.ts'
import { mergeStatistics } from './statistics.ts'

const sketchOf = (entity: JsonObject): string => {
  const sketch = createSketch()
  sketch.add(entity)
  return sketch.text()
}
const names = fc.constantFrom('a', 'b', '__proto__', 'constructor')
const counts = fc.dictionary(names, fc.nat(5))
const sketches = fc
  .array(fc.nat(300), { maxLength: 200 })
  .map((hashes) => hashes.map((hash) => hash.toString(16).padStart(8, '0')).join(''))
  .map((hashes) => unite(hashes, ''))
const location = fc.record({ seen: fc.nat(9), nulls: fc.nat(3), values: counts })
const body = fc.record({ entities: fc.dictionary(names, sketches), locations: fc.dictionary(names, location) })
const operation = fc.record({
  calls: fc.nat(9),
  parameters: counts,
  responses: counts,
  headers: counts,
  contentTypes: counts,
  bodies: fc.dictionary(names, body),
})
const statistics: fc.Arbitrary<Statistics> = fc.record({
  runs: fc.nat(3),
  operations: fc.dictionary(names, operation, { noNullPrototype: true }),
})

it('merges runs in any order and grouping to the same bytes', () => {
  fc.assert(
    fc.property(statistics, statistics, statistics, (a, b, c) => {
      const whole = JSON.stringify(mergeStatistics([a, b, c]))
      expect(JSON.stringify(mergeStatistics([c, b, a]))).toBe(whole)
      expect(JSON.stringify(mergeStatistics([a, mergeStatistics([b, c])]))).toBe(whole)
      expect(JSON.stringify(mergeStatistics([mergeStatistics([a, b]), c]))).toBe(whole)
    }),
    { numRuns: inFull(30, 10) },
  )
})

it('adds counts', () => {
  const one: Statistics = {
    runs: 1,
    operations: {
      'GET /a': {
        calls: 2,
        parameters: { 'query q': 1 },
        responses: { 200: 2 },
        headers: {},
        contentTypes: {},
        bodies: { '200 j': { entities: { '': sketchOf({ id: 1 }) }, locations: { '': { seen: 2, nulls: 1 } } } },
      },
    },
  }
  const merged = mergeStatistics([one, one]).operations['GET /a']
  expect(merged).toMatchObject({
    calls: 4,
    parameters: { 'query q': 2 },
    bodies: { '200 j': { locations: { '': { seen: 4, nulls: 2 } } } },
  })
  expect(countDistinct(merged?.bodies['200 j']?.entities[''] ?? '')).toBe(1)
})

it('counts few distinct entities exactly and estimates many in bounded memory', () => {
  const of = (n: number) => Array.from({ length: n }, (_, id) => sketchOf({ id })).reduce(unite, '')
  expect(countDistinct(of(0))).toBe(0)
  expect(countDistinct(of(100))).toBe(100)
  const many = of(5000)
  expect(many).toHaveLength(8 * sketchSize)
  // The standard error of a sketch of k hashes is about 1/√k: 9 %.
  expect(Math.abs(countDistinct(many) - 5000) / 5000).toBeLessThan(0.3)
})

it('identifies an entity by its id or its content without timestamps', () => {
  expect(sketchOf({ id: 7, seen: 1 })).toBe(sketchOf({ id: 7, seen: 2 }))
  expect(sketchOf({ id: 7 })).not.toBe(sketchOf({ id: 8 }))
  expect(sketchOf({ amount: 1, at: '2026-01-01T00:00:00Z' })).toBe(sketchOf({ amount: 1, at: '2026-01-02T00:00:00Z' }))
  expect(sketchOf({ amount: 1 })).not.toBe(sketchOf({ amount: 2 }))
})
