import { expect, test } from 'vitest'
import { inspectionOf } from '../../testing/check-tester.ts'

const components = `{ schemas: { Node: { oneOf: [
  { type: object, required: [next], properties: { next: { $ref: "#/components/schemas/Node" } } },
  { type: object, required: [next], properties: { next: { $ref: "#/components/schemas/Node" }, more: { type: string } } },
  { type: integer } ] } } }`

test('stops checking a self-referencing union and reports the unchecked rest', () => {
  const raw = `${'{"next":'.repeat(60)}"x"${'}'.repeat(60)}`
  const { notChecked } = inspectionOf({ schema: '{ $ref: "#/components/schemas/Node" }', components, raw })
  expect(notChecked).toMatchObject([
    { what: 'the rest of the body', because: expect.stringContaining('too many steps') },
  ])
})

test('limits undocumented properties of an object to the maximum and reports the rest', () => {
  const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`p${at}`, at]))
  const { findings, notChecked } = inspectionOf({ schema: '{ type: object, properties: { id: {} } }', body })
  expect(findings).toHaveLength(21)
  expect(findings.reduce((sum, { evidence }) => sum + (evidence?.samples ?? 0), 0)).toBe(10_000)
  expect(notChecked).toMatchObject([
    {
      what: '40000 more violations and undocumented properties in the body',
      because: expect.stringContaining('10000'),
    },
  ])
})

test('counts the violations of an array up to the maximum and reports the rest', () => {
  const schema =
    '{ type: array, items: { type: object, properties: { a: { type: integer }, b: { type: string, maxLength: 3 } } } }'
  const { findings, notChecked } = inspectionOf({
    schema,
    raw: `[${Array(100_000).fill('{"a":"x","b":"long"}').join()}]`,
  })
  expect(findings.map(({ ruleId, site }) => `${ruleId} ${site.pointer}`)).toEqual([
    'bounds-conformance /*/b',
    'type-conformance /*/a',
  ])
  expect(findings.every(({ evidence }) => (evidence?.samples ?? 0) > 50_000)).toBe(true)
  expect(notChecked).toMatchObject([{ what: 'the rest of the body' }])
})

test('reports an array with too many items to try all branches as not checked', () => {
  const names = Array.from({ length: 100 }, (_, index) => `A${index}`)
  const branches = names.map((name) => `{ $ref: "#/components/schemas/${name}" }`).join()
  const schemas = names.map((name) => `${name}: { type: string, pattern: "^${name}$" }`).join()
  const { findings, notChecked } = inspectionOf({
    schema: `{ type: array, items: { anyOf: [${branches}] } }`,
    components: `{ schemas: { ${schemas} } }`,
    raw: `[${Array(60_000).fill('"A99"').join()}]`,
  })
  expect([findings, notChecked]).toMatchObject([[], [{ what: 'the rest of the body' }]])
})

test('finds a violation among thousands of another kind', () => {
  const schema =
    '{ type: object, properties: { list: { type: array, items: { type: integer } }, last: { type: integer } } }'
  const raw = `{"list":[${Array(100_000).fill('"x"').join()}],"last":"x"}`
  expect(inspectionOf({ schema, raw }).findings.map(({ site }) => site.pointer)).toEqual(['/last', '/list/*'])
})

test.each([
  ['{}', ''],
  ['{ uniqueItems: true }', ''],
  ['{ enum: [a] }', ''],
  ['{ type: object }', ''],
  ['{ type: object, properties: { a: {} } }', '{"b":'],
  ['{ type: object, required: [z] }', '{"b":'],
  ['{ type: object, maxProperties: 0, additionalProperties: false }', '{"b":'],
  ['{ type: object, additionalProperties: { type: string } }', '{"b":'],
  ['{ anyOf: [{ type: string }, { type: object, required: [z] }] }', '{"b":'],
])('100,000 levels do not overflow the stack: %s, %s', (schema, opening) => {
  const raw = `${opening}${'['.repeat(100_000)}${']'.repeat(100_000)}${opening === '' ? '' : '}'}`
  const { findings, notChecked } = inspectionOf({ schema, raw })
  // The body is either checked or reported as not checked.
  expect(findings.length + notChecked.length > 0 || schema === '{}' || schema === '{ uniqueItems: true }').toBe(true)
})
