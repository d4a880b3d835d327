import type { Change, ChangeKind } from '../../model/diff/change.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Description, MediaType, Operation, Parameter } from '../../model/operation.ts'
import { equalJson } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import type { DescriptionComparison } from '../compare/descriptions.ts'
import { addressesOf, matchCallbacks, matchOperations, parameterId, renamedPathParameters } from '../compare/match.ts'
import type { Doubt } from '../compare/schema/unexplained.ts'
import { renamedSchemes } from '../compare/security-schemes.ts'
import { heldBy, valueForm } from '../written.ts'

/** A fact about an operation that is neither a schema nor documentation. */
interface Fact {
  /** Kinds of changes that report a difference. */
  readonly kinds: readonly ChangeKind[]
  /** Location of the object, with `$ref`s followed. */
  readonly at: Pointer
  readonly value: Json
}

/** Facts by path of names: `response 200/header x-rate/required`. An object precedes its members. */
type Facts = Map<string, Fact>
type Names = ReadonlyMap<string, string>

/** Objects in each version that differ from the other one without a change that reports it. */
export type Doubted = Readonly<Record<'base' | 'revision', Map<Pointer, Doubt>>>

/**
 * Flags have only one representation. Names, addresses and serialization can have equivalent forms, so a difference is no evidence.
 */
const flags = /^(operation\.id|deprecation)$|\.required$/

/** Independently checks that a change reports any difference in an operation or its inherited parts, except schemas. */
export function doubtedObjects(
  base: Description,
  revision: Description,
  changes: Iterable<Omit<Change, 'uses'>>,
  isUnchanged: DescriptionComparison['isUnchanged'],
): Doubted {
  const doubted = { base: new Map<Pointer, Doubt>(), revision: new Map<Pointer, Doubt>() }
  const stated = statedIn(changes)
  const schemes = renamedSchemes(base, revision)
  const compareAll = (from: readonly Operation[], to: readonly Operation[], match: typeof matchOperations): void => {
    const { pairs, removed, added } = match(from, to)
    for (const gone of removed) addDoubts(doubted, stated, presenceOf(gone), new Map())
    for (const fresh of added) addDoubts(doubted, stated, new Map(), presenceOf(fresh))
    for (const [before, after] of pairs) {
      if (isUnchanged(before, after)) continue
      const facts = factsOf(base, before, renamedPathParameters(before, after), new Map())
      addDoubts(doubted, stated, facts, factsOf(revision, after, new Map(), schemes))
      compareAll(before.callbacks, after.callbacks, matchCallbacks)
    }
  }
  compareAll(base.operations, revision.operations, matchOperations)
  compareAll(base.webhooks, revision.webhooks, matchOperations)
  return doubted
}

/** Returns `<kind> <location>` of every change, for both its location and the object that contains it. */
function statedIn(changes: Iterable<Omit<Change, 'uses'>>): ReadonlySet<string> {
  const stated = new Set<string>()
  for (const { kind, site } of changes)
    for (const pointer of [site.base, site.revision])
      if (pointer !== undefined) stated.add(`${kind} ${pointer}`).add(`${kind} ${parentOf(pointer)}`)
  return stated
}

function addDoubts(doubted: Doubted, stated: ReadonlySet<string>, before: Facts, after: Facts): void {
  const isStated = (name: string): boolean => {
    if (!before.has(name) && !after.has(name)) return false
    const facts = [factIn(before, name), factIn(after, name)]
    if (facts.some((fact) => fact?.kinds.some((kind) => stated.has(`${kind} ${fact.at}`)))) return true
    return isStated(name.slice(0, Math.max(0, name.lastIndexOf('/'))))
  }
  const compare = (name: string): void => {
    const [was, is] = [factIn(before, name), factIn(after, name)]
    if (equalJson(was?.value, is?.value) || isStated(name)) return
    const doubt = [was, is].some((fact) => fact?.kinds.some((kind) => flags.test(kind))) ? 'lost' : 'open'
    // Servers and security may be inherited, so `/servers` and `/security` are in doubt at every level.
    for (const one of [was?.at, `/${name}`]) if (one !== undefined) doubted.base.set(one, doubt)
    for (const one of [is?.at, `/${name}`]) if (one !== undefined) doubted.revision.set(one, doubt)
  }
  for (const name of before.keys()) compare(name)
  for (const name of after.keys()) if (!before.has(name)) compare(name)
}

