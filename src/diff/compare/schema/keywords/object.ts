import type { Effect, PropertyFacts } from '../../../../model/diff/change.ts'
import { mayState } from '../../../../schema/keywords/hidden.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { canonical } from '../../../../util/json.ts'
import { hasPassed } from '../../lifecycle.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair, Scope } from '../unit.ts'
import { comparePatternProperties, partsMatching } from './pattern-properties.ts'

/** Properties, required, additionalProperties, patternProperties. */
export function compareObject(pair: SchemaPair): void {
  const { before, after } = pair
  if (!after.types.has('object')) emitUnread(pair)
  if (!before.types.has('object') || !after.types.has('object')) return
  const removed: string[] = []
  const added: string[] = []
  for (const name of new Set([...before.properties.keys(), ...after.properties.keys()])) {
    const [was, is] = movedTo(before, after, name) ?? [statedOf(before, name), statedOf(after, name)]
    if (was === undefined) added.push(name)
    else if (is === undefined) removed.push(name)
    else compareProperty(pair, name, was, is)
  }
  const resembles = renames(pair, removed, added)
  for (const name of removed) emitProperty(pair, name, 'removed', resembles.get(name))
  for (const name of added) emitProperty(pair, name, 'added', resembles.get(name))
  compareUndeclaredRequired(pair)
  compareOpenness(pair)
  comparePatternProperties(pair)
}

/** What a schema states of a property it names: one it only requires is there, and may be anything that others may be. */
function statedOf(schema: NormalSchema, name: string): Conjunction | undefined {
  const { properties, required, closed, additional } = schema
  const named = properties.get(name)
  const matching = partsMatching(schema, name)
  if (named !== undefined) return matching.length > 0 ? [...named, ...matching] : named
  if (closed || !required.has(name)) return undefined
  return matching.length > 0 ? matching : additional
}

/** Of a property that only the base names both versions, where a pattern of the revision covers it: it moved there. */
function movedTo(
  before: NormalSchema,
  after: NormalSchema,
  name: string,
): readonly [Conjunction, Conjunction] | undefined {
  const [named, matching] = [before.properties.get(name), partsMatching(after, name)]
  if (named === undefined || after.properties.has(name) || matching.length === 0) return undefined
  return [[...named, ...partsMatching(before, name)], matching]
}

function compareProperty(pair: SchemaPair, name: string, was: Conjunction, is: Conjunction): void {
  const [wasAt, isAt] = [pair.before.required.get(name), pair.after.required.get(name)]
  const isRequirednessKept = (wasAt === undefined) === (isAt === undefined)
  if (isRequirednessKept && pair.same(was, is)) return
  const [access, accessNow] = [accessOf(pair.base, was), accessOf(pair.revision, is)]
  // Only what exists in a direction can be required there: readOnly properties are not sent.
  const changes = (way: keyof Scope): boolean =>
    (wasAt !== undefined && access[way]) !== (isAt !== undefined && accessNow[way])
  const scope = { request: changes('request'), response: changes('response') }
  const becomesRequired = isAt !== undefined && (scope.request ? accessNow.request : accessNow.response)
  if (scope.request || scope.response) {
    emitRequired(
      pair,
      name,
      becomesRequired ? undefined : wasAt,
      becomesRequired ? isAt : undefined,
      is[0]?.pointer,
      scope,
    )
  }
  pair.child({ kind: 'property', name }, was, is, 'same', commonScope(access, accessNow))
}

function emitRequired(
  pair: SchemaPair,
  name: string,
  was: string | undefined,
  is: string | undefined,
  location: string | undefined,
  scope: Scope,
): void {
  pair.emit(
    'schema.required',
    was && name,
    is && name,
    is === undefined ? 'widened' : 'narrowed',
    { base: was ?? pair.before.pointer, revision: is ?? pair.after.pointer, location },
    { scope },
  )
}

/** Names in `required` that `properties` does not declare still must be present. */
function compareUndeclaredRequired(pair: SchemaPair): void {
  const declared = (name: string): boolean => pair.before.properties.has(name) || pair.after.properties.has(name)
  for (const name of new Set([...pair.before.required.keys(), ...pair.after.required.keys()])) {
    const [was, is] = [pair.before.required.get(name), pair.after.required.get(name)]
    if (!declared(name) && (was === undefined) !== (is === undefined)) {
      emitRequired(pair, name, was, is, undefined, { request: true, response: true })
    }
  }
}

