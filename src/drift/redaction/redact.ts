import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { isAmbiguousKey, isSecretKey, plainKey } from '../../util/secret-keys.ts'
import { memoOfText, plural } from '../../util/text.ts'
import { isPersonalKey, personalSpans } from './personal.ts'
import { SecretIndex, type Span } from './secret-index.ts'
import { isInName, ownVocabulary, type Vocabulary } from './vocabulary.ts'
import { shortestSecret, writtenForms } from './written-forms.ts'

/** Removes secrets from output. */
export interface Redactor {
  /** `none`: `json`, `value` and `header` describe values instead of showing them. */
  readonly samples: Samples
  /** Redacts and truncates a value, optionally the value of property `key`. */
  json(value: Json, key?: string): Json
  /** Redacts known secrets, however encoded, in our own text. Words that the description or specdrift uses as names remain. */
  text(text: string): string
  /** Redacts known secrets in text from the API, even if they equal a known name. */
  value(text: string): string
  header(name: string, value: string): string
  /** Tests whether the name alone marks a value as secret. */
  isSecret(key: string): boolean
  /** Same for path and query parameters, where some of these names denote resources. */
  isSecretParameter(key: string): boolean
  /** Same for query parameters, including API keys that the description declares, such as `?key=`. */
  isSecretInQuery(key: string): boolean
  /** Tests whether the description or our messages contain the value, so that sending it doesn't make it secret. */
  isPublic(value: string): boolean
  /** Tests whether specdrift generated every string and number in the value. Generated values are never redacted. */
  isInvented(value: Json): boolean
  /** Returns a redactor that also treats these generated values as public. */
  inventing(values: ReadonlySet<string>): Redactor
  /** Returns a redactor that also knows these secrets, usually from a single exchange. */
  knowing(values: readonly string[]): Redactor
  /** Adds secrets to this redactor and all redactors derived from it. */
  remember(values: readonly string[]): void
}

/** Options for `createRedactor`. */
export interface RedactorOptions {
  /** Names of secret properties and headers; case and separators are ignored. */
  readonly keys?: readonly string[]
  /** Secret values, such as configured credentials. */
  readonly values?: readonly string[]
  /** Words that are public. Default: the words of our own messages. */
  readonly vocabulary?: Vocabulary
  /** `hidden`: also redacts text that looks like personal data or a credential, and calls `noted` with its kind. */
  readonly personal?: 'hidden' | 'shown'
  readonly noted?: (kind: string) => void
  /** `none`: describes values, for example "a string of 12 characters", instead of showing them. */
  readonly samples?: Samples
}

/** Whether the output contains values from traffic. */
export type Samples = 'shown' | 'none'

/** Replaces a secret in the output. */
export const redacted = '[redacted]'

const limits = { depth: 4, members: 12, text: 200, read: 4000 }

/** Creates a redactor. Its output is bounded in size and it never throws. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { keys = [], values = [], vocabulary = ownVocabulary, personal = 'shown', noted, samples = 'shown' } = options
  const knowledge = new Knowledge()
  knowledge.add(values)
  const given = new Set(keys.map(plainKey))
  const recent = createRecent()
  return redactorOf({ given, vocabulary, invented: new Set(), personal, noted, samples, recent }, [knowledge])
}

/** Maximum number of remembered sets of secrets: exchanges often send the same token, and its index takes long to build. */
const mostRecent = 8

/** Returns the knowledge of a set of secrets, which nobody may extend. */
type Recent = (secrets: readonly string[]) => Knowledge

function createRecent(): Recent {
  const known = new Map<string, Knowledge>()
  return (secrets) => {
    const key = JSON.stringify(secrets)
    const knowledge = known.get(key) ?? new Knowledge()
    if (!known.delete(key)) knowledge.add(secrets)
    known.set(key, knowledge)
    const [oldest] = known.keys()
    if (known.size > mostRecent && oldest !== undefined) known.delete(oldest)
    return knowledge
  }
}

/** A set of secrets and the index that finds them. */
class Knowledge {
  readonly #secrets = new Set<string>()
  readonly #index = new SecretIndex()

  has(secret: string): boolean {
    return this.#secrets.has(secret)
  }

