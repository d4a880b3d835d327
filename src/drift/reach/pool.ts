import type { OperationKey } from '../../model/operation.ts'
import { isConsistent, type Parents } from '../harm/owned.ts'
import { mostValues } from './read-values.ts'

/** The value of an identifier that a response has shown to exist. */
export interface Held {
  readonly value: string | number
  /** The operation whose response showed it. */
  readonly from: OperationKey
  /** Of the response: values of one response belong together. */
  readonly exchange: number
  /** Where in its body. */
  readonly at: string
  /** The values of the path above it, by the shape of the path up to each. */
  readonly parents: Parents
  /** The same, as its own object shows them: likelier than any other, and not the only ones that may be right. */
  readonly beside?: Readonly<Record<string, string>>
  /** It names that very resource, and not something of the same name. */
  readonly isCertain: boolean
  /** This very run has made what it names. */
  readonly isMade: boolean
  /** Something was changed or ended since it was shown, and may have taken it along. */
  readonly mayBeGone?: true
}

/** Values by what they are for, the freshest first; those that are gone are remembered. */
export interface Pool {
  /** Puts the values of one response before those that are known. */
  hold(id: string, values: readonly Held[]): void
  /** The values for a need: certain ones first, then the freshest. */
  of(id: string): readonly Held[]
  /** Whether it was shown to exist, and not because this run has made it. */
  wasFound(id: string, value: string | number, parents: Held['parents']): boolean
  /** Whether this run has made it. */
  wasMade(id: string, value: string | number, parents: Held['parents']): boolean
  /** Takes out a value, and everything below it; what is found later is not taken in again. */
  drop(id: string, value: string, parents: Held['parents']): void
  /** A value, and everything below it, may be gone; without one, all of them. A response that shows them again settles it. */
  doubt(id?: string, value?: string): void
  /** Whether it was dropped, and has not come back. */
  isDropped(id: string, value: string): boolean
  /** It exists again. */
  revive(id: string, value: string, parents: Held['parents']): void
}

/** A pool without values. */
export function createPool(): Pool {
  const held = new Map<string, readonly Held[]>()
  const gone = new Map<string, readonly Held['parents'][]>()
  const goneKey = (id: string, value: string | number): string => `${id} ${value}`
  const isGone = (id: string, { value, parents }: Held): boolean =>
    (gone.get(goneKey(id, value)) ?? []).some((each) => isConsistent(each, parents))
  const sameNamed = (id: string, value: string | number, parents: Held['parents']): readonly Held[] =>
    (held.get(id) ?? []).filter((one) => String(one.value) === String(value) && isConsistent(one.parents, parents))
  return {
    hold(id, values) {
      const known = held.get(id) ?? []
      const fresh = values.filter((one) => !isGone(id, one))
      const before = fresh.map((one) => {
        const same = known.find((each) => isSame(each, one))
        return same === undefined
          ? one
          : {
              ...one,
              parents: { ...same.parents, ...one.parents },
              isCertain: one.isCertain || same.isCertain,
              isMade: one.isMade || same.isMade,
            }
      })
      const unique = before.filter((one, index) => before.findIndex((each) => isSame(each, one)) === index)
      const rest = known.filter((one) => !unique.some((each) => isSame(each, one)))
      held.set(id, kept([...unique, ...rest]))
    },
    of(id) {
      const all = held.get(id) ?? []
      const rank = ({ isCertain, mayBeGone }: Held): number => (isCertain ? 0 : 2) + (mayBeGone === true ? 1 : 0)
      return [...all].sort((a, b) => rank(a) - rank(b))
    },
    drop(id, value, parents) {
      const key = goneKey(id, value)
      gone.set(key, [...(gone.get(key) ?? []), parents])
      for (const [other, list] of held) {
        const isOwn = other === id
        const left = list.filter((one) => {
          const isIt = isOwn && String(one.value) === value && isConsistent(one.parents, parents)
          const isBelow = Object.hasOwn(one.parents, id) && one.parents[id] === value
          return !isIt && !(isBelow && isConsistent(one.parents, parents))
        })
        if (left.length < list.length) held.set(other, left)
      }
    },
    doubt(id, value) {
      for (const [other, list] of held) {
        held.set(
          other,
          list.map((one) => {
            const isIt = id === undefined || (other === id && String(one.value) === value) || one.parents[id] === value
            return isIt ? { ...one, mayBeGone: true as const } : one
          }),
        )
      }
    },
    wasFound: (id, value, parents) => sameNamed(id, value, parents).some(({ isMade }) => !isMade),
    wasMade: (id, value, parents) => sameNamed(id, value, parents).some(({ isMade }) => isMade),
    isDropped: (id, value) => gone.has(goneKey(id, value)),
    revive(id, value, parents) {
      const key = goneKey(id, value)
      const left = (gone.get(key) ?? []).filter((each) => !isConsistent(each, parents))
      if (left.length === 0) gone.delete(key)
      else gone.set(key, left)
    },
  }
}

/** What this run has made is not crowded out by what was there before. */
function kept(values: readonly Held[]): readonly Held[] {
  if (values.length <= mostValues) return values
  const made = values.filter(({ isMade }) => isMade).slice(0, mostValues / 2)
  const others = values.filter((one) => !made.includes(one)).slice(0, mostValues - made.length)
  return values.filter((one) => made.includes(one) || others.includes(one))
}

function isSame(a: Held, b: Held): boolean {
  return String(a.value) === String(b.value) && isConsistent(a.parents, b.parents)
}
