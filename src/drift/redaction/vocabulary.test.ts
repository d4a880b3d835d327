import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { isInName, ownVocabulary, vocabularyOf } from './vocabulary.ts'

const { document } = descriptionOf(`
openapi: 3.1.0
info: { title: prose, version: '1' }
x-example: of-root
definitions: { in-definitions: {} }
paths:
  /in/{path}:
    get:
      operationId: in-operation-id
      tags: [in-tags]
      description: Only prose
      consumes: [application/in.consumes]
      produces: [application/in.produces]
      parameters: [{ name: in-parameter, in: query, schema: { type: integer, minimum: 77, example: 42 } }]
      callbacks: { in-callbacks: {} }
      responses:
        '299':
          headers: { In-Header: { schema: { default: a-default } } }
          content: { application/vnd.in-content+json: { example: { in-example: given, list: [one, { deep: two }], yes: true, no: null } } }
components:
  schemas:
    in-schemas:
      type: object
      required: [in-required]
      dependentRequired: { in-dependent: [in-dependents] }
      properties:
        in-properties: { enum: [In-Enum, 7], const: a-const, examples: [an-example], x-example: x-one, x-examples: [x-two] }
        example: { type: string, description: More prose }
      patternProperties: { ^in-pattern$: {} }
      discriminator: { propertyName: in-property-name, mapping: { in-mapping: prose } }
  requestBodies: { in-bodies: {} }
  responses: { in-responses: {} }
  parameters: { in-parameters: {} }
  examples: { in-examples: { value: a-value } }
  securitySchemes: { in-schemes: { flows: { password: { scopes: { in-scopes: prose } } } } }
servers: [{ url: https://prose.example, variables: { in-variables: { default: a-variable } } }]
`)
const { names, values } = vocabularyOf(document)

describe('the vocabulary of a description', () => {
  it.each([
    ...['in-definitions', 'in', 'path', 'in-operation-id', 'in-tags', 'in.consumes', 'in.produces', 'in-parameter'],
    ...['in-callbacks', '299', 'in-header', 'vnd.in-content', 'in-example', 'deep', 'in-schemas', 'in-required'],
    ...['in-dependent', 'in-properties', 'in-enum', 'enum', 'example', '^in-pattern$', 'pattern', 'in-property-name'],
    ...['in-mapping', 'in-bodies', 'in-responses', 'in-parameters', 'in-examples', 'in-schemes', 'in-scopes'],
    ...['in-variables', 'callbacks', 'schemes', 'content', 'application', 'json', 'expected'],
  ])('contains the name %s', (name) => {
    expect(names.has(name)).toBe(true)
  })

  it.each([
    ...[
      'prose',
      'More',
      'more',
      '42',
      '77',
      'given',
      'a-default',
      'of-root',
      'two',
      'in-dependents',
      'In-Enum',
      '',
      'flows',
    ],
    ...['discriminator', 'a-const', 'schema-', 'in-query'],
  ])('does not contain the name %j', (name) => {
    expect(names.has(name)).toBe(false)
  })

  it('contains examples and defaults as values', () => {
    const given = 'of-root 42 a-default given one two In-Enum 7 a-const an-example x-one x-two a-value a-variable'
    expect([...values].sort()).toEqual(given.split(' ').sort())
  })

  it('is cached and includes our own words', () => {
    expect(vocabularyOf(document)).toBe(vocabularyOf(document))
    expect([...ownVocabulary.names].filter((name) => !names.has(name))).toEqual([])
    expect(ownVocabulary.values.size).toBe(0)
    expect(ownVocabulary.names.has('in-tags')).toBe(false)
  })
})

describe('detects a span inside a name', () => {
  const known = new Set(['password', 'data-raw', 'a.b~c', 'x'.repeat(150)])
  /** Tests the span in brackets. */
  const isIn = (marked: string) => {
    const start = marked.indexOf('[')
    const text = marked.replace('[', '').replace(']', '')
    return isInName(text, { start, end: marked.indexOf(']') - 1 }, known)
  }

  it.each([
    ...[
      '[password]',
      '/[pass]word/',
      'x-pass[word]',
      'the PASS[WORD] is',
      '[data]-raw',
      'see [password]...',
      'pass[wo]rd.',
    ],
    ...['a.[b]~c', `${'x'.repeat(70)}[xx]${'x'.repeat(78)}`],
  ])('%s', (marked) => {
    expect(isIn(marked)).toBe(true)
  })

  it.each([
    ...['[passw0rd]', 'my[password]', '[password]s', '[pass word]', '[raw]', 'see [secret]...', 'a.[b]~d'],
    ...[`${'x'.repeat(300)}[x]`, `[x]${'x'.repeat(300)}`, '...[password1]'],
  ])('%s is not', (marked) => {
    expect(isIn(marked)).toBe(false)
  })
})
