import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../model/json.ts'
import { inSet } from '../testing/cases/set-of-values.ts'
import { descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'
import { inFull, runsOf } from '../testing/runs.ts'

fc.configureGlobal({ seed: Number(process.env.SPECDRIFT_SEED ?? 20_261_122) })

const scalars: Json[] = [null, true, -1, 0, 1, 2, 0.5, '', 'a', 'b', 'dd']
const held: readonly (Json | undefined)[] = [undefined, {}, ...scalars]
const objects: Json[] = held.flatMap((a) =>
  held.flatMap((b) =>
    [undefined, {}, 0, 1, 'a', 'b', 'dd'].map((c) =>
      Object.fromEntries(Object.entries({ a, b, c }).filter(([, one]) => one !== undefined)),
    ),
  ),
) as Json[]
const lists: Json[] = [[], [0, 0, 0], ...scalars.flatMap((one) => [[one], ...scalars.map((two) => [one, two])])]
/** One representative of every value that the generated schemas can distinguish. */
const universe: readonly Json[] = [...scalars, ...objects, ...lists]

const scalar: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>({ type: 'string' }, { type: 'integer' }, { type: 'string', maxLength: 1 }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ enum: fc.subarray<Json>(['a', 'b', 1], { minLength: 1 }) }),
)
const names = fc.subarray(['a', 'b'])
const closed: fc.Arbitrary<JsonObject> = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.oneof(fc.record({ a: scalar, b: scalar }), fc.record({ a: scalar })),
    required: names,
    additionalProperties: fc.constant(false),
    minProperties: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: ['type', 'properties', 'additionalProperties'] },
)
const named: fc.Arbitrary<JsonObject> = fc.record(
  {
    type: fc.constant('object'),
    propertyNames: fc.record({ enum: fc.subarray(['a', 'b'], { minLength: 1 }) }),
    additionalProperties: scalar,
    minProperties: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: ['type', 'propertyNames', 'additionalProperties'] },
)
const uniform: fc.Arbitrary<JsonObject> = fc.oneof(
  scalar.map((every) => ({ type: 'object', patternProperties: { '': every } })),
  scalar.map((every) => ({ type: 'object', additionalProperties: every })),
)
const listed: fc.Arbitrary<JsonObject> = fc
  .uniqueArray(fc.constantFrom<Json>({}, { a: 1 }, { a: 'a' }, { a: 1, b: 'b' }), { minLength: 1, maxLength: 3 })
  .map((values): JsonObject => (values.length === 1 ? { const: values[0] ?? {} } : { enum: values }))
const list: fc.Arbitrary<JsonObject> = fc.record(
  {
    type: fc.constant('array'),
    items: scalar,
    contains: scalar,
    minItems: fc.integer({ min: 0, max: 1 }),
    maxItems: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: ['type', 'items', 'maxItems'] },
)
const object = fc.oneof(closed, named, uniform, listed)
const pair = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(object, object) },
  { weight: 2, arbitrary: fc.tuple(list, list) },
)

describe('the verdict on two equivalent or different schemas', () => {
  it('agrees with testing every value, in both directions', () => {
    let breaking = 0
    const runs = runsOf(inFull(150, 60))
    fc.assert(
      fc.property(pair, ([before, after]) => {
        // Edits of unsatisfiable schemas are reported as such.
        fc.pre([before, after].every((schema) => universe.some((value) => inSet(schema, value))))
        const lost = universe.some((value) => inSet(before, value) && !inSet(after, value))
        const gained = universe.some((value) => inSet(after, value) && !inSet(before, value))
        for (const [way, breaks] of [
          ['request', lost],
          ['response', gained],
        ] as const) {
          const [base, revision] = [before, after].map((schema) =>
            descriptionWithSchema(JSON.stringify(schema), way, '3.1.0'),
          )
          const found = findingsBetween(base ?? '', revision ?? '').filter(
            // A difference tolerated by clients still is a difference.
            ({ verdict, derivation }) => verdict === 'breaking' || derivation?.includes('softened') === true,
          )
          expect(found.length > 0, JSON.stringify([way, before, after, found.map(({ message }) => message)])).toBe(
            breaks,
          )
          breaking += found.length
        }
      }),
      { numRuns: runs },
    )
    expect(breaking).toBeGreaterThan(runs / 3)
  }, 300_000)
})
