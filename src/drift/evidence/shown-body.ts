import type { Json } from '../../model/json.ts'
import type { Cut, ShownBody } from '../../model/live/exchange.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { type Redactor, redacted } from '../redaction/redact.ts'
import { cutJson } from './cut-json.ts'

/** A body in a report is cut to about so many characters. */
export const mostOfBody = 4096

/** A body as a report shows it: without secrets, cut around a location of it. */
export function shownBody(body: string, redactor: Redactor, location = '', most = mostOfBody): ShownBody {
  const bytes = Buffer.byteLength(body)
  if (isBinary(body)) return shown('', bytes, [{ pointer: '', unit: 'characters', kept: 0, of: body.length }])
  const parsed = readJson(body)
  if (parsed === undefined) return shownText(body, redactor, most, bytes)
  const { json, cut } = cutJson(parsed, pointerTokens(location), most, redactor)
  const text = JSON.stringify(json)
  // What was received is shown as it was: its order, its digits, its layout.
  const isWhole = cut.length === 0 && body.length <= most && text === JSON.stringify(parsed)
  return shown(redactor.text(isWhole ? body.trim() : text), bytes, cut)
}

function shown(text: string, bytes: number, cut: readonly Cut[]): ShownBody {
  return { text, bytes, ...(cut.length > 0 && { cut }) }
}

/** A body as JSON; undefined where it is none. */
export function readJson(body: string): Json | undefined {
  try {
    // JSON.parse returns JSON; its type is `any`.
    return JSON.parse(body.replace(/^\uFEFF/, '')) as Json
  } catch {
    return undefined
  }
}

function shownText(body: string, redactor: Redactor, most: number, bytes: number): ShownBody {
  // Twice as much is read as is shown: a secret that is cut at the end is not recognised.
  const read = body.length > most * 2 ? `${body.slice(0, most * 2)}…` : body
  const clean = redactor.value(withoutNamedSecrets(read, redactor))
  if (clean.length <= most && read === body) return shown(clean, bytes, [])
  const kept = Math.min(clean.length, most)
  return shown(`${clean.slice(0, kept)}…`, bytes, [{ pointer: '', unit: 'characters', kept, of: body.length }])
}

/**
 * Names and values of JSON that is broken off, of forms and of lines of text; elements of XML; fields of an HTML form. None looks further
 * than a bounded way for what follows a name: a body is as long as it likes.
 */
const named = [
  /"([^"\\]{1,80})"\s*:\s*"((?:[^"\\]|\\.)*)/g,
  /([\w.[\]%-]{1,80})\s*[=:]\s*["']?([^\s&;,"'<>]+)/g,
  /<(?:[\w-]+:)?([\w.-]{1,80})(?:\s[^<>]*)?>([^<>]+)</g,
  /\bname=["']?([\w.[\]-]{1,80})["']?[^<>]{0,200}?\bvalue=["']?([^"'<>\s]+)/g,
]

/** Secrets by name in a text that is no JSON. */
export function withoutNamedSecrets(text: string, redactor: Redactor): string {
  let clean = text
  for (const form of named)
    clean = clean.replaceAll(form, (found: string, name: string, value: string) =>
      redactor.isSecretInQuery(name)
        ? found.slice(0, found.lastIndexOf(value)) + redacted + found.slice(found.lastIndexOf(value) + value.length)
        : found,
    )
  return clean
}

/** Control characters that no text has, or what was no UTF-8. */
export function isBinary(body: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const odd = body.slice(0, 1000).match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g) ?? []
  return odd.length > Math.min(body.length, 1000) / 20
}
