import { namesSecret } from '../../util/secret-keys.ts'

/** What a name says of itself and of its values. */
export interface NameFacts {
  /** It is an identifier rather than a name: the object is a map. */
  readonly isKey: boolean
  readonly namesSecret: boolean
}

const known = new Map<string, NameFacts>()
const mostKnown = 5000

/** Reads the name of a property. */
export function isOpaque(name: string): NameFacts {
  const facts = known.get(name)
  if (facts !== undefined) return facts
  const read = { isKey: isKey(name), namesSecret: namesSecret(name, 'property') }
  if (known.size >= mostKnown) known.clear()
  known.set(name, read)
  return read
}

/** Numbers, UUIDs, dates, addresses, long texts of letters and digits, and what no program would call a property. */
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

/** Names under which few repeated words are the values of an enumeration. What names, addresses or describes somebody is none of them. */
const category =
  /(?:status|state|type|kind|mode|level|role|currency|unit|method|category|direction|reason|result|outcome|phase|stage|scope|format|visibility|priority|severity|side|action|event|order|sort|interval|network|operator|strategy|frequency|language|locale|encoding|algorithm|protocol|asset|coin|product|plan|tier|channel|origin|environment)s?$/i

/** Whether few repeated words at a property or parameter of this name may be listed. */
export function mayBeEnumerated(name: string): boolean {
  return category.test(name) && !namesSecret(name)
}
