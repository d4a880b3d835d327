import type { Change } from '../../model/diff/change.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { longestText } from '../../schema/containment/strings.ts'
import { comparePatterns } from '../../schema/patterns/containment.ts'
import { patternExamples } from '../../schema/patterns/example.ts'
import { isObject, minus } from '../../util/json.ts'

const maxTerms = 12

const namesProperties = new Set(['properties', 'dependentRequired', 'dependentSchemas', 'dependencies'])

/** Values for the changed location: valid in `valid`'s schema, probably invalid in the other. Lazy, because most remain unused. */
export interface Leaf {
  readonly change: Change
  readonly valid: 'base' | 'revision'
  /** Instances of the schema (and its items) that must accept the message, likeliest first. */
  samples(): Iterable<Json>
  items(): readonly Json[]
  /** Instances of the `contains` schema. */
  contained(): Iterable<Json>
  /** Allowed string lengths as patterns. */
  readonly lengths: readonly string[]
  readonly patterns: readonly string[]
  /** Strings that match its patterns. */
  matching(): readonly string[]
  /** Candidate values for undeclared properties. */
  extras(): Iterable<Json>
}

/** Values of every JSON type including edge cases, tried if the change suggests no better one. */
const anything: readonly Json[] = [
  'text',
  '',
  'a',
  'A1',
  '0',
  '2026-01-31',
  1,
  0,
  -1,
  1.5,
  0.5,
  2 ** 31,
  2 ** 63,
  1e39,
  1e-7,
  true,
  false,
  null,
  [],
  {},
  [1, 1],
  { undeclared: 1 },
]

/** Yields values named by the change itself, likeliest first: probably valid in one version only, to be verified by a validator. */
export function* suggestedBy(leaf: Leaf): Generator<Json> {
  const { change, valid } = leaf
  switch (change.kind) {
    case 'schema.enum': {
      const [values, other] = valid === 'base' ? [change.before, change.after] : [change.after, change.before]
      if (values !== undefined) yield* minus(values, other ?? [])
      else yield* [...unlisted(leaf, other ?? []), ...leaf.matching()]
      return
    }
    case 'schema.nullable':
      yield null
      return
    case 'schema.type': {
      const samples = [...leaf.samples()]
      // Applies if a list is one possible type, or any type is allowed.
      if (samples.length > 0 && !samples.some(Array.isArray)) return
      for (const item of leaf.items()) {
        yield [item, item]
        for (const other of nudged(item).slice(0, 1)) yield [item, other]
      }
      return
    }
    case 'schema.required':
      yield* without(leaf, change.before ?? change.after ?? '')
      return
    case 'schema.property': {
      const name = (change.before ?? change.after)?.name ?? ''
      yield* without(leaf, name)
      for (const base of objects(leaf)) for (const value of [1, 'text', null, {}]) yield { ...base, [name]: value }
      return
    }
    case 'schema.closed':
      for (const base of objects(leaf)) for (const undeclared of [1, ...leaf.extras()]) yield { ...base, undeclared }
      for (const list of arrays(leaf)) yield [...list, 1]
      for (const item of leaf.items()) for (const size of [1, 2, 3, 4]) yield Array<Json>(size).fill(item)
      return
    case 'schema.unique-items':
      for (const item of leaf.items()) yield [item, item]
      for (const list of arrays(leaf)) yield [...list, ...list]
      return
    case 'schema.multiple-of':
      for (const step of [change.before, change.after])
        if (step !== undefined) yield* [step, step * 2, step * 3, step / 2, step / 10]
      return
    case 'schema.pattern': {
      const [before = [], after = []] = [change.before, change.after]
      const { onlyBefore, onlyAfter } = comparePatterns([...before, ...leaf.lengths], [...after, ...leaf.lengths])
      yield* [onlyBefore, onlyAfter].filter((text) => text !== undefined)
      return
    }
    case 'schema.bound':
      for (const bound of [change.before, change.after]) if (bound !== undefined) yield* around(bound, leaf)
      return
    case 'schema.keyword': {
      const written = [change.before, change.after].flatMap((one) => (one === undefined ? [] : [one]))
      yield* spoken(leaf, vocabularyOf(written))
    }
  }
}

