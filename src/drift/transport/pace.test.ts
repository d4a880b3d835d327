import { expect, test } from 'vitest'
import type { RateLimit } from './connection.ts'
import { createGate, createPace } from './pace.ts'

/** Returns the times of the turns in milliseconds for requests at given times. */
async function turns(limits: readonly RateLimit[], requests: readonly (readonly [at: number, operation?: string])[]) {
  let time = 0
  const pace = createPace(limits, { now: () => time, sleep: async () => {} })
  const times: number[] = []
  for (const [at, operation = ''] of requests) {
    time = at
    times.push(at + (await pace.turn(operation)))
  }
  return times
}

test('no request waits without a limit', async () => {
  expect(await turns([], [[0], [0], [0]])).toEqual([0, 0, 0])
})

test('spaces turns evenly even if all are requested at once', async () => {
  expect(await turns([{ perSecond: 4 }], [[0], [0], [0], [0]])).toEqual([0, 250, 500, 750])
})

test('idle time accumulates only up to the burst', async () => {
  const limit = { perSecond: 10, burst: 3 }
  expect(await turns([limit], [[0], [0], [0], [0], [5_000], [5_000], [5_000], [5_000]])).toEqual([
    0, 0, 0, 100, 5_000, 5_000, 5_000, 5_100,
  ])
})

test('applies a limit for selected operations in addition to the general limit', async () => {
  const limits = [{ perSecond: 10 }, { perSecond: 1, operations: 'GET /reports/**' }]
  const requests = [
    [0, 'GET /reports/a'],
    [0, 'GET /reports/b'],
    [0, 'GET /loans'],
    [2_000, 'GET /loans'],
  ] as const
  expect(await turns(limits, requests)).toEqual([0, 1_000, 1_100, 2_000])
})

test('a pause delays all later turns', async () => {
  let time = 0
  const pace = createPace([], { now: () => time, sleep: async () => {} })
  pace.pause(2_000)
  pace.pause(1_000)
  expect(await pace.turn('')).toBe(2_000)
  time = 1_500
  expect(await pace.turn('')).toBe(500)
  time = 2_500
  expect(await pace.turn('')).toBe(0)
})

test('a gate limits concurrency and keeps the order', async () => {
  const gate = createGate(2)
  const begun: number[] = []
  const finish: (() => void)[] = []
  const tasks = [0, 1, 2, 3].map((number) =>
    gate(() => {
      begun.push(number)
      return new Promise<void>((resolve) => finish.push(resolve))
    }),
  )
  expect(begun).toEqual([0, 1])
  finish[1]?.()
  await tasks[1]
  expect(begun).toEqual([0, 1, 2])
  finish[0]?.()
  await tasks[0]
  expect(begun).toEqual([0, 1, 2, 3])
  for (const end of finish) end()
  await Promise.all(tasks)
})

test('a failed task frees its slot', async () => {
  const gate = createGate(1)
  await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await Promise.all([gate(async () => 1), gate(async () => 2)])).toEqual([1, 2])
})
