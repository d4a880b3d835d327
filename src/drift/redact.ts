import type { Json } from '../model/json.ts'
import { isObject } from '../util/json.ts'
import { escapeToken } from '../util/pointer.ts'

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

const usualKeys =
  'authorization proxyauthorization cookie setcookie token accesstoken refreshtoken idtoken authtoken bearertoken sessiontoken ' +
  'password passwd passphrase secret clientsecret secretkey apikey xapikey xauthtoken privatekey credential credentials ' +
  'session sessionid jwt otp pin cvv cvc mnemonic seedphrase'

const limits = { depth: 4, members: 12, text: 200 }

/** Shorter ones would be found everywhere by accident. */
const shortestSecret = 4

/** Makes a redactor. It never lengthens a value without bound and never throws. */
export function createRedactor({ keys = [], values = [] }: RedactorOptions = {}): Redactor {
  const secretKeys = new Set([...usualKeys.split(' '), ...keys.map(plainKey)])
  const forms = values.filter((value) => value.length >= shortestSecret).flatMap(writtenForms)
  const secrets = [...new Set(forms)].sort((a, b) => b.length - a.length).map(literally)
  const anySecret = new RegExp(secrets.join('|') || '(?!)', 'gi')
  const isSecret = (key: string): boolean => secretKeys.has(plainKey(key))
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

  return {
    isSecret,
    knowing: (more) => createRedactor({ keys, values: [...values, ...more] }),
    text,
    json: (value, key) => (key !== undefined && value !== null && isSecret(key) ? redacted : json(value, 0)),
    header: (name, value) => (isSecret(name) ? redacted : text(value)),
  }
}

/** `X-Api-Key`, `x_api_key` and `xApiKey` are one key. */
function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** A secret as it may be met: plain, in a URL, in JSON, in a pointer, in base64 (alone). */
function writtenForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64')
  const quoted = JSON.stringify(secret).slice(1, -1)
  const form = encodeURIComponent(secret)
  return [
    secret,
    form,
    form.replaceAll('%20', '+'),
    quoted,
    escapeToken(secret),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]
}

function cut(text: string): string {
  return text.length > limits.text ? `${text.slice(0, limits.text)}… (${text.length} characters)` : text
}
