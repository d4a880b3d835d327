/** A schema of the few keywords used here. */
export type Schema = Readonly<Record<string, unknown>>

/** The schema of a property that may be absent. */
export interface Maybe {
  readonly maybe: Schema
}

/** A schema for each property of a type, marked where it is optional: the compiler keeps the two in step. */
export type Properties<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? Maybe : Schema }

/** Any text. */
export const string: Schema = { type: 'string' }
/** True or false. */
export const boolean: Schema = { type: 'boolean' }
/** 0, 1, 2 … */
export const count: Schema = { type: 'integer', minimum: 0 }
/** A whole number. */
export const integer: Schema = { type: 'integer' }
/** 1, 2, 3 … */
export const line: Schema = { type: 'integer', minimum: 1 }
/** Any JSON value. */
export const value: Schema = {}
/** One of the two descriptions of a diff. */
export const side: Schema = { enum: ['base', 'revision'] }
/** What a finding in a report can have; `off` ones are left out. */
export const severities = ['error', 'warning', 'info'] as const

/** A closed object; a property that is not `maybe` is required. */
export function object<T>(properties: Properties<T>): Schema {
  const all: readonly (readonly [string, Schema | Maybe])[] = Object.entries(properties)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, schema]) => [name, isMaybe(schema) ? schema.maybe : schema])),
    required: all.flatMap(([name, schema]) => (isMaybe(schema) ? [] : [name])),
    additionalProperties: false,
  }
}

/** A property that may be absent. */
export function maybe(schema: Schema): Maybe {
  return { maybe: schema }
}

function isMaybe(schema: Schema | Maybe): schema is Maybe {
  return Object.hasOwn(schema, 'maybe')
}

/** A list of one kind of item. */
export function list(items: Schema): Schema {
  return { type: 'array', items }
}

/** A map from any name to one kind of value. */
export function map(values: Schema): Schema {
  return { type: 'object', additionalProperties: values }
}

/** A text, and what it is. */
export function described(description: string): Schema {
  return { type: 'string', description }
}

/** A definition of the schema. */
export function ref(name: 'document' | 'finding'): Schema {
  return { $ref: `#/$defs/${name}` }
}
