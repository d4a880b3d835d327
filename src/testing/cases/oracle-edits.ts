import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import type { GeneratedSchemas, MutableSchema } from './arbitrary.ts'
import { copy } from './schema-edits.ts'

export const component = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

const lists = ['allOf', 'oneOf', 'anyOf'] as const

/** Returns a schema and all its subschemas, without following references. */
export function schemasIn(value: Json | undefined): MutableSchema[] {
  if (!isObject(value)) return []
  const children = [
    ...(isObject(value.properties) ? Object.values(value.properties) : []),
    ...lists.flatMap((keyword) => (Array.isArray(value[keyword]) ? value[keyword] : [])),
    value.items,
    value.additionalProperties,
    value.not,
  ]
  // The caller passes a copy that it may modify.
  return [value as MutableSchema, ...children.flatMap(schemasIn)]
}

/** An edit or rewrite: its kind, the schema it applies to, and its parameters. */
export interface Step {
  readonly kind: number
  readonly location: number
  readonly size: number
  readonly fresh: JsonObject
}

type Edit = (at: MutableSchema, step: Step) => void

/** Returns an edit that sets a keyword to the function's result. `undefined` removes the keyword. */
const change = (keyword: string, next: (value: Json | undefined, step: Step) => Json | undefined): Edit => {
  return (at, step) => {
    const value = next(at[keyword], step)
    if (value === undefined) delete at[keyword]
    else at[keyword] = value
  }
}
const toggle = (list: Json | undefined, value: Json): Json => {
  const current: readonly Json[] = Array.isArray(list) ? list : list === undefined ? [] : [list]
  return current.includes(value) ? current.filter((one) => one !== value) : [...current, value]
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

/** Edits of every kind. An inapplicable edit changes nothing. */
const edits: readonly Edit[] = [
  (at, { size }) => {
    if (Array.isArray(at.enum)) at.enum = toggle(at.enum, pick(['x', 'y', 'z'], size))
    if (Array.isArray(at.enum) && at.enum.length === 0) delete at.enum
  },
  change('enum', (current) => (current === undefined ? ['x', 1, null] : undefined)),
  change('const', (current, { size }) => (current === undefined ? pick<Json>(['x', 'y', 1], size) : undefined)),
  (at, { size }) => {
    if (at.type === undefined) return
    const next = toggle(at.type, pick(['string', 'integer', 'null', 'boolean'], size))
    at.type = hasNoList(next) ? 'number' : next
  },
  ofType(
    'object',
    change('required', (current, { size }) => toggle(current, pick(['a', 'b'], size))),
  ),
  (at, { size }) => {
    if (Array.isArray(at.required)) at.required = toggle(at.required, pick(['a', 'b'], size))
  },
  ofType('integer', change('minimum', shift)),
  ofType('number', change('maximum', shift)),
  ofType(
    'string',
    change('maxLength', (current, step) => Math.max(0, Number(shift(current, step)))),
  ),
  ofType(
    'string',
    change('minLength', (current) => (current === undefined ? 2 : undefined)),
  ),
  ofType(
    'string',
    change('pattern', (current, { size }) => (current === undefined ? pick(['^[a-z]+$', '^x'], size) : undefined)),
  ),
  ofType(
    'array',
    change('minItems', (current, step) => Math.max(0, Number(shift(current, step)))),
  ),
  ofType(
    'array',
    change('maxItems', (current) => (current === undefined ? 2 : undefined)),
  ),
  ofType(
    'array',
    change('items', (_, { fresh }) => fresh),
  ),
  ofType('object', (at, { size, fresh }) => {
    // Objects may be opened only if they declare both names, because other cases are judged by convention.
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

/** Rewrites that preserve the set of valid values. */
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
    // Move the keywords next to the union into every branch.
    const { oneOf, ...rest } = at
    if (Array.isArray(oneOf)) replace(at, { oneOf: oneOf.map((branch) => ({ allOf: [rest, branch] })) })
  },
]

/** Applies the first applicable edit, starting with the step's kind. */
function editOnce(at: MutableSchema, step: Step): void {
  const text = JSON.stringify(at)
  for (let turn = 0; turn < edits.length && JSON.stringify(at) === text; turn++) {
    pick(edits, step.kind + turn)(at, structuredClone(step))
  }
}

function reachable({ body, components }: ReturnType<typeof copy>): MutableSchema[] {
  const found = new Set([body])
  for (const one of found) {
    for (const [name, schema] of Object.entries(components)) {
      if (JSON.stringify(one).includes(`"${component(name).$ref}"`)) found.add(schema)
    }
  }
  return [...found]
}

/** Returns a copy of the schemas with edits, or with rewrites that preserve the set of valid values. */
export function applied(
  schemas: GeneratedSchemas,
  steps: readonly Step[],
  kind: 'edits' | 'rewrites',
): GeneratedSchemas {
  const after = copy(schemas)
  for (const one of steps) {
    const locations = reachable(after).flatMap(schemasIn)
    const at = pick(locations, one.location)
    if (kind === 'edits') editOnce(at, one)
    else pick(rewrites, one.kind)(at, after)
  }
  return after
}
