import { describe, expect, it } from 'vitest'
import { type CheckCase, draftsOf, inspectionOf } from '../../testing/check-tester.ts'
import contentType from './content-type-conformance.ts'
import format from './format-conformance.ts'
import headers from './response-headers-conformance.ts'
import type from './type-conformance.ts'
import variant from './variant-conformance.ts'
import writeOnly from './write-only-leak.ts'

const messages = (check: typeof type, input: CheckCase) =>
  draftsOf(check, { version: '3.1.0', ...input }).map(({ message, key }) => [message, key])

describe('the message and key of a finding', () => {
  it.each([
    [
      type,
      { schema: '{ properties: { a: false } }', body: { a: 1 } },
      'is there, where the contract allows nothing',
      'integer',
    ],
    [type, { schema: '{ type: [integer, boolean] }', body: 'x' }, 'is of type string, not integer, boolean', 'string'],
    [type, { schema: '{ type: object }', body: [] }, 'is of type array, not object', 'array'],
    [
      writeOnly,
      { schema: '{ properties: { p: { writeOnly: true } } }', body: { p: 1 } },
      'is writeOnly and must not be in a response',
      'writeOnly',
    ],
    [format, { schema: '{ format: date }', body: 'x' }, 'is not a valid date (RFC 3339: YYYY-MM-DD)', 'date'],
    [
      format,
      { schema: '{ format: date-time }', body: 'x' },
      'is not a valid date-time (RFC 3339: T between date and time, and Z or an offset like +01:00)',
      'date-time',
    ],
    [
      format,
      { schema: '{ format: uuid }', body: 'x' },
      'is not a valid uuid (RFC 9562: 8-4-4-4-12 hexadecimal digits)',
      'uuid',
    ],
    [
      format,
      { schema: '{ format: email }', body: 'x' },
      'is not a valid email (RFC 5321: local part, @, domain)',
      'email',
    ],
    [
      format,
      { schema: '{ format: byte }', body: '!', version: '3.0.3' },
      'is not a valid byte (base64, RFC 4648 §4)',
      'byte',
    ],
    [
      format,
      { schema: '{ format: int32 }', body: 3_000_000_000 },
      'is not a valid int32 (an integer of 32 bits)',
      'int32',
    ],
    [format, { schema: '{ format: ipv4 }', body: 'x' }, 'is not a valid ipv4', 'ipv4'],
    [
      variant,
      { schema: '{ oneOf: [{ type: integer }, { minimum: 0 }] }', body: 1 },
      'fits 2 variants of oneOf, and must fit exactly one',
      'oneOf',
    ],
    [variant, { schema: '{ not: { type: string } }', body: 'x' }, 'is what the contract excludes with not', 'not'],
    [
      variant,
      { schema: '{ contains: { const: 1 }, minContains: 2 }', body: [1] },
      'contains fewer than 2 of the items it must contain',
      'contains',
    ],
    [
      variant,
      { schema: '{ contains: { const: 1 }, maxContains: 1 }', body: [1, 1] },
      'contains more than 1 of the items it may contain',
      'maxContains',
    ],
    [
      variant,
      { schema: '{ dependentRequired: { a: [b] } }', body: { a: 1 } },
      'lacks b, which another property makes required',
      'dependentRequired',
    ],
    [
      contentType,
      { schema: '{}', headers: {}, body: 1 },
      'has a body and no Content-Type; documented: application/json',
      'none',
    ],
  ])('%#', (check, input, message, key) => {
    expect(messages(check, input)).toEqual([[message, key]])
  })
})

describe('a header', () => {
  const found = (header: string, sent: Record<string, string>) => {
    const responses = `{ 200: { description: d, headers: { X-A: { ${header} } } } }`
    return draftsOf(headers, { version: '3.1.0', responses, headers: sent }).map(({ message, key, part }) => [
      message,
      key,
      part,
    ])
  }
  const part = '200 header X-A'
  const object = 'explode: true, schema: { type: object, required: [m], properties: { n: { type: integer } } }'
  it.each([
    ['required: true, schema: {}', {}, [['lacks the required header X-A', 'missing', part]]],
    ['schema: {}', {}, []],
    ['schema: { type: integer }', { 'x-a': 'x' }, [['header X-A does not conform: type "integer"', 'type', part]]],
    [
      'schema: { type: array, items: { type: integer } }',
      { 'x-a': '1, x' },
      [['header X-A/* does not conform: type "integer"', 'type', part]],
    ],
    [object, { 'x-a': 'm=1,n=x' }, [['header X-A/n does not conform: type "integer"', 'type n', part]]],
    [object, { 'x-a': 'n=1' }, [['header X-A does not conform: m is missing', 'required m', part]]],
    [
      'content: { application/json: { schema: { type: integer } } }',
      { 'x-a': '{' },
      [['header X-A does not conform: it is not application/json', 'content', part]],
    ],
    [
      'content: { application/json: { schema: { type: integer } } }',
      { 'x-a': '"x"' },
      [['header X-A does not conform: type "integer"', 'type', part]],
    ],
    [
      'content: { text/plain: { schema: { maxLength: 1 } } }',
      { 'x-a': 'xx' },
      [['header X-A does not conform: maxLength 1', 'maxLength', part]],
    ],
    ['content: { application/json: {} }', { 'x-a': '{' }, []],
  ])('with %s', (header, sent, expected) => {
    expect(found(header, sent)).toEqual(expected)
  })

  it('that cannot be checked is reported as not checked', () => {
    const responses = (header: string) => `{ 200: { description: d, headers: { X-A: { ${header} } } } }`
    const input = { version: '3.1.0', headers: { 'x-a': 'b' } }
    const rows = (header: string) => inspectionOf({ ...input, responses: responses(header) }).notChecked
    expect(rows('content: { text/csv: { schema: { type: array } } }')).toEqual([
      {
        operation: 'GET /things',
        what: 'the header X-A',
        because: 'only JSON and forms are validated against a schema of objects or lists',
      },
    ])
    expect(rows('schema: { type: string, pattern: "(?<" }')).toMatchObject([
      { what: expect.stringContaining('/X-A/schema') },
    ])
    expect(rows('schema: { type: string }')).toEqual([])
  })
})
