import type { Effect, PropertyFacts } from '../../../../model/diff/change.ts'
import { hasSubtypes } from '../../../../schema/discriminator/subtypes.ts'
import { mayState } from '../../../../schema/keywords/hidden.ts'
import type { Conjunction, NormalSchema, SchemaPart, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { canonical, refAlone } from '../../../../util/json.ts'
import { hasPassed } from '../../lifecycle.ts'
import { setEffect } from '../blame/effect.ts'
import type { ReferredPair, SchemaPair, Scope } from '../unit.ts'
import { comparePatternProperties, partsMatching } from './pattern-properties.ts'

/** Compares `properties`, `required`, `additionalProperties` and `patternProperties`. */
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

/** Returns the schemas that apply to a named property. A property that is only required has the schema of undeclared ones. */
function statedOf(schema: NormalSchema, name: string): Conjunction | undefined {
  const { properties, required, closed, additional } = schema
  const named = properties.get(name)
  const matching = partsMatching(schema, name)
  if (named !== undefined) return matching.length > 0 ? [...named, ...matching] : named
  if (closed || !required.has(name)) return undefined
  return matching.length > 0 ? matching : additional
}

/** Returns both schemas of a property that the base declares and a pattern of the revision covers. */
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
  const ref = isRequirednessKept ? commonReference(pair, was, is) : undefined
  const known = knownPair(pair.references, ref, wasAt === undefined ? 'optional' : 'required')
  if (known !== undefined) pair.link({ kind: 'property', name }, known.below, known.scope)
  if (known !== undefined || (isRequirednessKept && pair.same(was, is))) return
  const [access, accessNow] = [accessOf(pair.base, was), accessOf(pair.revision, is)]
  compareRequired(pair, name, [access, accessNow], is[0]?.pointer)
  const common = commonScope(access, accessNow)
  const below = pair.child({ kind: 'property', name }, was, is, 'same', common)
  if (ref === undefined || below === undefined) return
  if (![pair.base, pair.revision].every(({ document }) => document.resolve(ref))) return
  const isAccessKept = access.request === accessNow.request && access.response === accessNow.response
  pair.references.set(ref, { below, scope: common, isAccessKept })
}

function compareRequired(
  pair: SchemaPair,
  name: string,
  [access, accessNow]: readonly [Scope, Scope],
  location: string | undefined,
): void {
  const [wasAt, isAt] = [pair.before.required.get(name), pair.after.required.get(name)]
  // Only properties that exist in a direction can be required there: readOnly properties aren't sent.
  const changes = (way: keyof Scope): boolean =>
    (wasAt !== undefined && access[way]) !== (isAt !== undefined && accessNow[way])
  const scope = { request: changes('request'), response: changes('response') }
  if (!scope.request && !scope.response) return
  const becomesRequired = isAt !== undefined && (scope.request ? accessNow.request : accessNow.response)
  const [lost, gained] = becomesRequired ? [undefined, isAt] : [wasAt, undefined]
  emitRequired(pair, name, lost, gained, location, scope)
}

export function knownPair(
  references: SchemaPair['references'],
  ref: string | undefined,
  use: 'required' | 'optional',
): ReferredPair | undefined {
  const known = ref === undefined ? undefined : references.get(ref)
  return known?.isAccessKept === false && use === 'required' ? undefined : known
}

/** Returns the `$ref` of both versions if it alone selects the schemas. With subtypes, the location can matter. */
function commonReference({ base, revision }: SchemaPair, was: Conjunction, is: Conjunction): string | undefined {
  const [part] = was
  const [twin] = is
  if (part === undefined || twin === undefined || was.length > 1 || is.length > 1) return undefined
  const ref = refAlone(part.node)
  if (ref === undefined || (part.node !== twin.node && refAlone(twin.node) !== ref)) return undefined
  if (part.nullable === true || twin.nullable === true) return undefined
  if (hasSubtypes(base.document) || hasSubtypes(revision.document)) return undefined
  return ref
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

/** Reports required names that `properties` doesn't declare, which still must be present. */
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
  // If the other version also requires it, its presence doesn't change.
  const isRequired = owner.required.has(name) && !other.required.has(name)
  const isNever = reader.normal(parts.flatMap(reader.enter)).types.size === 0
  const matching = partsMatching(other, name)
  const isRefused = other.closed && matching.length === 0
  // One version rejects it by its schema, the other by the closed object.
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
  // A property with the schema `false` is forbidden, so declaring it removes it and vice versa.
  const gone = isNever ? way === 'added' : way === 'removed'
  const effect = propertyEffect(facts, gone ? 'removed' : 'added')
  const spot =
    way === 'added'
      ? { base: other.pointer, revision: location, location }
      : { base: location, revision: other.pointer, location }
  pair.emit('schema.property', gone ? facts : undefined, gone ? undefined : facts, effect, spot, { scope: access })
  // The other side validates the property by a pattern or by `additionalProperties`.
  const otherParts = matching.length > 0 ? matching : other.closed ? [] : other.additional
  if (otherParts.length === 0) return
  const step = { kind: 'property', name } as const
  if (way === 'added') pair.child(step, otherParts, parts, 'same', access)
  else pair.child(step, parts, otherParts, 'same', access)
}

/** Reports lost response properties if a schema without `type` becomes a list or string, because properties imply an object. */
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

/** Objects are open by default, so an optional property changes nothing. A required one narrows. */
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

/** Cached by `$ref` target, which properties may share. */
const shared = new WeakMap<SchemaPart, Scope>()

function accessOf(reader: SchemaReader, parts: Conjunction): Scope {
  const entered = parts.flatMap(reader.enter)
  const [part] = entered
  if (part === undefined || parts.length > 1 || part === parts[0]) return readAccess(reader, entered)
  const known = shared.get(part) ?? readAccess(reader, entered)
  shared.set(part, known)
  return known
}

function readAccess(reader: SchemaReader, entered: Conjunction): Scope {
  if (!mayState(reader, entered, ['readOnly', 'writeOnly'])) return everywhere
  const { annotations } = reader.normal(entered)
  return {
    request: annotations.get('readOnly')?.value !== true,
    response: annotations.get('writeOnly')?.value !== true,
  }
}

/** Skips a direction only if both versions skip it; a changed flag is reported separately. */
function commonScope(was: Scope, is: Scope): Scope {
  return { request: was.request || is.request, response: was.response || is.response }
}

/** Pairs a removed and an added property if only these two have the same schema text. */
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
