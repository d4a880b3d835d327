import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Keywords without subschemas. */
export const copied = names(
  'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength maxItems minItems ' +
    'uniqueItems maxContains minContains maxProperties minProperties',
)
/** Keywords with one subschema. */
export const single = names(
  'items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties not if then else',
)
/** Keywords with a list of subschemas. */
export const listed = names('allOf anyOf oneOf prefixItems')
/** Keywords with subschemas by name. */
export const mapped = names('properties patternProperties dependentSchemas')
/** Keywords whose subschemas apply to the same value. */
export const sameValue = names('allOf anyOf oneOf dependentSchemas not if then else')

/** Keywords that aren't checked although they could reject a value, with the reason. */
export const unread: Readonly<Record<string, string>> = {
  $dynamicRef: '$dynamicRef is not followed',
  $recursiveRef: '$recursiveRef is not followed',
  // Drafts 4 to 7 only; not part of JSON Schema Validation 2020-12.
  dependencies: 'dependencies is not checked: since 2019-09 it is dependentRequired and dependentSchemas',
}

/** Keywords that are translated instead of copied. All remaining keywords don't constrain values. */
export const written: ReadonlySet<string> = new Set([
  ...[...single, ...listed, ...mapped, ...Object.keys(unread)],
  ...['$ref', 'required', 'dependentRequired', 'pattern', 'discriminator'],
])

export function namesIn(keyword: string, value: Json): readonly string[] {
  if (keyword === 'required') return Array.isArray(value) ? value.map(String) : []
  if (keyword === 'dependentRequired' && isObject(value)) return Object.entries(value).flat(2).map(String)
  return isObject(value) && (keyword === 'properties' || keyword === 'dependentSchemas') ? Object.keys(value) : []
}
