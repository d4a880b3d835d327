export type Schema = Readonly<Record<string, unknown>>

/** The schema of a property that may be absent. */
export interface Maybe {
  readonly maybe: Schema
}

/** Schemas for the properties of a type. Optional properties must be `Maybe`, so the compiler keeps schema and type consistent. */
export type Properties<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? Maybe : Schema }

export const string: Schema = { type: 'string' }
export const boolean: Schema = { type: 'boolean' }
/** Schema of a non-negative integer. */
export const count: Schema = { type: 'integer', minimum: 0 }
export const integer: Schema = { type: 'integer' }
/** Schema of a one-based number. */
export const line: Schema = { type: 'integer', minimum: 1 }
/** Schema that matches any JSON value. */
export const value: Schema = {}
/** Schema of a diff side. */
export const side: Schema = { enum: ['base', 'revision'] }
/** Severities that can appear in a report. Findings with severity `off` are dropped. */
export const severities = ['error', 'warning', 'info'] as const

/** Returns a closed object schema. All properties are required unless wrapped in `maybe`. */
export function object<T>(properties: Properties<T>): Schema {
  const all: readonly (readonly [string, Schema | Maybe])[] = Object.entries(properties)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, schema]) => [name, isMaybe(schema) ? schema.maybe : schema])),
    required: all.flatMap(([name, schema]) => (isMaybe(schema) ? [] : [name])),
    additionalProperties: false,
  }
}

/** Marks a property as optional. */
export function maybe(schema: Schema): Maybe {
  return { maybe: schema }
}

function isMaybe(schema: Schema | Maybe): schema is Maybe {
  return Object.hasOwn(schema, 'maybe')
}

export function list(items: Schema): Schema {
  return { type: 'array', items }
}

export function map(values: Schema): Schema {
  return { type: 'object', additionalProperties: values }
}

export function described(description: string): Schema {
  return { type: 'string', description }
}

/** Returns a reference to a definition in `$defs`. */
export function ref(name: 'document' | 'finding'): Schema {
  return { $ref: `#/$defs/${name}` }
}
