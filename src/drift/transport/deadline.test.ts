import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { deadlineSignal } from './deadline.ts'

it('aborts when the time is over', async () => {
  const signal = deadlineSignal(1)
  // The signal's timer doesn't keep the process alive.
  const alive = setInterval(() => {}, 1_000)
  await once(signal, 'abort')
  clearInterval(alive)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

it('excludes time in which the event loop was blocked', async () => {
  const signal = deadlineSignal(10)
  const until = performance.now() + 300
  while (performance.now() < until);
  // Runs one turn of the event loop with the timer long due.
  await sleep(0)
  expect(signal.aborted).toBe(false)
  const alive = setInterval(() => {}, 1_000)
  await once(signal, 'abort')
  clearInterval(alive)
})
