import { dialects } from '../../../model/dialect.ts'
import type { Json, Pointer } from '../../../model/json.ts'
import type { Operation, SecurityRequirement } from '../../../model/operation.ts'
import { equalJson, layerWith, own } from '../../../util/json.ts'
import { joinPointer, parentOf } from '../../../util/pointer.ts'
import { type CompareContext, type Fact, type OperationPair, useOf } from '../context.ts'
import { hasUnknownStability, isRetired, stabilityOf, sunsetOf } from '../lifecycle.ts'
import { addressesOf, callbackAddress } from '../match.ts'
import { setEffect } from '../schema/blame/effect.ts'
import { compareServers } from '../servers.ts'
import { compareParameters } from './parameters.ts'
import { compareRequestBody } from './request-body.ts'
import { compareResponses } from './responses.ts'
import { compareCallbacks } from './reversed.ts'

export function emitOperation(
  { collector, today }: CompareContext,
  operation: Operation,
  way: 'added' | 'removed',
): void {
  const { node, pointer } = operation
  const sunset = sunsetOf(node)
  const facts = { retired: isRetired(node, today), sunset }
  const use = useOf({ before: operation, after: operation }, 'none', '')
  const fact: Fact =
    way === 'added'
      ? {
          kind: 'operation',
          before: undefined,
          after: facts,
          effect: 'widened',
          site: { revision: pointer, location: pointer },
        }
      : {
          kind: 'operation',
          before: facts,
          after: undefined,
          effect: 'narrowed',
          site: { base: pointer, location: pointer },
        }
  collector.add(fact, [use])
}

export function compareOperation(context: CompareContext, pair: OperationPair): void {
  const { before, after } = pair
  const emit = (fact: Omit<Fact, 'site'>, keyword?: string): void => {
    const at = (pointer: Pointer): Pointer => (keyword === undefined ? pointer : joinPointer(pointer, keyword))
    const site = { base: at(before.pointer), revision: at(after.pointer), location: after.pointer }
    // Spreading a union loses the link between kind and values, which the caller's literal has.
    context.collector.add({ ...fact, site } as Fact, [useOf(pair, 'none', '')])
  }
  const hasSameAddress = () => before.method === after.method && equalJson(addressesOf(before), addressesOf(after))
  const isSamePath = before.method === after.method && anonymous(before.path) === anonymous(after.path)
  if (pair.owner !== undefined) {
    const isMoved = before.method !== after.method || callbackAddress(before.path) !== callbackAddress(after.path)
    if (isMoved) emit({ kind: 'callback.moved', before: before.key, after: after.key, effect: 'incomparable' })
  } else if (!isSamePath && !hasSameAddress()) {
    emit({ kind: 'operation.moved', before: before.key, after: after.key, effect: 'incomparable' })
  }
  if (before.operationId !== after.operationId) {
    const [was, is] = [before.operationId, after.operationId]
    emit({ kind: 'operation.id', before: was, after: is, effect: 'none' }, 'operationId')
  }
  if (before.deprecated !== after.deprecated) {
    emit({ kind: 'deprecation', before: before.deprecated, after: after.deprecated, effect: 'none' }, 'deprecated')
  }
  const [stability, sunset] = [stabilityOf, sunsetOf].map((read) => [read(before.node), read(after.node)] as const)
  const isKnown = !hasUnknownStability(before.node) && !hasUnknownStability(after.node)
  if (isKnown && stability !== undefined && stability[0] !== stability[1]) {
    emit(
      { kind: 'operation.stability', before: stability[0], after: stability[1], effect: 'none' },
      'x-stability-level',
    )
  }
  if (sunset !== undefined && sunset[0] !== sunset[1]) {
    emit({ kind: 'sunset', before: sunset[0], after: sunset[1], effect: 'none' }, 'x-sunset')
  }
  if (!equalJson(before.security, after.security)) {
    const effect = securityEffect(before, after, context.schemeNames)
    if (effect !== 'none') {
      emit({ kind: 'security', before: before.security, after: after.security, effect }, 'security')
    }
  }
  const serverEffect = setEffect(missing(before.servers, after.servers), missing(after.servers, before.servers))
  if (serverEffect !== 'none' && !hasSameAddress()) {
    const effect = serverEffect
    emit({ kind: 'servers', before: before.servers, after: after.servers, effect }, 'servers')
  }
  compareServers(context, pair)
  compareTexts(pair, emit)
  comparePathTexts(context, pair)
  if (!isSamePart(context, pair, 'parameters')) compareParameters(context, pair)
  if (!isSamePart(context, pair, 'requestBody')) compareRequestBody(context, pair)
  compareResponses(context, pair)
  compareCallbacks(context, pair, compareOperation)
}

