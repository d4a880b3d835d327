import type { SchemaStep } from '../../model/diff/change.ts'
import type { Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import { patternExamples } from '../../schema/patterns/example.ts'
import { matchesPattern } from '../../schema/sampling/scalar.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer, parentOf } from '../../util/pointer.ts'
import { namedByTag, withTag } from './tagged.ts'

export interface WrapContext {
  readonly valid: 'base' | 'revision'
  readonly reader: SchemaReader
  /** Returns an instance of a conjunction, if there is one. */
  sampleOf(parts: readonly Located[]): Json | undefined
}

/** Places a value at the end of the steps, inside ordinary instances. Yields more messages if the surroundings may matter. */
export function wrap(
  around: WrapContext,
  parts: Conjunction,
  steps: readonly SchemaStep[],
  value: Json,
): readonly Json[] {
  const [step, ...rest] = steps
  if (step === undefined) return [value]
  const normal = around.reader.normal(parts)
  const child = childOf(around, normal, step)
  const inner = wrap(around, child.flatMap(around.reader.enter), rest, value)
  return inner.flatMap((wrapped) => placed(around, normal, step, wrapped))
}

function childOf(around: WrapContext, normal: NormalSchema, step: SchemaStep): Conjunction {
  switch (step.kind) {
    case 'property':
      return normal.properties.get(step.name) ?? []
    case 'additional':
      return normal.additional
    case 'items':
      return normal.items
    case 'prefix-item':
      return normal.prefixItems[step.index] ?? normal.items
    case 'variant':
      return around.valid === 'base' ? step.before : step.after
    case 'other': {
      const [, pattern] = /^patternProperties\/(.*)$/s.exec(step.keyword) ?? []
      if (pattern !== undefined) return normal.patternProperties.get(pattern) ?? []
      return normal.applicators.get(nameOf(around, normal, step))?.parts ?? []
    }
  }
}

/** Returns an applicator's name in the schema: `then 12`. */
function nameOf({ valid }: WrapContext, { applicators }: NormalSchema, step: OtherStep): string {
  const place = valid === 'base' ? step.before : step.after
  const [name = step.keyword] = place === undefined ? [] : namesWhere(applicators, (pointer) => pointer === place)
  return name
}

type OtherStep = Extract<SchemaStep, { kind: 'other' }>

function namesWhere(applicators: NormalSchema['applicators'], isThere: (pointer: Pointer) => boolean): string[] {
  return [...applicators].flatMap(([name, { pointer }]) => (isThere(pointer) ? [name] : []))
}

function placed(around: WrapContext, normal: NormalSchema, step: SchemaStep, value: Json): readonly Json[] {
  switch (step.kind) {
    case 'property': {
      const more = { [step.name]: value }
      const object = { ...dependents(around, normal, step.name), ...withMembers(around, normal.parts, more) }
      return [object, ...ofTag(around, normal, object, more)]
    }
    case 'additional':
      return [withMembers(around, normal.parts, { undeclared: value })]
    case 'items': {
      const first = normal.prefixItems.map((item) => ordinary(around, item))
      const count = Math.max(1, (normal.bounds.get('minItems')?.value ?? 1) - first.length)
      return [[...first, ...repeated(value, count)]]
    }
    case 'prefix-item':
      return [[...normal.prefixItems.slice(0, step.index).map((item) => ordinary(around, item)), value]]
    case 'variant': {
      const completed = isObject(value) && normal.properties.size > 0 ? withMembers(around, normal.parts, value) : value
      return [
        ...withTag(around.reader, normal, childOf(around, normal, step), completed),
        ...ofTag(around, normal, completed),
      ]
    }
    case 'other':
      return applied(around, normal, nameOf(around, normal, step), value)
  }
}

/** The schema that the tag selects may have other required properties than the edited one. */
function ofTag(around: WrapContext, normal: NormalSchema, object: Json, more: JsonObject = {}): readonly Json[] {
  const named = namedByTag(around.reader, normal, object)
  return named === undefined ? [] : [withMembers(around, named.parts, { ...more, ...named.tag })]
}

/** Returns the value that makes an applicator relevant: a list for `contains`, a name for `propertyNames` … */
function applied(around: WrapContext, normal: NormalSchema, keyword: string, value: Json): readonly Json[] {
  const [word = '', name = ''] = keyword.split(/[/ ](.*)/s)
  switch (word) {
    case 'contains':
      return containing(around, normal, keyword, value)
    case 'propertyNames':
      return [{ [String(value)]: 1 }]
    case 'patternProperties':
      return namesLike(normal, name).map((text) => withMembers(around, normal.parts, { [text]: value }))
    case 'dependentSchemas': {
      const parts = [...normal.parts, ...(normal.applicators.get(keyword)?.parts ?? [])].flatMap(around.reader.enter)
      const members = { [name]: ordinary(around, around.reader.normal(parts).properties.get(name)), ...asObject(value) }
      return [withMembers(around, normal.parts, members)]
    }
    // A branch applies if its condition matches, and the branches' requirements reveal a condition.
    case 'then': {
      const place = joinPointer(parentOf(normal.applicators.get(keyword)?.pointer ?? ''), 'if')
      const own = namesWhere(normal.applicators, (pointer) => pointer === place)
      const conditions = new Set([...own, ...written(normal, 'if')])
      return [...conditions].map((one) => merged(sampleUnder(around, normal, one), value))
    }
    case 'if': {
      const branches = ['then', 'else'].flatMap((branch) => written(normal, branch))
      return [value, ...branches.map((branch) => merged(sampleUnder(around, normal, branch), value))]
    }
    default:
      return [value]
  }
}

/** Returns two names that match a pattern, preferring undeclared ones. */
function namesLike({ properties }: NormalSchema, pattern: string): readonly string[] {
  const names = [0, 1, 2].flatMap((pick) => patternExamples(pattern, pick))
  const longer = names
    .flatMap((name) => [`${name}a`, `a${name}`, `${name}1`])
    .filter((name) => matchesPattern(pattern, name, false))
  const all = [...new Set([...names, ...longer])]
  return [...all.filter((name) => !properties.has(name)), ...all].slice(0, 2)
}

function written({ applicators }: NormalSchema, keyword: string): readonly string[] {
  const names = Array.from({ length: mostWritten }, (_, at) => (at === 0 ? keyword : `${keyword} ${at + 1}`))
  return names.filter((name) => applicators.has(name))
}

const mostWritten = 8

/** Returns lists with the required number of matches, and with one match more than allowed. */
function containing(around: WrapContext, normal: NormalSchema, keyword: string, value: Json): readonly Json[] {
  const least = normal.bounds.get('minContains')?.value ?? 1
  const most = normal.bounds.get('maxContains')?.value
  const enough = repeated(value, Math.max(1, least))
  if (most === undefined) return [enough]
  const matching = repeated(sampleUnder(around, normal, keyword) ?? null, least)
  return [enough, [...matching, ...repeated(value, Math.max(1, most + 1 - least))]]
}

function repeated(value: Json, count: number): Json[] {
  return Array.from({ length: Math.min(count, 1000) }, () => value)
}

function sampleUnder(around: WrapContext, normal: NormalSchema, keyword: string): Json | undefined {
  return around.sampleOf(normal.applicators.get(keyword)?.parts ?? [])
}

function ordinary(around: WrapContext, parts: Conjunction | undefined): Json {
  return parts === undefined ? 1 : (around.sampleOf(parts) ?? null)
}

function dependents(around: WrapContext, { dependentRequired, properties }: NormalSchema, name: string): JsonObject {
  if (dependentRequired.size === 0) return {}
  const names = new Set([name])
  const needs = [...dependentRequired.keys()].map((text) => text.split(' → '))
  for (const one of names) for (const [from, to = ''] of needs) if (from === one) names.add(to)
  names.delete(name)
  return Object.fromEntries([...names].map((one) => [one, ordinary(around, properties.get(one))]))
}

function withMembers(around: WrapContext, parts: Conjunction, more: JsonObject): JsonObject {
  return { ...asObject(around.sampleOf(parts)), ...more }
}

function merged(base: Json | undefined, value: Json): Json {
  return isObject(value) ? { ...asObject(base), ...value } : value
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}
