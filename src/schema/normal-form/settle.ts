import type { Document } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { modernSchema } from '../keywords/dialect.ts'
import { matchesPattern } from '../sampling/scalar.ts'
import { constraints } from './branches.ts'
import { follow } from './follow.ts'
import { coversAllNames } from './merge-structure.ts'
import type { Merged } from './merged.ts'

/**
 * Applies `unevaluatedProperties` to names that its schema and in-place subschemas don't evaluate (JSON Schema 2020-12 §11.3). `isMerged`
 * returns whether a schema is part of this merge, which tells the chosen branches.
 */
export function settleUnevaluated(merged: Merged, document: Document, isMerged: (node: Json) => boolean): void {
  for (const { schema, pointer } of merged.unevaluated) {
    const applied = appliedIn(document, schema, isMerged)
    if (applied.some((one) => evaluatesAll(one, one !== schema))) continue
    if (applied.some(offersChoices)) merged.isAboveChoices = true
    const location = joinPointer(pointer, 'unevaluatedProperties')
    const node = own(schema, 'unevaluatedProperties') ?? true
    const named = new Set(applied.flatMap((one) => ownEntries(one, 'properties').map(([name]) => name)))
    const patterns = applied.flatMap((one) => ownEntries(one, 'patternProperties').map(([pattern]) => pattern))
    const isEvaluated = (name: string): boolean =>
      named.has(name) || patterns.some((pattern) => matchesPattern(pattern, name, true))
    const names = new Set(
      // Parts without a written location aren't schemas of the description.
      [...merged.properties].filter(([name, held]) => isEvaluated(name) || !held.some(isWritten)).map(([name]) => name),
    )
    const isWhole =
      names.size === merged.properties.size &&
      [...merged.patternProperties.keys()].every((one) => patterns.includes(one))
    if (node === false) merged.closedBy ??= location
    if (node === false && isWhole) continue
    merged.additional.push({
      parts: [{ node, pointer: location }],
      pointer: location,
      names: isWhole ? undefined : names,
      hasPatterns: patterns.length > 0,
    })
  }
}

function isWritten({ pointer }: { readonly pointer: string }): boolean {
  return !pointer.startsWith('made ')
}

/** Returns whether a schema evaluates every property name. */
function evaluatesAll(schema: JsonObject, isBelow: boolean): boolean {
  const allows = (keyword: string): boolean => (own(schema, keyword) ?? false) !== false
  if (allows('additionalProperties') || (isBelow && allows('unevaluatedProperties'))) return true
  return coversAllNames(ownEntries(schema, 'patternProperties'))
}

function offersChoices(schema: JsonObject): boolean {
  return ['anyOf', 'oneOf', 'if', 'dependentSchemas'].some((keyword) => Object.hasOwn(schema, keyword))
}

/** Returns a schema and its in-place subschemas that apply. Iterative, because nesting can be deep. */
function appliedIn(document: Document, start: JsonObject, isMerged: (node: Json) => boolean): JsonObject[] {
  const found = [start]
  const open = inPlace(document, start)
  const seen = new Set<Json>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = follow(document, { node: next, pointer: '' })
    if (!isObject(node) || seen.has(node)) continue
    seen.add(node)
    const schema = modernSchema(node, document.dialect)
    if (typeof schema === 'boolean') continue
    const holds = isMerged(node)
    if (holds) found.push(schema)
    // A simplified branch isn't merged itself, but its members are.
    if (holds || /^(?:allOf|anyOf|oneOf)$/.test(constraints(schema).join())) open.push(...inPlace(document, schema))
  }
  return found
}

function inPlace(document: Document, schema: JsonObject): Json[] {
  const ref = own(schema, '$ref')
  const target = typeof ref === 'string' ? document.resolve(ref) : undefined
  return [
    ...(target === undefined ? [] : [target.node]),
    ...ownArray(schema, 'allOf'),
    ...ownArray(schema, 'anyOf'),
    ...ownArray(schema, 'oneOf'),
    ...['if', 'then', 'else'].flatMap((keyword) => own(schema, keyword) ?? []),
    ...ownEntries(schema, 'dependentSchemas').map(([, node]) => node),
  ]
}

/** Applies the `additionalProperties` of each part to names that only other parts declare or match. */
export function closeSiblings(merged: Merged): void {
  for (const { parts, names, hasPatterns } of merged.additional) {
    if (names === undefined) continue
    for (const [pattern, held] of merged.patternProperties) {
      const isAlone = hasPatterns || [...names].some((name) => matchesPattern(pattern, name, true))
      if (!isAlone) merged.patternProperties.set(pattern, [...held, ...parts])
    }
    for (const [name, held] of merged.properties) if (!names.has(name)) merged.properties.set(name, [...held, ...parts])
  }
}
