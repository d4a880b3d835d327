import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { inFull } from '../../testing/runs.ts'
import { own } from '../../util/json.ts'
import { parseBeside } from './json-beside.ts'
import { type JsonScan, scanJson } from './json-scan.ts'

const long = 'x'.repeat(120)
const written = (value: unknown) => JSON.stringify(value, null, 2)
const scanned = (text: string) => ({ scan: scanJson(Buffer.from(text), 500), root: JSON.parse(text) as Json })
const beside = (text: string, other: string) => parseBeside(Buffer.from(text), scanned(other), 500)

describe('a JSON text that is parsed beside another version', () => {
  const schemas = { A: { type: 'object', description: long }, B: { type: 'array', $ref: '#/é' } }
  const base = {
    paths: { '/a': { get: { text: long, $ref: '#/é' } }, '/b': { get: { text: 1 } } },
    tags: [long, long],
    components: { schemas },
  }
  const revision = {
    info: '😀',
    paths: { '/new': 1, '/b': { get: { text: 2 } }, '/a': base.paths['/a'] },
    tags: base.tags,
    components: { schemas: { ...schemas, A: { type: 'string', description: long } } },
  }

  it('has the values of the text, and shares equal parts', () => {
    const other = scanned(written(base))
    const made = parseBeside(Buffer.from(written(revision)), other, 500)
    expect(made?.root).toEqual(revision)
    for (const path of [['paths', '/a'], ['tags'], ['components', 'schemas', 'B']])
      expect(at(made?.root, path)).toBe(at(other.root, path))
    expect(at(made?.root, ['paths', '/b'])).not.toBe(at(other.root, ['paths', '/b']))
  })

  it('has the same references and positions as alone, also in shared parts', () => {
    const text = written(revision).replaceAll('\n', '\r\n')
    const made = beside(text, written(base).replaceAll('\n', '\r\n'))
    expect(made?.scan.alike.map(({ path, key }) => [...path, key].join(' '))).toEqual([
      'paths /a',
      'tags',
      'components schemas B',
    ])
    expect(seen(made?.scan, revision)).toEqual(seen(scanned(text).scan, revision))
  })

  it('can be the other version of a third text', () => {
    const [first, text] = [scanned(written(base)), written(revision)]
    const second = parseBeside(Buffer.from(text), first, 500)
    const third = second && parseBeside(Buffer.from(text), second, 500)
    expect(third?.root).toEqual(revision)
    expect(seen(third?.scan, revision)).toEqual(seen(scanned(text).scan, revision))
  })

  it.each([
    ['has nothing in common', '{"a": {"b": 1}}', written(base)],
    [
      'refers to another file, because references are rewritten',
      written({ ...base, $ref: 'other.yaml' }),
      written(base),
    ],
    ['is beside a text that refers to another file', written(base), written({ ...base, $ref: 'other.yaml' })],
    [
      'has a number that does not fit a double',
      `${written(base).slice(0, -1)},"n": 12345678901234567890}`,
      written(base),
    ],
    ['has a key twice', `${written(base).slice(0, -1)},"tags": 1}`, written(base)],
    ['has no value after a shared one', `${written(base).slice(0, -1)},`, written(base)],
    ['is cut', written(base).slice(0, -5), written(base)],
    ['has text after its end', `${written(base)} {}`, written(base)],
    ['lacks a colon before a shared value', written(base).replace('"tags": [', '"tags"  ['), written(base)],
    ['has digits after a shared value', `{"tags": ${written(base.tags)}.0}`, `{"tags": ${written(base.tags)}}`],
    ['has digits before a shared value', `{"tags": 1${written(base.tags)}}`, `{"tags": ${written(base.tags)}}`],
    ['has a key with an invalid escape', written(base).replace('"/b"', '"\\b\\x"'), written(base)],
    ['is nested too deeply', `${written(base).slice(0, -1)},"n": ${'['.repeat(600)}${']'.repeat(600)}}`, written(base)],
  ])('is parsed as a whole if it %s', (_, text, other) => {
    expect(beside(text, other)).toBeUndefined()
  })

  it('keeps a property called __proto__', () => {
    const text = `{"paths": {"__proto__": {"a": "${long}"}}, "b": 1}`
    const made = beside(text, text.replace('"b": 1', '"b": 2'))
    expect(Object.keys(Object(at(made?.root, ['paths'])))).toEqual(['__proto__'])
  })

  it('gives the same result as JSON.parse and a scan alone for random texts', () => {
    const key = fc.constantFrom('a', 'b', 'paths', 'components', '/é', '$ref', '__proto__', 'q"')
    const leaf = fc.oneof(
      fc.constantFrom('#/a', long, '\\', '"', '{"a":[1', 'ü😀'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    )
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('node'), { maxLength: 4 }), fc.dictionary(key, tie('node'))),
    }))
    const root = fc.dictionary(key, node as fc.Arbitrary<Json>, { noNullPrototype: true })
    let shared = 0
    fc.assert(
      fc.property(root, root, fc.array(key), (one, other, kept) => {
        const mixed = Object.fromEntries([...Object.entries(other), ...kept.map((name) => [name, one[name] ?? long])])
        const [text, held] = [written(mixed), written(one)]
        const made = beside(text, held)
        if (made === undefined) return
        shared++
        expect(made.root).toEqual(JSON.parse(text))
        expect(seen(made.scan, mixed)).toEqual(seen(scanned(text).scan, mixed))
      }),
      { numRuns: inFull(300, 100), seed: 16 },
    )
    expect(shared).toBeGreaterThan(inFull(20, 6))
  })
})

function at(root: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((node, key) => own(node, key), root)
}

/** Returns the results of a scan with the position of every location. */
function seen(scan: JsonScan | undefined, value: unknown) {
  const locations: string[][] = []
  const walk = (node: unknown, path: string[]): void => {
    locations.push(path)
    if (typeof node === 'object' && node !== null)
      for (const [key, child] of Object.entries(node)) walk(child, [...path, key])
  }
  walk(value, [])
  const { refs = new Set(), repeated, hasLongNumber, tooDeep } = scan ?? {}
  return {
    refs: [...refs].sort(),
    repeated,
    hasLongNumber,
    tooDeep,
    at: locations.map((path) => scan?.positionOf(path)),
  }
}
