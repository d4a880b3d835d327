import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { containmentOf } from '../../testing/cases/containment.ts'
import { inFull, runsOf } from '../../testing/runs.ts'
import { isObject } from '../../util/json.ts'
import { atomOf, atomsOf } from '../keywords/atoms.ts'

fc.configureGlobal({ seed: Number(process.env.SPECDRIFT_SEED ?? 20_261_121) })

/** Returns whether an `enum` next to a `type` has a value of that type. Otherwise our reading differs from ajv's on purpose. */
function isPlain(one: Json, other: Json): boolean {
  const isOf = (list: Json, type: Json): boolean => {
    if (!isObject(list) || !isObject(type) || !Array.isArray(list.enum) || typeof type.type !== 'string') return true
    const atoms = atomsOf([type.type])
    return list.enum.some((value) => atoms.has(atomOf(value)))
  }
  return isOf(one, other) && isOf(other, one)
}

describe('containment over a finite universe', () => {
  const numbers: Json[] = [-1, 0, 1, 2, 3, 0.5]
  const texts: Json[] = ['', 'a', 'b', 'c', 'ab']
  const scalars: Json[] = [null, true, false, ...numbers, ...texts]
  const inner: Json[] = [undefined as never, ...scalars, {}, []].filter((value) => value !== undefined)
  const optional = [undefined, ...inner]
  const objects: Json[] = optional.flatMap((a) =>
    optional.map((b) => ({ ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) })),
  )
  const lists: Json[] = [[], ...scalars.map((one) => [one]), [1, 'a'], [1, 1], ['a', 'a', 'a'], ['a', 1, 2]]
  const universe: Json[] = [...scalars, ...objects, ...lists]

  const scalar: fc.Arbitrary<Json> = fc.oneof(
    fc.constantFrom<Json>(
      { type: 'string' },
      { type: 'integer' },
      { type: 'boolean' },
      { type: 'null' },
      { type: 'number' },
      true,
    ),
    fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ type: fc.constant('number'), maximum: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ type: fc.constant('string'), minLength: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ enum: fc.subarray<Json>(['a', 'b', 1, 2, null, true], { minLength: 1 }) }),
  )
  const { schema } = fc.letrec<{ schema: Json; object: Json; group: Json; leaf: Json; list: Json; condition: Json }>(
    (tie) => ({
      leaf: fc.oneof(scalar, tie('object'), tie('list')),
      object: fc.record(
        {
          type: fc.constant('object'),
          properties: fc.record({ a: scalar, b: scalar }, { requiredKeys: [] }),
          required: fc.subarray(['a', 'b']),
          additionalProperties: fc.constant(false),
        },
        { requiredKeys: ['type', 'properties'] },
      ),
      condition: fc
        .tuple(tie('leaf'), tie('leaf'), tie('object'), fc.boolean())
        // `fromEntries`, because an object literal with `then` looks like a promise.
        .map(([tested, held, other, both]) =>
          Object.fromEntries([['if', tested], ['then', held], ...(both ? [['else', other] as const] : [])]),
        ),
      list: fc.record(
        { type: fc.constant('array'), items: scalar, maxItems: fc.integer({ min: 0, max: 2 }) },
        { requiredKeys: ['type'] },
      ),
      group: fc.oneof(
        fc.record({ anyOf: fc.array(tie('leaf'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ anyOf: fc.array(tie('leaf'), { minLength: 1, maxLength: 3 }), not: scalar }),
        fc.record({
          anyOf: fc.array(tie('object'), { minLength: 1, maxLength: 3 }),
          required: fc.subarray(['a', 'b']),
        }),
        fc.record({ allOf: fc.tuple(tie('leaf'), tie('leaf')).filter(([one, other]) => isPlain(one, other)) }),
        fc.record({ allOf: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
        fc.record({
          type: fc.constant('object'),
          dependentSchemas: fc.record({ a: tie('object'), b: tie('leaf') }, { requiredKeys: [] }),
        }),
      ),
      schema: fc.oneof(
        tie('leaf'),
        tie('group'),
        fc.record({ anyOf: fc.array(fc.oneof(tie('group'), tie('leaf')), { minLength: 1, maxLength: 3 }) }),
      ),
    }),
  )

  it("the plain reading agrees with ajv, and results don't depend on confirmation", () => {
    fc.assert(
      fc.property(schema, schema, (before, after) => {
        const { unconfirmed, accepts } = containmentOf(before as Json, after as Json)
        const verdicts = universe.map((value) => accepts(value))
        expect(universe.map((value) => unconfirmed.accepts(value))).toEqual(verdicts)
        for (const [result, is, other] of [
          [unconfirmed.lost, 0, 1],
          [unconfirmed.gained, 1, 0],
        ] as const) {
          const shown = result.kind === 'value' ? [accepts(result.value)] : verdicts
          const escapes = shown.filter((verdict) => verdict[is] === true && verdict[other] === false)
          if (result.kind !== 'unknown') expect(escapes.length).toBe(result.kind === 'value' ? 1 : 0)
        }
      }),
      { numRuns: runsOf(inFull(60, 25)) },
    )
  })

  it('agrees with testing every value', () => {
    const counts = { none: 0, value: 0, unknown: 0 }
    const runs = runsOf(inFull(150, 60))
    fc.assert(
      fc.property(schema, schema, (before, after) => {
        const { lost, gained, accepts } = containmentOf(before as Json, after as Json)
        const verdicts = universe.map((value) => accepts(value))
        for (const [result, isLost] of [
          [lost, true],
          [gained, false],
        ] as const) {
          counts[result.kind]++
          const escapes = universe.filter((_, index) => {
            const [was, is] = verdicts[index] ?? []
            return isLost ? was && !is : is && !was
          })
          if (result.kind === 'none') expect(escapes).toEqual([])
          if (result.kind === 'value') expect(accepts(result.value)).toEqual(isLost ? [true, false] : [false, true])
        }
      }),
      { numRuns: runs },
    )
    expect(counts.none).toBeGreaterThan(inFull(20, 5))
    expect(counts.unknown).toBeLessThanOrEqual(runs / 500)
  })
})
