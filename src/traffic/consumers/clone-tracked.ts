import { isTracked } from './track-reads.ts'

/** Makes `structuredClone` accept tracked values, because proxies can't be cloned (HTML §2.7.3). Cloning reads all members. */
export function allowClones(realm: { structuredClone: typeof structuredClone } = globalThis): void {
  const { structuredClone: clone } = realm
  if (allowing.has(clone)) return
  const cloned: typeof structuredClone = (value, options) => {
    try {
      return clone(value, options)
    } catch (error) {
      const copies = new Map<object, unknown>()
      const plain = copyOf(value, copies) as typeof value
      if (!copies.has(trackedMarker)) throw error
      return clone(plain, options)
    }
  }
  allowing.add(cloned)
  realm.structuredClone = cloned
}

const allowing = new WeakSet<typeof structuredClone>()

/** Key in `copies` that marks that a tracked value was found. */
const trackedMarker = {}

/** Copies a value with plain objects in place of tracked ones, reading all their members. Class instances are not copied. */
function copyOf(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (copies.has(value)) return copies.get(value)
  if (isTracked(value)) copies.set(trackedMarker, true)
  if (value instanceof Map) {
    const copy = new Map()
    copies.set(value, copy)
    for (const [key, member] of value) copy.set(copyOf(key, copies), copyOf(member, copies))
    return copy
  }
  if (value instanceof Set) {
    const copy = new Set()
    copies.set(value, copy)
    for (const member of value) copy.add(copyOf(member, copies))
    return copy
  }
  const prototype = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null) return value
  const copy: object = Array.isArray(value) ? [] : {}
  copies.set(value, copy)
  for (const [key, member] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: copyOf(member, copies),
      ...{ enumerable: true, configurable: true, writable: true },
    })
  if (Array.isArray(value)) Object.assign(copy, { length: value.length })
  return copy
}
