import { byText } from '../../util/text.ts'
import type { ClientCounts, ClientsOf } from './result.ts'

/** Clients of an operation that are kept: those of the smallest hashes. Below that counts of clients are exact. */
export const sketchSize = 128

/**
 * The union of counts by hash. A client among the smallest of all is among the smallest wherever it is, so what is kept is exact (bottom-k
 * sketch, Cohen and Kaplan 2007): commutative and associative.
 */
export function countedClients(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>()
  for (const counts of all)
    for (const [hash, count] of Object.entries(counts)) sums.set(hash, (sums.get(hash) ?? 0) + count)
  return Object.fromEntries([...sums].sort(([a], [b]) => byText(a, b)).slice(0, sketchSize))
}

/** The union by operation; undefined where nothing was counted by client. */
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

/** How many clients counts by hash are of: exact below `sketchSize`, then estimated by how far apart the hashes are. */
export function clientsIn(calls: Readonly<Record<string, number>>): number {
  const hashes = Object.keys(calls).sort(byText)
  if (hashes.length < sketchSize) return hashes.length
  const share = Number.parseInt((hashes.at(-1) ?? '').slice(0, 12), 16) / 16 ** 12
  return Math.max(sketchSize, Math.round((sketchSize - 1) / share))
}
