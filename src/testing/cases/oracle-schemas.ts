import fc from 'fast-check'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import type { GeneratedSchemas, MutableSchema } from './arbitrary.ts'
import { copy } from './schema-edits.ts'

const component = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
/** A record of JSON values, as a JSON object. */
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
/** A condition on an object whose names are declared elsewhere. */
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
 * Small schemas of OpenAPI 3.1. An open object always declares both names, because an undeclared property that becomes declared,
 * or the reverse, is judged by convention and not as a set of values.
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

/** A body with a component that unions extend, and one that refers to itself. */
const original: fc.Arbitrary<GeneratedSchemas> = fc.record({
  body: schema,
  components: fc.record({ Base: object, Node: node }),
})

const lists = ['allOf', 'oneOf', 'anyOf'] as const

/** Every schema inside a schema, itself first; references are not followed. */
export function schemasIn(value: Json | undefined): MutableSchema[] {
  if (!isObject(value)) return []
  const children = [
    ...(isObject(value.properties) ? Object.values(value.properties) : []),
    ...lists.flatMap((keyword) => (Array.isArray(value[keyword]) ? value[keyword] : [])),
    value.items,
    value.additionalProperties,
    value.not,
  ]
  // The caller owns the copy it walks.
  return [value as MutableSchema, ...children.flatMap(schemasIn)]
}

interface Step {
  readonly kind: number
  readonly location: number
  readonly size: number
  readonly fresh: JsonObject
}

type Edit = (at: MutableSchema, step: Step) => void

/** Adds the keyword, or changes it as the function says; a result of `undefined` removes it. */
const change = (keyword: string, next: (value: Json | undefined, step: Step) => Json | undefined): Edit => {
  return (at, step) => {
    const value = next(at[keyword], step)
    if (value === undefined) delete at[keyword]
    else at[keyword] = value
  }
}
const toggle = (list: Json | undefined, value: Json): Json => {
  const held: readonly Json[] = Array.isArray(list) ? list : list === undefined ? [] : [list]
  return held.includes(value) ? held.filter((one) => one !== value) : [...held, value]
}
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const shift = (value: Json | undefined, { size }: Step): Json =>
  typeof value === 'number' ? value + (size % 2 === 0 ? 1 : -1) : size % 4
const hasNoList = (list: Json | undefined): boolean => !Array.isArray(list) || list.length === 0
const replace = (at: MutableSchema, next: JsonObject): void => {
  for (const key of Object.keys(at)) delete at[key]
  Object.assign(at, next)
}
const ofType =
  (type: string, edit: Edit): Edit =>
  (at, step) =>
    [at.type].flat().includes(type) && edit(at, step)

/** Edits of every kind. One that does not apply to a schema leaves it as it is. */
const edits: readonly Edit[] = [
  (at, { size }) => {
    if (Array.isArray(at.enum)) at.enum = toggle(at.enum, pick(['x', 'y', 'z'], size))
    if (Array.isArray(at.enum) && at.enum.length === 0) delete at.enum
  },
  change('enum', (held) => (held === undefined ? ['x', 1, null] : undefined)),
  change('const', (held, { size }) => (held === undefined ? pick<Json>(['x', 'y', 1], size) : undefined)),
  (at, { size }) => {
    if (at.type === undefined) return
    const next = toggle(at.type, pick(['string', 'integer', 'null', 'boolean'], size))
    at.type = hasNoList(next) ? 'number' : next
  },
  ofType(
    'object',
    change('required', (held, { size }) => toggle(held, pick(['a', 'b'], size))),
  ),
  (at, { size }) => {
    if (Array.isArray(at.required)) at.required = toggle(at.required, pick(['a', 'b'], size))
  },
  ofType('integer', change('minimum', shift)),
  ofType('number', change('maximum', shift)),
  ofType(
    'string',
    change('maxLength', (held, step) => Math.max(0, Number(shift(held, step)))),
  ),
  ofType(
    'string',
    change('minLength', (held) => (held === undefined ? 2 : undefined)),
  ),
  ofType(
    'string',
    change('pattern', (held, { size }) => (held === undefined ? pick(['^[a-z]+$', '^x'], size) : undefined)),
  ),
  ofType(
    'array',
    change('minItems', (held, step) => Math.max(0, Number(shift(held, step)))),
  ),
  ofType(
    'array',
    change('maxItems', (held) => (held === undefined ? 2 : undefined)),
  ),
  ofType(
    'array',
    change('items', (_, { fresh }) => fresh),
  ),
  ofType('object', (at, { size, fresh }) => {
    // Only an object that declares both names may be opened.
    const isWhole = isObject(at.properties) && at.properties.b !== undefined
    const next = pick<Json | undefined>(isWhole ? [false, fresh, undefined] : [false, fresh], size)
    if (next === undefined) delete at.additionalProperties
    else at.additionalProperties = next
  }),
  (at, { size, fresh }) => {
    const keyword = pick(['oneOf', 'anyOf'], size)
    const list = at[keyword]
    if (Array.isArray(list)) at[keyword] = size % 3 === 0 && list.length > 1 ? list.slice(1) : [...list, fresh]
  },
  (at) => {
    const [from, to] = at.oneOf === undefined ? (['anyOf', 'oneOf'] as const) : (['oneOf', 'anyOf'] as const)
    if (at[from] === undefined || at[to] !== undefined) return
    at[to] = at[from]
    delete at[from]
  },
  (at, { size }) => {
    if (at.$ref === undefined) at.not = pick<JsonObject>([{ required: ['a'] }, { enum: ['x'] }, { type: 'null' }], size)
  },
  (at, { fresh }) => {
    if (at.$ref === undefined && at.required === undefined) replace(at, fresh)
  },
  (at, { fresh }) => {
    if (at.$ref === undefined && at.type !== undefined && at.type !== 'object') replace(at, fresh)
  },
]

