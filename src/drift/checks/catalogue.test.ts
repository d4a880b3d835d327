import { expect, it } from 'vitest'
import { exchangeOf } from '../../testing/check-tester.ts'
import { checks } from './index.ts'

it.each(checks.filter(({ reads }) => reads !== undefined))('$id finds nothing if its input is empty', (check) => {
  const { reads = 'violations' } = check
  for (const status of [200, 404, 500]) {
    const exchange = exchangeOf({
      schema: '{ type: object, properties: { a: { type: string } } }',
      status,
      body: { a: 1, b: 2 },
    })
    expect([check.judge({ ...exchange, [reads]: [] }) ?? []].flat()).toEqual([])
  }
})

it.each(checks.filter(({ generated }) => generated !== undefined))(
  '$id finds nothing for requests that were not generated',
  (check) => {
    for (const status of [200, 404, 500])
      expect([check.judge(exchangeOf({ status, body: {} })) ?? []].flat()).toEqual([])
  },
)
