import { expect, it } from 'vitest'
import { draftsOf, violationsOf } from '../../testing/check-tester.ts'
import check from './null-conformance.ts'

const schema =
  '{ type: array, items: { type: object, properties: { balance: { type: number, format: double, enum: [1] } } } }'

it('reports one violation for null, whatever other keywords the schema has', () => {
  expect(violationsOf({ schema, body: [{ balance: 1 }, { balance: null }] })).toEqual(['null-conformance /*/balance'])
})

it('proposes to make the location nullable in the syntax of the OpenAPI version', () => {
  const [draft] = draftsOf(check, { schema, body: [{ balance: null }] })
  expect(draft).toMatchObject({
    message: 'is null, which the contract does not allow',
    key: 'null',
    location: '/*/balance',
  })
  expect(draft?.patch?.[0]).toMatchObject({ op: 'add', path: expect.stringMatching(/balance\/nullable$/), value: true })
  const [modern] = draftsOf(check, { version: '3.1.0', schema: '{ type: string }', body: null })
  expect(modern?.patch?.[0]).toMatchObject({ op: 'replace', value: ['string', 'null'] })
})

it('accepts null if it is allowed', () => {
  expect(violationsOf({ schema: '{ type: string, nullable: true }', body: null })).toEqual([])
})
