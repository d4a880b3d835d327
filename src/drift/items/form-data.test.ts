import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { FormData, Response } from 'undici'
import { describe, expect, it } from 'vitest'
import { inspectionOf } from '../../testing/check-tester.ts'
import { foundInRequest } from '../../testing/request-tester.ts'

const type = 'multipart/form-data; boundary=x'
const at = 'body multipart/form-data'

type Written = readonly [name: string, text: string, head?: string]

const bodyOf = (parts: readonly Written[]) =>
  `${parts.map(([name, text, head = '']) => `--x\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${text}\r\n`).join('')}--x--\r\n`
const [json, png] = ['\r\nContent-Type: application/json', '; filename="a.png"\r\nContent-Type: image/png']

/** Findings for a form, without the part of the description. */
function found(schema: string, parts: readonly Written[], encoding = '{}') {
  const media = `{ schema: ${schema}, encoding: ${encoding} }`
  return foundInRequest(`requestBody: { content: { multipart/form-data: ${media} } }`, {
    ...{ requestHeaders: { 'content-type': type }, requestBody: bodyOf(parts) },
  }).map((line) => line.replace(at, ''))
}

const schema = `{ type: object, required: [name], additionalProperties: false, properties: { name: { type: string, maxLength: 3 },
  count: { type: integer }, ratio: { type: number }, on: { type: boolean }, tags: { type: array, maxItems: 2, items: { type: integer } },
  address: { type: object, required: [street], properties: { street: { type: string } } },
  list: { type: array, items: { type: object, properties: { a: { type: integer } } } },
  photo: { type: string, format: binary }, photos: { type: array, items: { type: string, format: binary } } } }`

describe('a part', () => {
  it.each<[readonly Written[], readonly string[]]>([
    [
      [
        ['name', 'Ann'],
        ['count', '-5'],
        ['ratio', '1.5'],
        ['on', 'true'],
      ],
      [],
    ],
    [[['name', 'Anna']], ['/name is sent and breaks maxLength 3']],
    [[['count', '1']], ['/name is required and missing, and was accepted']],
    [
      [
        ['name', 'a'],
        ['count', '1.5'],
      ],
      ['/count is sent and breaks type "integer"'],
    ],
    [
      [
        ['name', 'a'],
        ['count', '0x10'],
      ],
      ['/count is sent and breaks type "integer"'],
    ],
    [
      [
        ['name', 'a'],
        ['ratio', ''],
      ],
      ['/ratio is sent and breaks type "number"'],
    ],
    [
      [
        ['name', 'a'],
        ['on', 'yes'],
      ],
      ['/on is sent and breaks type "boolean"'],
    ],
    [
      [
        ['name', 'a'],
        ['more', '1'],
      ],
      ['/more is sent and breaks additionalProperties false'],
    ],
    [
      [
        ['name', 'a'],
        ['name', 'b'],
      ],
      ['/name is sent and breaks type "string"'],
    ],
    [
      [
        ['name', 'a'],
        ['tags', '1'],
        ['tags', '2'],
      ],
      [],
    ],
    [
      [
        ['name', 'a'],
        ['tags', '1'],
      ],
      [],
    ],
    [
      [
        ['name', 'a'],
        ['tags', '1'],
        ['tags', 'x'],
        ['tags', '3'],
      ],
      ['/tags is sent and breaks maxItems 2', '/tags/* is sent and breaks type "integer"'],
    ],
    [
      [
        ['name', 'a'],
        ['tags', '[1,2,3]', json],
      ],
      ['/tags is sent and breaks maxItems 2'],
    ],
    [
      [
        ['name', 'a'],
        ['address', '{"street":"b"}', json],
      ],
      [],
    ],
    [
      [
        ['name', 'a'],
        ['address', '{"street":1}', json],
      ],
      ['/address/street is sent and breaks type "string"'],
    ],
    [
      [
        ['name', 'a'],
        ['address', '{}'],
      ],
      ['/address/street is required and missing, and was accepted'],
    ],
    [
      [
        ['name', 'a'],
        ['address', 'b'],
      ],
      ['/address is sent and breaks type "object"'],
    ],
    [
      [
        ['name', 'a'],
        ['address', '{"street"', json],
      ],
      ['/address is sent and breaks contentMediaType "application/json"'],
    ],
    [
      [
        ['name', 'a'],
        ['list', '{"a":1}', json],
        ['list', '{"a":""}', json],
      ],
      ['/list/*/a is sent and breaks type "integer"'],
    ],
    [
      [
        ['name', 'a'],
        ['photo', '\uFFFDPNG', png],
        ['photos', 'x', png],
        ['photos', 'y', png],
      ],
      [],
    ],
    [[['name', '\uFFFDPNG', png]], ['the field /name of the form: bytes are not validated against a schema']],
    [
      [
        ['name', 'a'],
        ['address[street]', 'b'],
      ],
      ['the request : address[street]: how it is written in a form is not defined enough to be checked'],
    ],
  ])('%j', (parts, expected) => {
    expect(found(schema, parts)).toEqual(expected)
  })
})

