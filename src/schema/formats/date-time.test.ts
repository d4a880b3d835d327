import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inFull } from '../../testing/runs.ts'
import { isPlainDateTime } from './date-time.ts'

const full = (text: string): boolean => {
  const format = fullFormats['date-time']
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : undefined
  if (typeof validate !== 'function') throw new Error('ajv-formats has another form')
  return Boolean(validate(text as never))
}

/** Mostly two digits up to just above the limit; otherwise hardly any string would be a valid date-time. */
const two = (limit: number) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.integer({ min: 0, max: limit + 2 }).map((number) => String(number).padStart(2, '0')) },
    { weight: 1, arbitrary: fc.constantFrom('1', 'x1', '/0', '0:', '٣٣') },
  )
const moment = fc
  .tuple(
    ...([two(99), two(99), two(12), two(31), two(23), two(59), two(59)] as const),
    fc.constantFrom('', '.1', '.123', '.', '.x', '.12x'),
    fc.constantFrom('Z', 'z', '+01:00', '', ' '),
  )
  .map(
    ([century, year, month, day, hour, minute, second, fraction, zone]) =>
      `${century}${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`,
  )

it('accepts only strings that the full test accepts', () => {
  let plain = 0
  fc.assert(
    fc.property(moment, (text) => {
      if (!isPlainDateTime(text)) return
      plain++
      expect([text, full(text)]).toEqual([text, true])
    }),
    { numRuns: inFull(20_000, 4000), seed: 16 },
  )
  expect(plain).toBeGreaterThan(inFull(500, 100))
})

it('accepts the usual spelling', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
      const text = date.toISOString()
      expect(isPlainDateTime(text)).toBe(!text.includes('-02-29T'))
    }),
    { seed: 16 },
  )
  expect(isPlainDateTime('2026-11-22T08:00:00Z')).toBe(true)
})

it.each([
  '2026-02-30T08:00:00Z',
  '2026-04-31T08:00:00Z',
  '2026-13-01T08:00:00Z',
  '2026-00-01T08:00:00Z',
  '2026-01-00T08:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T08:60:00Z',
  '2026-01-01T08:00:60Z',
  '2026-01-01T08:00:00.Z',
  '2026-01-01 08:00:00Z',
  '2026-01-01T08:00:00',
  '2026-01-01T08:00Z',
  '',
])('%s needs the full test', (text) => {
  expect(isPlainDateTime(text)).toBe(false)
})
