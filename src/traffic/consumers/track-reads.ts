/** The way to a member: names of properties, indexes of lists. */
export type MemberPath = readonly (string | number)[]

/** What was handed out: its user may put it back elsewhere, as a list that is sorted does. */
const tracked = new WeakSet<object>()

/** Whether reads of the members of a value are noted. */
export function isTracked(value: object): boolean {
  return tracked.has(value)
}

/**
 * Hands out a JSON value so that every member its user reads is noted. The same member is the same object, and nothing is copied. Its user
 * may change it. A member that was frozen is handed out as it is, and counts as read whole.
 */
export function trackReads<T>(value: T, note: (path: MemberPath) => void, path: MemberPath = []): T {
  if (typeof value !== 'object' || value === null || tracked.has(value)) return value
  const children = new Map<string, { readonly own: object; readonly child: object }>()
  const proxy = new Proxy(value, {
    get(target, key, receiver) {
      const own: unknown = Reflect.get(target, key, key === 'length' ? target : receiver)
      if (typeof key === 'symbol' || isMethod(target, key)) return own
      const known = children.get(key)
      if (known !== undefined && known.own === own) return known.child
      const step = Array.isArray(target) ? index(key) : key
      if (step === undefined) return own
      const below = [...path, step]
      note(below)
      if (typeof own !== 'object' || own === null) return own
      // What is handed out of a frozen object must be what it holds (ECMA-262 §10.5.8).
      if (Object.getOwnPropertyDescriptor(target, key)?.writable === false) {
        for (const member of allMembers(own, below)) note(member)
        return own
      }
      const child = trackReads(own, note, below)
      children.set(key, { own, child })
      return child
    },
    has(target, key) {
      if (typeof key === 'string' && !Array.isArray(target)) note([...path, key])
      return Reflect.has(target, key)
    },
  })
  tracked.add(proxy)
  return proxy
}

/** What every object or list has: `map`, `toString`. */
function isMethod(target: object, key: string): boolean {
  return !Object.hasOwn(target, key) && key in target
}

function index(key: string): number | undefined {
  return /^\d+$/.test(key) ? Number(key) : undefined
}

/** Every member of a JSON value. */
export function allMembers(value: unknown, path: MemberPath = []): readonly MemberPath[] {
  if (typeof value !== 'object' || value === null) return []
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return members.flatMap(([step, child]) => [[...path, step], ...allMembers(child, [...path, step])])
}
