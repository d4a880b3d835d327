import fc from 'fast-check'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

export type MutableSchema = { [key: string]: Json }

const names = ['id', 'name', 'status', 'amount', 'items', 'next'] as const

/** Names of generated components. Any may reference any other, so cycles occur. */
const componentNames = ['A', 'B', 'C'] as const

const scalar: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 3, max: 9 }) }),
  fc.record({ type: fc.constant('string'), enum: fc.constantFrom(['a', 'b'], ['x', 'y', 'z']) }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ type: fc.constant('number'), maximum: fc.integer({ min: 10, max: 50 }) }),
  fc.record({ type: fc.constant('boolean') }),
  fc.record({ type: fc.constant(['string', 'null']), format: fc.constantFrom('date', 'uuid') }),
)

const reference: fc.Arbitrary<JsonObject> = fc
  .constantFrom(...componentNames)
  .map((name) => ({ $ref: `#/components/schemas/${name}` }))

/** Generates satisfiable OpenAPI 3.1 schemas over a few names: references occur only at optional locations. */
export const { schema: schemas } = fc.letrec<{ schema: JsonObject; object: JsonObject; array: JsonObject }>((tie) => ({
  schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('object'), tie('array')),
  array: fc.record({ type: fc.constant('array'), items: tie('schema') }),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 4, noNullPrototype: true }),
      fc.option(reference, { nil: undefined }),
      fc.boolean(),
    )
    .map(([properties, ref, requires]) => {
      const required = requires ? Object.keys(properties).slice(0, 1) : []
      const all = ref === undefined ? properties : { ...properties, linked: ref }
      return { type: 'object', properties: all, ...(required.length > 0 ? { required } : {}) }
    }),
}))

/** Schema of a body and the components it may reference. */
export interface GeneratedSchemas {
  readonly body: JsonObject
  readonly components: Readonly<Record<string, JsonObject>>
}

export const generatedSchemas: fc.Arbitrary<GeneratedSchemas> = fc.record({
  body: schemas,
  components: fc.record({ A: schemas, B: schemas, C: schemas }),
})

/** Returns a description with one operation that accepts or returns the body. */
export function generatedDescription(
  { body, components }: GeneratedSchemas,
  direction: 'request' | 'response',
): string {
  const content = { 'application/json': { schema: body } }
  const operation =
    direction === 'request'
      ? { requestBody: { content }, responses: {} }
      : { responses: { '200': { description: '', content } } }
  const info = { title: 'Generated', version: '1' }
  return JSON.stringify({
    openapi: '3.1.0',
    info,
    paths: { '/x': { post: operation } },
    components: { schemas: components },
  })
}

export function mutable<T extends JsonObject>(value: T): MutableSchema {
  return structuredClone(value) as MutableSchema
}

/** Returns a schema and all its subschemas in document order, without following `$ref`s. */
export function schemasWithin(schema: Json | undefined): MutableSchema[] {
  if (!isObject(schema)) return []
  const children = [
    ...(isObject(schema.properties) ? Object.values(schema.properties) : []),
    schema.items,
    ...(Array.isArray(schema.allOf) ? schema.allOf : []),
    ...(Array.isArray(schema.oneOf) ? schema.oneOf : []),
  ]
  // The caller passes a copy that it may modify.
  return [schema as MutableSchema, ...children.flatMap(schemasWithin)]
}
