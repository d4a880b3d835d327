import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { deadlineSignal } from './deadline.ts'

it('aborts when the time is over', async () => {
  const signal = deadlineSignal(1)
  // The signal alone keeps no process alive.
  const alive = setInterval(() => {}, 1_000)
  await once(signal, 'abort')
  clearInterval(alive)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

it('does not count the time in which the process was held up', async () => {
  const signal = deadlineSignal(10)
  const until = performance.now() + 300
  while (performance.now() < until);
  // One turn of the loop: the timer is long due, and what arrived meanwhile comes after it.
  await sleep(0)
  expect(signal.aborted).toBe(false)
  const alive = setInterval(() => {}, 1_000)
  await once(signal, 'abort')
  clearInterval(alive)
})
