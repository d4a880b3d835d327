import type { OperationKey } from '../../model/operation.ts'
import { lastNounOf } from '../../resources/paths.ts'

/** Values of the path parameters above a resource, by the shape of the path up to each. */
export type Parents = Readonly<Record<string, string>>

/** A resource that the run has made. */
export interface MadeResource {
  /** The id of the need that it serves, `/loans/{}`. */
  readonly id: string
  readonly value: string | number
  readonly parents: Parents
  readonly from: OperationKey
}

/** Hears of each resource that is made, and of each that is not there any more. */
export interface MadeWatcher {
  made(resource: MadeResource): void
  gone(resource: MadeResource): void
  /** Whether a name that a request gave is one that nothing else has. */
  isOwnName(name: string): boolean
}

/** What this run owns: the one place that knows it. The gate decides by it what may be changed. */
export interface Owned {
  note(resource: MadeResource): void
  /** Takes out what has this name, below these parents as far as they are known. */
  end(resource: Pick<MadeResource, 'id' | 'value' | 'parents'>): void
  /** Whether this run made it, and did not delete it. `id`: the shape of the path, `/orders/{}`. */
  has(id: string, value: string, parents: Parents): boolean
  /** Whether it made something of this value, below a path whose last noun fits: `user` and `7`. */
  hasNamed(value: string, fits: (noun: string) => boolean): boolean
  /** Whether a name is one that only this run gives. */
  isOwnName(name: string): boolean
  /** Notes values that a read showed, but those of what this run made. An empty `id`: names of whatever it may be. */
  noteThere(id: string, values: Iterable<string | number>, parents: Parents): void
  /** Whether a read showed it, and this run had not made it. */
  wasThere(id: string, value: string | number, parents: Parents): boolean
  /** Notes what a whole list shows: what it does not show is not there any more. */
  noteListed(id: string, shown: ReadonlySet<string>, parents: Parents): void
  /** Whether a list has shown what there is. */
  isListed(id: string): boolean
  /** Notes that a read has shown that nothing is there; `key`: by `absentKey`. */
  noteAbsent(key: string): void
  isAbsent(key: string): boolean
  /** What was noted and has ended, the last first. */
  ended(): readonly MadeResource[]
  /** The last first. */
  all(): readonly MadeResource[]
  /** How often something was noted, also what was there before. */
  timesNamed(): number
}

/** Starts with nothing. */
export function createOwned(watcher?: MadeWatcher): Owned {
  const made = new Map<string, MadeResource>()
  const ended: MadeResource[] = []
  const there = new Map<string, Parents[]>()
  const listed = new Set<string>()
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
      listed.add(id)
      for (const [key, known] of there)
        if (key.startsWith(`${id} `) && !shown.has(key.slice(id.length + 1)))
          there.set(
            key,
            known.filter((one) => !isConsistent(one, parents)),
          )
    },
    isListed: (id) => listed.has(id),
    noteAbsent: (key) => void absent.add(key),
    isAbsent: (key) => absent.has(key),
    ended: () => ended.toReversed(),
    all: () => [...made.values()].reverse(),
    timesNamed: () => timesNamed,
  }
}

/** What a resource that is not there is noted by. */
export function absentKey(id: string, parents: Parents, value: string): string {
  const above = Object.keys(parents).filter((outer) => id.startsWith(`${outer}/`))
  return JSON.stringify([id, ...above.sort().map((outer) => parents[outer] ?? ''), value])
}

/** Whether no parent that both name has two values. */
export function isConsistent(a: Parents, b: Parents): boolean {
  return Object.entries(a).every(([id, value]) => !Object.hasOwn(b, id) || b[id] === value)
}
