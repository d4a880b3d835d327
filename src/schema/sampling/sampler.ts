import type { Document } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { SchemaCompiler } from '../../model/observation.ts'
import type { Way } from '../../model/operation.ts'
import { canonical, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { resolveMapped } from '../discriminator/subtypes.ts'
import { taggingOf } from '../discriminator/tags.ts'
import type { Atom } from '../keywords/atoms.ts'
import { isHidden } from '../keywords/hidden.ts'
import type { Conjunction, NormalSchema, SchemaReader, VariantGroup } from '../normal-form/normal.ts'
import { givenScalar, preferredTypes } from './preference.ts'
import { fitsScalar, matchesPattern, sampleNumber, sampleText } from './scalar.ts'
import type { Search, Took } from './search.ts'
import { inOrder, type Sized, sized, sum } from './sized.ts'

const maxSize = 20_000
const maxDepth = 200
/** Typical maximum number of schemas for one value in published descriptions. */
const usualParts = 6
const none: readonly Pointer[] = []
const mostSteps = 50_000

export interface SamplerInput {
  readonly reader: SchemaReader
  readonly compiler: SchemaCompiler
  readonly direction: Way
  readonly full: boolean
  readonly search: Search
  /** The sampler for the other setting of `full`. */
  readonly other: () => Sampler
}

/** Finds instances of a document's schemas for a direction and a setting of `full`. */
export class Sampler {
  readonly #reader: SchemaReader
  readonly #compiler: SchemaCompiler
  readonly #direction: Way
  readonly #full: boolean
  readonly #other: () => Sampler
  /** Values found without a recursion cut, reusable by every search. */
  readonly #known = new Map<string, Sized>()
  readonly #open = new Set<string>()
  readonly #search: Search

  constructor({ reader, compiler, direction, full, search, other }: SamplerInput) {
    this.#reader = reader
    this.#compiler = compiler
    this.#direction = direction
    this.#full = full
    this.#search = search
    this.#other = other
  }

  /** Returns an instance. `chosen`: groups whose branch is already among the parts. `took` receives the number of steps. */
  sample(parts: Conjunction, chosen: readonly Pointer[] = none, steps = mostSteps, took?: Took): Json | undefined {
    Object.assign(this.#search, { steps, cuts: 0 })
    this.#search.found.clear()
    const value = this.#value(parts, chosen)?.value
    took?.(steps - this.#search.steps)
    return value
  }

  /** `solved`: groups with a chosen branch. Each `variant` selects a different value. */
  #value(written: Conjunction, solved: readonly Pointer[] = none, variant = 0): Sized | undefined {
    // Use the component's location, whichever `$ref` leads there.
    const parts = written.flatMap((part) => this.#reader.enter(part))
    const key = `${this.#full} ${variant} ${solved.join(' ')} | ${this.#reader.key(parts)}`
    const search = this.#search
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // With many combined choices, each step reads a large conjunction.
    search.steps -= 1 + 5 * Math.max(0, parts.length - usualParts) ** 2
    if (search.found.has(key) || this.#open.has(key) || this.#open.size > maxDepth || search.steps < 0) {
      search.cuts++
      return search.found.get(key)
    }
    const { cuts } = search
    this.#open.add(key)
    const made = this.#make(parts, solved, variant)
    this.#open.delete(key)
    if (made === undefined || made.size > maxSize) return undefined
    const memo = search.cuts === cuts ? this.#known : search.found
    memo.set(key, made)
    return made
  }

  #make(parts: Conjunction, solved: readonly Pointer[], variant: number): Sized | undefined {
    const normal = this.#reader.normal(parts)
    const group = normal.groups.find(({ pointer }) => !solved.includes(pointer))
    if (group !== undefined) return this.#branch(normal, group, solved, variant)
    const subtypes = subtypesAsGroup(this.#reader, normal)
    if (subtypes !== undefined && !solved.includes(subtypes.pointer)) {
      const found = this.#branch(normal, subtypes, solved, variant)
      if (found !== undefined) return found
    }
    const listed = normal.enum?.value.filter(
      (value) => fitsScalar(value, normal) && !(normal.isListMeant && value !== null),
    )
    if (listed !== undefined) {
      const values = listed.length > 1 ? listed.filter((value) => value !== null) : listed
      return sized(values[variant % values.length])
    }
    const given = variant === 0 ? givenScalar(normal) : undefined
    if (given !== undefined) return sized(given)
    for (const atom of preferredTypes(normal)) {
      const made = this.#build(atom, normal, variant)
      if (made !== undefined) return made
    }
    return undefined
  }

  #branch(normal: NormalSchema, group: VariantGroup, solved: readonly Pointer[], variant: number): Sized | undefined {
    let ambiguous: Sized | undefined
    const samplers = group.keyword === 'oneOf' ? [this, this.#other()] : [this]
    for (const branch of group.branches) {
      const parts = [...normal.parts, ...branch]
      const tag = tagOfBranch(this.#reader.document, normal, group, branch)
      // A branch may list its discriminator values instead of using its name.
      for (const attempt of tag.length === 0 ? [parts] : [[...parts, ...tag], parts]) {
        for (const sampler of samplers) {
          const found = sampler.#value(attempt, [...solved, group.pointer], variant)
          // With a tag, the discriminator alone selects the branch.
          const settled = attempt !== parts
          if (found !== undefined && (settled || this.#isExclusive(group, branch, found.value))) return found
          ambiguous ??= found
        }
      }
    }
    return ambiguous
  }

  /** Returns whether no other `oneOf` branch accepts the value. */
  #isExclusive({ keyword, branches }: VariantGroup, chosen: Conjunction, value: Json): boolean {
    if (keyword === 'anyOf') return true
    // Each branch of a wide choice is validated.
    this.#search.steps -= branches.length >> 4
    return branches.every((branch) => {
      const [part] = branch
      return (
        branch === chosen ||
        part === undefined ||
        this.#compiler.compile(part, this.#direction).accepts(value) === false
      )
    })
  }

  #build(atom: Atom, normal: NormalSchema, variant: number): Sized | undefined {
    switch (atom) {
      case 'null':
        return sized(null)
      case 'boolean':
        return sized(variant % 2 === 0)
      case 'integer':
      case 'fraction':
        return sized(sampleNumber(normal, variant))
      case 'string':
        return sized(sampleText(normal, variant))
      case 'array':
        return this.#array(normal)
      case 'object':
        return this.#object(normal)
    }
  }

  #array(normal: NormalSchema): Sized | undefined {
    const { prefixItems, items, itemsClosed, bounds } = normal
    const contained = normal.applicators.get('contains')?.parts
    const containing = contained === undefined ? 0 : (bounds.get('minContains')?.value ?? 1)
    const least = Math.max(bounds.get('minItems')?.value ?? 0, containing)
    const most = Math.min(
      bounds.get('maxItems')?.value ?? Infinity,
      itemsClosed ? prefixItems.length : Infinity,
      maxSize,
    )
    if (least > most) return undefined
    const wanted = Math.min(most, Math.max(least, this.#full ? Math.max(1, prefixItems.length) : 0))
    const made: Sized[] = []
    for (let index = 0; index < wanted; index++) {
      const written = prefixItems[index] ?? items
      const parts = index < containing ? [...written, ...(contained ?? [])] : written
      const item = this.#value(parts, none, normal.uniqueItems === undefined ? 0 : index)
      if (item === undefined && index < least) return undefined
      if (item === undefined) break
      made.push(item)
    }
    const isUnique = new Set(made.map(({ value }) => canonical(value))).size === made.length
    if (normal.uniqueItems !== undefined && !isUnique) return undefined
    return { value: made.map(({ value }) => value), size: sum(made) }
  }

  #object(normal: NormalSchema): Sized | undefined {
    const { properties, required, bounds } = normal
    const least = bounds.get('minProperties')?.value ?? 0
    const most = bounds.get('maxProperties')?.value ?? Infinity
    const made = new Map<string, Sized>()
    let size = 1
    const add = (name: string, value: Sized): void => {
      made.set(name, value)
      size += value.size
    }
    for (const name of required.keys()) {
      const parts = this.#property(normal, name)
      if (parts !== undefined && isHidden(this.#reader, parts, this.#direction)) continue
      const value = parts === undefined ? undefined : this.#value(parts)
      if (value === undefined) return undefined
      add(name, value)
    }
    const wanted = this.#full ? most : least
    const more = [
      ...properties.keys(),
      ...Array.from({ length: Math.min(least, 100) }, (_, index) => `key${index + 1}`),
    ]
    for (const name of more) {
      if (made.size >= wanted || (made.size >= least && !properties.has(name))) break
      const parts = made.has(name) ? undefined : this.#property(normal, name)
      const value =
        parts === undefined || isHidden(this.#reader, parts, this.#direction) ? undefined : this.#value(parts)
      if (value !== undefined && size + value.size <= maxSize) add(name, value)
    }
    if (made.size < least || made.size > most) return undefined
    const entries = inOrder(made, properties).map(([name, { value }]) => [name, value] as const)
    return { value: Object.fromEntries(entries), size }
  }

  /** Returns the schemas of a property, or `undefined` if it isn't allowed. */
  #property(normal: NormalSchema, name: string): Conjunction | undefined {
    const declared = normal.properties.get(name)
    const patterned = [...normal.patternProperties].flatMap(([pattern, parts]) =>
      matchesPattern(pattern, name, false) ? parts : [],
    )
    if (declared !== undefined || patterned.length > 0) return [...(declared ?? []), ...patterned]
    return normal.closed ? undefined : normal.additional
  }
}

/** Turns the subtypes of a base into a group, since its discriminator selects among them (OpenAPI 3.1 §4.8.25). */
function subtypesAsGroup(reader: SchemaReader, normal: NormalSchema): VariantGroup | undefined {
  const written = normal.annotations.get('discriminator')
  const tagging = written && taggingOf(reader, normal)
  const branches = (tagging?.schemas ?? []).flatMap(({ by, pointer = '' }): Conjunction[] => {
    const node = by === 'subtype' ? reader.document.at(pointer) : undefined
    return node === undefined ? [] : [[{ node, pointer }]]
  })
  return written && branches.length > 0 ? { keyword: 'anyOf', pointer: written.pointer, branches } : undefined
}

/** Returns a schema that requires the discriminator value of a branch. */
function tagOfBranch(document: Document, normal: NormalSchema, group: VariantGroup, branch: Conjunction): Conjunction {
  const discriminator = normal.annotations.get('discriminator')?.value
  const property = typeof discriminator === 'string' ? discriminator : ownString(discriminator, 'propertyName')
  const [chosen] = branch
  if (property === '' || chosen === undefined) return []
  const mapping = ownEntries(discriminator, 'mapping')
  const mapped = mapping.find(([, ref]) => resolveMapped(document, ref)?.pointer === chosen.pointer)
  const stated = ownString(chosen.node, 'x-ms-discriminator-value')
  const name = mapped?.[0] ?? (stated || (pointerTokens(chosen.pointer).at(-1) ?? ''))
  const node: JsonObject = { required: [property], properties: { [property]: { enum: [name] } } }
  return [{ node, pointer: joinPointer(group.pointer, 'discriminator', name) }]
}
