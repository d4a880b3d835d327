import { expect, it } from 'vitest'
import { inspectionOf, offencesOf } from '../../testing/check-tester.ts'

it('warns of a value without its format, and says which', () => {
  const schema = '{ type: object, properties: { at: { type: string, format: date-time } } }'
  const { findings } = inspectionOf({ schema, body: { at: '2026-01-01 00:00:00Z' } })
  expect(findings).toMatchObject([
    {
      ruleId: 'format-conformance',
      severity: 'warning',
      message: expect.stringMatching(/^is not a valid date-time \(RFC 3339/),
      patch: [{ op: 'remove', path: expect.stringMatching(/at\/format$/) }],
    },
  ])
})

it('takes a format it does not know for an annotation', () => {
  expect(offencesOf({ schema: '{ type: string, format: decimal }', body: 'abc' })).toEqual([])
})
