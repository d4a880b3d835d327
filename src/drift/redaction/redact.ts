import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { isAmbiguousKey, isSecretKey, plainKey } from '../../util/secret-keys.ts'
import { memoOfText, plural } from '../../util/text.ts'
import { isPersonalKey, personalSpans } from './personal.ts'
import { SecretIndex, type Span } from './secret-index.ts'
import { isInName, ownVocabulary, type Vocabulary } from './vocabulary.ts'
import { shortestSecret, writtenForms } from './written-forms.ts'

/** Takes secrets out of what leaves the process. */
export interface Redactor {
  /** `none`: `json`, `value` and `header` describe what they are given. */
  readonly samples: Samples
  /** A value seen at a property of this name; bounded in size. */
  json(value: Json, key?: string): Json
  /** A text of ours: known secrets in it, in any case and however escaped or packed, but no name of the description. */
  text(text: string): string
  /** A text of the API's: a secret is one in it also where it is a word that names something. */
  value(text: string): string
  header(name: string, value: string): string
  /** A value under this key is a secret whatever it is. */
  isSecret(key: string): boolean
  /** The same of a parameter in a path or a query, where some of these names are those of resources. */
  isSecretParameter(key: string): boolean
  /** The same in a query, where the description may call a credential what is none elsewhere: `?key=`. */
  isSecretInQuery(key: string): boolean
  /** The description, or every message of ours, has this value: it does not become a secret by being sent. */
  isPublic(value: string): boolean
  /** Whether every text and number of a value was made up by specdrift: it is shown under any name. */
  isInvented(value: Json): boolean
  /** The same redactor for a request with these values that specdrift made up. */
  inventing(values: ReadonlySet<string>): Redactor
  /** The same redactor, which knows more secrets: those of one exchange. */
  knowing(values: readonly string[]): Redactor
  /** Makes this redactor, and those made of it, know more secrets from now on. */
  remember(values: readonly string[]): void
}

/** Keys and secrets to redact in addition to the usual keys. */
export interface RedactorOptions {
  /** Names of properties and headers, compared without case and separators. */
  readonly keys?: readonly string[]
  /** Secrets themselves: credentials sent, planted ones. */
  readonly values?: readonly string[]
  /** Texts that are not secret. Default: the vocabulary of specdrift. */
  readonly vocabulary?: Vocabulary
  /** `hidden`: what looks like personal data or a credential is redacted too, and `noted` hears of which kind it is. */
  readonly personal?: 'hidden' | 'shown'
  readonly noted?: (kind: string) => void
  /** `none`: values are described, "a string of 12 characters", and never shown. */
  readonly samples?: Samples
}

/** Whether values of the traffic are shown. */
export type Samples = 'shown' | 'none'

/** The replacement of a secret. */
export const redacted = '[redacted]'

const limits = { depth: 4, members: 12, text: 200, read: 4000 }

/** Makes a redactor. It never lengthens a value without bound and never throws. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { keys = [], values = [], vocabulary = ownVocabulary, personal = 'shown', noted, samples = 'shown' } = options
  const knowledge = new Knowledge()
  knowledge.add(values)
  const given = new Set(keys.map(plainKey))
  return redactorOf({ given, vocabulary, invented: new Set(), personal, noted, samples }, [knowledge])
}

/** Secrets, and where they are found. */
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
  /** Keys of the config. */
  readonly given: ReadonlySet<string>
  readonly vocabulary: Vocabulary
  readonly invented: ReadonlySet<string>
  readonly personal: 'hidden' | 'shown'
  readonly noted: ((kind: string) => void) | undefined
  readonly samples: Samples
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
  // A `session` that is no text is a resource, not what a login gives; whether somebody has a password is none.
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
      const own = new Knowledge()
      own.add(fresh)
      return redactorOf(terms, [...known, own])
    },
    remember: (more) => known[0]?.add(more),
    text,
    value,
    json: (node, key) => (key !== undefined && node !== null && isHidden(key, node) ? redacted : json(node, 0)),
    header: (name, written) => (isSecret(name) && !isInvented(written) ? redacted : value(written)),
  }
}

/** Whether a member is hidden by its name. A `session` that is no text is a resource; that a secret is null is no secret. */
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

/** A key and its last part, as `plainKey` writes them: keys come again and again. */
const namesOf = memoOfText((key) => [...new Set([key, lastPart(key)])].map(plainKey))

/** `password` of `user[password]`, `user.password` and `user%5Bpassword%5D`. */
function lastPart(key: string): string {
  return (
    key
      .replaceAll(/%5b|%5d|%2e/gi, '.')
      .split(/[[\].]+/)
      .findLast((part) => part !== '') ?? ''
  )
}

/** The beginning of a text: what is cut off is not read, and the cut is marked, so that half a secret is known as one. */
function beginning(text: string, clean: (text: string) => string): string {
  const read = clean(text.length > limits.read ? `${text.slice(0, limits.read)}…` : text)
  return read.length > limits.text
    ? `${read.slice(0, limits.text)}… (${Math.max(read.length, text.length)} characters)`
    : read
}

/** A value without the value: its type and size. */
function described(value: Json): string {
  if (typeof value === 'string')
    return value === '' ? 'an empty string' : `a string of ${plural(value.length, 'character')}`
  if (Array.isArray(value)) return `an array of ${plural(value.length, 'item')}`
  if (isObject(value)) return `an object of ${plural(Object.keys(value).length, 'property')}`
  return value === null ? 'null' : `a ${typeof value}`
}
