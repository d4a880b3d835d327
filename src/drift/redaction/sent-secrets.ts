import type { Json } from '../../model/json.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import { isObject } from '../../util/json.ts'
import { isAmbiguousInPath, isSecretCookie, plainKey } from '../../util/secret-keys.ts'
import { contentType, itemValues } from '../items/item-values.ts'
import type { RequestInput } from '../planning/plan.ts'
import { cookiesIn } from './cookies.ts'
import type { Redactor } from './redact.ts'

/** Returns the values under secret keys, which an API may echo. Excludes examples, defaults, enum values and names in the description. */
export function secretValues(value: Json, redactor: Redactor): string[] {
  return notPublic(valuesUnder(value, redactor.isSecretParameter), redactor)
}

function notPublic(values: readonly string[], redactor: Redactor): string[] {
  return values.filter((each) => !redactor.isPublic(each))
}

/** Same for headers and cookies, where credential names are never resource names. */
function secretHeaders(values: Json, redactor: Redactor): string[] {
  return notPublic(
    valuesUnder(values, (key) => redactor.isSecret(key) || isSecretCookie(key)),
    redactor,
  )
}

function valuesUnder(value: Json, isSecretKey: (key: string) => boolean): string[] {
  const found: string[] = []
  // Uses an explicit stack: a recorded body may be nested deeper than the call stack allows.
  const open: { readonly value: Json; readonly isSecret: boolean }[] = [{ value, isSecret: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: node, isSecret } = next
    if (Array.isArray(node)) for (const item of node.toReversed()) open.push({ value: item, isSecret })
    else if (isObject(node)) {
      for (const [key, member] of Object.entries(node).reverse())
        open.push({ value: member, isSecret: isSecret || isSecretKey(key) })
    } else if (isSecret && node !== null && typeof node !== 'boolean')
      for (const text of formsOf(String(node))) found.push(text)
  }
  return found
}

function formsOf(text: string): readonly string[] {
  // For `Bearer abc` only the token is secret, and it may be echoed alone.
  const [, scheme, token] = /^([A-Za-z]+) (\S+)$/.exec(text) ?? []
  if (token === undefined) return [text]
  return [token, ...(scheme?.toLowerCase() === 'basic' ? passwordOf(token) : [])]
}

/** Returns the password of Basic credentials (RFC 7617). */
function passwordOf(credentials: string): string[] {
  const pair = Buffer.from(credentials, 'base64').toString()
  const at = pair.indexOf(':')
  return at < 0 ? [] : [pair.slice(at + 1)]
}

/** Returns the secrets in a sent request: query, headers, cookies, and a JSON or form body. */
export function sentSecrets({ path, headers, body = '' }: SentRequest, redactor: Redactor): string[] {
  const { cookie = '', ...others } = headers
  const inHeaders = secretHeaders([others, pairsOf(cookie.split(';'))], redactor)
  const inQuery = valuesUnder(members(path.split('?')[1] ?? ''), redactor.isSecretInQuery)
  return [
    ...inHeaders,
    ...notPublic(inQuery, redactor),
    ...secretValues(itemValues(contentType(headers), body) ?? readBody(body), redactor),
  ]
}

/** Returns the secrets in a suite's request input. In paths, names such as `session` denote resources and are ignored. */
export function givenSecrets(
  { path = {}, query = {}, headers = {}, cookies = {}, body = null, rawBody }: RequestInput,
  redactor: Redactor,
): string[] {
  const inPath = Object.entries(path).filter(([name]) => !isAmbiguousInPath(plainKey(name)))
  const listed = (values: readonly (readonly [string, Json | undefined])[]): Json =>
    values.map(([name, value]) => ({ [name]: value ?? null }))
  const raw = typeof rawBody === 'string' ? readBody(rawBody) : null
  return [
    ...secretHeaders([listed(Object.entries(headers)), listed(Object.entries(cookies))], redactor),
    ...secretValues([listed(inPath), listed(Object.entries(query)), body, raw], redactor),
  ]
}

/** Shorter values in a response are probably a status or a name. */
const shortestGiven = 8

/** Returns the secrets in a response: login tokens and session cookies (RFC 6265 §4.1). */
export function receivedSecrets({ headers, body = '' }: Pick<Observation, 'headers' | 'body'>, redactor: Redactor) {
  const cookies = cookiesIn(headers['set-cookie'] ?? '').map((cookie) => cookie.split(';', 1)[0] ?? '')
  const { 'set-cookie': _, ...others } = headers
  const found = [
    ...secretHeaders([others, pairsOf(cookies)], redactor),
    ...secretValues(
      itemValues(contentType(headers), body) ?? (/^\s*[[{]/.test(body) ? readBody(body) : null),
      redactor,
    ),
  ]
  return found.filter((value) => value.length >= shortestGiven)
}

function pairsOf(cookies: readonly string[]): Json {
  return cookies.map((pair) => {
    const at = pair.indexOf('=')
    return {
      [pair.slice(0, at).trim()]: pair
        .slice(at + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    }
  })
}

/** Parses a JSON or form body. */
export function readBody(body: string): Json {
  // Avoids the cost of throwing an error for an empty body.
  if (body === '') return []
  try {
    // JSON.parse returns JSON; its type is `any`.
    return JSON.parse(body) as Json
  } catch {
    return members(body)
  }
}

function members(form: string): Json {
  const pairs = new URLSearchParams(form)
  return [...pairs].map(([key, value]) => ({ [key]: value }))
}
