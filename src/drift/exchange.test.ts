import { describe, expect, it } from 'vitest'
import { inspectionOf } from '../testing/check-tester.ts'

describe('what of a body is not judged is said', () => {
  it('a part of a schema that cannot be compiled', () => {
    const { notChecked } = inspectionOf({ schema: '{ type: string, pattern: "(?=a)" }', body: 'a' })
    expect(notChecked).toMatchObject([
      { what: expect.stringMatching(/\/schema$/), because: expect.stringMatching(/^pattern cannot be checked/) },
    ])
  })

  it('a body that is not JSON, though a schema is documented', () => {
    const responses = '{ 200: { description: ok, content: { text/csv: { schema: { type: string } } } } }'
    const { findings, notChecked } = inspectionOf({ responses, headers: { 'content-type': 'text/csv' }, raw: 'a,b' })
    expect(findings).toEqual([])
    expect(notChecked).toMatchObject([
      { what: 'the body of 200 text/csv', because: 'only JSON is held against schemas' },
    ])
  })

  it('digits that are lost in reading, but not those of a text', () => {
    const rows = (raw: string) => inspectionOf({ schema: '{}', raw }).notChecked
    expect(rows('{"a": 9007199254740993}')).toMatchObject([{ because: expect.stringContaining('more than 15 digits') }])
    expect(rows('{"a": "9007199254740993"}')).toEqual([])
  })

  it('a body nested beyond the stack', () => {
    const schema = '{ $ref: "#/components/schemas/T" }'
    const components = '{ schemas: { T: { type: array, items: { $ref: "#/components/schemas/T" } } } }'
    const raw = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const { notChecked } = inspectionOf({ schema, components, raw })
    expect(notChecked).toMatchObject([{ because: expect.stringContaining('nested too deeply') }])
  })
})
