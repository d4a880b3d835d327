import { describe, expect, it } from 'vitest'
import { inspectionOf } from '../../testing/check-tester.ts'

/** Returns finding messages for a body, or why it was not checked. */
function found(type: string, media: string, raw: string, version = '3.1.0') {
  const responses = `{ 200: { description: ok, content: { "${type}": ${media} } } }`
  const { findings, notChecked } = inspectionOf({ version, responses, headers: { 'content-type': type }, raw })
  return [
    ...findings.map(({ site, message }) => `${site.pointer} ${message}`.trim()),
    ...notChecked.map(({ because }) => because),
  ]
}

const onlyJson = 'only JSON and forms are validated against a schema of objects or lists'
const cutOff = 'it is incomplete: the stream or its recording ends within it'
const bytes = 'bytes are not validated against a schema'
const object = '{ schema: { type: object, required: [a] } }'

describe('a text', () => {
  it.each([
    ['text/plain', '{ schema: { type: string, maxLength: 3 } }', 'abcd', ['is longer than the maxLength of 3']],
    ['text/plain', '{ schema: { type: string, maxLength: 3 } }', 'abc', []],
    ['text/plain', '{ schema: { type: [string, integer], maxLength: 3 } }', ' 12', []],
    ['text/plain', '{ schema: { type: [string, integer], minimum: 20 } }', '12', []],
    ['text/plain', '{ schema: { type: integer, minimum: 20 } }', ' 12\n', ['is less than 20']],
    ['text/plain', '{ schema: { type: integer } }', 'a', ['is of type string, not integer']],
    ['text/plain', '{ schema: { type: number } }', '1.5e3', []],
    ['text/plain', '{ schema: { type: number } }', '-1.5E-3', []],
    ['text/plain', '{ schema: { type: number } }', '1e+3', []],
    ['text/plain', '{ schema: { type: number } }', '1.', ['is of type string, not number']],
    ['text/plain', '{ schema: { type: number } }', 'x1', ['is of type string, not number']],
    ['text/plain', '{ schema: { type: boolean } }', 'true', []],
    ['text/plain', '{ schema: { type: boolean } }', 'false', []],
    ['text/plain', '{ schema: { type: boolean } }', 'yes', ['is of type string, not boolean']],
    ['text/plain', '{ schema: { enum: [1, 2] } }', '2', []],
    ['text/plain', '{ schema: { const: 7 } }', '7', []],
    ['text/plain', '{ schema: false }', 'x', ['is there, where the contract allows nothing']],
    ['text/plain', '{ schema: true }', 'x', []],
    ['text/plain', '{}', 'x', []],
    ['text/plain', '{ schema: { title: t, x-a: 1, example: 2 } }', 'x', []],
    ['text/csv', object, 'a,b', [onlyJson]],
    ['text/csv', '{ schema: { type: array } }', '[1', [onlyJson]],
    ['text/csv', '{ schema: { type: [array, string] } }', 'a,b', []],
    ['application/xml', object, '<a/>', [onlyJson]],
    ['application/x-acme', object, '{"a":1}', []],
    ['application/x-acme', object, '\uFEFF {"b":1}', ['/a is required and missing']],
    ['application/x-acme', object, '{a}', [onlyJson]],
    ['application/x-acme', object, 'a', [onlyJson]],
  ])('as %s by %s: %j', (type, media, raw, expected) => {
    expect(found(type, media, raw)).toEqual(expected)
  })
})

describe('bytes', () => {
  it.each([
    ['application/octet-stream', '{ schema: { type: string, maxLength: 3 } }', 'abcd', [bytes]],
    ['application/octet-stream', '{ schema: { type: string } }', 'abcd', []],
    ['application/octet-stream', '{ schema: { type: string, title: t, x-a: 1, contentEncoding: base64 } }', 'abcd', []],
    ['application/octet-stream', '{ schema: { allOf: [{ type: string }] } }', 'abcd', []],
    ['application/octet-stream', '{ schema: { allOf: [{ type: string }, { maxLength: 3 }] } }', 'abcd', [bytes]],
    ['application/octet-stream', '{ schema: { type: integer } }', 'abcd', [bytes]],
    ['image/png', '{ schema: { type: string, format: binary, maxLength: 3 } }', 'abcd', []],
    ['application/json', '{ schema: { type: string, format: binary } }', 'no JSON', []],
    [
      'application/json',
      '{ schema: { allOf: [{ format: binary }, { type: object, required: [a] }] } }',
      '{}',
      ['/a is required and missing'],
    ],
    ['text/plain', '{ schema: { type: string, maxLength: 3 } }', 'ab\uFFFDcd', [bytes]],
    ['text/plain', '{ schema: { type: string } }', 'ab\uFFFDcd', []],
  ])('as %s by %s: %j', (type, media, raw, expected) => {
    expect(found(type, media, raw)).toEqual(expected)
  })
})

