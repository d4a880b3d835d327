import { describe, expect, it } from 'vitest'
import { descriptionWithPaths, descriptionWithSchema, findingsBetween } from '../../testing/rule-tester.ts'

/** Returns the proofs of breaking findings between two schemas. */
function proofs(before: string, after: string, direction: 'request' | 'response', dialect = '3.1.0') {
  const [base, revision] = [before, after].map((schema) => descriptionWithSchema(schema, direction, dialect))
  return findingsBetween(base ?? '', revision ?? '').flatMap(({ verdict, witness }) =>
    verdict === 'breaking' ? [witness] : [],
  )
}

describe('a proof', () => {
  it.each([
    ['a value', 'status: { type: string }', 'status: { type: string, maxLength: 5 }', { id: 7, status: 'aaaaaa' }],
    ['nothing', 'status: { type: string }', 'status: { enum: [old] }', { id: 7, status: 'new' }],
    [
      'a value added',
      'note: { type: [string, "null"] }',
      'note: { type: string }',
      { id: 7, status: 'new', note: null },
    ],
  ])('is the documented example with %s changed', (_, before, after, body) => {
    const described = (property: string) =>
      descriptionWithPaths(
        `{ /x: { post: { requestBody: { content: { application/json: { example: { id: 7, status: new }, schema: { type: object, required: [id], properties: { id: { type: integer }, ${property} } } } } }, responses: {} } } }`,
        '3.1.0',
      )
    expect(findingsBetween(described(before), described(after))[0]?.witness).toMatchObject({ proven: true, body })
  })

  it('is not a documented example that another edit breaks', () => {
    const described = (more: string, a: string) =>
      descriptionWithPaths(
        `{ /x: { post: { requestBody: { content: { application/json: { example: { a: text, c: 1 }, schema: { type: object${more}, properties: { a: { type: string, maxLength: ${a} }, b: {} } } } } }, responses: {} } } }`,
      )
    const findings = findingsBetween(described('', '9'), described(', required: [b]', '8'))
    const witness = findings.find(({ ruleId }) => ruleId === 'bound-narrowed')?.witness
    expect(witness).toMatchObject({ proven: true })
    expect(witness?.body).not.toHaveProperty('c')
  })

  it('is plausible if a plausible value shows the edit', () => {
    const [witness] = proofs('{ type: integer }', '{ type: integer, format: int32 }', 'request')
    expect(Math.abs(Number(witness?.body))).toBeLessThan(1e15)
  })
})
