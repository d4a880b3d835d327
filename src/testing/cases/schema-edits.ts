import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { type GeneratedSchemas, type MutableSchema, mutable } from './arbitrary.ts'

/** Returns copies of schemas that can be edited. */
export function copy({ body, components }: GeneratedSchemas): {
  body: MutableSchema
  components: Record<string, MutableSchema>
} {
  const copied = Object.entries(components).map(([name, schema]) => [name, mutable(schema)] as const)
  return { body: mutable(body), components: Object.fromEntries(copied) }
}

/** Rewrites that preserve the set of valid values. */
export const refactorings: Readonly<Record<string, (schema: MutableSchema, all: ReturnType<typeof copy>) => void>> = {
  'wrap in allOf': (schema) => {
    const inner = { ...schema }
    for (const key of Object.keys(schema)) delete schema[key]
    schema.allOf = [inner]
  },
  'wrap in oneOf': (schema) => {
    const inner = { ...schema }
    for (const key of Object.keys(schema)) delete schema[key]
    schema.oneOf = [inner]
  },
  'split off required': (schema) => {
    if (schema.required === undefined) return
    schema.allOf = [{ required: schema.required }]
    delete schema.required
  },
  'move to a component': (schema, all) => {
    const name = `Extracted${Object.keys(all.components).length}`
    all.components[name] = { ...schema }
    for (const key of Object.keys(schema)) delete schema[key]
    schema.$ref = `#/components/schemas/${name}`
  },
  'reverse keys': (schema) => {
    for (const [key, value] of Object.entries(schema).reverse()) {
      delete schema[key]
      schema[key] = value
    }
  },
  'reverse enum': (schema) => {
    if (Array.isArray(schema.enum)) schema.enum = schema.enum.toReversed()
  },
  'exclusive bound': (schema) => {
    if (schema.type !== 'integer' || typeof schema.minimum !== 'number') return
    schema.exclusiveMinimum = schema.minimum - 1
    delete schema.minimum
  },
}

/** An edit with a known effect. `apply` returns false if it doesn't apply to the schema. */
export interface Edit {
  readonly rule: string
  readonly breaks: 'request' | 'response'
  apply(schema: MutableSchema): boolean
}

/** All edits for generated schemas. */
export const edits: readonly Edit[] = [
  edit('enum-narrowed', 'request', (schema) => {
    if (!Array.isArray(schema.enum) || schema.enum.length < 2) return false
    schema.enum = schema.enum.slice(1)
    return true
  }),
  edit(
    'enum-widened',
    'response',
    (schema) => Array.isArray(schema.enum) && set(schema, 'enum', [...schema.enum, 'new']),
  ),
  edit('bound-narrowed', 'request', (schema) => shift(schema, 'maxLength', -1) || shift(schema, 'maximum', -1)),
  edit('bound-widened', 'response', (schema) => shift(schema, 'maxLength', 1) || shift(schema, 'minimum', -1)),
  edit('nullable-added', 'response', (schema) => {
    return typeof schema.type === 'string' && schema.enum === undefined && set(schema, 'type', [schema.type, 'null'])
  }),
  edit(
    'nullable-removed',
    'request',
    (schema) => Array.isArray(schema.type) && set(schema, 'type', schema.type[0] ?? ''),
  ),
  edit('type-narrowed', 'request', (schema) => schema.type === 'number' && set(schema, 'type', 'integer')),
  edit('type-widened', 'response', (schema) => schema.type === 'integer' && set(schema, 'type', 'number')),
  edit('format-widened', 'response', (schema) => schema.format !== undefined && delete schema.format),
  edit('property-became-required', 'request', (schema) => {
    const optional = Object.keys(isObject(schema.properties) ? schema.properties : {}).filter(
      (name) => name !== 'linked' && !(Array.isArray(schema.required) && schema.required.includes(name)),
    )
    const held = Array.isArray(schema.required) ? schema.required : []
    return optional.length > 0 && set(schema, 'required', [...held, ...optional.slice(0, 1)])
  }),
  edit('property-became-optional', 'response', (schema) => Array.isArray(schema.required) && delete schema.required),
]

function edit(rule: string, breaks: Edit['breaks'], apply: (schema: MutableSchema) => boolean): Edit {
  return { rule, breaks, apply }
}

function set(schema: MutableSchema, key: string, value: Json): true {
  schema[key] = value
  return true
}

function shift(schema: MutableSchema, key: string, by: number): boolean {
  const value = schema[key]
  return typeof value === 'number' && set(schema, key, value + by)
}
