import type { Description, Operation } from '../../../model/operation.ts'
import { type CompareContext, type OperationPair, useOf } from '../context.ts'
import { matchCallbacks, matchOperations } from '../match.ts'

/** Compares two operations. Passed as a parameter, because callbacks are operations within operations. */
type CompareOperation = (context: CompareContext, pair: OperationPair) => void

/** Compares webhooks (OpenAPI 3.1 §4.8.1.1), where the API sends the request and the subscriber responds. */
export function compareWebhooks(
  context: CompareContext,
  base: Description,
  revision: Description,
  compare: CompareOperation,
): void {
  const { pairs, removed, added } = matchOperations(base.webhooks, revision.webhooks)
  for (const [before, after] of pairs) compare(context, { before, after, isReversed: true })
  for (const gone of removed)
    emitPresence(context, 'webhook', { before: gone, after: gone, isReversed: true }, 'removed')
  for (const fresh of added)
    emitPresence(context, 'webhook', { before: fresh, after: fresh, isReversed: true }, 'added')
}

/** Compares callbacks, requests that the API sends to a client's address. */
export function compareCallbacks(context: CompareContext, owner: OperationPair, compare: CompareOperation): void {
  const { pairs, removed, added } = matchCallbacks(owner.before.callbacks, owner.after.callbacks)
  const isReversed = owner.isReversed !== true
  const pairOf = (before: Operation, after: Operation): OperationPair => ({ before, after, isReversed, owner })
  for (const [before, after] of pairs) compare(context, pairOf(before, after))
  for (const gone of removed) emitPresence(context, 'callback', pairOf(gone, gone), 'removed')
  for (const fresh of added) emitPresence(context, 'callback', pairOf(fresh, fresh), 'added')
}

function emitPresence(
  { collector }: CompareContext,
  kind: 'webhook' | 'callback',
  pair: OperationPair,
  way: 'added' | 'removed',
): void {
  const { key, pointer } = pair.after
  const isGone = way === 'removed'
  const location = (side: 'before' | 'after') => pair.owner?.[side].pointer
  const base = isGone ? pointer : location('before')
  const revision = isGone ? location('after') : pointer
  collector.add(
    {
      kind,
      before: isGone ? key : undefined,
      after: isGone ? undefined : key,
      effect: isGone ? 'narrowed' : 'widened',
      site: { location: pointer, base, revision },
    },
    [useOf(pair, 'none', '')],
  )
}
