import { byText } from '../../util/text.ts'
import type { ClientCounts, ClientsOf } from './result.ts'

/** Number of clients per operation with the smallest hashes. Up to this number, client counts are exact. */
export const sketchSize = 128

/**
 * Keeps the smallest hashes, whose merged counts are exact (bottom-k sketch, Cohen and Kaplan 2007). Commutative and associative.
 */
export function countedClients(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>()
  for (const counts of all)
    for (const [hash, count] of Object.entries(counts)) sums.set(hash, (sums.get(hash) ?? 0) + count)
  return Object.fromEntries([...sums].sort(([a], [b]) => byText(a, b)).slice(0, sketchSize))
}

/** Merges counts by operation; undefined if clients were not counted. */
export function mergeClients(all: readonly (ClientsOf | undefined)[]): ClientsOf | undefined {
  const counted = all.filter((one) => one !== undefined)
  const [first] = counted
  if (first === undefined) return undefined
  const groups = new Map<string, ClientCounts[]>()
  for (const [operation, counts] of counted.flatMap(({ operations }) => Object.entries(operations)))
    groups.set(operation, [...(groups.get(operation) ?? []), counts])
  const merged = [...groups].map(([operation, group]) => {
    const unnamed = group.reduce((sum, each) => sum + each.unnamed, 0)
    return [operation, { unnamed, calls: countedClients(group.map(({ calls }) => calls)) }] as const
  })
  return { by: first.by, operations: Object.fromEntries(merged.sort(([a], [b]) => byText(a, b))) }
}

/** Returns the number of clients: exact below `sketchSize`, otherwise estimated from the density of the hashes. */
export function clientsIn(calls: Readonly<Record<string, number>>): number {
  const hashes = Object.keys(calls).sort(byText)
  if (hashes.length < sketchSize) return hashes.length
  const share = Number.parseInt((hashes.at(-1) ?? '').slice(0, 12), 16) / 16 ** 12
  return Math.max(sketchSize, Math.round((sketchSize - 1) / share))
}
