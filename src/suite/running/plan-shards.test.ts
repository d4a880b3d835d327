import fc from 'fast-check'
import { expect, it } from 'vitest'
import { latestDurations, planShards } from './plan-shards.ts'

const names = ['a', 'b', 'c', 'd', 'e']

it('assigns the longest file first, to the shard with the least total', () => {
  const plan = planShards(names, { a: 50, b: 40, c: 30, d: 20, e: 10 }, 2)
  expect(plan.map(({ files, milliseconds }) => `${files.join('')} ${milliseconds}`)).toEqual(['ade 80', 'bc 70'])
})

it('distributes equally without measurements, and uses the mean for unmeasured files', () => {
  expect(planShards(names, {}, 2).map(({ files }) => files)).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
  ])
  expect(planShards(names, { a: 100, b: 10, c: 10 }, 2).map(({ files }) => files.join(''))).toEqual(['a', 'bcde'])
})

it('assigns each file to one of the non-empty shards, and no shard takes more than twice the minimum', () => {
  const durations = fc.dictionary(fc.constantFrom(...names, 'f', 'g', '__proto__'), fc.integer({ min: 1, max: 1000 }))
  fc.assert(
    fc.property(durations, fc.integer({ min: 1, max: 9 }), (times, count) => {
      const files = Object.keys(times)
      const plan = planShards(files, times, count)
      expect(plan.flatMap((shard) => shard.files).sort()).toEqual(files.sort())
      expect(plan).toHaveLength(Math.min(count, files.length))
      expect(plan.every((shard) => shard.files.length > 0)).toBe(true)
      const total = Object.values(times).reduce((sum, each) => sum + each, 0)
      const least = Math.max(total / count, ...Object.values(times), 0)
      // Compared with a lower bound of the optimum: the longest file, or equally long shards.
      expect(Math.max(0, ...plan.map(({ milliseconds }) => milliseconds))).toBeLessThanOrEqual(2 * least + 1)
    }),
  )
})

it('uses the latest duration of a file', () => {
  const run = { v: 3, kind: 'run' } as never
  const runs = [{ a: 1, b: 2 }, { b: 3 }, undefined].map((suites) => Object.assign({}, run, { suites }))
  expect(latestDurations(runs)).toEqual({ a: 1, b: 3 })
})

it('shards are ordered by time, independent of file order, and include their durations', () => {
  const plan = (files: readonly string[], times: Readonly<Record<string, number>>) =>
    planShards(files, times, 2).map(({ files: own, milliseconds }) => `${own.join('')} ${milliseconds}`)
  expect(plan(['e', 'a', 'd', 'b', 'c'], { a: 10, b: 20, c: 30, d: 40, e: 50 })).toEqual(['abe 80', 'cd 70'])
  expect(plan(['b', 'a', 'd', 'c'], {})).toEqual(['ac 0', 'bd 0'])
  expect(plan(['c', 'b', 'a'], { a: 10, b: 20 })).toEqual(['b 20', 'ac 25'])
  expect(planShards([], {}, 3)).toEqual([])
})
