import type { OperationKey } from '../../model/operation.ts'
import { isConsistent, type Parents } from '../harm/owned.ts'
import { mostValues } from './read-values.ts'

/** An identifier that a response showed to exist. */
export interface CapturedValue {
  readonly value: string | number
  /** The operation whose response contained it. */
  readonly from: OperationKey
  /** Number of the exchange; values from one response belong together. */
  readonly exchange: number
  /** Pointer in the response body. */
  readonly at: string
  /** Values of the path parameters above it, keyed by the path shape up to each. */
  readonly parents: Parents
  /** Parent values contained in the same object, which are the most likely ones. */
  readonly ownParents?: Readonly<Record<string, string>>
  /** It certainly identifies this resource rather than something with the same name. */
  readonly isCertain: boolean
  /** This run created the resource. */
  readonly isMade: boolean
  /** A later change or deletion may have removed it. */
  readonly mayBeGone?: true
}

/** Captured values by need, latest first. Also remembers deleted ones. */
export interface Pool {
  /** Adds values of one response in front of existing ones. */
  add(id: string, values: readonly CapturedValue[]): void
  /** Returns values for a need: certain ones first, then latest first. */
  of(id: string): readonly CapturedValue[]
  /** Tests whether the value was captured other than by creating it. */
  wasFound(id: string, value: string | number, parents: CapturedValue['parents']): boolean
  wasMade(id: string, value: string | number, parents: CapturedValue['parents']): boolean
  /** Removes a value and everything below it, and ignores it in later responses. */
  drop(id: string, value: string, parents: CapturedValue['parents']): void
  /** Marks a value and everything below it, or all values, as possibly deleted until a response shows them again. */
  doubt(id?: string, value?: string): void
  /** Tests whether the value was dropped and not revived. */
  isDropped(id: string, value: string): boolean
  revive(id: string, value: string, parents: CapturedValue['parents']): void
}

/** Creates an empty pool. */
export function createPool(): Pool {
  const valuesById = new Map<string, readonly CapturedValue[]>()
  const gone = new Map<string, readonly CapturedValue['parents'][]>()
  const goneKey = (id: string, value: string | number): string => `${id} ${value}`
  const isGone = (id: string, { value, parents }: CapturedValue): boolean =>
    (gone.get(goneKey(id, value)) ?? []).some((each) => isConsistent(each, parents))
  const sameNamed = (id: string, value: string | number, parents: CapturedValue['parents']): readonly CapturedValue[] =>
    (valuesById.get(id) ?? []).filter(
      (one) => String(one.value) === String(value) && isConsistent(one.parents, parents),
    )
  return {
    add(id, values) {
      const known = valuesById.get(id) ?? []
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
      valuesById.set(id, kept([...unique, ...rest]))
    },
    of(id) {
      const all = valuesById.get(id) ?? []
      const rank = ({ isCertain, mayBeGone }: CapturedValue): number =>
        (isCertain ? 0 : 2) + (mayBeGone === true ? 1 : 0)
      return [...all].sort((a, b) => rank(a) - rank(b))
    },
    drop(id, value, parents) {
      const key = goneKey(id, value)
      gone.set(key, [...(gone.get(key) ?? []), parents])
      for (const [other, list] of valuesById) {
        const isOwn = other === id
        const left = list.filter((one) => {
          const isIt = isOwn && String(one.value) === value && isConsistent(one.parents, parents)
          const isBelow = Object.hasOwn(one.parents, id) && one.parents[id] === value
          return !isIt && !(isBelow && isConsistent(one.parents, parents))
        })
        if (left.length < list.length) valuesById.set(other, left)
      }
    },
    doubt(id, value) {
      for (const [other, list] of valuesById) {
        valuesById.set(
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

/** Reserves half of the places for resources created by this run. */
function kept(values: readonly CapturedValue[]): readonly CapturedValue[] {
  if (values.length <= mostValues) return values
  const made = values.filter(({ isMade }) => isMade).slice(0, mostValues / 2)
  const others = values.filter((one) => !made.includes(one)).slice(0, mostValues - made.length)
  return values.filter((one) => made.includes(one) || others.includes(one))
}

function isSame(a: CapturedValue, b: CapturedValue): boolean {
  return String(a.value) === String(b.value) && isConsistent(a.parents, b.parents)
}
