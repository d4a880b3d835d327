import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Violation } from '../../model/observation.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'
import { escapeToken, pointerTokens } from '../../util/pointer.ts'
import type { SchemaBuilder } from '../compiling/build.ts'
import type { Engine } from '../compiling/engine.ts'
import type { Generated, Origin } from '../compiling/generated.ts'
import { isAssumed } from '../keywords/marks.ts'
import { compilePattern } from '../patterns/patterns.ts'
import { cutSoFar, keeps, mostKept, mostUnnamed, OverBudget, spend, visitSteps } from './budget.ts'
import { noneFits, severalFit } from './unions.ts'
import { bestBranch, onePerCause } from './violations.ts'

/** A location in a value: its pointer, the same pointer with `*` for indexes and map keys, and the schema that uses it. */
interface At {
  readonly pointer: Pointer
  readonly location: Pointer
  readonly use?: Origin
  /** Inside a union branch: violations count only if this branch is the best match. */
  readonly isBranch?: true
}

export interface Explainer {
  readonly engine: Engine
  readonly builder: SchemaBuilder
}

interface Walker extends Explainer {
  readonly walk: { steps: number; readonly known: Map<Generated, Map<string, readonly Violation[]>> }
}

/** These keywords contain generated schemas (or booleans), so the casts are safe. */
const asSchema = (node: Json): Generated => node as Generated

/** Returns the violations of an invalid value, one per location and cause. ajv decides validity; the walk locates the failure. */
export function explain(explainer: Explainer, schema: Generated, value: Json): readonly Violation[] {
  return onePerCause(
    visit({ ...explainer, walk: { steps: 0, known: new Map() } }, schema, value, { pointer: '', location: '' }),
  )
}

function visit(on: Walker, schema: Generated, value: Json, from: At): Violation[] {
  const origin = on.builder.origin(schema)
  const at = from.use === undefined ? { ...from, use: origin } : from
  if (!spend(visitSteps)) return []
  const cut = cutSoFar()
  if (origin.label === 'false' || origin.label === 'writeOnly')
    return kept(at, [violation(at, origin, origin.label, value, false)])
  const stated = kept(at, statements(on, schema, value, at, origin))
  if (stated.some(({ keyword }) => keyword === 'nullable' || keyword === 'type')) return stated
  const found = [...stated, ...composed(on, schema, value, at, origin)]
  if (Array.isArray(value)) append(found, inItems(on, schema, value, at, origin))
  else if (isObject(value)) append(found, inProperties(on, schema, value, at, origin))
  return found.length > 0 || cutSoFar() > cut ? found : kept(at, unevaluated(on, schema, value, at, origin))
}

/** Beyond this number of steps, results behind references are cached, because nested unions could take 2^40 validations. */
const stepLimit = 20_000

/** Returns the cached violations behind a reference. */
function remembered({ walk }: Walker, schema: Generated, at: At): readonly Violation[] | undefined {
  return ++walk.steps < stepLimit ? undefined : walk.known.get(schema)?.get(`${at.pointer} ${at.use?.pointer ?? ''}`)
}

function remember({ walk }: Walker, schema: Generated, at: At, found: readonly Violation[]): readonly Violation[] {
  if (walk.steps < stepLimit) return found
  const known = walk.known.get(schema) ?? new Map<string, readonly Violation[]>()
  walk.known.set(schema, known)
  const kept = onePerCause(found)
  known.set(`${at.pointer} ${at.use?.pointer ?? ''}`, kept)
  return kept
}

/** Returns the violations of the schema's own assertions. */
function statements(on: Walker, schema: Generated, value: Json, at: At, origin: Origin): Violation[] {
  const errors = on.engine.assert(schema, value)
  const refused = errors.find(({ keyword }) => keyword === 'type' || keyword === 'enum' || keyword === 'const')
  if (refused !== undefined && value === null) {
    const made = violation(at, at.use ?? origin, 'nullable', value, schema[refused.keyword] ?? null)
    return [{ ...made, assumed: isAssumed(origin, 'nullable', value) }]
  }
  if (refused?.keyword === 'type') return [violation(at, origin, 'type', value, schema.type ?? null)]
  return errors.map(({ keyword, params }) => {
    const label = keyword === 'enum' ? (origin.label ?? keyword) : keyword
    const property: unknown = params.missingProperty
    const made = violation(at, origin, label, value, schema[keyword] ?? null)
    if (typeof property !== 'string') return made
    return { ...made, property, assumed: isAssumed(origin, keyword, property) }
  })
}

