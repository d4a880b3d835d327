import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { inspectionOf } from '../../testing/check-tester.ts'

/** Findings as `pointer message`, with the pointer of the first item, and the reasons for what was not checked. */
function found(type: string, media: string, raw: string) {
  const bare = type.split(';', 1)[0]
  const responses = `{ 200: { description: ok, content: { "${bare}": ${media} } } }`
  const { findings, notChecked } = inspectionOf({ version: '3.2.0', responses, headers: { 'content-type': type }, raw })
  return [
    ...findings.map(({ evidence, message }) => `${evidence?.instancePointer} ${message}`),
    ...notChecked.map(({ what, because }) => `${what}: ${because}`),
  ]
}

const sse = 'text/event-stream'
const price = '{ type: object, required: [price], properties: { price: { type: number } } }'
const priced = `{ properties: { event: { const: price }, data: { type: string, contentMediaType: application/json, contentSchema: ${price} } } }`
const said = '{ properties: { event: { const: said }, data: { type: string, maxLength: 3 } } }'

describe('JSON in the data of an event', () => {
  const itemSchema = `{ itemSchema: { required: [data], oneOf: [${priced}, ${said}] } }`
  it.each([
    ['event: price\ndata: {"price":1}\n\n', []],
    ['event: price\ndata: {"price":\ndata: 1}\n\nevent: said\ndata: {}\n\n', []],
    ['event: said\ndata: a\n\nevent: price\ndata: {"price":"1"}\n\n', ['/1/data/price is of type string, not number']],
    ['event: price\ndata: {}\n\n', ['/0/data is required and missing']],
    ['event: price\ndata: {"price":1,"x":2}\n\n', ['/0/data/x is not documented (seen as integer)']],
    ['event: price\ndata: [DONE]\n\n', ['/0/data is not application/json']],
  ])('%j', (raw, expected) => {
    expect(found(sse, itemSchema, raw)).toEqual(expected)
  })

  it('is checked behind references and in allOf', () => {
    const defs = '#/paths/~1things/get/responses/200/content/text~1event-stream/itemSchema/$defs'
    const schema = `{ allOf: [{ $ref: '${defs}/a' }], $defs: { a: { anyOf: [${said}, { $ref: '${defs}/b' }] }, b: ${priced} } }`
    expect(found(sse, `{ itemSchema: ${schema} }`, 'event: price\ndata: {"price":""}\n\n')).toEqual([
      '/0/data/price is of type string, not number',
    ])
  })
})

describe('a part of multipart/mixed', () => {
  const type = 'multipart/mixed; boundary=x'
  const body = (...parts: readonly (readonly [string, string])[]) =>
    `${parts.map(([head, text]) => `--x\r\n${head}\r\n\r\n${text}\r\n`).join('')}--x--`
  const json = 'Content-Type: application/json'
  it.each([
    [
      `{ itemSchema: ${price} }`,
      body([json, '{"price":1}'], [json, '{"price":""}']),
      ['/1/price is of type string, not number'],
    ],
    [`{ itemSchema: ${price} }`, body([json, '{"price":1']), ['/0 is not application/json']],
    ['{ itemSchema: { type: integer } }', body(['A: b', '1'], ['A: b', 'a']), ['/1 is of type string, not integer']],
    ['{ schema: { type: array, maxItems: 1 } }', body(['A: b', '1'], ['A: b', 'a']), [' has more items than 1']],
    [
      '{ itemSchema: { type: string } }',
      body(['Content-Type: image/png', '1']),
      ['items of multipart/mixed: bytes are not validated against a schema'],
    ],
    [
      `{ itemSchema: ${price} }`,
      body([json, '{}']).slice(0, -3),
      ['the last item of multipart/mixed: it is incomplete: the stream or its recording ends within it'],
    ],
  ])('%s %j', (media, raw, expected) => {
    expect(found(type, media, raw)).toEqual(expected)
  })
})

it('a broken item does not hide the items after it, and its text stays out of the findings', () => {
  const raw = '{"price":1}\n{"price":secret}\n{"price":""}\n'
  const responses = `{ 200: { description: ok, content: { application/jsonl: { itemSchema: ${price} } } } }`
  const { findings } = inspectionOf({
    version: '3.2.0',
    responses,
    headers: { 'content-type': 'application/jsonl' },
    raw,
  })
  expect(findings.map(({ evidence, message }) => [evidence?.instancePointer, message, evidence?.observed])).toEqual([
    ['/1', 'is not application/json', expect.stringContaining('16 characters: it is not JSON')],
    ['/2/price', 'is of type string, not number', ''],
  ])
  expect(JSON.stringify(findings)).not.toContain('secret')
})

