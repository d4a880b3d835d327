import type { Json, JsonObject } from '../../model/json.ts'
import type { OperationCounts, Statistics } from '../../model/live/statistics.ts'
import { isObject } from '../../util/json.ts'
import { byText } from '../../util/text.ts'
import { unite } from './entities.ts'

/** Empty statistics. */
export const noStatistics: Statistics = { runs: 0, operations: {} }

/** Merges statistics by adding counts. Commutative and associative; keys are sorted. */
export function mergeStatistics(all: readonly Statistics[]): Statistics {
  // Merges per operation, because merging whole runs one by one takes quadratic time.
  const operations = new Map<string, OperationCounts>()
  for (const [key, counts] of all.flatMap((each) => Object.entries(each.operations))) {
    // Counts consist of nested numbers and sketches only.
    const [a, b] = [operations.get(key), counts] as unknown as [Json | undefined, Json]
    operations.set(key, merge(a, b) as unknown as OperationCounts)
  }
  const sorted = [...operations].sort(([a], [b]) => byText(a, b))
  return { runs: all.reduce((sum, { runs }) => sum + runs, 0), operations: Object.fromEntries(sorted) }
}

/** Numbers are counts, strings are sketches, objects contain either. */
function merge(a: Json | undefined, b: Json | undefined): Json {
  if (a === undefined || b === undefined) {
    const only = a ?? b ?? null
    return isObject(only) ? merge(only, {}) : only
  }
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if (typeof a === 'string' && typeof b === 'string') return unite(a, b)
  if (!isObject(a) || !isObject(b)) return a
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(byText)
  return Object.fromEntries(names.map((name) => [name, merge(own(a, name), own(b, name))]))
}

function own(node: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(node, name) ? node[name] : undefined
}
