import type { Json, JsonObject } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { keyOf } from '../../resources/names.ts'
import { lastNounOf } from '../../resources/paths.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'

/** What a body is given names with. */
export interface NamingParts {
  readonly operation: Operation
  readonly body: Json
  /** A word of hexadecimal digits that nothing else has. */
  readonly tag: string
  /** It makes a resource: names that the description has as an example are in use once it was sent. */
  readonly isMaking: boolean
  /** Whether the value of a location, `body /name`, may be any other, one of its length or one that begins with it, or none. */
  freedom(location: string): Freedom
  /** Whether a body with another name conforms, which is at this path. */
  accepts(body: Json, path: readonly string[], name: string | number): boolean
}

/** What of a value may be changed. */
export type Freedom = 'free' | 'length' | 'prefix' | 'fixed'

/** Names that must be unique where resources are made, also where the description has an example of them. */
const unique = new Set([
  ...[
    'name',
    'title',
    'slug',
    'displayname',
    'email',
    'id',
    'uuid',
    'guid',
    'username',
    'login',
    'handle',
    'alias',
    'key',
  ],
])

/** Names that may as well refer to something: only the constants that we sample are replaced. */
const likely = new Set(['code', 'label', 'tag', 'number', 'reference', 'externalid'])

/** Objects are looked into so deep: `data.attributes.name`. */
const deepest = 3

/** The body with names that carry a tag; one that no tagged text fits keeps its name. */
export function withUniqueNames(parts: NamingParts): Json {
  const noun = lastNounOf(parts.operation.path)
  let whole = parts.body
  const walk = (object: JsonObject, path: readonly string[]): void => {
    for (const [name, value] of Object.entries(object)) {
      const at = [...path, name]
      if (isObject(value) && at.length <= deepest) walk(value, at)
      const freedom = parts.freedom(`body ${joinPointer('', ...at)}`)
      if (freedom === 'fixed') continue
      const key = keyOf(name)
      const own = key.startsWith(noun) ? key.slice(noun.length) : key
      const number = ownNumber(parts.tag)
      if (
        Number.isInteger(value) &&
        own === 'id' &&
        freedom === 'free' &&
        parts.accepts(replaced(whole, at, number), at, number)
      )
        whole = replaced(whole, at, number)
      if (typeof value !== 'string' || value === '') continue
      // `collection` of `POST /collections` is its name, unless others may be meant: `parent`.
      const isOwnName = unique.has(own) || (own === '' && noun !== '')
      if (!isOwnName && !likely.has(own)) continue
      if (!isSampled(value) && !(parts.isMaking && isOwnName)) continue
      const next = taggedForms(value, parts.tag)
        .filter((form) => keeps(freedom, value, form))
        .find((form) => parts.accepts(replaced(whole, at, form), at, form))
      if (next !== undefined) whole = replaced(whole, at, next)
    }
  }
  if (isObject(whole)) walk(whole, [])
  return whole
}

function keeps(freedom: Freedom, value: string, form: string): boolean {
  if (freedom === 'length') return [...form].length === [...value].length
  return freedom === 'free' || form.startsWith(value)
}

/** A tag in letters alone, for what takes no digits: one for each hexadecimal digit. */
export function lettersOf(tag: string): string {
  return [...tag].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')
}

/** Numbers of 31 bits, which none begins counting at: 22 bits of the run and 8 of the request. */
const firstNumber = 2 ** 30

/** A tag as a number, for identifiers that are none but numbers. `tag`: the six digits of the run and those of the request. */
function ownNumber(tag: string): number {
  const [run, request] = [tag.slice(0, 6), tag.slice(6)].map((digits) => Number.parseInt(digits, 16))
  return firstNumber + ((run ?? 0) % 2 ** 22) * 256 + ((request ?? 0) % 256)
}

/** Whether a name or a number is one that the requests of a run were given. `runId`: six hexadecimal digits. */
export function isOfRun(name: string, runId: string): boolean {
  if ([runId, lettersOf(runId)].some((tag) => name.toLowerCase().includes(tag))) return true
  return /^\d{10}$/.test(name) && (Number(name) & ~0xff) === ownNumber(`${runId}00`)
}

/** A text with a tag, the most readable form first; the last ones are for patterns, formats and short lengths. */
function taggedForms(text: string, tag: string): readonly string[] {
  const letters = lettersOf(tag)
  const room = Math.max(0, [...text].length - tag.length)
  const cut = [...text].slice(0, room).join('')
  return [
    ...(/^[^@]+@[^@]+$/.test(text) ? [text.replace('@', `+${tag}@`), `${tag}@example.com`] : []),
    // The name of a host (RFC 1034 §3.5): what is put after it would be another domain, or none.
    ...(/^([a-z\d-]+\.)+[a-z]{2,}\.?$/i.test(text) ? [`x${tag}.${text}`] : []),
    // The last group of a UUID (RFC 9562 §4) has 12 digits.
    ...(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
      ? [text.slice(0, 24) + tag.padStart(12, '0').slice(-12)]
      : []),
    ...[`${text}-${tag}`, `${text}_${tag}`, `${text}${tag}`, `${cut}${tag}`, tag, tag.toUpperCase()],
    ...[`${text}${letters}`, `${cut}${letters}`, letters, letters.toUpperCase()],
    // Too short for the tag: what is left of it differs from run to run all the same.
    BigInt(`0x${sha256(tag)}`)
      .toString(36)
      .slice(-[...text].length),
  ]
}

/** What the sampler gives texts without an example: `text`, `text1`, and what it is padded to. */
export function isSampled(text: string): boolean {
  return /^text\d*a*$/.test(text) || text === 'somebody@example.com' || text === '3fa85f64-5717-4562-b3fc-2c963f66afa6'
}

function replaced(node: Json, [name, ...rest]: readonly string[], value: string | number): Json {
  if (name === undefined || !isObject(node)) return value
  return { ...node, [name]: replaced(node[name] ?? null, rest, value) }
}
