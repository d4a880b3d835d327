import type { OperationKey } from '../../model/operation.ts'
import { lastNounOf } from '../../resources/paths.ts'

/** Values of the path parameters above a resource, keyed by the path shape up to each. */
export type Parents = Readonly<Record<string, string>>

/** A resource created by the run. */
export interface MadeResource {
  /** Id of the need that it serves, for example `/loans/{}`. */
  readonly id: string
  readonly value: string | number
  readonly parents: Parents
  readonly from: OperationKey
}

/** Notified of each created and each deleted resource. */
export interface MadeWatcher {
  made(resource: MadeResource): void
  gone(resource: MadeResource): void
  /** Tests whether a name in a request is unique to this run. */
  isOwnName(name: string): boolean
}

/** Resources created by this run. The gate decides by them what may be changed. */
export interface Owned {
  note(resource: MadeResource): void
  /** Records the deletion of a resource; unknown parents match any. */
  end(resource: Pick<MadeResource, 'id' | 'value' | 'parents'>): void
  /** Tests whether this run created the resource and didn't delete it. `id`: path shape, for example `/orders/{}`. */
  has(id: string, value: string, parents: Parents): boolean
  /** Tests whether this run created a resource with this value at a path whose last noun fits, for example `user` and `7`. */
  hasNamed(value: string, fits: (noun: string) => boolean): boolean
  isOwnName(name: string): boolean
  /** Records values from a read, except for created resources. An empty `id` records names of any kind. */
  noteThere(id: string, values: Iterable<string | number>, parents: Parents): void
  /** Tests whether a read showed the value when this run hadn't created it. */
  wasThere(id: string, value: string | number, parents: Parents): boolean
  /** Records a complete list; other recorded values missing from it no longer exist. */
  noteListed(id: string, shown: ReadonlySet<string>, parents: Parents): void
  /** Tests whether a complete list was recorded. */
  isListed(id: string): boolean
  /** Returns the resources in the last list below these parents that this run isn't known to have created; undefined without a list. */
  othersListed(id: string, parents: Parents): readonly string[] | undefined
  /** Records that a read showed that a resource doesn't exist; `key` comes from `absentKey`. */
  noteAbsent(key: string): void
  isAbsent(key: string): boolean
  /** Recorded resources that were deleted, latest first. */
  ended(): readonly MadeResource[]
  /** Created resources, latest first. */
  all(): readonly MadeResource[]
  /** Number of `note` calls, including those for resources that existed before. */
  timesNamed(): number
}

interface Listed {
  readonly parents: Parents
  readonly shown: ReadonlySet<string>
}

/** Replaces the lists below the same parents. */
function replaced(lists: readonly Listed[] = [], last: Listed): readonly Listed[] {
  return [...lists.filter(({ parents }) => !isConsistent(parents, last.parents)), last]
}

/** Returns the listed resources that aren't among our own. */
function othersIn(
  lists: readonly Listed[] = [],
  own: readonly MadeResource[],
  { id, parents }: Pick<MadeResource, 'id' | 'parents'>,
): readonly string[] | undefined {
  const isHere = (one: Pick<MadeResource, 'parents'>): boolean => isConsistent(one.parents, parents)
  const values = new Set(own.filter((one) => one.id === id && isHere(one)).map(({ value }) => String(value)))
  const last = lists.find(isHere)
  return last && [...last.shown].filter((value) => !values.has(value))
}

/** Creates an empty record. `watcher` is notified of creations and deletions. */
export function createOwned(watcher?: MadeWatcher): Owned {
  const made = new Map<string, MadeResource>()
  const ended: MadeResource[] = []
  const there = new Map<string, Parents[]>()
  const listed = new Map<string, readonly Listed[]>()
  const absent = new Set<string>()
  let timesNamed = 0
  const has: Owned['has'] = (id, value, parents) =>
    [...made.values()].some((one) => one.id === id && String(one.value) === value && isConsistent(one.parents, parents))
  return {
    note({ id, value, parents, from }) {
      timesNamed += 1
      const key = JSON.stringify([id, value, parents])
      if (made.has(key)) return
      const one = { id, value, parents, from }
      made.set(key, one)
      watcher?.made(one)
    },
    end({ id, value, parents }) {
      for (const [key, one] of made) {
        if (one.id !== id || String(one.value) !== String(value) || !isConsistent(one.parents, parents)) continue
        made.delete(key)
        there.delete(`${id} ${value}`)
        ended.push(one)
        watcher?.gone(one)
      }
    },
    has,
    hasNamed: (value, fits) =>
      [...made.values()].some((one) => String(one.value) === value && fits(lastNounOf(one.id))),
    isOwnName: (name) => watcher?.isOwnName(name) === true,
    noteThere(id, values, parents) {
      for (const value of values) {
        const known = there.get(`${id} ${value}`) ?? []
        if (has(id, String(value), parents) || known.some((one) => isConsistent(one, parents))) continue
        there.set(`${id} ${value}`, [...known, parents])
      }
    },
    wasThere: (id, value, parents) => (there.get(`${id} ${value}`) ?? []).some((one) => isConsistent(one, parents)),
    noteListed(id, shown, parents) {
      listed.set(id, replaced(listed.get(id), { parents, shown }))
      for (const [key, known] of there)
        if (key.startsWith(`${id} `) && !shown.has(key.slice(id.length + 1)))
          there.set(
            key,
            known.filter((one) => !isConsistent(one, parents)),
          )
    },
    isListed: (id) => listed.has(id),
    othersListed: (id, parents) => othersIn(listed.get(id), [...made.values(), ...ended], { id, parents }),
    noteAbsent: (key) => void absent.add(key),
    isAbsent: (key) => absent.has(key),
    ended: () => ended.toReversed(),
    all: () => [...made.values()].reverse(),
    timesNamed: () => timesNamed,
  }
}

/** Returns the key of a missing resource. */
export function absentKey(id: string, parents: Parents, value: string): string {
  const above = Object.keys(parents).filter((outer) => id.startsWith(`${outer}/`))
  return JSON.stringify([id, ...above.sort().map((outer) => parents[outer] ?? ''), value])
}

/** Tests whether two sets of parents agree on all common parameters. */
export function isConsistent(a: Parents, b: Parents): boolean {
  return Object.entries(a).every(([id, value]) => !Object.hasOwn(b, id) || b[id] === value)
}
