import type { Change, Use, UseDirection } from '../../model/diff/change.ts'
import type { Document } from '../../model/document.ts'
import type { Operation } from '../../model/operation.ts'
import type { Collector } from './collect.ts'
import { unstableLevel } from './lifecycle.ts'
import type { SameText } from './same-text.ts'
import type { ComparedLocations, SchemaGraph } from './schema/graph.ts'

/** The context that the comparers of one diff share. */
export interface CompareContext {
  readonly collector: Collector
  readonly schemas: SchemaGraph
  readonly sameText: SameText
  /** Names of security schemes in the revision → in the base, where only the name changed. */
  readonly schemeNames: ReadonlyMap<string, string>
  /** Schemas that were compared. */
  readonly compared: ComparedLocations
  readonly base: Document
  readonly revision: Document
  /** `YYYY-MM-DD`, for sunsets. */
  readonly today: string | undefined
}

/** The two versions of one operation. */
export interface OperationPair {
  readonly before: Operation
  readonly after: Operation
  /** The API is the one that sends the request: webhooks and callbacks. */
  readonly isReversed?: boolean
  /** A callback: the operation, or callback, it belongs to. */
  readonly owner?: OperationPair
}

/** A change without its uses. */
export type Fact = Omit<Change, 'uses'>

/** The use of a part by the revision's operation, its current name. */
export function useOf(pair: OperationPair, direction: UseDirection, part: string): Use {
  const { operation, prefix } = nameOf(pair)
  const unstable = unstableLevel(outermost(pair).before.node)
  const reversed = { request: 'response', response: 'request', none: 'none' } as const
  return {
    operation,
    direction: pair.isReversed ? reversed[direction] : direction,
    part: `${prefix}${part}`.trim(),
    unstable,
  }
}

/** A callback is a part of its operation; a webhook is an operation of its own. */
function nameOf({ after, isReversed, owner }: OperationPair): { operation: string; prefix: string } {
  if (owner !== undefined) {
    const outer = owner.owner === undefined ? '' : nameOf(owner).prefix
    return { operation: outermost(owner).after.key, prefix: `${outer}callback ${after.key} ` }
  }
  return { operation: isReversed ? `webhook ${after.key}` : after.key, prefix: '' }
}

function outermost(pair: OperationPair): OperationPair {
  return pair.owner === undefined ? pair : outermost(pair.owner)
}
