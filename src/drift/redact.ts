import type { Json } from '../model/json.ts'
import { isObject } from '../util/json.ts'
import { escapeToken } from '../util/pointer.ts'
import { plainKey, usualSecretKeys } from '../util/secret-keys.ts'

/** Takes secrets out of what leaves the process. */
export interface Redactor {
  /** A value seen at a property of this name; bounded in size. */
  json(value: Json, key?: string): Json
  /** Any text: known secrets in it, in any case, also URL-encoded or in base64. */
  text(text: string): string
  header(name: string, value: string): string
  /** A value under this key is a secret whatever it is. */
  isSecret(key: string): boolean
  /** The same redactor, which knows more secrets: those of one exchange. */
  knowing(values: readonly string[]): Redactor
}

/** What is to be redacted besides the usual keys. */
export interface RedactorOptions {
  /** Names of properties and headers, compared without case and separators. */
  readonly keys?: readonly string[]
  /** Secrets themselves: credentials sent, planted ones. */
  readonly values?: readonly string[]
}

/** What stands in place of a secret. */
export const redacted = '[redacted]'

const limits = { depth: 4, members: 12, text: 200 }

/** Shorter ones would be found everywhere by accident. */
const shortestSecret = 4

/** Makes a redactor. It never lengthens a value without bound and never throws. */
export function createRedactor({ keys = [], values = [] }: RedactorOptions = {}): Redactor {
  return redactorOf(new Set([...usualSecretKeys, ...keys.map(plainKey)]), formsOf(values))
}

function redactorOf(secretKeys: ReadonlySet<string>, forms: ReadonlySet<string>): Redactor {
  const secrets = [...forms].sort((a, b) => b.length - a.length).map(literally)
  const anySecret = new RegExp(secrets.join('|') || '(?!)', 'gi')
  const isSecret = (key: string): boolean => [key, lastPart(key)].some((name) => secretKeys.has(plainKey(name)))
  // In any case: media types, header names and hosts come back in lower case.
  const text = (value: string): string => value.replace(anySecret, redacted)

  function json(value: Json, depth: number): Json {
    if (typeof value === 'string') return cut(text(value))
    if (typeof value === 'number') return text(String(value)) === String(value) ? value : redacted
    if (Array.isArray(value)) return list(value, depth)
    return isObject(value) ? members(Object.entries(value), depth) : value
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
      .map(([key, value]): [string, Json] => [cut(text(key)), isSecret(key) ? redacted : json(value, depth + 1)])
    if (entries.length > shown.length) shown.push(['…', `${entries.length - shown.length} more`])
    return Object.fromEntries(shown)
  }

  const redactor: Redactor = {
    isSecret,
    knowing(more) {
      const all = new Set([...forms, ...formsOf(more)])
      return all.size === forms.size ? redactor : redactorOf(secretKeys, all)
    },
    text,
    json: (value, key) => (key !== undefined && value !== null && isSecret(key) ? redacted : json(value, 0)),
    header: (name, value) => (isSecret(name) ? redacted : text(value)),
  }
  return redactor
}

function formsOf(secrets: readonly string[]): ReadonlySet<string> {
  return new Set(secrets.filter((secret) => secret.length >= shortestSecret).flatMap(writtenForms))
}

/** `password` of `user[password]`, `user.password` and `user%5Bpassword%5D`. */
function lastPart(key: string): string {
  return (
    key
      .replaceAll(/%5b|%5d|%2e/gi, '.')
      .split(/[[\].]+/)
      .findLast((part) => part !== '') ?? ''
  )
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** A secret as it may be met: plain, in a URL, in JSON, in markup, in a pointer, in hexadecimal, in base64. */
function writtenForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const quoted = JSON.stringify(secret).slice(1, -1)
  // Half a surrogate pair cannot be encoded.
  const component = encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  const strict = component.replaceAll(/[!'()*~]/g, percent)
  const forms = [
    secret,
    component,
    form,
    form.replaceAll('+', '%20'),
    strict,
    encodeURIComponent(component),
    quoted,
    quoted.replaceAll('/', '\\/'),
    quoted.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    JSON.stringify(quoted).slice(1, -1),
    markup(secret),
    escapeToken(secret),
    bytes.toString('hex'),
  ]
  const base64 = bytes.toString('base64')
  const digits = [base64, base64.replace(/=+$/, ''), ...base64Within(bytes)]
  return [...forms, ...digits, ...digits.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'))]
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`
}

function markup(text: string): string {
  const entities = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return entities.replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

/** Too short a piece would be found by accident. */
const shortestPiece = 6

/** What base64 shows of these bytes wherever they stand in what was encoded: `user:secret` as well as `secret`. */
function base64Within(bytes: Uint8Array): string[] {
  return [0, 1, 2]
    .map((before) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
      // The first and the last digit may also hold bits of a neighbour.
      return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
    })
    .filter((piece) => piece.length >= shortestPiece)
}

function cut(text: string): string {
  return text.length > limits.text ? `${text.slice(0, limits.text)}… (${text.length} characters)` : text
}
