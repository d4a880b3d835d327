import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

/**
 * Returns whether a value is valid for a small schema with `type`, `enum`, `const`, bounds, `items`, `contains`, `properties`, `required`,
 * `additionalProperties`, `patternProperties` for every name, `propertyNames` with an enum, and `oneOf` and `anyOf` as unions. Implemented
 * independently of the engine, as a second opinion.
 */
export function inSet(schema: JsonObject, value: Json): boolean {
  const { type, minimum, maxLength } = schema
  for (const branches of [schema.oneOf, schema.anyOf]) {
    if (Array.isArray(branches) && !branches.some((branch) => isObject(branch) && inSet(branch, value))) return false
  }
  if (schema.const !== undefined && !isDeepStrictEqual(schema.const, value)) return false
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isDeepStrictEqual(one, value))) return false
  if (typeof type === 'string' && !hasType(type, value)) return false
  if (typeof value === 'number') return typeof minimum !== 'number' || value >= minimum
  if (typeof value === 'string') return typeof maxLength !== 'number' || value.length <= maxLength
  if (Array.isArray(value)) return isListIn(schema, value)
  return !isObject(value) || isObjectIn(schema, value)
}

function isListIn({ minItems, maxItems, items, contains }: JsonObject, value: readonly Json[]): boolean {
  if (typeof minItems === 'number' && value.length < minItems) return false
  if (typeof maxItems === 'number' && value.length > maxItems) return false
  if (isObject(contains) && !value.some((item) => inSet(contains, item))) return false
  return !isObject(items) || value.every((item) => inSet(items, item))
}

function isObjectIn(schema: JsonObject, value: JsonObject): boolean {
  const { required, minProperties, additionalProperties, patternProperties, propertyNames } = schema
  const declared = isObject(schema.properties) ? schema.properties : {}
  const every = isObject(patternProperties) ? patternProperties[''] : undefined
  const names = isObject(propertyNames) && Array.isArray(propertyNames.enum) ? propertyNames.enum : undefined
  if (typeof minProperties === 'number' && Object.keys(value).length < minProperties) return false
  if (Array.isArray(required) && !required.every((name) => typeof name === 'string' && Object.hasOwn(value, name)))
    return false
  return Object.entries(value).every(([name, inner]) => {
    if (names !== undefined && !names.includes(name)) return false
    if (isObject(every) && !inSet(every, inner)) return false
    const child = declared[name]
    if (child !== undefined) return !isObject(child) || inSet(child, inner)
    if (additionalProperties === false) return every !== undefined
    return !isObject(additionalProperties) || every !== undefined || inSet(additionalProperties, inner)
  })
}

function hasType(type: string, value: Json): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return typeof value === type
}