describe('a sequence', () => {
  const items = '{ itemSchema: { type: object, required: [a] } }'
  const list = '{ schema: { type: array, maxItems: 1 } }'
  const event = (schema: string) => `{ itemSchema: { type: object, properties: ${schema} } }`
  it.each([
    ['application/jsonl', items, '{"a":1}\r\n\n {} \n{"b":2}\n', ['/*/a is required and missing']],
    ['application/x-ndjson', items, '{"a":1}\n{"a":2}', []],
    ['application/jsonl', items, '{"a":1}\n{', [cutOff]],
    ['application/jsonl', items, '{"a":1}\n{\n', ['/* is not application/json']],
    ['application/jsonl', list, '1\n2', ['has more items than 1']],
    ['application/json-seq', items, '\x1e{"a":1}\n\x1e{}\n', ['/*/a is required and missing']],
    ['application/geo+json-seq', items, '\x1e{}', ['/*/a is required and missing']],
    [
      'text/event-stream',
      event('{ data: { maxLength: 3 } }'),
      'data: ab\ndata: c\n\n: ping\n\ndata: ab\n\n',
      ['/*/data is longer than the maxLength of 3'],
    ],
    ['text/event-stream', event('{ data: { const: "a\\nb" } }'), 'data: a\ndata: b\n\n', []],
    [
      'text/event-stream',
      event('{ data: { const: " a" } }'),
      '\uFEFFdata:  a\r\n\r\ndata\r\n\r\n',
      ['/*/data is "", which is not among " a"'],
    ],
    [
      'text/event-stream',
      event('{ data: { const: a }, event: { const: e }, id: { const: "1" }, retry: { const: 5 } }'),
      'event:e\rid: 1\rretry: 5\rother: x\rdata:a\r\r',
      [],
    ],
    [
      'text/event-stream',
      event('{ event: { const: e }, data: {} }'),
      'data: 1\nevent: f\n\n',
      ['/*/event is "f", which is not among "e"'],
    ],
    [
      'text/event-stream',
      event('{ id: { const: e }, data: {} }'),
      'data: 1\nid: f\n\n',
      ['/*/id is "f", which is not among "e"'],
    ],
    [
      'text/event-stream',
      event('{ retry: { const: 5 }, data: {} }'),
      'data: 1\nretry: 6\n\n',
      ['/*/retry is 6, which is not among 5'],
    ],
    ['text/event-stream', event('{ retry: { const: 5 }, data: {} }'), 'data: 1\nretry: 6s\n\n', []],
    ['text/event-stream', event('{ other: false, data: {} }'), 'data: 1\nother: x\n\n', []],
    ['text/event-stream', '{ itemSchema: false }', ': only a comment\n\nother: x\n\n', []],
    ['text/csv', items, 'a,b', ['only items of sequential media types are separated']],
    ['application/json', items, '{}', ['itemSchema is of sequential media types']],
  ])('as %s by %s: %j', (type, media, raw, expected) => {
    expect(found(type, media, raw, '3.2.0')).toEqual(expected)
  })

  it('is validated by an array schema since 3.2 only', () => {
    expect(found('application/jsonl', list, '1\n2', '3.1.0')).toEqual([
      'OpenAPI before 3.2 does not define whether the schema describes an item or the whole stream',
    ])
  })

  it('is validated as a whole and per item', () => {
    const both = '{ schema: { type: array, maxItems: 1 }, itemSchema: { type: integer } }'
    expect(found('application/jsonl', both, '1\n"x"', '3.2.0')).toEqual([
      'has more items than 1',
      '/* is of type string, not integer',
    ])
  })
})
