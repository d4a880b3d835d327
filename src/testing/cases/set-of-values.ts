import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

/**
 * Whether a value is in the set that a small schema describes: `type`, `enum`, `minimum`, `maxLength`, `maxItems`,
 * `items`, `properties`, `required`, and `oneOf` and `anyOf` as unions. A second opinion written apart from the engine.
 */
export function inSet(schema: JsonObject, value: Json): boolean {
  const { type, minimum, maxLength, maxItems, items, properties, required } = schema
  if (Array.isArray(schema.oneOf)) return schema.oneOf.some((branch) => isObject(branch) && inSet(branch, value))
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((branch) => isObject(branch) && inSet(branch, value))
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false
  if (typeof type === 'string' && !hasType(type, value)) return false
  if (typeof value === 'number') return typeof minimum !== 'number' || value >= minimum
  if (typeof value === 'string') return typeof maxLength !== 'number' || value.length <= maxLength
  if (Array.isArray(value)) {
    return (
      (typeof maxItems !== 'number' || value.length <= maxItems) &&
      value.every((item: Json) => !isObject(items) || inSet(items, item))
    )
  }
  if (!isObject(value)) return true
  const declared = isObject(properties) ? properties : {}
  return (
    (Array.isArray(required) ? required : []).every((name) => typeof name === 'string' && Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, inner]) => {
      const child = declared[name]
      return !isObject(child) || inSet(child, inner)
    })
  )
}

function hasType(type: string, value: Json): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return typeof value === type
}
