import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../model/json.ts'
import { inSet } from '../testing/cases/set-of-values.ts'
import { findingsBetween } from '../testing/rule-tester.ts'
import { inFull, runsOf } from '../testing/runs.ts'

fc.configureGlobal({ seed: Number(process.env.SPECDRIFT_SEED ?? 20_261_122) })

const texts: Json[] = ['', 'a', 'b', 'd', 'cc', 'dd', 'ddd']
const scalars: Json[] = [null, true, -1, 0, 1, 2, 0.5, ...texts]
const held: readonly (Json | undefined)[] = [undefined, {}, ...scalars]
const objects: Json[] = held.flatMap((a) =>
  held.map((b) => ({ ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) })),
)
const lists: Json[] = [[], [0, 0, 0], ...scalars.flatMap((one) => [[one], ...scalars.map((two) => [one, two])])]
/** One representative of every value that the generated schemas can distinguish. */
const universe: readonly Json[] = [...scalars, ...objects, ...lists]

const scalar: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>({ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { type: 'number' }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ type: fc.constant('string'), enum: fc.subarray<Json>(['a', 'b', 'cc'], { minLength: 1 }) }),
)
/** Always declares both names, because conventions judge undeclared properties of open objects. */
const object: fc.Arbitrary<JsonObject> = fc.record({
  type: fc.constant('object'),
  properties: fc.record({ a: scalar, b: scalar }),
  required: fc.subarray(['a', 'b']),
})
const list: fc.Arbitrary<JsonObject> = fc.record({
  type: fc.constant('array'),
  items: scalar,
  maxItems: fc.integer({ min: 0, max: 2 }),
})
const leaf = fc.oneof({ weight: 2, arbitrary: scalar }, { weight: 2, arbitrary: object }, list)
const { union } = fc.letrec<{ union: JsonObject; branch: JsonObject }>((tie) => ({
  branch: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('union')),
  union: fc
    .tuple(fc.constantFrom('oneOf', 'anyOf'), fc.array(tie('branch'), { minLength: 1, maxLength: 3 }))
    .map(([keyword, branches]) => ({ [keyword]: branches })),
}))
/** A constraint that moves into each branch while one branch is edited. */
const moved: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc
  .tuple(
    fc.array(object, { minLength: 2, maxLength: 3 }),
    fc.constantFrom<JsonObject>({ required: ['a'] }, { required: ['b'] }, { required: ['a', 'b'] }),
    fc.constantFrom('oneOf', 'anyOf'),
    fc.nat(),
    object,
  )
  .map(([branches, constraint, keyword, index, other]) => {
    const edited = branches.map((branch, at) => (at === index % branches.length ? other : branch))
    const required = (branch: JsonObject): Json[] => [
      ...new Set([branch, constraint].flatMap((one) => (Array.isArray(one.required) ? one.required : []))),
    ]
    const inside = edited.map((branch) => ({ ...branch, ...constraint, required: required(branch) }))
    return [
      { type: 'object', ...constraint, [keyword]: branches },
      { type: 'object', [keyword]: inside },
    ] as const
  })
/** Pairs that share most branches, as real versions do. */
const pair: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc.oneof(
  fc.tuple(union, fc.oneof(union, leaf)),
  moved,
  fc.tuple(fc.array(leaf, { minLength: 1, maxLength: 4 }), fc.nat(), leaf).map(([branches, index, other]) => {
    const edited = branches.map((branch, at) => (at === index % branches.length ? other : branch))
    return [{ oneOf: branches }, { oneOf: edited }] as const
  }),
  fc.tuple(fc.array(leaf, { minLength: 2, maxLength: 4 }), fc.nat()).map(([branches, index]) => {
    return [{ anyOf: branches }, { anyOf: branches.filter((_, at) => at !== index % branches.length) }] as const
  }),
)

/** Stock ajv, which counts the branches of a `oneOf`. */
function validatorOf(schema: JsonObject): (value: Json) => boolean {
  const validate = new Ajv2020({ strict: false, logger: false }).compile(schema)
  return (value) => validate(value)
}

/** Returns a description with one operation that receives the schema and one that returns it. */
function bothWays(schema: JsonObject): string {
  const content = { 'application/json': { schema } }
  const paths = {
    '/request': { post: { requestBody: { content }, responses: {} } },
    '/response': { post: { responses: { 200: { description: '', content } } } },
  }
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Generated', version: '1' }, paths })
}

describe('the verdict on a pair of unions', () => {
  it('agrees with testing every value, in both directions', () => {
    let [breaking, proven] = [0, 0]
    const runs = runsOf(inFull(300, 100))
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const values = universe.map((value) => [inSet(one, value), inSet(other, value)] as const)
        // An unsatisfiable schema, such as a `oneOf` of two equal branches, keeps the local verdict.
        const isEmpty = [one, other].some((schema) => !universe.some(validatorOf(schema)))
        const onlyIn = [values.some(([a, b]) => a && !b), values.some(([a, b]) => b && !a)] as const
        for (const [before, after, lost, gained] of [
          [one, other, ...onlyIn],
          [other, one, onlyIn[1], onlyIn[0]],
        ] as const) {
          const found = findingsBetween(bothWays(before), bothWays(after)).filter(
            ({ verdict }) => verdict === 'breaking',
          )
          const breaks = new Set(found.map(({ site }) => site.operation))
          const proof = new Set(found.flatMap(({ site, witness }) => (witness?.proven ? [site.operation] : [])))
          const expected = [...(lost ? ['POST /request'] : []), ...(gained ? ['POST /response'] : [])]
          const text = JSON.stringify([before, after])
          if (isEmpty) {
            expect([...breaks], text).toEqual(expect.arrayContaining(expected))
            expect(expected, text).toEqual(expect.arrayContaining([...proof]))
          } else expect([...breaks].sort(), text).toEqual(expected)
          breaking += found.length
          proven += found.filter(({ witness }) => witness?.proven).length
        }
      }),
      { numRuns: runs },
    )
    expect(breaking).toBeGreaterThan(runs / 2)
    expect(proven / breaking).toBeGreaterThanOrEqual(0.98)
  }, 300_000)
})