/** Returns strings that match its patterns but aren't listed. */
function unlisted({ patterns, lengths }: Leaf, values: readonly Json[]): readonly string[] {
  const texts = values.filter((value) => typeof value === 'string').slice(0, mostTexts)
  if (patterns.length === 0 || texts.length === 0) return []
  const escaped = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\${sign}`))
  const { onlyBefore } = comparePatterns([...patterns, ...lengths], [`^(?:${escaped.join('|')})$`])
  return onlyBefore === undefined ? [] : [onlyBefore]
}

const mostTexts = 20
const mostItems = 10_000

/** Yields the candidates that don't depend on the change. */
export function* ordinaryAt(leaf: Samples): Generator<Json> {
  yield* leaf.samples()
  for (const sample of leaf.samples()) yield* nudged(sample)
  yield* anything
}

/** Yields values from a keyword: listed values, and objects with one name, all names, or all but one. */
function* spoken(leaf: Leaf, { names, values }: Vocabulary): Generator<Json> {
  yield* values
  for (const base of objects(leaf)) {
    const all = Object.fromEntries(names.map((name) => [name, base[name] ?? 1]))
    yield { ...base, ...all }
    for (const name of names) yield withoutName({ ...base, ...all }, name)
    for (const name of names)
      for (const value of [base[name] ?? 1, ...values, 1, 'text', null, {}]) yield { ...base, [name]: value }
  }
  for (const base of objects(leaf))
    for (const text of anything) if (typeof text === 'string') yield { ...base, [text]: 1 }
}

/** Yields values just inside and outside a bound. */
function* around({ keyword, value }: { keyword: string; value: number }, leaf: Leaf): Generator<Json> {
  const near = [value, value - 1, value + 1, value - 0.5, value + 0.5]
  if (/(minimum|maximum)/i.test(keyword)) {
    yield* near
    return
  }
  const most = keyword.endsWith('Length') ? longestText : mostItems
  const sizes = near.filter((size) => Number.isInteger(size) && size >= 0 && size <= most)
  if (keyword.endsWith('Length')) {
    for (const size of sizes) for (const text of texts(leaf)) yield text.slice(0, size).padEnd(size, 'a')
  } else if (keyword.endsWith('Items')) {
    const items = leaf.items()
    const [item = 1] = [...items, ...[...arrays(leaf)].flat()]
    for (const size of sizes) {
      yield Array(size).fill(item)
      yield Array.from({ length: size }, (_, index) => index)
      if (items.length >= size) yield items.slice(0, size)
    }
  } else if (keyword.endsWith('Contains')) {
    const others = [...arrays(leaf)].flat()
    const [item = 1] = leaf.contained()
    for (const size of sizes) yield* [Array(size).fill(item), [...others, ...Array(size).fill(item)]]
  } else {
    const [extra = 1] = leaf.extras()
    for (const size of sizes) for (const base of objects(leaf)) yield ofSize(base, size, extra)
  }
}

/** Returns an object of the given size, starting with its own properties. */
function ofSize(base: JsonObject, size: number, value: Json): JsonObject {
  const more = Array.from({ length: size }, (_, index) => [`key${index}`, value] as const)
  return Object.fromEntries([...Object.entries(base), ...more].slice(0, size))
}

function* without(leaf: Samples, name: string): Generator<JsonObject> {
  for (const base of objects(leaf)) yield withoutName(base, name)
}

function withoutName(base: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))
}

/** Returns neighbours of a sample, which often stay within its bounds. */
function nudged(sample: Json): Json[] {
  if (typeof sample === 'number') return [0.5, -0.5, 0.1, 1, -1].map((step) => sample + step)
  return typeof sample === 'string' ? [`${sample}a`, sample.slice(1), sample.toUpperCase()] : []
}

type Samples = Pick<Leaf, 'samples'>

function* objects(leaf: Samples): Generator<JsonObject> {
  for (const sample of leaf.samples()) if (isObject(sample)) yield sample
  yield {}
}

function* arrays(leaf: Samples): Generator<readonly Json[]> {
  for (const sample of leaf.samples()) if (Array.isArray(sample)) yield sample
  yield [1]
}

function* texts(leaf: Samples): Generator<string> {
  yield ''
  for (const sample of leaf.samples()) if (typeof sample === 'string') yield sample
}

/** Names and values in a schema text that a message needs to be affected by it. */
interface Vocabulary {
  /** Property names, including examples for its patterns. */
  readonly names: readonly string[]
  /** Listed values, examples for patterns, and values around bounds. */
  readonly values: readonly Json[]
}

/** Collects the vocabulary of the given keywords without following `$ref`s. */
function vocabularyOf(keywords: readonly { readonly keyword: string; readonly value: Json }[]): Vocabulary {
  const names = new Set<string>()
  const values = new Set<Json>()
  for (const { keyword, value } of keywords) collect(keyword, value, { names, values })
  return { names: [...names].slice(0, maxTerms), values: [...values].slice(0, maxTerms) }
}

interface Terms {
  readonly names: Set<string>
  readonly values: Set<Json>
}

function collect(keyword: string, value: Json, terms: Terms): void {
  const { names, values } = terms
  if (keyword.startsWith('dependentSchemas/')) names.add(keyword.slice('dependentSchemas/'.length))
  // A `patternProperties` change contains only the pattern.
  if (keyword === 'patternProperties' && typeof value === 'string') addMatching(value, names)
  else if (keyword === 'pattern' && typeof value === 'string') addMatching(value, values)
  else if (keyword === 'const') values.add(value)
  else if (typeof value === 'number') addAround(keyword, value, values)
  else if (Array.isArray(value)) collectList(keyword, value, terms)
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (namesProperties.has(keyword)) names.add(key)
      if (keyword === 'patternProperties') addMatching(key, names)
      // User-chosen names contain schemas, even if they look like keywords.
      collect(namesProperties.has(keyword) || keyword === 'patternProperties' ? '' : key, inner, terms)
    }
  }
}

function collectList(keyword: string, list: readonly Json[], terms: Terms): void {
  // A change of a choice contains branch names.
  if (/^(oneOf|anyOf)$/.test(keyword) && list.every((item) => typeof item === 'string')) return
  for (const item of list) {
    if (keyword === 'enum') terms.values.add(item)
    else if (typeof item !== 'string') collect('', item, terms)
    // A dependency has the form `name → wanted`.
    else if (keyword !== 'type') for (const name of item.split(' → ')) terms.names.add(name)
  }
}

function addMatching(pattern: string, found: Set<string> | Set<Json>): void {
  for (const text of patternExamples(pattern).slice(0, 2)) found.add(text)
}

function addAround(keyword: string, value: number, values: Set<Json>): void {
  if (!keyword.endsWith('Length')) for (const near of [value, value - 1, value + 1]) values.add(near)
  else if (value <= 1000) for (const size of [value, value + 1, value - 1]) values.add('a'.repeat(Math.max(0, size)))
}
