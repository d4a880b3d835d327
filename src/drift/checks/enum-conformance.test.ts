import { expect, it } from 'vitest'
import { draftsOf, offencesOf } from '../../testing/check-tester.ts'
import check from './enum-conformance.ts'

const schema = '{ type: object, properties: { status: { type: string, enum: [OPEN, CLOSED] } } }'

it('names the new value: it tells two offences of a place apart', () => {
  const [draft] = draftsOf(check, { schema, body: { status: 'POSTPONED' } })
  expect(draft).toMatchObject({ key: 'POSTPONED', message: 'is "POSTPONED", which is not among OPEN, CLOSED' })
  expect(draft?.patch).toEqual([{ op: 'add', path: expect.stringMatching(/status\/enum\/-$/), value: 'POSTPONED' }])
})

it('covers const, and finds nothing in a documented value', () => {
  expect(offencesOf({ schema, body: { status: 'OPEN' } })).toEqual([])
  expect(offencesOf({ version: '3.1.0', schema: '{ const: 1 }', body: 2 })).toEqual(['enum-conformance'])
})
