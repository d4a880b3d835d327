import type { OperationKey } from '../../model/operation.ts'
import { credentialRankOf } from '../../resources/credential-change.ts'
import { type Held, isConsistent } from './pool.ts'

/** A resource that the run has made. */
export interface MadeResource {
  /** The id of the need that it serves, `/loans/{}`. */
  readonly id: string
  readonly value: string | number
  /** The values of the path above it, by the shape of the path up to each. */
  readonly parents: Held['parents']
  readonly from: OperationKey
}

/** Hears of each resource that is made, and of each that is not there any more. */
export interface MadeWatcher {
  made(resource: MadeResource): void
  gone(resource: MadeResource): void
  /** Whether a name that a request gave is one that nothing else has. */
  isOwnName(name: string): boolean
}

/** What a run has made and not deleted. The pool forgets what is old; this is kept for the end of the run. */
export interface MadeResources {
  note(resource: MadeResource): void
  /** Takes out what has this name, below these parents as far as they are known. */
  end(resource: Pick<MadeResource, 'id' | 'value' | 'parents'>): void
  /** Whether it was noted and has not ended. */
  has(id: string, value: string, parents: Held['parents']): boolean
  /** Whether something that may hold rights, a user or a role, has this value. */
  hasHolder(value: string): boolean
  /** What was noted and has ended, the last first. */
  ended(): readonly MadeResource[]
  /** The last first. */
  all(): readonly MadeResource[]
  /** How often something was noted, also what was there before. */
  timesNamed(): number
}

/** Starts with nothing. */
export function createMade(watcher?: MadeWatcher): MadeResources {
  const made = new Map<string, MadeResource>()
  const ended: MadeResource[] = []
  let timesNamed = 0
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
        ended.push(one)
        watcher?.gone(one)
      }
    },
    has: (id, value, parents) =>
      [...made.values()].some(
        (one) => one.id === id && String(one.value) === value && isConsistent(one.parents, parents),
      ),
    hasHolder: (value) =>
      [...made.values()].some((one) => {
        const noun = one.id.split('/').findLast((segment) => segment !== '{}' && segment !== '') ?? ''
        return String(one.value) === value && credentialRankOf(noun) !== undefined
      }),
    ended: () => ended.toReversed(),
    all: () => [...made.values()].reverse(),
    timesNamed: () => timesNamed,
  }
}
