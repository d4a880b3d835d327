import { expect, it } from 'vitest'
import { draftsOf, inspectionOf, violationsOf } from '../../testing/check-tester.ts'
import check from './undocumented-property.ts'

const schema = '{ type: object, properties: { id: { type: string } } }'

it('warns of a property that no schema names, and proposes one', () => {
  const { findings } = inspectionOf({ schema, body: { id: 'a', extra: 'secret words' } })
  expect(findings).toMatchObject([{ ruleId: 'undocumented-property', severity: 'warning', verdict: 'risky' }])
  const [draft] = draftsOf(check, { schema, body: { id: 'a', 'ex/tra': [{ a: 1 }] } })
  expect(draft?.patch).toEqual([
    {
      op: 'add',
      path: expect.stringMatching(/properties\/ex~1tra$/),
      value: { type: 'array', items: { type: 'object', properties: { a: { type: 'number' } } } },
    },
  ])
  expect(JSON.stringify(draft?.patch)).not.toContain('secret words')
})

it('leaves a property to bounds-conformance where the contract refuses it', () => {
  const closed = '{ type: object, additionalProperties: false, properties: { id: {} } }'
  expect(violationsOf({ schema: closed, body: { extra: 1 } })).toEqual(['bounds-conformance /extra'])
})
