import type { Json } from '../model/json.ts'
import type { SentRequest } from '../model/observation.ts'
import { isObject } from '../util/json.ts'
import type { Redactor } from './redact.ts'

/** The values that stand under secret keys, however deep: an API may well send them back under other names. */
export function secretValues(value: Json, redactor: Redactor): string[] {
  const found: string[] = []
  // A stack of its own: a recorded body may be nested deeper than calls may.
  const open: { readonly value: Json; readonly isSecret: boolean }[] = [{ value, isSecret: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: node, isSecret } = next
    if (Array.isArray(node)) for (const item of node.toReversed()) open.push({ value: item, isSecret })
    else if (isObject(node)) {
      for (const [key, member] of Object.entries(node).reverse())
        open.push({ value: member, isSecret: isSecret || redactor.isSecret(key) })
    } else if (isSecret && node !== null && typeof node !== 'boolean')
      for (const text of formsOf(String(node))) found.push(text)
  }
  return found
}

function formsOf(text: string): readonly string[] {
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