function composed(on: Walker, schema: Generated, value: Json, at: At, origin: Origin): Violation[] {
  const found: Violation[] = []
  if (typeof schema.$ref === 'string') {
    const target = on.builder.target(schema.$ref).schema
    append(found, remembered(on, target, at) ?? remember(on, target, at, visit(on, target, value, at)))
  }
  for (const part of ownArray(schema, 'allOf')) append(found, visit(on, asSchema(part), value, at))
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = ownArray(schema, keyword).map(asSchema)
    if (branches.length > 0) append(found, union(on, keyword, branches, value, at, origin))
  }
  if (schema.not !== undefined && isValid(on, schema.not, value, false))
    append(found, kept(at, [violation(at, origin, 'not', value, true)]))
  if (schema.if !== undefined) append(found, chosen(on, schema, schema.if, value, at))
  for (const [name, dependent] of ownEntries(schema, 'dependentSchemas')) {
    if (own(value, name) !== undefined) append(found, visit(on, asSchema(dependent), value, at))
  }
  return found
}

/** Returns the violations of `then` or `else`. */
function chosen(on: Walker, schema: Generated, condition: Json, value: Json, at: At): readonly Violation[] {
  const holds = isValid(on, condition, value)
  const next = holds ? schema.then : schema.else
  const found = next === undefined ? [] : visit(on, asSchema(next), value, at)
  if (found.length === 0 || isDecided(on, condition, value, holds)) return found
  return found.map((one) => ({ ...one, isConditional: true as const }))
}

/** Returns whether a condition has the same result for every value with more members. Otherwise it may not have. */
function isDecided(on: Walker, condition: Json, value: Json, holds: boolean): boolean {
  if (!isObject(condition)) return true
  if (!holds) {
    const found = visit(on, asSchema(condition), value, { pointer: '', location: '', isBranch: true })
    return found.some((one) => !isByLack(one))
  }
  const names = Object.keys(condition).filter((name) => !simple.has(name))
  const isRead = ([name, part]: readonly [string, Json]): boolean => {
    const member = own(value, name)
    return member !== undefined && isDecided(on, part, member, true)
  }
  return names.length === 0 && (!isObject(value) || ownEntries(condition, 'properties').every(isRead))
}

/** Keywords of conditions that hold for every value with more members, if they hold for its members. */
const simple = new Set(
  'type properties required const enum minimum maximum pattern format title description'.split(' '),
)

/** Keywords that a value may violate only through the members that it lacks. */
const lacking = new Set('required dependentRequired minProperties minItems contains oneOf not'.split(' '))

/** Returns whether more members could fix the violation itself, or all violations of a union branch. */
export function isByLack({ keyword = '', unions = [], isConditional }: Partial<Violation>): boolean {
  const branches = unions.flatMap((each) => each.branches)
  return (
    isConditional === true ||
    lacking.has(keyword) ||
    branches.some(({ violations }) => violations.every((one) => isByLack(one)))
  )
}

function union(
  on: Walker,
  keyword: 'anyOf' | 'oneOf',
  branches: readonly Generated[],
  value: Json,
  at: At,
  origin: Origin,
): Violation[] {
  const valid = branches.filter((branch) => isValid(on, branch, value))
  if (valid.length === 1 || (keyword === 'anyOf' && valid.length > 0)) return []
  const site = { keyword, instancePointer: at.pointer, schemaPointer: origin.pointer } as const
  if (valid.length > 1)
    return kept(at, [severalFit(on.builder, violation(at, origin, 'oneOf', value, valid.length), site, valid)])
  const found = branches.map((branch) => visit(on, branch, value, { ...at, isBranch: true }))
  const assumed = isAssumed(origin, keyword, value)
  const best = bestBranch(found, at.pointer, (types) => ({ ...violation(at, origin, 'type', value, types), assumed }))
  return kept(at, noneFits(on.builder, best, site, { branches, found }))
}

function inItems(on: Walker, schema: Generated, items: readonly Json[], at: At, origin: Origin): Violation[] {
  const found: Violation[] = []
  const prefix = ownArray(schema, 'prefixItems')
  for (const [index, item] of items.entries()) {
    if (found.length >= mostKept) break
    const rule = prefix[index] ?? schema.items
    const location = step(at, index, true)
    if (rule === false) append(found, kept(at, [violation(location, origin, 'items', item, false)]))
    else if (isObject(rule)) append(found, visit(on, asSchema(rule), item, location))
  }
  const { contains } = schema
  if (contains === undefined) return found
  const count = items.filter((item) => contains === true || (contains !== false && isValid(on, contains, item))).length
  const least = typeof schema.minContains === 'number' ? schema.minContains : 1
  const most = typeof schema.maxContains === 'number' ? schema.maxContains : Infinity
  if (count < least) append(found, kept(at, [violation(at, origin, 'contains', items, least)]))
  if (count > most) append(found, kept(at, [violation(at, origin, 'maxContains', items, most)]))
  return found
}

