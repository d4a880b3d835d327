import { describe, expect, it } from 'vitest'
import { inspectionOf } from '../../testing/check-tester.ts'

describe('reports unchecked parts of a body', () => {
  it('a subschema that cannot be compiled', () => {
    const { notChecked } = inspectionOf({ schema: '{ type: string, pattern: "(?=a)" }', body: 'a' })
    expect(notChecked).toMatchObject([
      { what: expect.stringMatching(/\/schema$/), because: expect.stringMatching(/^pattern cannot be checked/) },
    ])
  })

  it('a non-JSON body with a documented schema', () => {
    const responses = '{ 200: { description: ok, content: { text/csv: { schema: { type: array } } } } }'
    const { findings, notChecked } = inspectionOf({ responses, headers: { 'content-type': 'text/csv' }, raw: 'a,b' })
    expect(findings).toEqual([])
    expect(notChecked).toMatchObject([
      {
        what: 'the body of 200 text/csv',
        because: 'only JSON and forms are validated against a schema of objects or lists',
      },
    ])
  })

  it('digits lost in parsing, if validation needs them', () => {
    const rows = (schema: string, raw: string) => inspectionOf({ schema, raw }).notChecked
    const row = { because: 'some of their digits are lost when they are read' }
    expect(rows('{ multipleOf: 2 }', `${'9'.repeat(500)}`)).toMatchObject([row])
    expect(rows('{}', '9007199254740993')).toEqual([])
    expect(rows('{ type: string, enum: ["9007199254740993"], uniqueItems: true }', '"9007199254740993"')).toEqual([])
  })

  it('invalid JSON under a JSON Content-Type, without quoting it', () => {
    const inspection = inspectionOf({ schema: '{ type: object }', raw: '{"password": hunter2}' })
    expect(inspection).toEqual({
      outcome: 'inconclusive',
      isGarbled: true,
      findings: [],
      notChecked: [{ operation: 'GET /things', what: 'the body of 200 application/json', because: expect.any(String) }],
    })
    expect(inspection.notChecked[0]?.because).toMatch(/^it is not JSON/)
    expect(JSON.stringify(inspection)).not.toContain('hunter2')
  })

  it('a body nested deeper than the call stack', () => {
    const schema = '{ $ref: "#/components/schemas/T" }'
    const components = '{ schemas: { T: { type: array, items: { $ref: "#/components/schemas/T" } } } }'
    const raw = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const { notChecked } = inspectionOf({ schema, components, raw })
    expect(notChecked).toMatchObject([{ because: expect.stringContaining('nested too deeply') }])
  })
})
