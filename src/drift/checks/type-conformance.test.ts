import { expect, it } from 'vitest'
import { draftsOf, violationsOf } from '../../testing/check-tester.ts'
import check from './type-conformance.ts'

it('names the actual and the documented type', () => {
  const [draft] = draftsOf(check, {
    schema: '{ type: object, properties: { n: { type: integer } } }',
    body: { n: 1.5 },
  })
  expect(draft).toMatchObject({ message: 'is of type number, not integer', key: 'number', location: '/n' })
  expect(draft?.patch).toMatchObject([{ op: 'replace', value: 'number' }])
})

it('reports no other violation for a value of the wrong type', () => {
  const schema = '{ type: string, format: date, minLength: 3, pattern: a, enum: [a] }'
  expect(violationsOf({ schema, body: 5 })).toEqual(['type-conformance'])
})

it('reports a value where the schema is false', () => {
  expect(violationsOf({ version: '3.1.0', schema: '{ properties: { a: false } }', body: { a: 1 } })).toEqual([
    'type-conformance /a',
  ])
})
