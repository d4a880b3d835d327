import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTimeReader } from './parse-time.ts'

it('parses times like Date.parse, whatever was parsed before', () => {
  const time = createTimeReader()
  const texts = [
    ...['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:59.999Z', '2026-11-21T08:00:60.000Z', '2026-11-21T08:00:0a.000Z'],
    ...['2026-11-21T08:00:-1.000Z', '2026-11-21T08:00:01.00 Z', '2026-11-21T08:00:01,000Z', '2026-11-21T08:00:01.000z'],
    ...['2026-11-21T08:00:01.000+01:00', '2026-11-21T08:00:01Z', '2026-11-21', '', 'a', '2026-13-41T08:00:01.000Z'],
    ...['2026-11-21T24:00:00.000Z', '2026-11-21T24:00:01.000Z', '1969-12-31T23:59:59.001Z', '1969-12-31T23:59:01.500Z'],
  ]
  for (const text of [...texts, ...texts.toReversed()]) expect([text, time(text)]).toEqual([text, Date.parse(text)])
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), fc.nat(59_999), (date, after) => {
      const later = new Date(date.getTime() + after)
      if (Number.isNaN(later.getTime())) return
      expect([time(date.toISOString()), time(later.toISOString())]).toEqual([date.getTime(), later.getTime()])
    }),
  )
})
