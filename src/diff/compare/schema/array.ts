import type { SchemaPair } from './unit.ts'

/** Items, item by item where a tuple is described. */
export function compareArray({ before, after, emit, child }: SchemaPair): void {
  if (!before.types.has('array') || !after.types.has('array')) return
  const length = Math.max(before.prefixItems.length, after.prefixItems.length)
  for (let index = 0; index < length; index++) {
    const step = { kind: 'prefix-item', index } as const
    child(step, before.prefixItems[index] ?? before.items, after.prefixItems[index] ?? after.items)
  }
  if (before.itemsClosed !== after.itemsClosed) {
    const state = (closed: boolean) => (closed ? 'items' : undefined)
    const effect = after.itemsClosed ? 'narrowed' : 'widened'
    const spot = {
      base: before.items[0]?.pointer ?? before.pointer,
      revision: after.items[0]?.pointer ?? after.pointer,
      place: after.pointer,
    }
    emit('schema.closed', state(before.itemsClosed), state(after.itemsClosed), effect, spot)
  } else if (!after.itemsClosed && before.items.length + after.items.length > 0) {
    child({ kind: 'items' }, before.items, after.items)
  }
}
