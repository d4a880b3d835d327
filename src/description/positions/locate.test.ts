import { describe, expect, it } from 'vitest'
import { joinPointer } from '../../util/pointer.ts'
import { parseDocument } from '../reading/parse.ts'

const yaml = `# a comment
openapi: 3.0.3
info:
  title: "T"
  'version': '1'
paths:
  /a/{b}:
    get:
      responses:
        200: { description: ok }
        '404':
          description: |
            200: not a key
x-base: &base
  one: 1
  two: [a, b]
x-merged:
  <<: *base
  three: 3
x-several:
  <<: [{ four: 4 }, *base]
x-alias: *base
x-list:
  - a
  - b: 1
    c: 2
`

const at = (content: string) => {
  const document = parseDocument({ content, name: 'a', file: 'a.yaml' })
  return (...tokens: readonly (string | number)[]) => {
    const { line, column } = document.locate(joinPointer('', ...tokens))
    return `${line}:${column}`
  }
}

describe('positions in YAML', () => {
  const position = at(yaml)

  it.each([
    ['2:1', []],
    ['3:1', ['info']],
    ['4:3', ['info', 'title']],
    ['5:3', ['info', 'version']],
    ['7:3', ['paths', '/a/{b}']],
    ['10:9', ['paths', '/a/{b}', 'get', 'responses', '200']],
    ['10:16', ['paths', '/a/{b}', 'get', 'responses', '200', 'description']],
    ['11:9', ['paths', '/a/{b}', 'get', 'responses', '404']],
    ['12:11', ['paths', '/a/{b}', 'get', 'responses', '404', 'description']],
    ['16:12', ['x-base', 'two', 1]],
    ['25:5', ['x-list', 1]],
    ['26:5', ['x-list', 1, 'c']],
  ])('%s is %j', (expected, tokens) => {
    expect(position(...tokens)).toBe(expected)
  })

  it('follows aliases and merge keys', () => {
    expect(position('x-merged', 'one')).toBe('15:3')
    expect(position('x-merged', 'three')).toBe('19:3')
    expect(position('x-several', 'four')).toBe('21:10')
    expect(position('x-several', 'two', 0)).toBe('16:9')
    expect(position('x-alias', 'one')).toBe('15:3')
  })

  it('falls back to the closest ancestor', () => {
    expect(position('info', 'nope', 'deeper')).toBe('3:1')
    expect(position('nope')).toBe('2:1')
    expect(position('x-list', 7)).toBe('23:1')
  })

  it('treats CRLF as one line break and skips a BOM', () => {
    expect(at(`\uFEFF${yaml.replaceAll('\n', '\r\n')}`)('info', 'title')).toBe('4:3')
  })
})

describe('positions in JSON', () => {
  const value = {
    openapi: '3.0.0',
    'a"\\': [{ x: 'br}ack,et' }, [], {}, -1.5e3, null],
    paths: { '/a': { get: true } },
    'é\u2028': 1,
    last: [1, [2, 3]],
  }

  it.each([
    ['2:3', ['openapi']],
    ['3:3', ['a"\\']],
    ['4:5', ['a"\\', 0]],
    ['5:7', ['a"\\', 0, 'x']],
    ['7:5', ['a"\\', 1]],
    ['9:5', ['a"\\', 3]],
    ['10:5', ['a"\\', 4]],
    ['12:3', ['paths']],
    ['14:7', ['paths', '/a', 'get']],
    ['17:3', ['é\u2028']],
    ['22:7', ['last', 1, 1]],
    ['1:1', ['nope']],
    ['10:5', ['a"\\', 4, 'x']],
  ])('%s is %j', (expected, tokens) => {
    expect(at(JSON.stringify(value, null, 2))(...tokens)).toBe(expected)
  })

  it('finds the property in one-line JSON, using the last of duplicate keys', () => {
    const text = '{"openapi":"3.0.0","a":{"k":1,"k":[0,{"z":2}]}}'
    expect(at(text)('a', 'k', 1, 'z')).toBe(`1:${text.indexOf('"z"') + 1}`)
  })

  it.each([
    ['a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('converts UTF-16 positions to byte offsets with %s', (_, encode) => {
    const text = '{"openapi":"3.0.0",\r\n"é😀\u2028": {"a":\r"ü","b" : 1}}'
    const document = parseDocument({ content: encode(text), name: 'a', file: 'a.json' })
    expect(document.locate('/é😀\u2028/a')).toEqual({ file: 'a.json', line: 2, column: 10 })
    expect(document.locate('/é😀\u2028/b')).toEqual({ file: 'a.json', line: 3, column: 5 })
  })

  it('finds every position of a document', () => {
    const text = JSON.stringify(value, null, 1)
    const position = at(text)
    const lines = text.split('\n')
    const walk = (node: unknown, tokens: readonly (string | number)[]): void => {
      if (typeof node !== 'object' || node === null) return
      for (const [key, child] of Object.entries(node)) {
        const [line, column] = position(...tokens, key)
          .split(':')
          .map(Number)
        const rest = (lines[(line ?? 0) - 1] ?? '').slice((column ?? 0) - 1)
        const start = Array.isArray(node) ? (JSON.stringify(child, null, 1).split('\n')[0] ?? '') : JSON.stringify(key)
        expect(rest.startsWith(start)).toBe(true)
        walk(child, [...tokens, key])
      }
    }
    walk(value, [])
    expect.hasAssertions()
  })
})