function emitProperty(pair: SchemaPair, name: string, way: 'added' | 'removed', resembles: string | undefined): void {
  const [owner, other, reader] =
    way === 'added' ? [pair.after, pair.before, pair.revision] : [pair.before, pair.after, pair.base]
  const parts = owner.properties.get(name) ?? []
  const location = parts[0]?.pointer
  const access = accessOf(reader, parts)
  // Where the other version requires it too, its presence is not what changes.
  const isRequired = owner.required.has(name) && !other.required.has(name)
  const isNever = reader.normal(parts.flatMap(reader.enter)).types.size === 0
  const matching = partsMatching(other, name)
  const isRefused = other.closed && matching.length === 0
  // Refused by its schema in the one version, and by the closed object in the other.
  if (isNever && isRefused && !owner.required.has(name)) return
  const facts: PropertyFacts = {
    name,
    required: isRequired,
    readOnly: !access.request,
    writeOnly: !access.response,
    retired: isRetiredProperty(reader, parts, pair.today),
    closed: isRefused || isNever,
    ...(resembles === undefined ? {} : { resembles }),
  }
  // A name with the schema `false` is refused: naming it takes it away, forgetting it lets it back in.
  const gone = isNever ? way === 'added' : way === 'removed'
  const effect = propertyEffect(facts, gone ? 'removed' : 'added')
  const spot =
    way === 'added'
      ? { base: other.pointer, revision: location, location }
      : { base: location, revision: other.pointer, location }
  pair.emit('schema.property', gone ? facts : undefined, gone ? undefined : facts, effect, spot, { scope: access })
  // Where the other side has a schema for names like it, or for undeclared ones, the property was validated by that.
  const held = matching.length > 0 ? matching : other.closed ? [] : other.additional
  if (held.length === 0) return
  const step = { kind: 'property', name } as const
  if (way === 'added') pair.child(step, held, parts, 'same', access)
  else pair.child(step, parts, held, 'same', access)
}

/** What names properties without a type is meant as an object: those who read them in what is a list or text now find none. */
function emitUnread({ before, after, base, today, emit }: SchemaPair): void {
  if (before.typePointer !== undefined || !before.types.has('object')) return
  for (const [name, parts] of before.properties) {
    const { response } = accessOf(base, parts)
    const retired = isRetiredProperty(base, parts, today)
    const facts = { name, required: false, readOnly: false, writeOnly: !response, retired, closed: false }
    const location = parts[0]?.pointer
    const spot = { base: location, revision: after.pointer, location }
    emit('schema.property', facts, undefined, 'none', spot, { scope: { request: false, response } })
  }
}

/**
 * Objects are open unless the description closes them, so naming one more optional property changes nothing.
 * A required one narrows (it must be there); where the other side is closed the name itself was refused.
 */
function propertyEffect({ required, closed }: PropertyFacts, way: 'added' | 'removed'): Effect {
  const [appears, mustAppear] = [closed, required]
  return way === 'added' ? setEffect(mustAppear, appears) : setEffect(appears, mustAppear)
}

function isRetiredProperty(reader: SchemaReader, parts: Conjunction, today: string | undefined): boolean {
  const { annotations } = reader.normal(parts.flatMap(reader.enter))
  const sunset = annotations.get('x-sunset')?.value
  return (
    annotations.get('deprecated')?.value === true && hasPassed(typeof sunset === 'string' ? sunset : undefined, today)
  )
}

const everywhere: Scope = { request: true, response: true }

function accessOf(reader: SchemaReader, parts: Conjunction): Scope {
  const entered = parts.flatMap(reader.enter)
  if (!mayState(reader, entered, ['readOnly', 'writeOnly'])) return everywhere
  const { annotations } = reader.normal(entered)
  return {
    request: annotations.get('readOnly')?.value !== true,
    response: annotations.get('writeOnly')?.value !== true,
  }
}

/** A direction is left out only where both versions leave it out; a changed flag is a change of its own. */
function commonScope(was: Scope, is: Scope): Scope {
  return { request: was.request || is.request, response: was.response || is.response }
}

/** Pairs a removed with an added property when exactly one of each has the same schema, written alike. */
function renames(pair: SchemaPair, removed: readonly string[], added: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  if (removed.length === 0 || added.length === 0 || removed.length * added.length > 400) return found
  const text = (schema: NormalSchema, name: string): string =>
    canonical(schema.properties.get(name)?.map((part) => part.node) ?? [])
  for (const name of removed) {
    const twins = added.filter((other) => text(pair.after, other) === text(pair.before, name))
    const rivals = removed.filter((other) => text(pair.before, other) === text(pair.before, name))
    const [twin] = twins
    if (twin !== undefined && twins.length === 1 && rivals.length === 1) found.set(name, twin).set(twin, name)
  }
  return found
}

function compareOpenness(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const spot = {
    base: before.additionalPointer ?? before.pointer,
    revision: after.additionalPointer ?? after.pointer,
    location: after.pointer,
  }
  if (before.closed !== after.closed) {
    const state = (closed: boolean) => (closed ? 'additionalProperties' : undefined)
    emit('schema.closed', state(before.closed), state(after.closed), after.closed ? 'narrowed' : 'widened', spot)
  } else if (!after.closed && before.additional.length + after.additional.length > 0) {
    pair.child({ kind: 'additional' }, before.additional, after.additional)
  }
}
