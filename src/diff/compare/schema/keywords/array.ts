import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
import type { SchemaPair } from '../unit.ts'

/** Compares items, one by one in tuples. */
export function compareArray({ before, after, emit, child }: SchemaPair): void {
  if (!before.types.has('array') || !after.types.has('array')) return
  const [most, mostNow] = [mostItems(before), mostItems(after)]
  const areBothClosed = before.itemsClosed && after.itemsClosed
  const length = Math.max(before.prefixItems.length, after.prefixItems.length)
  // The shorter length is reported separately, so items beyond it aren't compared.
  const compared = areBothClosed ? length : Math.min(length, most, mostNow)
  for (let index = 0; index < compared; index++) {
    const step = { kind: 'prefix-item', index } as const
    child(step, before.prefixItems[index] ?? before.items, after.prefixItems[index] ?? after.items)
  }
  if (before.itemsClosed !== after.itemsClosed) {
    const state = (closed: boolean) => (closed ? 'items' : undefined)
    const effect = after.itemsClosed ? 'narrowed' : 'widened'
    const spot = {
      base: before.items[0]?.pointer ?? before.pointer,
      revision: after.items[0]?.pointer ?? after.pointer,
      location: after.pointer,
    }
    // A closed tuple limits the length like `maxItems`.
    const isMoved = after.itemsClosed ? mostNow < most : mostNow > most
    if (isMoved) emit('schema.closed', state(before.itemsClosed), state(after.itemsClosed), effect, spot)
  } else if (!after.itemsClosed && before.items.length + after.items.length > 0 && Math.min(most, mostNow) > length) {
    child({ kind: 'items' }, before.items, after.items)
  }
}

export function mostItems({ bounds, itemsClosed, prefixItems }: NormalSchema): number {
  const most = bounds.get('maxItems')?.value ?? Number.POSITIVE_INFINITY
  return itemsClosed ? Math.min(most, prefixItems.length) : most
}