it('the same violation in two items is one finding, with one fingerprint in every stream', () => {
  const fingerprints = (raw: string) => {
    const responses = `{ 200: { description: ok, content: { application/jsonl: { itemSchema: ${price} } } } }`
    const headers = { 'content-type': 'application/jsonl' }
    const { findings } = inspectionOf({ version: '3.2.0', responses, headers, raw })
    return findings.map(({ fingerprint, evidence }) => [fingerprint, evidence?.samples])
  }
  const [good, bad] = ['{"price":1}\n', '{"price":"x"}\n']
  const [once] = fingerprints(bad)
  expect(fingerprints(good.repeat(7) + bad)).toEqual([once])
  expect(fingerprints(bad + good + bad)).toEqual([[once?.[0], 2]])
})

it('a list is checked without what an unread item may cause', () => {
  const list = '{ schema: { type: array, minItems: 3, items: { type: integer } } }'
  expect(found('application/jsonl', list, '1\n2\n')).toEqual([' has fewer items than 3'])
  expect(found('application/jsonl', list, '1\n"a"\n[')).toEqual([
    '/1 is of type string, not integer',
    'the last item of application/jsonl: it is incomplete: the stream or its recording ends within it',
  ])
  expect(found('application/jsonl', list, '1\nx\n')).toEqual(['/1 is not application/json'])
})

it('finds exactly the items that ajv rejects', () => {
  const schemas: readonly { readonly yaml: string; readonly schema: object }[] = [
    {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    },
    { type: ['string', 'null'], maxLength: 2 },
    { oneOf: [{ type: 'array', items: { type: 'boolean' } }, { const: 1 }] },
    {
      $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' }, a: { type: 'number' } } } },
      type: 'object',
      required: ['n'],
    },
  ].map((schema) => ({ yaml: JSON.stringify(schema), schema }))
  const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Json[]>(null, true, 1, -1, 1.5, '', 'ab', 'abc'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'n'), tie('value'), { maxKeys: 2 }),
    ),
  })).value
  const ajv = new Ajv2020({ strict: false })
  const rejected = schemas.map(({ schema }) => ajv.compile(schema))
  fc.assert(
    fc.property(
      fc.nat(schemas.length - 1),
      fc.array(value, { maxLength: 8 }),
      fc.constantFrom('lines', 'records'),
      (at, items, kind) => {
        const type = kind === 'lines' ? 'application/jsonl' : 'application/json-seq'
        const raw = items.map((item) => `${kind === 'lines' ? '' : '\x1e'}${JSON.stringify(item)}\n`).join('')
        const responses = `{ 200: { description: ok, content: { ${type}: { itemSchema: ${schemas[at]?.yaml} } } } }`
        const { findings } = inspectionOf({ version: '3.2.0', responses, headers: { 'content-type': type }, raw })
        const broken = findings
          .filter(({ ruleId }) => ruleId !== 'undocumented-property')
          .flatMap(({ evidence }) => [
            evidence?.instancePointer,
            ...(evidence?.examples ?? []).map((one) => one.instancePointer),
          ])
          .map((pointer = '') => Number(pointer.split('/')[1]))
        const invalid = items.flatMap((item, index) => (rejected[at]?.(item) ? [] : [index]))
        // A finding names at most four items.
        expect(invalid.length === 0).toBe(broken.length === 0)
        expect(new Set(invalid)).toEqual(new Set([...invalid, ...broken]))
      },
    ),
    { numRuns: 60 },
  )
})

it('many items and one long line end with bounded work', () => {
  const responses = `{ 200: { description: ok, content: { application/jsonl: { itemSchema: { type: object, properties: { a: { type: string } } } } } } }`
  const inspect = (raw: string) =>
    inspectionOf({ version: '3.2.0', responses, headers: { 'content-type': 'application/jsonl' }, raw })
  const { findings } = inspect('{"a":1}\n'.repeat(20_000))
  expect(findings.map(({ evidence }) => evidence?.samples)).toEqual([20_000])
  expect(inspect(`{"a":"${'a'.repeat(5_000_000)}"}\n`).findings).toEqual([])
  expect(inspect('\n'.repeat(500_000)).findings).toEqual([])
})