function inProperties(on: Walker, schema: Generated, value: JsonObject, at: At, origin: Origin): Violation[] {
  const found: Violation[] = []
  const patterns = ownEntries(schema, 'patternProperties').map(([source, rule]) => ({
    pattern: compilePattern(source),
    rule,
  }))
  for (const [name, child] of Object.entries(value)) {
    if (found.length >= mostKept) break
    const named = own(schema.properties, name)
    const matching = patterns.filter(({ pattern }) => pattern.test(name)).map(({ rule }) => rule)
    const rules = named === undefined ? matching : [named, ...matching]
    const rest = rules.length === 0 ? schema.additionalProperties : undefined
    const location = step(at, name, named === undefined && rest !== false)
    if (rest === false) append(found, kept(at, [violation(location, origin, 'additionalProperties', child, false)]))
    if (isObject(rest)) rules.push(rest)
    for (const rule of rules) append(found, visit(on, asSchema(rule), child, location))
    if (schema.propertyNames !== undefined && !isValid(on, schema.propertyNames, name)) {
      const causes = isObject(schema.propertyNames)
        ? visit(on, asSchema(schema.propertyNames), name, { ...location, isBranch: true })
        : []
      const [cause] = causes.length === 1 ? causes : []
      const { keyword, expected } = cause ?? {}
      const made = violation(location, origin, 'propertyNames', name, true)
      const whole = keyword === undefined || expected === undefined ? made : { ...made, cause: { keyword, expected } }
      append(found, kept(at, [whole]))
    }
  }
  return found
}

/** Returns the violations of `unevaluated*`, which only ajv can track. Meaningful only if all other keywords pass. */
function unevaluated(on: Walker, schema: Generated, value: Json, at: At, origin: Origin): Violation[] {
  if (schema.unevaluatedProperties === undefined && schema.unevaluatedItems === undefined) return []
  if (on.engine.firstError(schema, value) === undefined) return []
  const found: Violation[] = []
  const seen = new Set<string>()
  const isConditional = mayEvaluateMore(on, schema)
  for (const { keyword, instancePath, params } of on.engine.refusals(schema, value)) {
    const name: unknown = params.unevaluatedProperty
    const token = typeof name === 'string' ? name : pointerTokens(instancePath)[0]
    if (token === undefined) found.push(violation(at, origin, keyword, value, false))
    else if (!seen.has(token)) append(found, refusedPart(on, schema, value, token, at, origin))
    if (token !== undefined) seen.add(token)
  }
  return isConditional ? found.map((one) => ({ ...one, isConditional })) : found
}

/** Returns whether a schema may evaluate other members of a value that has more of them. */
function mayEvaluateMore(on: Walker, schema: Generated, seen = new Set<Generated>()): true | undefined {
  if (seen.has(schema)) return undefined
  seen.add(schema)
  if (['if', 'anyOf', 'oneOf', 'dependentSchemas'].some((keyword) => schema[keyword] !== undefined)) return true
  const target = typeof schema.$ref === 'string' ? [on.builder.target(schema.$ref).schema] : []
  const parts = [...target, ...ownArray(schema, 'allOf').map(asSchema)]
  return parts.some((part) => mayEvaluateMore(on, part, seen)) || undefined
}

/** Returns the violations of a property or item that only `unevaluated*` covers: forbidden, or invalid against its schema. */
function refusedPart(on: Walker, schema: Generated, value: Json, token: string, at: At, origin: Origin): Violation[] {
  const isList = Array.isArray(value)
  const keyword = isList ? 'unevaluatedItems' : 'unevaluatedProperties'
  const child = (isList ? value[Number(token)] : own(value, token)) ?? null
  const rule = schema[keyword]
  if (!isObject(rule)) return [violation(step(at, token, isList), origin, keyword, child, false)]
  return visit(on, asSchema(rule), child, { ...step(at, token, true), isBranch: true })
}

/** A loop, because thousands of arguments would overflow the call stack. */
function append(found: Violation[], more: readonly Violation[]): void {
  for (const one of more) found.push(one)
}

/** Drops violations beyond the limits. Undeclared properties are counted per object, because their names are unbounded. */
function kept(at: At, found: Violation[]): Violation[] {
  if (at.isBranch === true || found.length === 0) return found
  return found.filter(({ keyword, location, schemaPointer, expected, property }) => {
    if (expected === false) return keeps(`${keyword} ${at.location}`, mostUnnamed)
    return keeps(`${keyword} ${schemaPointer} ${location} ${property ?? ''}`)
  })
}

/** Returns `otherwise` when the budget is exhausted: unchecked parts have no violations. */
function isValid(on: Walker, schema: Json, value: Json, otherwise = true): boolean {
  if (typeof schema === 'boolean') return schema
  try {
    return on.engine.firstError(asSchema(schema), value) === undefined
  } catch (error) {
    if (error instanceof OverBudget) return otherwise
    throw error
  }
}

function step(at: At, token: string | number, isOneOfMany: boolean): At {
  const escaped = escapeToken(String(token))
  const location = `${at.location}/${isOneOfMany ? '*' : escaped}`
  return { pointer: `${at.pointer}/${escaped}`, location, isBranch: at.isBranch && true }
}

function violation(at: At, origin: Origin, keyword: string, observed: Json, expected: Json): Violation {
  const { pointer: schemaPointer } = origin
  const assumed = isAssumed(origin, keyword, observed)
  return { keyword, instancePointer: at.pointer, location: at.location, schemaPointer, observed, expected, assumed }
}
