import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { namesSecret } from '../../util/secret-keys.ts'
import { variableName } from '../variable-name.ts'
import { partsOf, variable } from './script.ts'

/** What secrets of a file are replaced with, and what finds those that no name shows. */
export interface Hiding {
  /** The variables that replace them begin with its name. */
  readonly api: string
  /** Whether a text holds a known secret; `whole`: or names one, as a body that is neither JSON nor a form does. Source code in it holds none. */
  holdsSecret(text: string, whole: boolean): boolean
}

/** A scheme of `Authorization` (RFC 9110 §11.1) before its credentials. */
const scheme = /^\s*(?:apikey|basic|bearer|digest|negotiate|token)\s+$/i

/** A value of the form of an `Authorization` (RFC 9110 §11.4), whatever its header is called. */
export function isCredential(value: string): boolean {
  return /^(?:basic|bearer|digest|token) \S/i.test(value)
}

/** A text as a suite may hold it. Of a secret no letter stays: what stands beside a variable may be a part of it. */
export function hideText(text: string, name: string, isSecret: boolean, hiding: Hiding): string {
  const parts = partsOf(text)
  const isLiteral = (part: string, index: number): boolean =>
    index % 2 === 0 && (parts.length === 1 || (/[\p{L}\p{N}]/u.test(part) && !scheme.test(part)))
  const isHidden = isSecret ? parts.some(isLiteral) : hiding.holdsSecret(text, false)
  return isHidden ? variable(variableName(hiding.api, name)) : text
}

/** A JSON value as a suite may hold it: what is below the name of a secret is one. */
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
