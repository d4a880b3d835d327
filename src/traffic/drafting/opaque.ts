import { namesSecret } from '../../util/secret-keys.ts'

export interface NameFacts {
  /** Whether the name is an identifier, so that the object is a map. */
  readonly isKey: boolean
  readonly namesSecret: boolean
}

const known = new Map<string, NameFacts>()
const mostKnown = 5000

export function isOpaque(name: string): NameFacts {
  const facts = known.get(name)
  if (facts !== undefined) return facts
  const read = { isKey: isKey(name), namesSecret: namesSecret(name, 'property') }
  if (known.size >= mostKnown) known.clear()
  known.set(name, read)
  return read
}

/** Recognizes numbers, UUIDs, dates, addresses, long alphanumeric strings, and other names that no programmer would choose. */
function isKey(name: string): boolean {
  return (
    name === '' ||
    name.length > 60 ||
    /^-?\d/.test(name) ||
    /[@/\\\s]|:\/\//.test(name) ||
    /^[\da-f]{8}-[\da-f]{4}-/i.test(name) ||
    /^(?=(?:\D*\d){4})[\w-]{12,}$/.test(name) ||
    (/\d.*\d.*\d/.test(name) && name.length > 20)
  )
}

/** Names of properties that are typically enums. Excludes names, addresses and descriptions of people. */
const category =
  /(?:status|state|type|kind|mode|level|role|currency|unit|method|category|direction|reason|result|outcome|phase|stage|scope|format|visibility|priority|severity|side|action|event|order|sort|interval|network|operator|strategy|frequency|language|locale|encoding|algorithm|protocol|asset|coin|product|plan|tier|channel|origin|environment)s?$/i

/** Whether the repeated values of a property or parameter with this name may be drafted as an enum. */
export function mayBeEnumerated(name: string): boolean {
  return category.test(name) && !namesSecret(name)
}
