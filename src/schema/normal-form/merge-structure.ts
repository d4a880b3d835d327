import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { constraints } from './branches.ts'
import type { Merged, ModernPart } from './merged.ts'
import type { Conjunction, Polarity } from './normal.ts'

/** Effect of an edit in a subschema on the whole schema. `if` is undecided. */
const applicatorKeywords: Readonly<Record<string, Polarity>> = {
  not: 'inverted',
  contains: 'same',
  propertyNames: 'same',
  contentSchema: 'same',
  unevaluatedItems: 'undecided',
  if: 'undecided',
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword
  then: 'same',
  else: 'same',
}

/** Keywords that `mergeObject` reads. */
export const objectKeywords = [
  'properties',
  'patternProperties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
] as const

/** Keywords that `mergeApplicators` reads. */
export const remainingKeywords: readonly string[] = [
  ...Object.keys(applicatorKeywords),
  'dependentRequired',
  'dependencies',
  'dependentSchemas',
]

/** Merges `properties`, `required`, `additionalProperties` and `patternProperties`. */
export function mergeObject(merged: Merged, { schema, pointer }: ModernPart): void {
  const named = ownEntries(schema, 'properties')
  const within = joinPointer(pointer, 'properties')
  for (const [name, node] of named) append(merged.properties, name, node, joinPointer(within, name))
  const byPattern = ownEntries(schema, 'patternProperties')
  const isTotal = coversAllNames(byPattern)
  for (const [pattern, node] of byPattern) {
    const location = joinPointer(pointer, 'patternProperties', pattern)
    if (!isTotal) append(merged.patternProperties, pattern, node, location)
    // The pattern also covers declared names.
    else if (node !== true)
      merged.additional.push({
        parts: [{ node, pointer: location }],
        pointer: location,
        names: new Set(),
        hasPatterns: false,
      })
  }
  ownArray(schema, 'required').forEach((name, index) => {
    if (typeof name === 'string' && !merged.required.has(name)) {
      merged.required.set(name, joinPointer(pointer, 'required', index))
    }
  })
  // The patterns cover every name, so `additionalProperties` has no effect.
  if (isTotal) return
  const additional = own(schema, 'additionalProperties')
  const patterns = byPattern.length > 0
  if (additional !== undefined && additional !== true) {
    const location = joinPointer(pointer, 'additionalProperties')
    // With patterns, the exempted names are unknown: it closes the object but doesn't restrict other parts.
    const names = patterns ? new Set(merged.properties.keys()) : new Set(named.map(([name]) => name))
    merged.additional.push({
      parts: [{ node: additional, pointer: location }],
      pointer: location,
      names,
      hasPatterns: patterns,
    })
    if (additional === false) merged.closedBy ??= location
  }
  const unevaluated = own(schema, 'unevaluatedProperties')
  if (unevaluated === false || isObject(unevaluated)) merged.unevaluated.push({ schema, pointer })
}

/** Returns whether `patternProperties` cover every possible name. */
export function coversAllNames(patterns: readonly (readonly [pattern: string, node: Json])[]): boolean {
  return patterns.length > 0 && patterns.every(([pattern]) => matchesEveryName(pattern))
}

/** Returns whether a pattern matches every property name, assuming names have no line breaks. */
function matchesEveryName(pattern: string): boolean {
  return /^\^?(?:\(?(?:\.|\[\\s\\S\])\*\)?)?\$?$/.test(pattern) && pattern !== '^$'
}

export function mergeArray(merged: Merged, { schema, pointer }: ModernPart): void {
  const prefix = ownArray(schema, 'prefixItems').map((node, index) => [
    { node, pointer: joinPointer(pointer, 'prefixItems', index) },
  ])
  const keyword =
    own(schema, 'items') === undefined && own(schema, 'unevaluatedItems') === false ? 'unevaluatedItems' : 'items'
  const items = own(schema, keyword)
  if (prefix.length === 0 && items === undefined) return
  const location = joinPointer(pointer, keyword)
  merged.tuples.push({
    prefix,
    rest: items === undefined ? [] : [{ node: items, pointer: location }],
    pointer: location,
  })
}

export function mergeApplicators(merged: Merged, part: ModernPart): void {
  const { schema, pointer } = part
  for (const [keyword, polarity] of Object.entries(applicatorKeywords)) {
    const node = own(schema, keyword)
    if (node !== undefined && applies(schema, keyword)) {
      applicator(merged, keyword, node, joinPointer(pointer, keyword), containsPolarity(schema, keyword) ?? polarity)
    }
  }
  mergeDependencies(merged, part)
  for (const [name, node] of ownEntries(schema, 'dependentSchemas')) {
    const location = joinPointer(pointer, 'dependentSchemas', name)
    // A schema with only `required` equals `dependentRequired` (JSON Schema 2020-12 §6.5.4).
    if (isObject(node) && constraints(node).join() === 'required' && node.required !== undefined) {
      for (const other of ownArray(node, 'required'))
        merged.dependentRequired.set(`${name} → ${String(other)}`, location)
    } else applicator(merged, `dependentSchemas/${name}`, node, location, 'same')
  }
}

/** `maxContains` inverts `contains`: a wider match allows fewer values. Together with `minContains` the effect is undecided. */
function containsPolarity(schema: JsonObject, keyword: string): Polarity | undefined {
  if (keyword !== 'contains' || own(schema, 'maxContains') === undefined) return undefined
  return own(schema, 'minContains') === 0 ? 'inverted' : 'undecided'
}

/** Returns whether a keyword has an effect given the other keywords. */
function applies(schema: JsonObject, keyword: string): boolean {
  const has = (other: string): boolean => own(schema, other) !== undefined
  if (keyword === 'then' || keyword === 'else') return has('if')
  // A matching `if` marks its properties as evaluated even without `then` (JSON Schema 2020-12 §10.2.2.1).
  if (keyword === 'if') return has('then') || has('else') || has('unevaluatedProperties')
  if (keyword === 'contains') return own(schema, 'minContains') !== 0 || has('maxContains')
  return keyword !== 'unevaluatedItems' || own(schema, keyword) !== false
}

/** Merges `dependentRequired` and its older form, `dependencies` with lists. */
function mergeDependencies(merged: Merged, { schema, pointer }: ModernPart): void {
  for (const keyword of ['dependentRequired', 'dependencies']) {
    for (const [name, wanted] of ownEntries(schema, keyword)) {
      const location = joinPointer(pointer, keyword, name)
      if (!Array.isArray(wanted)) applicator(merged, `dependentSchemas/${name}`, wanted, location, 'same')
      else for (const other of wanted) merged.dependentRequired.set(`${name} → ${String(other)}`, location)
    }
  }
}

function applicator(merged: Merged, keyword: string, node: Json, pointer: Pointer, polarity: Polarity): void {
  if (node !== true && node !== false && !isObject(node)) return
  const met = counts.get(merged) ?? new Map<string, number>()
  const count = (met.get(keyword) ?? 0) + 1
  counts.set(merged, met.set(keyword, count))
  merged.applicators.set(count === 1 ? keyword : `${keyword} ${count}`, {
    parts: [{ node, pointer }],
    pointer,
    polarity,
  })
}

/** Number of occurrences per keyword, because parts can repeat keywords. */
const counts = new WeakMap<Merged, Map<string, number>>()

function append(map: Map<string, Conjunction>, name: string, node: Json, pointer: Pointer): void {
  const parts = map.get(name)
  map.set(name, parts === undefined ? [{ node, pointer }] : [...parts, { node, pointer }])
}
