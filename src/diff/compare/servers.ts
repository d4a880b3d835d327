import type { ChangeValues } from '../../model/change.ts'
import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { minus, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer, parentOf } from '../../util/pointer.ts'
import { type CompareContext, type OperationPair, useOf } from './context.ts'
import { setEffect } from './schema/effect.ts'

interface Variable {
  readonly facts: ChangeValues['server.variable']
  readonly pointer: Pointer
}

/**
 * Values a variable of a server may take (OpenAPI 3.1 §4.8.6), where both versions have it in the same address. Its
 * default is part of the address, which is compared as a server.
 */
export function compareServerVariables({ collector, base, revision }: CompareContext, pair: OperationPair): void {
  const now = variablesOf(revision, pair.after)
  for (const was of variablesOf(base, pair.before)) {
    const is = now.find(({ facts }) => facts.url === was.facts.url && facts.name === was.facts.name)
    if (is === undefined) continue
    const effect = valuesEffect(was.facts.values, is.facts.values)
    if (effect === 'none') continue
    const site = { base: was.pointer, revision: is.pointer, place: is.pointer }
    const change = { kind: 'server.variable', before: was.facts, after: is.facts, effect, site } as const
    collector.add(change, [useOf(pair, 'none', '')])
  }
}

function valuesEffect(was: readonly string[] | undefined, is: readonly string[] | undefined) {
  if (was === undefined || is === undefined) return setEffect(is !== undefined, was !== undefined)
  return setEffect(minus(was, is).length > 0, minus(is, was).length > 0)
}

/** Of the servers nearest to the operation: its own, else those of its path, else the root's. */
function variablesOf(document: Document, { pointer }: Operation): readonly Variable[] {
  const owner = [pointer, parentOf(pointer), ''].find((place) => ownArray(document.at(place), 'servers').length > 0)
  if (owner === undefined) return []
  return ownArray(document.at(owner), 'servers').flatMap((server, index) =>
    ownEntries(server, 'variables').map(([name, variable]) => ({
      facts: { url: ownString(server, 'url'), name, ...listed(variable) },
      pointer: joinPointer(owner, 'servers', index, 'variables', name),
    })),
  )
}

function listed(variable: Json): { readonly values?: readonly string[] } {
  return own(variable, 'enum') === undefined ? {} : { values: ownArray(variable, 'enum').map(String) }
}
