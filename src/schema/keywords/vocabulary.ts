import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Keywords whose values hold no schemas. */
export const copied = names(
  'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength maxItems minItems ' +
    'uniqueItems maxContains minContains maxProperties minProperties',
)
/** Keywords that hold one schema. */
export const single = names(
  'items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties not if then else',
)
/** Keywords that hold a list of schemas. */
export const listed = names('allOf anyOf oneOf prefixItems')
/** Keywords that hold schemas by name. */
export const mapped = names('properties patternProperties dependentSchemas')
/** Keywords whose schemas apply to the same value. */
export const sameValue = names('allOf anyOf oneOf dependentSchemas not if then else')

/** Keywords that could refuse a value and are not checked, with the reason. */
export const unread: Readonly<Record<string, string>> = {
  $dynamicRef: '$dynamicRef is not followed',
  $recursiveRef: '$recursiveRef is not followed',
  // JSON Schema Validation 2020-12 has none; drafts 4 to 7 did.
  dependencies: 'dependencies is not checked: since 2019-09 it is dependentRequired and dependentSchemas',
}

/** Keywords that are read and not copied; those that are neither say nothing about values. */
export const written: ReadonlySet<string> = new Set([
  ...[...single, ...listed, ...mapped, ...Object.keys(unread)],
  ...['$ref', 'required', 'dependentRequired', 'pattern', 'discriminator'],
])

/** The property names in the value of a keyword. */
export function namesIn(keyword: string, value: Json): readonly string[] {
  if (keyword === 'required') return Array.isArray(value) ? value.map(String) : []
  if (keyword === 'dependentRequired' && isObject(value)) return Object.entries(value).flat(2).map(String)
  return isObject(value) && (keyword === 'properties' || keyword === 'dependentSchemas') ? Object.keys(value) : []
}
