import { describe, expect, it } from 'vitest'
import { scanJson } from './json-scan.ts'

const scan = (text: string, maxDepth = 500) => scanJson(Buffer.from(text), maxDepth)

describe('a scan of JSON', () => {
  it('finds byte offsets of keys and items, the last of duplicate keys, and the closest ancestor of missing ones', () => {
    const text = '{ "ü": { "a": [1, { "b\\"]": 2 }] },\n  "c": 1, "c": { "d": "}" } }'
    const scanned = scan(text)
    const at = (...tokens: string[]) => Buffer.from(text).subarray(scanned.positionOf(tokens).offset).toString()
    expect(at()).toBe(text)
    expect(at('ü', 'a')).toMatch(/^"a": \[1/)
    expect(at('ü', 'a', '1', 'b"]')).toMatch(/^"b\\"\]": 2/)
    expect(at('c', 'd')).toMatch(/^"d": "}"/)
    expect(at('c', 'nope', 'deeper')).toMatch(/^"c": \{/)
  })

  it('gives the same results regardless of earlier lookups', () => {
    const text = '{"a": {"b": {"c": {"d": {"x": [1, {"y": 2}], "e": [{"f": 3}],\n "e": {"g": {"h": 5}, "i": 6}}}}}}'
    const inside = ['a', 'b', 'c', 'd']
    const wanted = [['e', 'g', 'h'], ['x', '1', 'y'], ['e', 'i'], ['e', '0'], ['e', 'g'], ['nope', 'y'], []]
    const known = scan(text)
    const found = wanted.map((tokens) => known.positionOf([...inside, ...tokens]))
    expect(found).toEqual(wanted.map((tokens) => scan(text).positionOf([...inside, ...tokens])))
    const at = found.map(({ offset, line }) => `${line} ${text.slice(offset, offset + 3)}`)
    expect(at).toEqual(['2 "h"', '1 "y"', '2 "i"', '2 "e"', '2 "g"', '1 "d"', '1 "d"'])
  })

  it('reports duplicate keys of the outer levels below objects', () => {
    expect(scan('{"a": {"b/c": {"d": 1, "d": 2}, "b/c": {}}, "a": 3}').repeated).toEqual(['/a/b~1c/d', '/a/b~1c', '/a'])
    expect(scan('{"a": [{"b": 1, "b": 2}], "c": {"d": {"e": {"f": 1, "f": 2}}}}').repeated).toEqual([])
  })

  it('lists all $ref values', () => {
    const text = '{"$ref": "#/a", "b": [{"c": {"d": {"e": {"$ref" : "x.yaml#/ü"}}}}], "$refs": {"$ref": 5}}'
    expect([...(scan(text).refs ?? [])]).toEqual(['#/a', 'x.yaml#/ü'])
    for (const key of ['\\u0024ref', '$\\u0072ef', '$r\\u0065f', '$re\\u0066'])
      expect(scan(`{"a": {"b": {"c": [{"${key}": "x.yaml"}]}}}`).refs).toBeUndefined()
    expect(scan('{"\\u0025ref": "\\\\u0024"}').refs).toEqual(new Set())
  })

  it('counts nesting levels', () => {
    const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
    expect(scan(nested(10), 10).tooDeep).toBe(false)
    expect(scan(nested(12), 10).tooDeep).toBe(true)
    expect(scan(`{"a": {"b": {"c": ${nested(100_000)}}}}`).tooDeep).toBe(true)
  })
})

it.each([
  ['{"a":1234567890123456}', true],
  ['{"a":-0.12345678901234}', true],
  ['[[1,2,[3e400]]]', true],
  ['{"a":{"b":{"c":{"d":[1,12345678901234567890 ]}}}}', true],
  ['{"a":1E5}', true],
  ['{"a":123456789012345,"b":[1.5,-2]}', false],
  ['{"a":"1234567890123456789e5","12345678901234567890":true}', false],
])('detects numbers that may not fit into a double: %s', (text, expected) => {
  expect(scan(text).hasLongNumber).toBe(expected)
})