/** Falls back from a status to its range or `default` (OpenAPI 3.1 §4.8.16). */
function factIn(facts: Facts, name: string): Fact | undefined {
  const fact = facts.get(name)
  if (fact !== undefined || !name.startsWith('response ')) return fact
  const inRange = facts.get(name.replace(/^(response \d)\d\d/, '$1XX'))
  return inRange ?? facts.get(name.replace(/^response \w+/, 'response default'))
}

function presenceOf({ key, pointer }: Operation): Facts {
  return new Map([[key, { kinds: ['operation', 'callback', 'webhook'], at: pointer, value: '' }]])
}

type Add = (name: string, at: Pointer, value: Json, ...kinds: readonly ChangeKind[]) => void

function factsOf(description: Description, operation: Operation, renamed: Names, schemes: Names): Facts {
  const facts: Facts = new Map()
  const add: Add = (name, at, value, ...kinds) => facts.set(name, { kinds, at, value })
  const { pointer, operationId, deprecated, requestBody } = operation
  add('id', pointer, operationId ?? null, 'operation.id')
  add('deprecated', pointer, deprecated, 'deprecation')
  add('servers', pointer, addressesOf(operation), 'servers', 'operation.moved', 'callback.moved')
  add('security', pointer, alternativesOf(operation, schemes), 'security')
  for (const parameter of operation.parameters) addParameter(add, description, parameter, renamed)
  if (requestBody !== undefined) {
    add('body', requestBody.pointer, true, 'request-body')
    add('body/required', requestBody.pointer, requestBody.required, 'request-body.required')
    addContent(add, 'body', requestBody.content)
  }
  for (const { status, pointer: at, content, headers } of operation.responses) {
    const within = `response ${status}`
    add(within, at, true, 'response')
    addContent(add, within, content)
    for (const header of headers) {
      const name = `${within}/header ${header.name.toLowerCase()}`
      if (header.name.toLowerCase() === 'content-type') continue
      add(name, header.pointer, true, 'header')
      add(`${name}/required`, header.pointer, header.required, 'header.required')
      add(`${name}/deprecated`, header.pointer, header.deprecated, 'deprecation')
    }
  }
  return facts
}

function addContent(add: Add, within: string, content: readonly MediaType[]): void {
  for (const { type, pointer } of content)
    add(`${within}/${type.toLowerCase().replaceAll(/[\s/]/g, '')}`, pointer, true, 'media-type')
}

function addParameter(add: Add, { document }: Description, parameter: Parameter, renamed: Names): void {
  const { pointer, name, required, deprecated, style, explode } = parameter
  const id = parameterId(parameter, renamed)
  if (parameter.undeclared || /^header (accept|content-type|authorization)$/.test(id)) return
  const [usual, isUsual] = ['query', 'cookie'].includes(parameter.in) ? ['form', explode] : ['simple', !explode]
  const isOneValue = (): boolean => {
    const { list, object } = heldBy(document, parameter.schema)
    return !list && !object
  }
  // Resolving a parameter's value types is slow, so first check for the default serialization, which most have.
  const isPlain = (style === usual && isUsual) || (valueForm(parameter) === usual && isOneValue())
  const written = isPlain ? usual : [style, explode]
  add(id, pointer, true, 'parameter', 'documentation')
  add(`${id}/name`, pointer, parameter.in === 'path' && name, 'parameter.renamed')
  add(`${id}/required`, pointer, required, 'parameter.required')
  add(`${id}/deprecated`, pointer, deprecated, 'deprecation')
  add(`${id}/written`, pointer, parameter.content ? 'content' : written, 'parameter.serialization')
}

/** Returns the sorted security requirements, using the base's scheme names. */
function alternativesOf({ security }: Operation, schemes: Names): string[] {
  const alternatives = security.length === 0 ? [{}] : security
  const written = alternatives.map((one) =>
    Object.entries(one).map(([name, scopes]) => JSON.stringify([schemes.get(name) ?? name, ...scopes.toSorted()])),
  )
  return [...new Set(written.map((one) => one.sort().join()))].sort()
}
