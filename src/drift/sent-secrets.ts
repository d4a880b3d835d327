import type { Json } from '../model/json.ts'
import type { SentRequest } from '../model/observation.ts'
import { isObject } from '../util/json.ts'
import type { Redactor } from './redact.ts'

/** The values that stand under secret keys, however deep: an API may well send them back under other names. */
export function secretValues(value: Json, redactor: Redactor, isSecret = false): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => secretValues(item, redactor, isSecret))
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, member]) =>
      secretValues(member, redactor, isSecret || redactor.isSecret(key)),
    )
  }
  if (!isSecret || value === null || typeof value === 'boolean') return []
  const text = String(value)
  // `Bearer abc`: the scheme is no secret, and what follows it may be sent back alone.
  const [, scheme, token] = /^([A-Za-z]+) (\S+)$/.exec(text) ?? []
  if (token === undefined) return [text]
  return [text, token, ...(scheme?.toLowerCase() === 'basic' ? passwordOf(token) : [])]
}

/** The password in the credentials of RFC 7617. */
function passwordOf(credentials: string): string[] {
  const pair = Buffer.from(credentials, 'base64').toString()
  const at = pair.indexOf(':')
  return at < 0 ? [] : [pair.slice(at + 1)]
}

/** The secrets of a request as it went over the wire: in its query, headers, cookies, and a JSON or form body. */
export function sentSecrets({ path, headers, body = '' }: SentRequest, redactor: Redactor): string[] {
  const cookies = (headers.cookie ?? '').split(/;\s*/).map((pair): [string, string] => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  const parts = [members(path.split('?')[1] ?? ''), { ...headers }, Object.fromEntries(cookies), readBody(body)]
  return secretValues(parts, redactor)
}

/** A JSON or form body as JSON. */
export function readBody(body: string): Json {
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
