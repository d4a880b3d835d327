import fc from 'fast-check'
import type { Json, JsonObject } from '../../model/json.ts'
import type { GeneratedSchemas } from './arbitrary.ts'
import { applied, component, type Step } from './oracle-edits.ts'

function record(
  model: Readonly<Record<string, fc.Arbitrary<Json>>>,
  optional: readonly string[] = [],
): fc.Arbitrary<JsonObject> {
  return fc.record(model, { requiredKeys: Object.keys(model).filter((key) => !optional.includes(key)) })
}
const bound = fc.integer({ min: 0, max: 3 })
const texts = fc.subarray<Json>(['x', 'y', 'abc'], { minLength: 1 })
const types = fc.subarray<Json>(['string', 'integer', 'boolean', 'null'], { minLength: 1 })
const names = fc.subarray<Json>(['a', 'b'])

const scalar: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>({ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { const: 'x' }),
  record({ type: fc.constant('string'), enum: texts }),
  record({ type: types }),
  record({ type: fc.constantFrom('integer', 'number'), minimum: bound }),
  record({ type: fc.constant('number'), maximum: bound }),
  record({ type: fc.constantFrom<Json>('string', ['string', 'null']), maxLength: bound }),
  record({ type: fc.constant('string'), pattern: fc.constantFrom('^[a-c]+$', '^[a-z]+$', '^x') }),
)
/** Generates a condition for an object whose properties are declared elsewhere. */
const condition: fc.Arbitrary<JsonObject> = fc.oneof(
  record({ required: fc.subarray<Json>(['a', 'b'], { minLength: 1 }) }),
  record({ properties: record({ a: scalar }), required: fc.constant<Json>(['a']) }),
  record({ properties: record({ a: fc.constantFrom<Json>({ const: 'x' }, { const: 'y' }, { enum: ['x', 'y'] }) }) }),
  fc.constant({}),
)
const reference = fc.constantFrom('Base', 'Node').map(component)

type Grammar = Record<'schema' | 'object' | 'array' | 'union' | 'constrained' | 'extended', JsonObject>

const kinds: readonly (keyof Grammar)[] = ['object', 'array', 'union', 'constrained', 'extended']

/**
 * Generates small OpenAPI 3.1 schemas. Open objects declare both names, because declaring or removing a property of an open object is
 * judged by convention instead of as a set of values.
 */
const { schema, object } = fc.letrec<Grammar>((tie) => ({
  schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, reference, ...kinds.map((kind) => tie(kind))),
  object: fc.oneof(
    record({
      type: fc.constant('object'),
      properties: record({ a: tie('schema'), b: scalar }),
      required: names,
    }),
    record({
      type: fc.constant('object'),
      properties: record({ a: tie('schema'), b: scalar }, ['b']),
      additionalProperties: fc.oneof(fc.constant(false), scalar),
    }),
  ),
  array: record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.integer({ min: 0, max: 2 }) }, [
    'minItems',
  ]),
  union: fc
    .tuple(fc.constantFrom('oneOf', 'anyOf'), fc.array(tie('schema'), { minLength: 1, maxLength: 3 }))
    .map(([keyword, branches]) => ({ [keyword]: branches })),
  constrained: fc
    .tuple(
      tie('object'),
      fc.constantFrom('oneOf', 'anyOf', 'allOf', 'not'),
      fc.array(condition, { minLength: 1, maxLength: 3 }),
    )
    .map(([base, keyword, conditions]) => ({
      ...base,
      [keyword]: keyword === 'not' ? (conditions[0] ?? {}) : conditions,
    })),
  extended: fc
    .tuple(fc.constantFrom('oneOf', 'anyOf'), fc.array(condition, { minLength: 1, maxLength: 3 }))
    .map(([keyword, branches]) => ({ [keyword]: branches.map((one) => ({ allOf: [component('Base'), one] })) })),
}))
const node = object.map((own) => ({
  ...own,
  properties: { ...Object(own.properties), b: component('Node') },
  required: Array.isArray(own.required) ? own.required.filter((name) => name !== 'b') : [],
}))

/** Generates a body with a component that unions extend and a recursive one. */
const original: fc.Arbitrary<GeneratedSchemas> = fc.record({
  body: schema,
  components: fc.record({ Base: object, Node: node }),
})

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat(1000),
  location: fc.nat(),
  size: fc.nat(11),
  fresh: fc.oneof(scalar, object),
})

// Usually one step, because the verdict on one edit can mask a missed one.
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }) },
  fc.array(step, { minLength: 2, maxLength: 3 }),
)

/** Generates two versions that differ by one to three edits. */
export const editedPair: fc.Arbitrary<readonly [GeneratedSchemas, GeneratedSchemas]> = fc
  .tuple(original, steps)
  .map(([before, list]) => [before, applied(before, list, 'edits')] as const)

/** Generates three versions, each one to three edits apart. */
export const editedTriple: fc.Arbitrary<readonly [GeneratedSchemas, GeneratedSchemas, GeneratedSchemas]> = fc
  .tuple(original, steps, steps)
  .map(([a, first, second]) => {
    const b = applied(a, first, 'edits')
    return [a, b, applied(b, second, 'edits')] as const
  })

/** Generates two versions that allow the same values. */
export const equivalentPair: fc.Arbitrary<readonly [GeneratedSchemas, GeneratedSchemas]> = fc
  .tuple(original, steps)
  .map(([before, list]) => [before, applied(before, list, 'rewrites')] as const)
