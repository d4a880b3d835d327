import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

/** The types of JSON Schema 2020-12. */
export const schemaTypes: ReadonlySet<string> = new Set([
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'integer',
  'string',
])

type Shape = readonly [wanted: string, test: (value: Json) => boolean]

const isSchema = (value: Json): boolean => typeof value === 'boolean' || isObject(value)
const isText = (value: Json): boolean => typeof value === 'string'
const isCount = (value: Json): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0
const isTextList = (value: Json): boolean => Array.isArray(value) && value.every(isText)

const schema: Shape = ['a schema', isSchema]
const schemas: Shape = ['a non-empty list of schemas', (value) => Array.isArray(value) && value.length > 0]
const map: Shape = ['an object', isObject]
const text: Shape = ['a string', isText]
const flag: Shape = ['a boolean', (value) => typeof value === 'boolean']
const number: Shape = ['a number', (value) => typeof value === 'number' && Number.isFinite(value)]
const count: Shape = ['a non-negative integer', isCount]
const step: Shape = ['a number greater than 0', (value) => typeof value === 'number' && value > 0 && value < Infinity]
const list: Shape = ['a non-empty list', (value) => Array.isArray(value) && value.length > 0]
const names: Shape = ['a list of property names', isTextList]
const dependents: Shape = [
  'an object of lists of property names',
  (value) => isObject(value) && Object.values(value).every(isTextList),
]

const shapes: ReadonlyMap<string, Shape> = new Map([
  ...each(text, '$ref', 'pattern', 'format'),
  ...each(flag, 'uniqueItems', 'readOnly', 'writeOnly', 'deprecated'),
  ...each(number, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...each(step, 'multipleOf'),
  ...each(count, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
  ...each(count, 'minContains', 'maxContains'),
  ...each(list, 'enum'),
  ...each(names, 'required'),
  ...each(dependents, 'dependentRequired'),
  ...each(map, 'properties', 'patternProperties', 'dependentSchemas'),
  ...each(schemas, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...each(schema, 'items', 'contains', 'unevaluatedItems', 'not', 'if', 'then', 'else'),
  ...each(schema, 'additionalProperties', 'unevaluatedProperties', 'propertyNames'),
])

function each(shape: Shape, ...keywords: readonly string[]): [string, Shape][] {
  return keywords.map((keyword) => [keyword, shape])
}

/** What a keyword's value should have been, undefined when it is well-formed (or no keyword we know). */
export function malformed(keyword: string, value: Json): string | undefined {
  const shape = shapes.get(keyword)
  return shape === undefined || shape[1](value) ? undefined : shape[0]
}
