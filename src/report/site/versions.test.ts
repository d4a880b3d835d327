import { expect, test } from 'vitest'
import { inOrder } from './versions.ts'

const step = (from: string, to: string, since?: string) => ({ key: `${from} ${to}`, ...(since && { since }) })
const names = (steps: Parameters<typeof inOrder>[0]) => inOrder(steps).map(({ key }) => key)

test.each([
  {
    what: 'undated steps keep the order of the changelog',
    steps: [step('f', 'e'), step('e', 'd'), step('d', 'c')],
    order: ['f e', 'e d', 'd c'],
  },
  {
    what: 'a dated step in the middle of a changelog stays there',
    steps: [step('b5', 'b6', '2026-11-20'), step('b4', 'b5'), step('b6', 'b7'), step('b7', 'b8')],
    order: ['b4 b5', 'b5 b6', 'b6 b7', 'b7 b8'],
  },
  {
    what: 'dates decide where the contract went back',
    steps: [step('b', 'a', '2026-11-21'), step('a', 'b', '2026-11-20')],
    order: ['a b', 'b a'],
  },
  {
    what: 'the given order decides where it went back without dates',
    steps: [step('a', 'b'), step('b', 'a'), step('a', 'c')],
    order: ['a b', 'b a', 'a c'],
  },
])('$what', ({ steps, order }) => {
  expect(names(steps)).toEqual(order)
})
