import { expect, it } from 'vitest'
import { sunsetDay } from './lifecycle.ts'

it.each([
  ['2030-01-31', '2030-01-31'],
  ['2030-01-31T23:30:00-02:00', '2030-02-01'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06'],
  ['Sun Nov  6 08:49:37 1994 GMT', '1994-11-06'],
])('reads %s as %s', (text, day) => {
  expect(sunsetDay(text)).toBe(day)
})

it.each(['soon', '2030-13-01', '2030-02-31', 'Q3 2030', 'foo 1', '31.12.2030', ''])('cannot read "%s"', (text) => {
  expect(sunsetDay(text)).toBeUndefined()
})
