import { expect, it } from 'vitest'
import { draftsOf, inspectionOf, violationsOf } from '../../testing/check-tester.ts'
import check from './enum-conformance.ts'

const schema = '{ type: object, properties: { status: { type: string, enum: [OPEN, CLOSED] } } }'

it('uses the new value to distinguish violations at one location', () => {
  const [draft] = draftsOf(check, { schema, body: { status: 'POSTPONED' } })
  expect(draft).toMatchObject({ key: 'POSTPONED', message: 'is "POSTPONED", which is not among "OPEN", "CLOSED"' })
  expect(draft?.patch).toEqual([{ op: 'add', path: expect.stringMatching(/status\/enum\/-$/), value: 'POSTPONED' }])
})

it('covers const and accepts documented values', () => {
  expect(violationsOf({ schema, body: { status: 'OPEN' } })).toEqual([])
  expect(violationsOf({ version: '3.1.0', schema: '{ const: 1 }', body: 2 })).toEqual(['enum-conformance'])
})

it.each([
  '{ type: string, x-extensible-enum: [a, b] }',
  '{ type: string, enum: [a, b], x-ms-enum: { name: X, modelAsString: true } }',
])('reports a value outside an extensible enum as info: %s', (schema) => {
  const { findings } = inspectionOf({ schema, body: 'c' })
  expect(findings).toMatchObject([
    {
      ...{ ruleId: 'enum-conformance', severity: 'info', verdict: 'compatible' },
      message: 'is "c", which is not among "a", "b"; the contract states that others may be returned',
      patch: [{ op: 'add', path: expect.stringMatching(/enum\/-$/), value: 'c' }],
    },
  ])
  expect(findings[0]).not.toHaveProperty('assumed')
  expect(inspectionOf({ schema, body: 'b' }).findings).toEqual([])
  expect(inspectionOf({ schema, body: null }).findings).toMatchObject([{ ruleId: 'null-conformance' }])
})
