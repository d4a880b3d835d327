import type { Description, OperationKey } from '../model/operation.ts'
import { alike, type Candidate, candidatesOf, madeByPut, mostCandidates, qualified } from './candidates.ts'
import { add } from './index-by.ts'
import { guessesOf, type Need, needsOf } from './needs.ts'
import { shapeOf } from './paths.ts'
import { producersOf } from './producers.ts'

export type { Candidate } from './candidates.ts'

/** Relations between operations that return identifiers and operations that require them. */
export interface ResourceGraph {
  readonly needs: ReadonlyMap<OperationKey, readonly Need[]>
  /** Parameters that may identify a resource. */
  readonly guesses: ReadonlyMap<OperationKey, readonly Need[]>
  /** Candidates by need id, best first. Needs without candidates are missing. */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>
  readonly serves: ReadonlyMap<OperationKey, readonly Served[]>
}

export interface Served {
  readonly need: Need
  readonly candidate: Candidate
}

const memo = new WeakMap<Description['operations'], ResourceGraph>()

/** Matches providers of identifiers with consumers. Cached per description. */
export function resourceGraphOf(description: Description): ResourceGraph {
  const known = memo.get(description.operations)
  if (known !== undefined) return known
  const graph = readGraph(description)
  memo.set(description.operations, graph)
  return graph
}

function readGraph(description: Description): ResourceGraph {
  const { document, operations } = description
  const paths = new Set(operations.map(({ path }) => path))
  const needs = new Map(operations.map((operation) => [operation.key, needsOf(document, operation, paths)]))
  const guesses = new Map(operations.map((operation) => [operation.key, guessesOf(document, operation, paths)]))
  const byId = new Map<string, Need[]>()
  // Operations on the resource itself describe it best, so they come first. Bulk operations take the same identifiers as paths.
  const isOwn = ({ id, operation }: Need): boolean => shapeOf(operation).endsWith(` ${id}`)
  const all = [...needs.values(), ...guesses.values()]
    .flat()
    .filter((need) => need.in === 'path' || !need.id.startsWith('/'))
  for (const need of [...all.filter(isOwn), ...all.filter((each) => !isOwn(each))]) add(byId, need.id, need)
  const distinctNeeds = new Map([...byId.values()].flat().map((need) => [`${need.noun} ${need.name}`, need]))
  const wanted = [...distinctNeeds.values()].flatMap((need) => [...qualified(need), ...alike(need)])
  const producers = producersOf(description, new Set(wanted))
  const byKey = new Map(operations.map((operation) => [operation.key, operation]))
  const find = (same: readonly Need[], around: ReadonlySet<OperationKey>): readonly Candidate[] => {
    const takers = new Set(same.map(({ operation }) => operation))
    const shown = candidatesOf(producers, same, around).filter(({ operation }) => !takers.has(operation))
    const made = shown.some(({ isCertain }) => isCertain) ? [] : madeByPut(same, byKey)
    const near = nearnessTo(same)
    return distinct([...shown, ...made])
      .map((one) => ({ one, near: near(one) }))
      .sort((a, b) => a.one.rank - b.one.rank || b.near - a.near)
      .slice(0, mostCandidates)
      .map(({ one }) => one)
  }
  const candidates = new Map([...byId].map(([id, same]) => [id, find(same, new Set())]))
  for (const [id, same] of byId) {
    // A match by name is more likely if the rest of the path comes from the same source.
    if (same[0]?.in !== 'path' || candidates.get(id)?.some(({ isCertain }) => isCertain) === true) continue
    const otherParameters = (needs.get(same[0].operation) ?? []).filter((one) => one.in === 'path' && one.id !== id)
    const around = new Set(
      otherParameters.flatMap((one) => (candidates.get(one.id) ?? []).map(({ operation }) => operation)),
    )
    if (around.size > 0) candidates.set(id, find(same, around))
  }
  const serves = new Map<OperationKey, Served[]>()
  for (const [id, [need]] of byId) {
    for (const candidate of candidates.get(id) ?? [])
      if (need !== undefined) add(serves, candidate.operation, { need, candidate })
  }
  return { needs, guesses, candidates: new Map([...candidates].filter(([, list]) => list.length > 0)), serves }
}

/** Prefers close operations, by common leading path segments. */
function nearnessTo([need]: readonly Need[]): (candidate: Candidate) => number {
  const segments = need?.operation.split(/[ /]/).slice(1) ?? []
  return ({ operation }) => {
    const others = operation.split(/[ /]/).slice(1)
    const apart = segments.findIndex((segment, index) => segment !== others[index])
    return apart < 0 ? segments.length : apart
  }
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, Candidate>()
  for (const one of candidates) {
    const key = `${one.operation} ${one.from} ${one.at}`
    const known = seen.get(key)
    if (known === undefined || one.rank < known.rank) seen.set(key, one)
  }
  return [...seen.values()]
}