/** Returns whether a part is equal, so that it can be skipped. In Swagger 2.0 it also depends on the root. */
function isSamePart({ base, sameText }: CompareContext, pair: OperationPair, key: string): boolean {
  const { before, after } = pair
  if (dialects[base.dialect].isSwagger || before.path !== after.path) return false
  const [path, pathNow] = [before, after].map(({ pathItem }) => own(layerWith(pathItem, key)?.node, key))
  return sameText(own(before.node, key), own(after.node, key)) && sameText(path, pathNow)
}

function anonymous(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}

function missing(from: readonly string[], inside: readonly string[]): boolean {
  return from.some((item) => !inside.includes(item))
}

/** A client keeps access if a new alternative requires no more than the one it uses (OpenAPI 3.1 §4.8.2). An empty list is `{}`. */
function securityEffect(before: Operation, after: Operation, names: ReadonlyMap<string, string>) {
  const alternatives = ({ security }: Operation) => (security.length === 0 ? [{}] : security)
  const inOldNames = (alternative: SecurityRequirement): SecurityRequirement =>
    Object.fromEntries(Object.entries(alternative).map(([name, scopes]) => [names.get(name) ?? name, scopes]))
  const requiresNoMore = (is: Record<string, readonly string[]>, was: Record<string, readonly string[]>): boolean =>
    Object.entries(is).every(([scheme, scopes]) => {
      const oldScopes = was[scheme]
      return oldScopes !== undefined && scopes.every((scope) => oldScopes.includes(scope))
    })
  const [was, is] = [alternatives(before), alternatives(after).map(inOldNames)]
  return setEffect(
    was.some((old) => !is.some((wanted) => requiresNoMore(wanted, old))),
    is.some((wanted) => !was.some((old) => requiresNoMore(old, wanted))),
  )
}

type Emit = (fact: Omit<Fact, 'site'>, keyword?: string) => void

function compareTexts({ before, after }: OperationPair, emit: Emit): void {
  const [docs, docsNow] = [own(before.node, 'externalDocs'), own(after.node, 'externalDocs')]
  if (!equalJson(docs, docsNow)) {
    const value = (node: Json | undefined) => (node === undefined ? undefined : { externalDocs: node })
    emit({ kind: 'documentation', before: value(docs), after: value(docsNow), effect: 'none' }, 'externalDocs')
  }
  const texts = ({ summary, description, tags }: Operation): Record<string, Json> => ({ summary, description, tags })
  const [was, is] = [texts(before), texts(after)]
  const changed = Object.keys(was).filter((key) => !equalJson(was[key], is[key]))
  if (changed.length === 0) return
  const only = (all: Record<string, Json>) => Object.fromEntries(changed.map((key) => [key, all[key] ?? null]))
  emit({ kind: 'documentation', before: only(was), after: only(is), effect: 'none' })
}

/** Compares the documentation of a path item, which applies to all its operations. */
function comparePathTexts({ collector }: CompareContext, pair: OperationPair): void {
  for (const key of ['summary', 'description']) {
    const [layer, layerNow] = [pair.before, pair.after].map(({ pathItem }) => layerWith(pathItem, key))
    const [before, after] = [own(layer?.node, key), own(layerNow?.node, key)]
    if (equalJson(before, after)) continue
    const value = (node: Json | undefined) => (node === undefined ? undefined : { [`path ${key}`]: node })
    const location = layer?.pointer ?? parentOf(pair.before.pointer)
    const locationNow = layerNow?.pointer ?? parentOf(pair.after.pointer)
    const site = { base: joinPointer(location, key), revision: joinPointer(locationNow, key), location: locationNow }
    const change = { kind: 'documentation', before: value(before), after: value(after), effect: 'none', site } as const
    collector.add(change, [useOf(pair, 'none', '')])
  }
}
