/** `undefined` if the item has no key. */
export interface PairKey<T> {
  before(item: T): string | undefined
  after(item: T): string | undefined
  /** Compares the keys without building them. */
  isSame?(before: T, after: T): boolean
}

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
    const alike = alikeAtStart(removed, added, key)
    for (const pair of alike) pairs.push(pair)
    if (alike.length > 0) [removed, added] = [removed.slice(alike.length), added.slice(alike.length)]
    const open = lastFirst(added, key)
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

/** Groups items by their keys, each group in reverse order. */
function lastFirst<T>(items: readonly T[], key: PairKey<T>): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items.toReversed()) {
    const name = key.after(item)
    if (name !== undefined) (groups.get(name) ?? groups.set(name, []).get(name))?.push(item)
  }
  return groups
}

/** Most versions start with the same items. */
function alikeAtStart<T>(before: readonly T[], after: readonly T[], key: PairKey<T>): (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = []
  const isSame = key.isSame ?? ((one, other) => isDefinedEqual(key.before(one), key.after(other)))
  for (const [index, item] of before.entries()) {
    const twin = after[index]
    if (twin === undefined || !isSame(item, twin)) break
    pairs.push([item, twin])
  }
  return pairs
}

function isDefinedEqual(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other
}

export function keyOf<T>(read: (item: T) => string | undefined): PairKey<T> {
  return { before: read, after: read }
}
