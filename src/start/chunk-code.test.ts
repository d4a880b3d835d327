import { beforeAll, expect, it } from 'vitest'

type Change = (code: string) => string
let lateRequires: Change
let byLoader: Change

beforeAll(async () => {
  // A script of the build: it has no types.
  ;({ lateRequires, byLoader } = await import(new URL('../../.ci/chunk-code.mjs', import.meta.url).href))
})

/** What a chunk hands out, and the modules that were required by then. */
function runs(code: string): readonly [result: unknown, required: readonly string[]] {
  const required: string[] = []
  const load = (id: string) => {
    required.push(id)
    return { name: id, Made: class {}, tag: () => id }
  }
  let result: unknown
  new Function('require', 'hand', code)(load, (handed: unknown) => {
    result = handed
  })
  return [result, required]
}

const crypto = 'let a = require("node:crypto");\n'

it('requires a module of Node when something of it is first used, once', () => {
  const code = lateRequires(`${crypto}function f() { return a.name }\nhand([f, f])`)
  const [uses, required] = runs(code) as [readonly (() => unknown)[], readonly string[]]
  expect(required).toEqual([])
  expect(uses.map((use) => use())).toEqual(['node:crypto', 'node:crypto'])
  expect(required).toEqual(['node:crypto'])
})

it.each([
  ['made', 'hand(typeof new a.Made())', 'object'],
  ['a tag', 'hand(a.tag`x`)', 'node:crypto'],
  ['after a line without a semicolon', 'let b = String\na.name\nhand(typeof b)', 'function'],
  ['where it may be missing', 'hand(a?.name?.length)', 11],
  ['beside a property of its name', 'const b = { c: { a: 1 } }; hand(b.c.a + a.name)', '1node:crypto'],
  ['with a parameter of its name', 'const f = (a) => a.name; hand(f({ name: 1 }) + a.name)', '1node:crypto'],
  ['given away as a whole', 'const b = { a }; hand(b.a.name)', 'node:crypto'],
  ['by a name that is computed', 'hand(a["na" + "me"])', 'node:crypto'],
  ['in a function', 'hand((() => { var b = require("node:zlib"); return b.name + a.name })())', 'node:zlibnode:crypto'],
  [
    'out of its block',
    'hand((() => { if (1) { var b = require("node:zlib"); b.tag() } return b.name })())',
    'node:zlib',
  ],
  ['wrapped', 'a = { name: 1, of: a }; hand(a.name)', 1],
])('does what it did before: %s', (_, rest, result) => {
  expect(runs(crypto + rest)[0]).toBe(result)
  expect(runs(lateRequires(crypto + rest))[0]).toBe(result)
})

it('leaves other modules where they are required', () => {
  const code = 'const a = require("node:path");\nhand(a.name)'
  expect(lateRequires(code)).toBe(code)
})

it('imports by the loader, where a chunk is started by it', () => {
  const loaded: string[] = []
  const load = Object.assign(() => {}, { load: (id: string) => loaded.push(id) })
  new Function('require', byLoader('const name = "y"; import("x"); import(name)'))(load)
  expect(loaded).toEqual(['x', 'y'])
  for (const code of ['import(await import("x"))', 'import("x", { with: { type: "json" } })'])
    expect(() => byLoader(code), code).toThrow()
})