  add(secrets: readonly string[]): void {
    for (const secret of secrets) {
      if (secret.length < shortestSecret || this.#secrets.has(secret)) continue
      this.#secrets.add(secret)
      for (const { text, isExact } of writtenForms(secret)) this.#index.add(text, isExact)
    }
  }

  find(text: string): readonly Span[] {
    return this.#index.find(text)
  }
}

interface Terms {
  /** Secret keys from the config, normalised. */
  readonly given: ReadonlySet<string>
  readonly vocabulary: Vocabulary
  readonly invented: ReadonlySet<string>
  readonly personal: 'hidden' | 'shown'
  readonly noted: ((kind: string) => void) | undefined
  readonly samples: Samples
  readonly recent: Recent
}

function redactorOf(terms: Terms, known: readonly Knowledge[]): Redactor {
  const { given, vocabulary, invented, personal, noted, samples } = terms
  const { headers, query } = vocabulary.credentials
  const isPersonal = (key: string): boolean => personal === 'hidden' && namesOf(key).some(isPersonalKey)
  const isSecret = (key: string): boolean =>
    namesOf(key).some((name) => given.has(name) || headers.has(name) || isSecretKey(name)) || isPersonal(key)
  const isSecretParameter = (key: string): boolean =>
    namesOf(key).some((name) => given.has(name) || (isSecretKey(name) && !isAmbiguousKey(name)))
  const spansOf = (text: string): readonly Span[] => {
    const secrets = known.flatMap((each) => each.find(text))
    if (personal === 'shown') return united(secrets)
    const found = personalSpans(text)
    for (const { kind } of found) noted?.(kind)
    return united([...secrets, ...found])
  }
  const value = (text: string): string => (samples === 'none' ? described(text) : without(text, spansOf(text)))
  const text = (written: string): string =>
    without(
      written,
      spansOf(written).filter((span) => !isInName(written, span, vocabulary.names)),
    )

  function isInvented(node: Json): boolean {
    if (invented.size === 0) return false
    if (Array.isArray(node)) return node.every(isInvented)
    if (isObject(node)) return Object.values(node).every(isInvented)
    return node === null || typeof node === 'boolean' || invented.has(String(node))
  }
  function json(node: Json, depth: number): Json {
    if (samples === 'none') return described(node)
    if (typeof node === 'string') return beginning(node, value)
    if (typeof node === 'number') return value(String(node)) === String(node) ? node : redacted
    if (Array.isArray(node)) return list(node, depth)
    return isObject(node) ? members(Object.entries(node), depth) : node
  }
  function list(items: readonly Json[], depth: number): Json {
    if (depth >= limits.depth) return `[${items.length} items]`
    const shown = items.slice(0, limits.members).map((item) => json(item, depth + 1))
    return items.length > shown.length ? [...shown, `… ${items.length - shown.length} more`] : shown
  }
  function members(entries: readonly (readonly [string, Json])[], depth: number): Json {
    if (depth >= limits.depth) return `{${entries.length} properties}`
    const shown = entries
      .slice(0, limits.members)
      .map(([key, member]): [string, Json] => [
        beginning(key, text),
        isHidden(key, member) ? redacted : json(member, depth + 1),
      ])
    if (entries.length > shown.length) shown.push(['…', `${entries.length - shown.length} more`])
    return Object.fromEntries(shown)
  }
  // A `session` object is a resource rather than a login token, and a boolean under a secret key reveals nothing.
  const isHidden = (key: string, member: Json): boolean =>
    isInvented(member)
      ? false
      : typeof member === 'string'
        ? isSecret(key)
        : typeof member !== 'boolean' && (isSecretParameter(key) || (typeof member === 'number' && isPersonal(key)))

  return {
    samples,
    isSecret,
    isSecretParameter,
    isSecretInQuery: (key) => isSecretParameter(key) || query.has(plainKey(key)) || isPersonal(key),
    isInvented,
    inventing: (values) => redactorOf({ ...terms, invented: values }, known),
    isPublic: (each) => invented.has(each) || vocabulary.values.has(each) || vocabulary.names.has(each.toLowerCase()),
    knowing(more) {
      const fresh = more.filter((each) => each.length >= shortestSecret && !known.some((known) => known.has(each)))
      if (fresh.length === 0) return redactorOf(terms, known)
      return redactorOf(terms, [...known, terms.recent(fresh)])
    },
    remember: (more) => known[0]?.add(more),
    text,
    value,
    json: (node, key) => (key !== undefined && node !== null && isHidden(key, node) ? redacted : json(node, 0)),
    header: (name, written) => (isSecret(name) && !isInvented(written) ? redacted : value(written)),
  }
}

/** Tests whether a member's name makes its value secret. Null and booleans never are; `session` objects are resources. */
export function isSecretMember(redactor: Redactor, key: string, member: Json): boolean {
  if (member === null || typeof member === 'boolean' || redactor.isInvented(member)) return false
  return typeof member === 'object' ? redactor.isSecretParameter(key) : redactor.json(member, key) === redacted
}

function united(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last !== undefined && span.start < last.end)
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else all.push(span)
  }
  return all
}

function without(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  let clean = ''
  let done = 0
  for (const { start, end } of spans) {
    clean += text.slice(done, start) + redacted
    done = end
  }
  return clean + text.slice(done)
}

/** The key and its last segment, normalised by `plainKey`. Memoised because keys repeat. */
const namesOf = memoOfText((key) => [...new Set([key, lastPart(key)])].map(plainKey))

/** Returns `password` for `user[password]`, `user.password` and `user%5Bpassword%5D`. */
function lastPart(key: string): string {
  return (
    key
      .replaceAll(/%5b|%5d|%2e/gi, '.')
      .split(/[[\].]+/)
      .findLast((part) => part !== '') ?? ''
  )
}

/** Truncates and redacts a string. The cut is marked before redaction so that a partial secret is recognised. */
function beginning(text: string, clean: (text: string) => string): string {
  const read = clean(text.length > limits.read ? `${text.slice(0, limits.read)}…` : text)
  return read.length > limits.text
    ? `${read.slice(0, limits.text)}… (${Math.max(read.length, text.length)} characters)`
    : read
}

/** Describes a value by type and size only. */
function described(value: Json): string {
  if (typeof value === 'string')
    return value === '' ? 'an empty string' : `a string of ${plural(value.length, 'character')}`
  if (Array.isArray(value)) return `an array of ${plural(value.length, 'item')}`
  if (isObject(value)) return `an object of ${plural(Object.keys(value).length, 'property')}`
  return value === null ? 'null' : `a ${typeof value}`
}
