import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { canonical, own } from '../../util/json.ts'
import { commonMultiple, compareNumbers } from '../../util/numbers/exact.ts'
import { joinPointer } from '../../util/pointer.ts'
import { type Atom, atoms, atomsOf } from '../keywords/atoms.ts'
import { extensibleValues } from '../keywords/open-enum.ts'
import { mergeApplicators, mergeArray, mergeObject, objectKeywords, remainingKeywords } from './merge-structure.ts'
import type { Merged, ModernPart } from './merged.ts'
import type { Sited } from './normal.ts'

/** Returns the empty intersection, which allows any value. */
export function emptyMerge(): Merged {
  return {
    types: new Set(atoms),
    typePointer: undefined,
    enum: undefined,
    isListMeant: false,
    extensibleEnum: undefined,
    properties: new Map(),
    required: new Map(),
    additional: [],
    closedBy: undefined,
    unevaluated: [],
    isAboveChoices: false,
    patternProperties: new Map(),
    tuples: [],
    bounds: new Map(),
    formats: [],
    patterns: [],
    multipleOf: undefined,
    dependentRequired: new Map(),
    uniqueItems: undefined,
    groups: [],
    applicators: new Map(),
    opaque: new Map(),
    annotations: new Map(),
  }
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'] as const
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'] as const

const annotationKeywords = [
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'x-sunset',
  'x-stability-level',
]

const opaqueKeywords = ['xml', 'contentEncoding', 'contentMediaType', '$dynamicRef']

/** Bit flags for groups of keywords that are merged together. */
const [ofTypes, ofObjects, ofArrays, ofBounds, ofScalars, ofApplicators, ofTexts, ofOpaque] = [
  1, 2, 4, 8, 16, 32, 64, 128,
]

const groupOf: ReadonlyMap<string, number> = new Map([
  ...['type', 'enum', 'const', 'x-extensible-enum', 'x-ms-enum'].map((keyword) => [keyword, ofTypes] as const),
  ...objectKeywords.map((keyword) => [keyword, ofObjects] as const),
  ...['items', 'prefixItems'].map((keyword) => [keyword, ofArrays] as const),
  ...[...lowerBounds, ...upperBounds].map((keyword) => [keyword, ofBounds] as const),
  ...['format', 'pattern', 'multipleOf', 'uniqueItems'].map((keyword) => [keyword, ofScalars] as const),
  ...remainingKeywords.map((keyword) => [keyword, ofApplicators] as const),
  // `false` closes the list; other values are compared as applicators.
  ['unevaluatedItems', ofArrays | ofApplicators],
  ...annotationKeywords.map((keyword) => [keyword, ofTexts] as const),
  ...opaqueKeywords.map((keyword) => [keyword, ofOpaque] as const),
])

/** Intersects another part into the merge. Most schemas have two or three keywords, so only groups that occur are read. */
export function mergePart(merged: Merged, part: ModernPart): void {
  const keys = Object.keys(part.schema)
  let groups = 0
  for (let index = 0; index < keys.length; index++) groups |= groupOf.get(keys[index] ?? '') ?? 0
  if ((groups & ofTypes) !== 0) mergeTypes(merged, part)
  if ((groups & ofObjects) !== 0) mergeObject(merged, part)
  if ((groups & ofArrays) !== 0) mergeArray(merged, part)
  if ((groups & ofBounds) !== 0) mergeBounds(merged, part)
  if ((groups & ofScalars) !== 0) mergeScalars(merged, part)
  if ((groups & ofApplicators) !== 0) mergeApplicators(merged, part)
  if ((groups & ofTexts) !== 0) mergeTexts(merged, part, keys)
  if ((groups & ofOpaque) !== 0) mergeOpaque(merged, part)
}

export function restrictTypes(merged: Merged, allowed: ReadonlySet<Atom>, pointer: Pointer): void {
  merged.types = new Set([...merged.types].filter((atom) => allowed.has(atom)))
  merged.typePointer ??= pointer
}

/** Intersects the allowed values. */
export function restrictEnum(merged: Merged, values: readonly Json[], pointer: Pointer): void {
  if (merged.enum === undefined) {
    merged.enum = { value: values, pointer }
    return
  }
  const allowed = new Set(values.map(canonical))
  merged.enum = { ...merged.enum, value: merged.enum.value.filter((value) => allowed.has(canonical(value))) }
}

function mergeTypes(merged: Merged, { schema, pointer, nullable }: ModernPart): void {
  const type = own(schema, 'type')
  if (type !== undefined) {
    const allowed = atomsOf(Array.isArray(type) ? type : [type])
    if (nullable) allowed.add('null')
    restrictTypes(merged, allowed, joinPointer(pointer, 'type'))
  }
  const values = own(schema, 'enum')
  const open = extensibleValues(schema)
  if (open !== undefined) merged.extensibleEnum ??= { value: open, pointer: joinPointer(pointer, 'x-extensible-enum') }
  else if (Array.isArray(values)) {
    restrictEnum(merged, nullable ? [...values, null] : values, joinPointer(pointer, 'enum'))
  }
  const constant = own(schema, 'const')
  if (constant !== undefined) {
    restrictEnum(merged, nullable ? [constant, null] : [constant], joinPointer(pointer, 'const'))
  }
}

function mergeBounds(merged: Merged, { schema, pointer }: ModernPart): void {
  for (const keyword of lowerBounds) tighten(merged, schema, pointer, keyword, 1)
  for (const keyword of upperBounds) tighten(merged, schema, pointer, keyword, -1)
}

function mergeScalars(merged: Merged, { schema, pointer }: ModernPart): void {
  // 3.1 uses `contentEncoding` for base64.
  if (own(schema, 'format') === 'byte')
    merged.opaque.set('contentEncoding', { value: 'base64', pointer: joinPointer(pointer, 'format') })
  else addUnique(merged.formats, schema, pointer, 'format')
  addUnique(merged.patterns, schema, pointer, 'pattern')
  const step = own(schema, 'multipleOf')
  if (typeof step === 'number' && step > 0) {
    const common = merged.multipleOf === undefined ? step : commonMultiple(merged.multipleOf.value, step)
    merged.multipleOf = { value: common, pointer: joinPointer(pointer, 'multipleOf') }
  }
  if (own(schema, 'uniqueItems') === true) {
    merged.uniqueItems ??= { value: true, pointer: joinPointer(pointer, 'uniqueItems') }
  }
}

function mergeTexts(merged: Merged, { schema, pointer }: ModernPart, keys: readonly string[]): void {
  for (const key of keys) if (groupOf.get(key) === ofTexts) setOnce(merged.annotations, key, schema, pointer)
}

function mergeOpaque(merged: Merged, { schema, pointer }: ModernPart): void {
  for (const keyword of opaqueKeywords) {
    // Arbitrary bytes: the 3.1 equivalent of `format: binary` (OpenAPI 3.1 §4.8.14.3).
    if (keyword === 'contentMediaType' && own(schema, keyword) === 'application/octet-stream') continue
    setOnce(merged.opaque, keyword, schema, pointer)
  }
}

function tighten(
  merged: Merged,
  schema: JsonObject,
  pointer: Pointer,
  keyword: BoundKeyword,
  /** 1 for a lower bound, -1 for an upper bound. */
  sign: 1 | -1,
): void {
  const value = own(schema, keyword)
  if (typeof value !== 'number') return
  const bound = merged.bounds.get(keyword)
  if (bound === undefined || compareNumbers(value, bound.value) * sign > 0) {
    merged.bounds.set(keyword, { value, pointer: joinPointer(pointer, keyword) })
  }
}

function addUnique(list: Sited<string>[], schema: JsonObject, pointer: Pointer, keyword: string): void {
  const value = own(schema, keyword)
  if (typeof value !== 'string' || list.some((entry) => entry.value === value)) return
  list.push({ value, pointer: joinPointer(pointer, keyword) })
}

function setOnce(map: Map<string, Sited<Json>>, keyword: string, schema: JsonObject, pointer: Pointer): void {
  const value = own(schema, keyword)
  if (value !== undefined && !map.has(keyword)) map.set(keyword, { value, pointer: joinPointer(pointer, keyword) })
}
