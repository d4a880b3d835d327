import { describe, expect, it } from 'vitest'
import { ToolError } from '../../model/errors.ts'
import { parseDocument } from './parse.ts'
import type { ParseLimits } from './parse-text.ts'

const parse = (content: string | Uint8Array, limits?: ParseLimits) =>
  parseDocument({ content, name: 'a', file: 'a.yaml' }, limits)

function refusal(content: string | Uint8Array, limits?: ParseLimits): string {
  try {
    parse(content, limits)
  } catch (error) {
    if (error instanceof ToolError) return `${error.code} ${error.message}`
    throw error
  }
  return 'parsed'
}

const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths: {}\n'

describe('parseDocument', () => {
  it.each([
    ['swagger: "2.0"', '2.0'],
    ['swagger: 2.0', '2.0'],
    ['openapi: 3.0', '3.0'],
    ['openapi: "3.0.4"', '3.0'],
    ['openapi: 3.1', '3.1'],
    ['{"openapi": "3.1.1"}', '3.1'],
    ['{openapi: 3.2.0}', '3.2'],
    ['openapi: 3.1.0-rc1', '3.1'],
  ])('%s is dialect %s', (content, dialect) => {
    expect(parse(content).dialect).toBe(dialect)
  })

  it.each([
    ['openapi: 3.3.0', '`openapi: 3.3.0` is not supported (supported: swagger 2.0, openapi 3.0, 3.1 and 3.2)'],
    ['openapi: "3"', '`openapi: 3` is not supported'],
    ['swagger: "1.2"', '`swagger: 1.2` is not supported'],
    ['openapi: 3.00.1', 'is not supported'],
    ['a: 1', 'neither `openapi` nor `swagger`'],
    ['[1]', 'its root is an array'],
    ['just words', 'its root is a string'],
    ['<!DOCTYPE html><html><body>Docs</body></html>', 'it is an HTML page'],
    ['null', 'it is empty'],
  ])('%s is not a description', (content, reason) => {
    expect(refusal(content)).toMatch(/^NOT_A_DESCRIPTION/)
    expect(refusal(content)).toContain(reason)
  })

  it.each([
    ['', 'the input is empty'],
    [`${head}info: 2\n`, 'a.yaml:4:1 is not valid YAML or JSON: duplicated mapping key'],
    [`${head}x: [1, 2`, 'a.yaml:4:9'],
    ['{"openapi": "3.0.0",\n  "info" 1}', 'a.yaml:2:10 is not valid YAML or JSON: colon expected'],
    ['{"openapi": "3.0.0"', 'a.yaml:1:20'],
    [`${head}x: &a [*a]`, 'a YAML alias contains itself'],
    [`${head}x: !!js/function 'x'`, 'unknown scalar tag'],
    [new Uint8Array([0x61, 0xff, 0xfe]), 'not UTF-8'],
  ])('%j fails with its location', (content, reason) => {
    expect(refusal(content)).toMatch(/^PARSE_FAILED/)
    expect(refusal(content)).toContain(reason)
  })

  it('reads text with BOM, CRLF and unusual JSON', () => {
    expect(parse(`\uFEFF${head.replaceAll('\n', '\r\n')}`).title).toBe('T')
    expect(parse(Buffer.from(`\uFEFF{"openapi":"3.0.0"}`)).dialect).toBe('3.0')
    expect(parse(Buffer.from(`\uFEFF${head}`, 'utf16le')).title).toBe('T')
    expect(parse(Buffer.from(`\uFEFF${head}`, 'utf16le').swap16()).title).toBe('T')
    expect(parse('{"openapi":"3.0.0","x":[1,],}').at('/x/0')).toBe(1)
  })

  it('keeps dates as strings and converts status codes to strings', () => {
    const document = parse(`${head}x:\n  2026-11-20: 2026-11-20\n  200: { <<: {a: 1}, b: yes }\n`)
    expect(document.at('/x')).toEqual({ '2026-11-20': '2026-11-20', '200': { a: 1, b: 'yes' } })
  })

  it.each(['yaml', 'json'])('treats __proto__ as data in %s', (format) => {
    const yaml = `${head}components:\n  schemas:\n    __proto__: {type: string}\n`
    const json = '{"openapi":"3.0.0","components":{"schemas":{"__proto__":{"type":"string"}}}}'
    const document = parse(format === 'yaml' ? yaml : json)
    expect(document.at('/components/schemas/__proto__')).toEqual({ type: 'string' })
    expect(document.resolve('#/components/schemas/__proto__')?.node).toEqual({ type: 'string' })
    expect(document.at('/components/constructor')).toBeUndefined()
    expect(document.resolve('#/components/schemas/toString')).toBeUndefined()
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('type')
  })

  it('rejects content that is too large, too deep or explodes', () => {
    const layers = Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)
    expect(refusal(`${head}a0: &a0 [x]\n${layers.join('\n')}`)).toMatch(/^TOO_LARGE .*aliases/)
    const chain = Array.from({ length: 5000 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`)
    expect(refusal(`${head}a0: &a0 [x]\n${chain.join('\n')}`)).toMatch(/^TOO_LARGE .*levels of nesting/)
    expect(refusal(head, { maxBytes: 10 })).toMatch(/^TOO_LARGE .*10 bytes/)
    expect(refusal(`{"openapi":"3.0.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toMatch(
      /^TOO_LARGE .*nesting/,
    )
    expect(refusal(`${head}x: ${'['.repeat(3000)}${']'.repeat(3000)}`)).toMatch(/^TOO_LARGE .*nesting/)
    expect(refusal(`{"openapi":"3.0.0","x":${JSON.stringify('[{\\"'.repeat(1000))}}`)).toBe('parsed')
    expect(refusal(`${head}a0: &a0 [x]\n${layers.slice(0, 8).join('\n')}`)).toBe('parsed')
  })

  it('hashes the bytes', () => {
    expect(parse('openapi: 3.0.0').sha256).toBe(parse(Buffer.from('openapi: 3.0.0')).sha256)
    expect(parse('openapi: 3.0.0').sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('reports a $ref to another file as not read, but not in data', () => {
    const document = parse(`${head}components:
  schemas:
    A: { $ref: './b.yaml#/B' }
    B: { example: { $ref: /etc/passwd }, default: { $ref: c.yaml }, enum: [{ $ref: c.yaml }], x-y: { $ref: c.yaml } }
    default: { properties: { example: { $ref: 'http://127.0.0.1:1/x' } } }
`)
    expect(document.flaws.map(({ pointer }) => pointer)).toEqual([
      '/components/schemas/A',
      '/components/schemas/default/properties/example',
    ])
    expect(document.resolve('./b.yaml#/B')).toBeUndefined()
  })
})

describe('resolve', () => {
  const document = parse(`${head}components:
  schemas:
    A: { $ref: '#/components/schemas/B' }
    B: { $ref: '#/components/schemas/C~1D', description: said }
    C/D: { type: object, properties: { 'a b': { type: string } } }
    E: { $ref: '#/components/schemas/C~1D', nullable: true }
    Loop: { $ref: '#/components/schemas/Loop2' }
    Loop2: { $ref: '#/components/schemas/Loop' }
    Loop3: { $ref: '#/components/schemas/Loop3', minLength: 1 }
    Loop4: { $ref: '#/components/schemas/Loop4/properties/x' }
    Gone: { $ref: '#/components/schemas/Nowhere' }
    List: { anyOf: [{ type: string }] }
`)
  const pointerOf = (name: string) => document.resolve(`#/components/schemas/${name}`)?.pointer

  it.each([
    ['A', '/components/schemas/C~1D'],
    ['C~1D', '/components/schemas/C~1D'],
    ['C~1D/properties/a%20b', '/components/schemas/C~1D/properties/a b'],
    ['A/properties/a%20b', '/components/schemas/C~1D/properties/a b'],
    ['List/anyOf/0', '/components/schemas/List/anyOf/0'],
    // Following it would lose its siblings.
    ['E', '/components/schemas/E'],
  ])('%s leads to %s', (name, pointer) => {
    expect(pointerOf(name)).toBe(pointer)
  })

  it.each(['Loop', 'Loop2', 'Loop3', 'Loop4', 'Gone', 'Nowhere', 'List/anyOf/01', 'List/anyOf/length'])(
    '%s leads nowhere',
    (name) => {
      expect(pointerOf(name)).toBeUndefined()
    },
  )

  it('resolves neither to the whole document nor to a missing anchor', () => {
    expect(document.resolve('#')).toBeUndefined()
    expect(document.resolve('')).toBeUndefined()
    expect(document.resolve('#anchor')).toBeUndefined()
  })

  it('resolves chains deeper than the call stack', () => {
    const links = Array.from({ length: 20_000 }, (_, i) => `"S${i}":{"$ref":"#/components/schemas/S${i + 1}"}`)
    const chain = parse(`{"openapi":"3.0.0","components":{"schemas":{${links.join(',')}}}}`)
    expect(chain.resolve('#/components/schemas/S0')).toBeUndefined()
  })
})
