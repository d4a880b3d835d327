import type { Change, Use, UseDirection } from '../../model/change.ts'
import type { Operation } from '../../model/operation.ts'
import type { Collector } from './collect.ts'
import { unstableLevel } from './lifecycle.ts'
import type { SameText } from './same-text.ts'
import type { SchemaGraph } from './schema/graph.ts'

/** What the comparers of one diff share. */
export interface CompareContext {
  readonly collector: Collector
  readonly schemas: SchemaGraph
  readonly sameText: SameText
  /** `YYYY-MM-DD`, for sunsets. */
  readonly today: string | undefined
}

/** The two versions of one operation. */
export interface OperationPair {
  readonly before: Operation
  readonly after: Operation
}

/** A change without its uses. */
export type Fact = Omit<Change, 'uses'>

/** The use of a part by the revision's operation, the name readers know it by now. */
export function useOf(pair: OperationPair, direction: UseDirection, part: string): Use {
  const unstable = unstableLevel(pair.before.node)
  return { operation: pair.after.key, direction, part, ...(unstable === undefined ? {} : { unstable }) }
}

/** Two lists paired by key, in the order of the first, then of the second. */
export function pairUp<T>(
  before: readonly T[],
  after: readonly T[],
  keyBefore: (item: T) => string,
  keyAfter: (item: T) => string = keyBefore,
): (readonly [T, T] | readonly [T, undefined] | readonly [undefined, T])[] {
  const open = new Map(after.map((item) => [keyAfter(item), item]))
  const pairs: (readonly [T, T] | readonly [T, undefined] | readonly [undefined, T])[] = []
  for (const item of before) {
    const key = keyBefore(item)
    const twin = open.get(key)
    open.delete(key)
    pairs.push(twin === undefined ? [item, undefined] : [item, twin])
  }
  for (const item of open.values()) pairs.push([undefined, item])
  return pairs
}
