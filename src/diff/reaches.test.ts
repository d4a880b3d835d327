import { describe, expect, it } from 'vitest'
import { findingsBetween } from '../testing/rule-tester.ts'

const ok = (schema: string) => `{ '200': { description: '', content: { application/json: { schema: ${schema} } } } }`

function withComponents(paths: string, schemas: string): string {
  return `{ openapi: 3.0.3, info: { title: T, version: '1' }, paths: ${paths}, components: { schemas: ${schemas} } }`
}

describe('a finding in both directions', () => {
  const paths = `{ /a: { get: { responses: ${ok('{ $ref: "#/components/schemas/A" }')} }, post: { requestBody: { content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/A" } } } } }, responses: {} } },
    /b: { get: { responses: ${ok('{ $ref: "#/components/schemas/B" }')} } } }`

  it('lists broken operations first, and omits uses if all are equal', () => {
    const schemas = (values: string) => `{ A: { enum: [${values}] }, B: {} }`
    const [narrowed] = findingsBetween(withComponents(paths, schemas('a, b')), withComponents(paths, schemas('a')))
    expect(narrowed?.reaches).toEqual(['POST /a', 'GET /a'])
    expect(narrowed?.uses).toEqual([
      { operation: 'POST /a', direction: 'request', verdict: 'breaking' },
      { operation: 'GET /a', direction: 'response', verdict: 'compatible' },
    ])
    const only = (values: string) => withComponents(paths, `{ A: {}, B: { enum: [${values}] } }`)
    expect(findingsBetween(only('a'), only('a, b'))[0]).not.toHaveProperty('uses')
  })

  it('has a verdict per direction for an operation that sends and receives it', () => {
    const one = `{ /a: { post: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }, responses: ${ok('{ $ref: "#/components/schemas/A" }')} } } }`
    const schemas = (values: string) => withComponents(one, `{ A: { enum: [${values}] } }`)
    const [finding] = findingsBetween(schemas('a'), schemas('a, b'))
    expect(finding?.reaches).toEqual(['POST /a'])
    expect(finding?.uses).toEqual([
      { operation: 'POST /a', direction: 'response', verdict: 'breaking' },
      { operation: 'POST /a', direction: 'request', verdict: 'compatible' },
    ])
  })
})
