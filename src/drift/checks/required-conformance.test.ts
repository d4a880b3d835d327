import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { draftsOf, violationsOf } from '../../testing/check-tester.ts'
import check from './required-conformance.ts'

const schema =
  '{ type: array, items: { type: object, required: [id, initialBorrow], properties: { id: {}, initialBorrow: {} } } }'

it('reports each missing property once, at its own location', () => {
  const body: Json = [{ id: 1 }, { id: 2 }, {}]
  expect(violationsOf({ schema, body })).toEqual([
    'required-conformance /*/id',
    'required-conformance /*/initialBorrow',
  ])
})

it('proposes to remove the name from required', () => {
  const [draft] = draftsOf(check, { schema, body: [{ id: 1 }] })
  expect(draft).toMatchObject({
    key: 'initialBorrow',
    message: 'is required and missing',
    instancePointer: '/0',
    observed: ['id'],
  })
  expect(draft?.patch).toEqual([{ op: 'remove', path: expect.stringMatching(/required\/1$/) }])
})

it('ignores inherited names', () => {
  const closed = '{ type: object, required: [toString, constructor, __proto__] }'
  expect(violationsOf({ schema: closed, body: {} })).toHaveLength(3)
})
