import type { Json, JsonObject } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { keyOf } from '../../resources/names.ts'
import { lastNounOf } from '../../resources/paths.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'

/** Options for `withUniqueNames`. */
export interface NamingParts {
  readonly operation: Operation
  readonly body: Json
  /** A unique hexadecimal word. */
  readonly tag: string
  /** The operation creates a resource, so an example name may already exist after the first call. */
  readonly isMaking: boolean
  /** Returns how the value at a location such as `body /name` may change. */
  freedom(location: string): Freedom
  /** Tests whether the body is valid with a new name at the path. */
  accepts(body: Json, path: readonly string[], name: string | number): boolean
}

/** Allowed changes to a value: any, same length, same prefix, or unchanged. */
export type Freedom = 'free' | 'length' | 'prefix' | 'fixed'

/** Names that must be unique for created resources, even if the description has an example. */
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

/** Names that may be references, so only sampled values are replaced. */
const likely = new Set(['code', 'label', 'tag', 'number', 'reference', 'externalid'])

/** Maximum search depth, for example `data.attributes.name`. */
const deepest = 3

/** Adds the tag to the names in a body. A name stays the same if no tagged form is valid. */
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

/** Converts a hexadecimal tag to letters, for values without digits. */
export function lettersOf(tag: string): string {
  return [...tag].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')
}

/** Start of a 31-bit range above usual counters; 22 bits identify the run and 8 the request. */
const firstNumber = 2 ** 30

/** Converts a tag to a number for numeric identifiers. `tag`: six digits of the run, then those of the request. */
function ownNumber(tag: string): number {
  const [run, request] = [tag.slice(0, 6), tag.slice(6)].map((digits) => Number.parseInt(digits, 16))
  return firstNumber + ((run ?? 0) % 2 ** 22) * 256 + ((request ?? 0) % 256)
}

/** Tests whether a name or number was created by this run. `runId`: six hexadecimal digits. */
export function isOfRun(name: string, runId: string): boolean {
  if ([runId, lettersOf(runId)].some((tag) => name.toLowerCase().includes(tag))) return true
  return /^\d{10}$/.test(name) && (Number(name) & ~0xff) === ownNumber(`${runId}00`)
}

/** Returns text with a tag, most readable first; the last forms suit patterns, formats and short lengths. */
function taggedForms(text: string, tag: string): readonly string[] {
  const letters = lettersOf(tag)
  const room = Math.max(0, [...text].length - tag.length)
  const cut = [...text].slice(0, room).join('')
  return [
    ...(/^[^@]+@[^@]+$/.test(text) ? [text.replace('@', `+${tag}@`), `${tag}@example.com`] : []),
    // A suffix would change a host name's domain (RFC 1034 §3.5), so the tag becomes a subdomain.
    ...(/^([a-z\d-]+\.)+[a-z]{2,}\.?$/i.test(text) ? [`x${tag}.${text}`] : []),
    // The last group of a UUID (RFC 9562 §4) has 12 digits.
    ...(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
      ? [text.slice(0, 24) + tag.padStart(12, '0').slice(-12)]
      : []),
    ...[`${text}-${tag}`, `${text}_${tag}`, `${text}${tag}`, `${cut}${tag}`, tag, tag.toUpperCase()],
    ...[`${text}${letters}`, `${cut}${letters}`, letters, letters.toUpperCase()],
    // For values shorter than the tag: a hash that still differs between runs.
    BigInt(`0x${sha256(tag)}`)
      .toString(36)
      .slice(-[...text].length),
  ]
}

/** Tests for sampled text: `text`, `text1`, with padding, and sample e-mail addresses and UUIDs. */
export function isSampled(text: string): boolean {
  return /^text\d*a*$/.test(text) || text === 'somebody@example.com' || text === '3fa85f64-5717-4562-b3fc-2c963f66afa6'
}

function replaced(node: Json, [name, ...rest]: readonly string[], value: string | number): Json {
  if (name === undefined || !isObject(node)) return value
  return { ...node, [name]: replaced(node[name] ?? null, rest, value) }
}
