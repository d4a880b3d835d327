import { beforeAll, expect, it } from 'vitest'

type Change = (chunks: ReadonlyMap<string, string>) => ReadonlyMap<string, string>
let withConstants: Change

beforeAll(async () => {
  // A script of the build: it has no types.
  ;({ withConstants } = await import(new URL('../../.ci/chunk-imports.mjs', import.meta.url).href))
})

const exported = (...names: readonly string[]) =>
  names.map((name) => `Object.defineProperty(exports, "${name}", { get: function() { return ${name}; } });\n`).join('')

/** What `main.cjs` hands out, and how often something was read of what another chunk exports. */
function runs(codes: ReadonlyMap<string, string>) {
  const loaded = new Map<string, object>()
  let reads = 0
  let result: unknown
  const hand = (handed: unknown) => {
    result = handed
  }
  const load = (id: string): object => {
    const known = loaded.get(id)
    if (known !== undefined) return known
    const exports = {}
    const get = (target: object, name: string): unknown => {
      reads++
      return Reflect.get(target, name)
    }
    const seen = new Proxy(exports, { get })
    loaded.set(id, seen)
    new Function('require', 'exports', 'hand', codes.get(id.slice(2)) ?? '')(load, exports, hand)
    return seen
  }
  load('./main.cjs')
  return { result, reads }
}

const asItIs: Change = (chunks) => chunks
const requireA = 'const require_a = require("./a.cjs");\n'

it('reads an export that never changes once', () => {
  const chunks = new Map([
    ['main.cjs', `${requireA}hand([1, 2, 3].map((n) => require_a.twice(n) + require_a.one))`],
    ['a.cjs', `const one = 1;\nfunction twice(n) { return 2 * n }\n${exported('one', 'twice')}`],
  ])
  expect(runs(asItIs(chunks))).toEqual({ result: [3, 5, 7], reads: 6 })
  expect(runs(withConstants(chunks))).toEqual({ result: [3, 5, 7], reads: 2 })
})

it.each([
  ['an export that is assigned', 'let n = 1;\nfunction next() { n = 2 }\n', 'require_a.next(); hand(require_a.n)'],
  [
    'a function that is assigned',
    'function n() {}\nfunction next() { n = 2 }\n',
    'require_a.next(); hand(require_a.n)',
  ],
])('reads %s when it is used', (_, declared, rest) => {
  const chunks = new Map([
    ['main.cjs', requireA + rest],
    ['a.cjs', declared + exported('n', 'next')],
  ])
  expect(runs(withConstants(chunks)).result).toBe(2)
})

it('leaves chunks that require each other', () => {
  const chunks = new Map([
    ['main.cjs', `${requireA}function two() { return 2 }\n${exported('two')}hand(require_a.one + require_a.later())`],
    [
      'a.cjs',
      `const require_main = require("./main.cjs");\nconst one = 1;\nfunction later() { return require_main.two() }\n${exported('one', 'later')}`,
    ],
  ])
  expect(runs(withConstants(chunks)).result).toBe(3)
  expect(withConstants(chunks)).toEqual(chunks)
})

it.each([
  ['a name that is computed', 'hand(require_a["one"])'],
  ['what is given away as a whole', 'hand({ ...require_a }.one)'],
  ['another module', 'const b = require("node:path");\nhand(b.one)'],
])('leaves %s', (_, rest) => {
  const chunks = new Map([
    ['main.cjs', requireA + rest],
    ['a.cjs', `const one = 1;\n${exported('one')}`],
  ])
  expect(withConstants(chunks)).toEqual(chunks)
})
