import type { ChangeValues } from '../../model/diff/change.ts'
import type { Document } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { layerWith, minus, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { type CompareContext, type OperationPair, useOf } from './context.ts'
import { setEffect } from './schema/blame/effect.ts'
import { compareTexts, textsNamed } from './texts.ts'

interface Variable {
  readonly facts: ChangeValues['server.variable']
  readonly pointer: Pointer
}

/** Compares server properties other than URLs, which are compared with the operation. */
export function compareServers(context: CompareContext, pair: OperationPair): void {
  const [before, after] = [serversOf(context.base, pair.before), serversOf(context.revision, pair.after)]
  if (before === undefined || after === undefined || context.sameText(before.list, after.list)) return
  compareServerVariables(context, pair, before, after)
  compareServerTexts(context, pair, before, after)
}

interface Servers {
  readonly list: readonly Json[]
  readonly owner: Pointer
}

/** Compares the allowed values of server variables (OpenAPI 3.1 §4.8.6) under the same URL. Defaults are part of the URL. */
function compareServerVariables(
  { collector }: CompareContext,
  pair: OperationPair,
  before: Servers,
  after: Servers,
): void {
  const now = variablesOf(after)
  for (const was of variablesOf(before)) {
    const is = now.find(({ facts }) => facts.url === was.facts.url && facts.name === was.facts.name)
    if (is === undefined) continue
    const effect = valuesEffect(was.facts.values, is.facts.values)
    if (effect === 'none') continue
    const site = { base: was.pointer, revision: is.pointer, location: is.pointer }
    const change = { kind: 'server.variable', before: was.facts, after: is.facts, effect, site } as const
    collector.add(change, [useOf(pair, 'none', '')])
  }
}

/** Compares the documentation of servers and variables under the same URL. */
function compareServerTexts(context: CompareContext, pair: OperationPair, before: Servers, after: Servers): void {
  const now = listOf(after)
  for (const was of listOf(before)) {
    const is = now.find(({ url }) => url === was.url)
    if (is === undefined) continue
    const location = { base: was.pointer, revision: is.pointer, label: `server ${was.url} ` }
    compareTexts(context, location, serverTexts, [useOf(pair, 'none', '')])
  }
}

const ownTexts = textsNamed('name', 'description')

function serverTexts(document: Document, pointer: Pointer): JsonObject {
  const variables = ownEntries(document.at(pointer), 'variables').flatMap(([name, variable]) => {
    const description = ownString(variable, 'description')
    return description === '' ? [] : [[`variable ${name} description`, description] as const]
  })
  return { ...ownTexts(document, pointer), ...Object.fromEntries(variables) }
}

function valuesEffect(was: readonly string[] | undefined, is: readonly string[] | undefined) {
  if (was === undefined || is === undefined) return setEffect(is !== undefined, was !== undefined)
  return setEffect(minus(was, is).length > 0, minus(is, was).length > 0)
}

/** Returns the closest servers: from the operation, its path, or the root. */
function serversOf(document: Document, { node, pointer, pathItem }: Operation): Servers | undefined {
  const inherited = layerWith(pathItem, 'servers')
  const root = { node: document.root, pointer: '' }
  for (const at of [{ node, pointer }, ...(inherited === undefined ? [] : [inherited]), root]) {
    const list = ownArray(at.node, 'servers')
    if (list.length > 0) return { list, owner: at.pointer }
  }
  return undefined
}

function listOf({ list, owner }: Servers): readonly { url: string; node: Json; pointer: Pointer }[] {
  return list.map((node, index) => {
    return { url: ownString(node, 'url'), node, pointer: joinPointer(owner, 'servers', index) }
  })
}

function variablesOf(servers: Servers): readonly Variable[] {
  return listOf(servers).flatMap(({ url, node, pointer }) =>
    ownEntries(node, 'variables').map(([name, variable]) => ({
      facts: { url, name, ...listed(variable) },
      pointer: joinPointer(pointer, 'variables', name),
    })),
  )
}

function listed(variable: Json): { readonly values?: readonly string[] } {
  return own(variable, 'enum') === undefined ? {} : { values: ownArray(variable, 'enum').map(String) }
}