describe('encoding', () => {
  const file = '{ type: object, properties: { file: { type: string, format: binary } } }'
  it.each([
    ['{ file: { contentType: "image/png, image/jpeg" } }', png, []],
    ['{ file: { contentType: image/* } }', png, []],
    ['{ file: { contentType: image/jpeg } }', png, ['/file is sent and breaks contentType "image/jpeg"']],
    ['{ file: { contentType: image/jpeg } }', '; filename=a', []],
    ['{ file: { headers: { X-Size: { required: true, schema: { type: integer } } } } }', `${png}\r\nx-size: 5`, []],
    [
      '{ file: { headers: { X-Size: { required: true, schema: { type: integer } }, X-B: { required: true } } } }',
      png,
      ['/file is sent and breaks headers "X-Size: required"', '/file is sent and breaks headers "X-B: required"'],
    ],
    [
      '{ file: { headers: { X-Size: { schema: { type: integer } }, Content-Type: { required: true } } } }',
      '; filename=a\r\nX-Size: big',
      ['/file is sent and breaks headers "X-Size: type \\"integer\\""'],
    ],
    [
      '{ file: { style: form } }',
      png,
      ['the field /file of the form: how it is written in a form is not defined enough to be checked'],
    ],
  ])('%s of %j', (encoding, head, expected) => {
    expect(found(file, [['file', 'x', head]], encoding)).toEqual(expected)
  })
})

it('a form that can not be separated is not checked', () => {
  const request = (body: string, contentType = type) =>
    foundInRequest(`requestBody: { content: { multipart/form-data: { schema: ${schema} } } }`, {
      ...{ requestHeaders: { 'content-type': contentType }, requestBody: body },
    })
  const cut = bodyOf([['name', 'Anna']]).slice(0, -4)
  expect(request(cut)).toEqual([`the request ${at}: its last part is incomplete`])
  expect(request('a=1')).toEqual([`the request ${at}: it does not contain the boundary of its Content-Type`])
  expect(request(cut, 'multipart/form-data')).toEqual([`the request ${at}: its Content-Type has no boundary`])
  expect(request('--x\r\n\r\na\r\n--x--')).toEqual([`the request ${at}: a part has no name`])
})

it('a response is checked like a request', () => {
  const responses = `{ 200: { description: ok, content: { multipart/form-data: { schema: ${schema}, encoding: { photo: { contentType: image/png } } } } } }`
  const raw = bodyOf([
    ['name', 'Anna'],
    ['photo', 'x', '; filename=a\r\nContent-Type: image/gif'],
  ])
  const { findings } = inspectionOf({ version: '3.0.3', responses, headers: { 'content-type': type }, raw })
  expect(findings.map(({ ruleId, site, message }) => `${ruleId} ${site.pointer} ${message}`)).toEqual([
    'bounds-conformance /name is longer than the maxLength of 3',
    'format-conformance /photo is sent with another Content-Type than image/png',
  ])
})

it('agrees with ajv on the form that undici reads', async () => {
  const properties = {
    ...{ s: { type: 'string', minLength: 2 }, i: { type: 'integer', maximum: 5 }, b: { type: 'boolean' } },
    ...{ l: { type: 'array', items: { type: 'integer' }, maxItems: 1 }, o: { type: 'object', required: ['a'] } },
  }
  const schema = { type: 'object', required: ['s'], properties, additionalProperties: false }
  const valid = new Ajv2020({ strict: false }).compile(schema)
  const field = fc.tuple(
    fc.constantFrom('s', 'i', 'b', 'l', 'o', 'x'),
    fc.constantFrom('', 'a', 'ab', '1', '7', 'true', '{"a":1}', '{}', '1.5'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(field, { maxLength: 5, selector: ([name]) => name }),
      fc.boolean(),
      async (fields, isTwice) => {
        const form = new FormData()
        for (const [name, value] of fields) {
          form.append(name, value)
          if (isTwice && name === 'l') form.append(name, value)
        }
        const response = new Response(form)
        const contentType = response.headers.get('content-type') ?? ''
        const text = await response.text()
        const read = await new Response(text, { headers: { 'content-type': contentType } }).formData()
        /** Reads text as the value it spells, as the schema requires. */
        const coerced = (name: string, value: string): unknown => {
          const kind = name === 'l' ? 'i' : name
          if (kind === 'i' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
          if (kind === 'b' && (value === 'true' || value === 'false')) return value === 'true'
          return kind === 'o' && value !== '' && value !== 'a' && value !== 'ab' ? JSON.parse(value) : value
        }
        const all = Object.fromEntries(
          [...new Set(read.keys())].map((name) => {
            const values = read.getAll(name).map((value) => coerced(name, String(value)))
            return [name, name === 'l' ? values : values[0]]
          }),
        )
        const lines = foundInRequest(
          `requestBody: { content: { multipart/form-data: { schema: ${JSON.stringify(schema)} } } }`,
          {
            ...{ requestHeaders: { 'content-type': contentType }, requestBody: text },
          },
        )
        // An empty body has no parts and no boundary.
        if (fields.length > 0) expect([fields, lines.length === 0]).toEqual([fields, valid(all)])
      },
    ),
    { numRuns: 60 },
  )
})
