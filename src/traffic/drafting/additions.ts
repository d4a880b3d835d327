import type { PatchOperation } from '../../model/finding.ts'
import type { Observation } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { own } from '../../util/json.ts'
import { joinPointer, parentOf } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'
import { canBeDrafted, draftPaths } from './draft-document.ts'
import { draftOperation } from './draft-operation.ts'
import type { DraftOptions } from './draft-schema.ts'
import { addExchange, mergeFacts, noFacts, type OperationFacts } from './operation-facts.ts'
import type { PathTree, SeenOperation } from './path-tree.ts'
import type { Budget } from './shape.ts'

/** Collects operations that a description lacks, at known and unknown paths. */
export interface Additions {
  /** Adds a request whose path belongs to `neighbour`. */
  add(neighbour: Operation, observation: Observation, budget: Budget): void
  /** Returns the operations of all trees and those at known paths, without duplicates. */
  united(hosts: readonly { readonly tree: PathTree }[]): readonly SeenOperation[]
  patch(hosts: readonly { readonly tree: PathTree }[], options: DraftOptions): readonly PatchOperation[]
}

export function createAdditions(description?: Description): Additions {
  const known = new Map<
    string,
    { readonly neighbour: Operation; readonly method: string; readonly facts: OperationFacts }
  >()
  const atKnown = (): readonly SeenOperation[] =>
    [...known.values()].map(({ neighbour, method, facts }) => ({ method, path: neighbour.path, facts }))
  return {
    add(neighbour, observation, budget) {
      const { method } = observation.request
      const key = `${neighbour.path} ${method}`
      const entry = known.get(key) ?? { neighbour, method, facts: noFacts() }
      known.set(key, entry)
      addExchange(entry.facts, observation, budget)
    },
    united: (hosts) => [...atKnown(), ...merged(hosts)],
    patch(hosts, options) {
      const draft = { ...options, hasSchemes: false }
      const sorted = [...known].sort(([a], [b]) => byText(a, b)).map(([, each]) => each)
      const methods = sorted.flatMap(({ neighbour, method, facts }): PatchOperation[] => {
        const { path, pointer } = neighbour
        if (!canBeDrafted({ method, path, facts })) return []
        const at = joinPointer(parentOf(pointer), method.toLowerCase())
        return [{ op: 'add', path: at, value: draftOperation({ method, path }, facts, draft) }]
      })
      const paths = Object.entries(draftPaths(merged(hosts), draft))
      const hasPaths = description !== undefined && own(description.document.root, 'paths') !== undefined
      const beginning: readonly PatchOperation[] =
        hasPaths || paths.length === 0 ? [] : [{ op: 'add', path: '/paths', value: {} }]
      return [
        ...methods,
        ...beginning,
        ...paths.map(([path, item]): PatchOperation => ({ op: 'add', path: joinPointer('/paths', path), value: item })),
      ]
    },
  }
}

/** Merges the operations of all hosts by method and path. */
function merged(hosts: readonly { readonly tree: PathTree }[]): readonly SeenOperation[] {
  const [only] = hosts
  if (hosts.length === 1 && only !== undefined) return only.tree.operations()
  const found = new Map<string, SeenOperation>()
  for (const { method, path, facts } of hosts.flatMap(({ tree }) => tree.operations())) {
    const key = `${path} ${method}`
    const seen = found.get(key) ?? { method, path, facts: noFacts() }
    found.set(key, seen)
    mergeFacts(seen.facts, structuredClone(facts))
  }
  return [...found.values()].sort((a, b) => byText(a.path, b.path) || byText(a.method, b.method))
}
