import type { Change, Use, UseDirection } from '../../model/diff/change.ts'
import type { Document } from '../../model/document.ts'
import type { Operation } from '../../model/operation.ts'
import type { Collector } from './collect.ts'
import { unstableLevel } from './lifecycle.ts'
import type { SameText } from './same-text.ts'
import type { ComparedLocations, SchemaGraph } from './schema/graph.ts'

export interface CompareContext {
  readonly collector: Collector
  readonly schemas: SchemaGraph
  readonly sameText: SameText
  /** Renamed security schemes: name in the revision → name in the base. */
  readonly schemeNames: ReadonlyMap<string, string>
  /** Compared schema locations. */
  readonly compared: ComparedLocations
  readonly base: Document
  readonly revision: Document
  /** `YYYY-MM-DD`, for sunsets. */
  readonly today: string | undefined
}

export interface OperationPair {
  readonly before: Operation
  readonly after: Operation
  /** The API sends the request: webhooks and callbacks. */
  readonly isReversed?: boolean
  /** For a callback: the operation or callback it belongs to. */
  readonly owner?: OperationPair
}

export type Fact = Omit<Change, 'uses'>

/** Returns the use of a part, under the operation's name in the revision. */
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

/** Callbacks are named as parts of their operation, webhooks as operations. */
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
