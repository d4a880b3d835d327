/** Path to a member: property names and array indexes. */
export type MemberPath = readonly (string | number)[]

/** All proxies. User code may store a proxy in the original value, for example by sorting an array. */
const tracked = new WeakSet<object>()

export function isTracked(value: object): boolean {
  return tracked.has(value)
}

/** Reports every member read. Writes go to the original value. Frozen members aren't wrapped and count as read completely. */
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
      // A proxy must return the original value of a frozen property (ECMA-262 §10.5.8).
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

function isMethod(target: object, key: string): boolean {
  return !Object.hasOwn(target, key) && key in target
}

function index(key: string): number | undefined {
  return /^\d+$/.test(key) ? Number(key) : undefined
}

export function allMembers(value: unknown, path: MemberPath = []): readonly MemberPath[] {
  if (typeof value !== 'object' || value === null) return []
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return members.flatMap(([step, child]) => [[...path, step], ...allMembers(child, [...path, step])])
}
