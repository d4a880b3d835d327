import fc from 'fast-check'
import { expect, it } from 'vitest'
import { latestDurations, planShards } from './plan.ts'

const names = ['a', 'b', 'c', 'd', 'e']

it('deals the longest first, each to the shard with the least so far', () => {
  const plan = planShards(names, { a: 50, b: 40, c: 30, d: 20, e: 10 }, 2)
  expect(plan.map(({ files, milliseconds }) => `${files.join('')} ${milliseconds}`)).toEqual(['ade 80', 'bc 70'])
})

it('deals out equally where nothing was measured, and takes the mean for one that was not', () => {
  expect(planShards(names, {}, 2).map(({ files }) => files)).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
  ])
  expect(planShards(names, { a: 100, b: 10, c: 10 }, 2).map(({ files }) => files.join(''))).toEqual(['a', 'bcde'])
})

it('gives every file to one shard, none of which is empty, and no shard lasts twice as long as it must', () => {
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
      // Against a lower bound of the best: one longest file, or all shards equally long.
      expect(Math.max(0, ...plan.map(({ milliseconds }) => milliseconds))).toBeLessThanOrEqual(2 * least + 1)
    }),
  )
})

it('takes what a file took the last time', () => {
  const run = { v: 3, kind: 'run' } as never
  const runs = [{ a: 1, b: 2 }, { b: 3 }, undefined].map((suites) => Object.assign({}, run, { suites }))
  expect(latestDurations(runs)).toEqual({ a: 1, b: 3 })
})
