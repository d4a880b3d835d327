import { expect, it } from 'vitest'
import { draftsOf, offencesOf } from '../../testing/check-tester.ts'
import check from './content-type-conformance.ts'

const schema = '{ type: object, required: [id] }'
const sent = (type: string) => ({ 'content-type': type })

it.each([['application/json; charset=utf-8'], ['Application/JSON'], ['application/problem+json']])(
  'accepts %s for application/json, and checks the body',
  (type) => {
    expect(offencesOf({ schema, headers: sent(type), body: {} })).toEqual(['required-conformance /id'])
  },
)

it('reports another type, and still checks a body that is JSON', () => {
  const offences = offencesOf({ schema, headers: sent('text/plain'), body: {} })
  expect(offences).toEqual(['content-type-conformance', 'required-conformance /id'])
  expect(draftsOf(check, { schema, headers: sent('text/plain'), raw: 'hello' })).toMatchObject([
    { key: 'text/plain', message: 'is sent as text/plain; documented: application/json' },
  ])
})

it('reports a body without a type', () => {
  expect(draftsOf(check, { schema, headers: {}, body: { id: 1 } })).toMatchObject([{ key: 'none' }])
})

it('matches ranges and written parameters', () => {
  const content = (type: string) => `{ 200: { description: ok, content: { "${type}": {} } } }`
  expect(offencesOf({ responses: content('text/*'), headers: sent('text/csv'), raw: 'a' })).toEqual([])
  expect(offencesOf({ responses: content('*/*'), headers: sent('image/png'), raw: 'a' })).toEqual([])
  expect(
    offencesOf({ responses: content('text/csv; header=present'), headers: sent('text/csv; header=absent'), raw: 'a' }),
  ).toEqual(['content-type-conformance'])
})
