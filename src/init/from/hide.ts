import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { namesSecret } from '../../util/secret-keys.ts'
import { variableName } from '../variable-name.ts'
import { partsOf, variable } from './script.ts'

/** How to replace secrets, and how to recognize secrets in text. */
export interface Hiding {
  /** API name, used as prefix of environment variables. */
  readonly api: string
  /** Returns true for a known secret in `text`. With `whole`, also for secret names in a body. Ignores source code. */
  holdsSecret(text: string, whole: boolean): boolean
}

/** Scheme of an `Authorization` header (RFC 9110 §11.1) before its credentials. */
const scheme = /^\s*(?:apikey|basic|bearer|digest|negotiate|token)\s+$/i

/** Returns true if a value looks like an `Authorization` header (RFC 9110 §11.4), for any header name. */
export function isCredential(value: string): boolean {
  return /^(?:basic|bearer|digest|token) \S/i.test(value)
}

/** Replaces secret text by an environment variable, including the surrounding text, which may be part of the secret. */
export function hideText(text: string, name: string, isSecret: boolean, hiding: Hiding): string {
  const parts = partsOf(text)
  const isLiteral = (part: string, index: number): boolean =>
    index % 2 === 0 && (parts.length === 1 || (/[\p{L}\p{N}]/u.test(part) && !scheme.test(part)))
  const isHidden = isSecret ? parts.some(isLiteral) : hiding.holdsSecret(text, false)
  return isHidden ? variable(variableName(hiding.api, name)) : text
}

/** Replaces secrets in a JSON value. Everything below a secret's name is secret. */
export function hideJson(value: Json, name: string, hiding: Hiding): Json {
  const isSecret = namesSecret(name, 'property')
  if (typeof value === 'string') return hideText(value, name, isSecret, hiding)
  if (typeof value === 'number' && isSecret) return hideText(String(value), name, true, hiding)
  if (Array.isArray(value)) return value.map((item) => hideJson(item, name, hiding))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, hideJson(member, isSecret ? name : key, hiding)]),
  )
}
