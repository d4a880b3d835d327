import { expect, it } from 'vitest'
import { draftsOf, inspectionOf, violationsOf } from '../../testing/check-tester.ts'
import check from './undocumented-property.ts'

const schema = '{ type: object, properties: { id: { type: string } } }'

it('warns of an undocumented property and proposes a schema', () => {
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

it('leaves forbidden properties to bounds-conformance', () => {
  const closed = '{ type: object, additionalProperties: false, properties: { id: {} } }'
  expect(violationsOf({ schema: closed, body: { extra: 1 } })).toEqual(['bounds-conformance /extra'])
})

const labels = (count: number, value: (at: number) => string) =>
  `{ ${Array.from({ length: count }, (_, at) => `"column_${at}": ${value(at)}`).join(', ')} }`
const labelled =
  '{ type: object, properties: { label_columns: { type: object, properties: { column_name: { type: string } } } } }'

it.each<[string, string, number]>([
  ['reports an object of eight undocumented strings as a map (Superset, label_columns)', labels(8, () => '"x"'), 1],
  ['reports fewer members separately', labels(7, () => '"x"'), 7],
  ['reports members of several types separately', labels(8, (at) => (at === 0 ? '1' : '"x"')), 8],
  [
    'reports undocumented members next to a documented one separately',
    labels(8, () => '"x"').replace('column_0', 'column_name'),
    7,
  ],
])('%s', (_, members, count) => {
  const { findings } = inspectionOf({ schema: labelled, body: JSON.parse(`{ "label_columns": ${members} }`) })
  expect(findings).toHaveLength(count)
  if (count === 1)
    expect(findings[0]).toMatchObject({
      message: 'is used as a map: none of its members is documented (each seen as string)',
      site: { pointer: '/label_columns' },
    })
})
