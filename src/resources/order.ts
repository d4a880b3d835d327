import type { Description, Operation, OperationKey } from '../model/operation.ts'
import { type ResourceGraph, resourceGraphOf } from './graph.ts'
import { wordsOf } from './names.ts'

const methodOrder = ['GET', 'HEAD', 'OPTIONS', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Words of operations that end or alter a resource irreversibly. */
const ending =
  /^(close|cancel|delete|remove|revoke|terminate|withdraw|archive|reject|deactivate|disable|shutdown|stop|kill|end|expire|finish|destroy|purge|reset|flush|wipe|truncate|erase)$/

/** Actions after which a resource has another name, and at best a redirect. */
const moving = /\}\/(transfer|move|rename|relocate)$/i

/** Returns whether an operation deletes or ends a resource, shown by a path word such as `close`, `cancel-order` or `transfer`. */
export function isEnding({ method, path }: Operation): boolean {
  if (method === 'DELETE') return true
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false
  if (moving.test(path)) return true
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  return literals.some((segment) => ending.test(wordsOf(segment)[0] ?? ''))
}

/** Sorts producers before consumers, reads before writes, and deletions last, innermost resource first. Ignores file order. */
export function inOrder(description: Description): readonly Operation[] {
  const levels = levelsOf(description, resourceGraphOf(description))
  const rank = (operation: Operation): readonly number[] => {
    const { key, method, path } = operation
    const depth = path.split('{').length
    const order = methodOrder.indexOf(method)
    const last = !isEnding(operation) ? 0 : method === 'DELETE' ? 2 : 1
    return [last, last === 2 ? -depth : 0, levels.get(key) ?? 0, order < 0 ? methodOrder.length : order, depth]
  }
  return description.operations
    .map((operation, index) => ({ operation, rank: [...rank(operation), index] }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ operation }) => operation)
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the number of operations that must precede each: 0 without needs or producers. */
function levelsOf(
  { operations }: Description,
  { needs, candidates }: ResourceGraph,
): ReadonlyMap<OperationKey, number> {
  const waiting = new Map<OperationKey, Set<string>>()
  /** Needs that an operation can serve, by its key. */
  const unlocks = new Map<OperationKey, string[]>()
  const takers = new Map<string, OperationKey[]>()
  for (const { key } of operations) {
    const open = (needs.get(key) ?? []).filter(
      ({ id, required }) => required && candidates.get(id)?.some(({ operation }) => operation !== key) === true,
    )
    waiting.set(key, new Set(open.map(({ id }) => id)))
    for (const { id } of open) takers.set(id, [...(takers.get(id) ?? []), key])
  }
  for (const [id, list] of candidates) {
    for (const { operation } of list) unlocks.set(operation, [...(unlocks.get(operation) ?? []), id])
  }
  const levels = new Map<OperationKey, number>()
  const served = new Set<string>()
  let ready = operations.map(({ key }) => key).filter((key) => waiting.get(key)?.size === 0)
  for (let level = 0; ready.length > 0; level++) {
    for (const key of ready) levels.set(key, level)
    const next: OperationKey[] = []
    for (const id of ready.flatMap((key) => unlocks.get(key) ?? [])) {
      if (served.has(id)) continue
      served.add(id)
      for (const taker of takers.get(id) ?? []) {
        const open = waiting.get(taker)
        open?.delete(id)
        if (open?.size === 0 && !levels.has(taker)) next.push(taker)
      }
    }
    ready = [...new Set(next)]
  }
  // Cyclic dependencies are ordered by path depth, which shows how resources are nested.
  const rest = levels.size === 0 ? 0 : Math.max(...levels.values()) + 1
  for (const { key, path } of operations) if (!levels.has(key)) levels.set(key, rest + path.split('{').length)
  return levels
}
