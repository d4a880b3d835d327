/** The way to a member: names of properties, indexes of lists. */
export type MemberPath = readonly (string | number)[]

/** Hands out a JSON value so that every member its user reads is noted. The same member is the same object, and nothing is copied. */
export function trackReads<T>(value: T, note: (path: MemberPath) => void, path: MemberPath = []): T {
  if (typeof value !== 'object' || value === null) return value
  const children = new Map<string, unknown>()
  return new Proxy(value, {
    get(target, key, receiver) {
      const own: unknown = Reflect.get(target, key, key === 'length' ? target : receiver)
      if (typeof key === 'symbol' || isMethod(target, key)) return own
      const known = children.get(key)
      if (known !== undefined) return known
      const step = Array.isArray(target) ? index(key) : key
      if (step === undefined) return own
      const below = [...path, step]
      note(below)
      const child = trackReads(own, note, below)
      if (typeof child === 'object' && child !== null) children.set(key, child)
      return child
    },
    has(target, key) {
      if (typeof key === 'string' && !Array.isArray(target)) note([...path, key])
      return Reflect.has(target, key)
    },
  })
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
