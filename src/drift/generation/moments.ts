import type { Json, JsonObject } from '../../model/json.ts'
import { wordsOf } from '../../resources/names.ts'
import { isObject } from '../../util/json.ts'
import type { NamingParts } from './unique-names.ts'

/** Sample dates and timestamps, which are all in the past. */
const sampled = /^2026-01-0\d(?=$|T03:04:0\dZ$)/

/** Fits into 32-bit seconds since 1970. */
const laterDay = '2037-01-02'

/** Name parts of timestamps in the future, such as expirations and deadlines. */
const upcoming =
  /^(?:expir(?:es?|y|ation|ing)|until|till|deadline|due|ends?|ending|stops?|schedule[ds]?|renew(?:s|al)?|remind(?:s|er)?)$/
/** Verbs with the same meaning if `at` or `on` follows. */
const todo = /^(?:run|send|publish|deliver|execute|close|charge|bill|pay)s?$/
const suffixes = new Set(['at', 'on', 'date', 'time', 'datetime', 'timestamp', 'utc', 'ts'])

/** Tests whether a name suggests a time in the future. */
function isUpcoming(name: string): boolean {
  const words = [...wordsOf(name)]
  let hasSuffix = false
  while (words.length > 1 && suffixes.has(words.at(-1) ?? '')) {
    words.pop()
    hasSuffix = true
  }
  const last = words.at(-1) ?? ''
  if (words[0] === 'next' || upcoming.test(last)) return true
  if (/^(?:valid(?:to|until|through|thru)|notafter)$/.test(words.slice(-2).join(''))) return true
  return hasSuffix && todo.test(last)
}

const deepest = 4

/** Moves sampled timestamps to the future if their names suggest it, because APIs reject expired ones. Examples are not changed. */
export function withUpcomingMoments({
  body,
  freedom,
  accepts,
}: Pick<NamingParts, 'body' | 'freedom' | 'accepts'>): Json {
  let whole = body
  const walk = (node: Json, path: readonly string[]): void => {
    if (path.length > deepest) return
    if (Array.isArray(node)) for (const [index, item] of node.entries()) walk(item, [...path, String(index)])
    if (!isObject(node)) return
    for (const [name, value] of Object.entries(node)) {
      const at = [...path, name]
      if (typeof value !== 'string') walk(value, at)
      else if (sampled.test(value) && isUpcoming(name) && freedom(`body /${at.join('/')}`) === 'free') {
        const later = value.replace(sampled, laterDay)
        const next = replacedAt(whole, at, later)
        if (accepts(next, at, later)) whole = next
      }
    }
  }
  walk(body, [])
  return whole
}

function replacedAt(node: Json, [token, ...rest]: readonly string[], value: string): Json {
  if (token === undefined) return value
  if (Array.isArray(node))
    return node.map((item: Json, index) => (String(index) === token ? replacedAt(item, rest, value) : item))
  const object: JsonObject = isObject(node) ? node : {}
  return { ...object, [token]: replacedAt(object[token] ?? null, rest, value) }
}