/** Rewrites that keep the set of valid values. */
const rewrites: readonly ((at: MutableSchema, all: ReturnType<typeof copy>) => void)[] = [
  (at) => replace(at, { allOf: [{ ...at }] }),
  (at) => replace(at, { oneOf: [{ ...at }] }),
  (at) => replace(at, { anyOf: [{ ...at }] }),
  (at) => replace(at, { not: { not: { ...at } } }),
  (at, all) => {
    const name = `Extracted${Object.keys(all.components).length}`
    all.components[name] = { ...at }
    replace(at, component(name))
  },
  (at) => replace(at, Object.fromEntries(Object.entries(at).reverse())),
  (at) => {
    for (const keyword of [...lists, 'enum', 'required']) {
      const list = at[keyword]
      if (Array.isArray(list)) at[keyword] = list.toReversed()
    }
  },
  (at) => {
    if (at.required === undefined) return
    const { required, ...rest } = at
    replace(at, { allOf: [rest, { required }] })
  },
  (at) => {
    const { anyOf } = at
    if (Array.isArray(anyOf)) at.anyOf = [...anyOf, ...anyOf.slice(0, 1)]
  },
  (at) => {
    if (at.const === undefined) return
    at.enum = [at.const]
    delete at.const
  },
  (at) => {
    // Every branch takes over the schema beside the union.
    const { oneOf, ...rest } = at
    if (Array.isArray(oneOf)) replace(at, { oneOf: oneOf.map((branch) => ({ allOf: [rest, branch] })) })
  },
]

const step = fc.record({ kind: fc.nat(1000), location: fc.nat(), size: fc.nat(11), fresh: fc.oneof(scalar, object) })

/** Makes the first edit from that kind on that applies to the schema. */
function editOnce(at: MutableSchema, step: Step): void {
  const text = JSON.stringify(at)
  for (let turn = 0; turn < edits.length && JSON.stringify(at) === text; turn++) {
    pick(edits, step.kind + turn)(at, structuredClone(step))
  }
}

/** The body and the components that it refers to. */
function reachable({ body, components }: ReturnType<typeof copy>): MutableSchema[] {
  const found = new Set([body])
  for (const one of found) {
    for (const [name, schema] of Object.entries(components)) {
      if (JSON.stringify(one).includes(`"${component(name).$ref}"`)) found.add(schema)
    }
  }
  return [...found]
}

function applied(schemas: GeneratedSchemas, steps: readonly Step[], kind: 'edits' | 'rewrites'): GeneratedSchemas {
  const after = copy(schemas)
  for (const one of steps) {
    const locations = reachable(after).flatMap(schemasIn)
    const at = pick(locations, one.location)
    if (kind === 'edits') editOnce(at, one)
    else pick(rewrites, one.kind)(at, after)
  }
  return after
}

// Mostly one, because the verdict on one edit can hide that another one is not found.
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }) },
  fc.array(step, { minLength: 2, maxLength: 3 }),
)

/** Two versions, related by one to three edits. */
export const editedPair: fc.Arbitrary<readonly [GeneratedSchemas, GeneratedSchemas]> = fc
  .tuple(original, steps)
  .map(([before, list]) => [before, applied(before, list, 'edits')] as const)

/** Three versions, one to three edits apart. */
export const editedTriple: fc.Arbitrary<readonly [GeneratedSchemas, GeneratedSchemas, GeneratedSchemas]> = fc
  .tuple(original, steps, steps)
  .map(([a, first, second]) => {
    const b = applied(a, first, 'edits')
    return [a, b, applied(b, second, 'edits')] as const
  })

/** Two versions that allow the same values. */
export const equivalentPair: fc.Arbitrary<readonly [GeneratedSchemas, GeneratedSchemas]> = fc
  .tuple(original, steps)
  .map(([before, list]) => [before, applied(before, list, 'rewrites')] as const)
