import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairwise } from './pairwise.ts'

it('covers every pair of choices from different lists', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 6 }), (counts) => {
      const rows = pairwise(counts)
      for (const [one, choices] of counts.entries()) {
        for (const [other, facing] of counts.entries()) {
          if (one === other) continue
          const met = new Set(rows.map((row) => `${row[one]} ${row[other]}`))
          expect(met.size).toBe(choices * facing)
        }
      }
    }),
    { seed: 20_261_122 },
  )
})

it('needs few rows, the first with all first choices', () => {
  expect(pairwise([2, 2])).toHaveLength(4)
  const rows = pairwise([3, 3, 3, 3, 3, 3])
  expect(rows[0]).toEqual([0, 0, 0, 0, 0, 0])
  expect(rows.length).toBeLessThan(20)
})

it('returns no rows for fewer than two lists', () => {
  expect(pairwise([])).toEqual([])
  expect(pairwise([3])).toEqual([])
})
