/** Returns the key of an item on either side, or `undefined` if it has none. */
export interface PairKey<T> {
  before(item: T): string | undefined
  after(item: T): string | undefined
}

/** Matching items of two lists, and unmatched ones in list order. */
export interface Pairing<T> {
  readonly pairs: readonly (readonly [T, T])[]
  readonly removed: readonly T[]
  readonly added: readonly T[]
}

/** Pairs two lists by the first key, the remaining items by the next, and so on. Equal keys pair in order. */
export function pairUp<T>(before: readonly T[], after: readonly T[], ...keys: readonly PairKey<T>[]): Pairing<T> {
  const pairs: (readonly [T, T])[] = []
  let [removed, added] = [before, after]
  for (const key of keys) {
    if (removed.length === 0 || added.length === 0) break
    // Two versions mostly begin alike.
    let alike = 0
    for (; alike < Math.min(removed.length, added.length); alike++) {
      const [item, twin] = [removed[alike] as T, added[alike] as T]
      const name = key.before(item)
      if (name === undefined || name !== key.after(twin)) break
      pairs.push([item, twin])
    }
    if (alike > 0) [removed, added] = [removed.slice(alike), added.slice(alike)]
    const open = new Map<string, T[]>()
    for (const item of added) {
      const name = key.after(item)
      if (name !== undefined) (open.get(name) ?? open.set(name, []).get(name))?.push(item)
    }
    for (const items of open.values()) items.reverse()
    const taken = new Set<T>()
    removed = removed.filter((item) => {
      const name = key.before(item)
      const twin = name === undefined ? undefined : open.get(name)?.pop()
      if (twin === undefined) return true
      taken.add(twin)
      pairs.push([item, twin])
      return false
    })
    added = added.filter((item) => !taken.has(item))
  }
  return { pairs, removed, added }
}

/** Returns a key that is computed the same way on both sides. */
export function keyOf<T>(read: (item: T) => string | undefined): PairKey<T> {
  return { before: read, after: read }
}
