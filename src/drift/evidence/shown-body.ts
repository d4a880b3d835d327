import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Cut, ShownBody } from '../../model/live/exchange.ts'
import { isObject, own } from '../../util/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'
import { itemValues } from '../items/item-values.ts'
import { isSecretMember, type Redactor, redacted } from '../redaction/redact.ts'

/** Maximum length of a string that is scanned; the truncation mark makes a secret at the cut recognisable. */
const longestRead = 4000

/** Maximum length of strings outside the focus location. */
const longestNeighbour = 200

/** Below this remaining size only scalars are kept. */
const least = 24

const depthOf = ({ pointer }: Cut): number => pointer.split('/').length

/** Approximate maximum size of a body in a report, in characters. */
export const mostOfBody = 4096

/** Options for showing a body. */
export interface BodyView {
  /** Location that must remain visible. */
  readonly location?: Pointer
  readonly most?: number
  /** Content-Type. Streams are shown as a list of their items, and `multipart/form-data` as an object. */
  readonly type?: string
}

/** Returns a body for a report: redacted, and truncated around a location. */
export function shownBody(body: string, redactor: Redactor, view: BodyView = {}): ShownBody {
  const { location = '', most = mostOfBody, type = '' } = view
  const bytes = Buffer.byteLength(body)
  const items = itemValues(type, body)
  if (items !== undefined && Object.keys(items ?? {}).length > 0) {
    const { json, cut } = cutJson(plainTexts(items, redactor), pointerTokens(location), most, redactor)
    return shown(redactor.text(JSON.stringify(json)), bytes, cut)
  }
  if (isBinary(body)) return shown('', bytes, [{ pointer: '', unit: 'characters', kept: 0, of: body.length }])
  const parsed = readJson(body)
  if (parsed === undefined) return shownText(body, redactor, most, bytes)
  const { json, cut } = cutJson(parsed, pointerTokens(location), most, redactor)
  const text = JSON.stringify(json)
  // Keeps the received property order, digits and layout if nothing changed.
  const isWhole = cut.length === 0 && body.length <= most && text === JSON.stringify(parsed)
  return shown(redactor.text(isWhole ? body.trim() : text), bytes, cut)
}

/** Redacts values under secret names in items that could not be parsed, and removes bytes. */
function plainTexts(items: Json, redactor: Redactor): Json {
  const plain = (value: Json): Json => {
    if (typeof value !== 'string') return value
    if (isBinary(value)) return `${value.length} characters of bytes`
    return withoutNamedSecrets(value.length > longestRead ? `${value.slice(0, longestRead)}…` : value, redactor)
  }
  if (Array.isArray(items))
    return items.map((item: Json) => {
      const data = own(item, 'data')
      return isObject(item) && typeof data === 'string' ? { ...item, data: plain(data) } : plain(item)
    })
  if (!isObject(items)) return plain(items)
  return Object.fromEntries(
    Object.entries(items).map(([name, value]) => [name, Array.isArray(value) ? value.map(plain) : plain(value)]),
  )
}

function shown(text: string, bytes: number, cut: readonly Cut[]): ShownBody {
  return { text, bytes, ...(cut.length > 0 && { cut }) }
}

/** Parses a body as JSON; returns undefined if it is invalid. */
export function readJson(body: string): Json | undefined {
  // Avoids the cost of throwing an error for an empty body.
  if (body === '') return undefined
  try {
    return JSON.parse(body.replace(/^\uFEFF/, '')) as Json
  } catch {
    return undefined
  }
}

function shownText(body: string, redactor: Redactor, most: number, bytes: number): ShownBody {
  // Scans twice the shown length, because a secret cut at the end isn't recognised.
  const read = body.length > most * 2 ? `${body.slice(0, most * 2)}…` : body
  const clean = redactor.value(withoutNamedSecrets(read, redactor))
  if (clean.length <= most && read === body) return shown(clean, bytes, [])
  const kept = Math.min(clean.length, most)
  return shown(`${clean.slice(0, kept)}…`, bytes, [{ pointer: '', unit: 'characters', kept, of: body.length }])
}

/** Patterns for names and values in truncated JSON, forms, text lines, XML and HTML. Bounded lookahead keeps long bodies cheap. */
const named = [
  /"([^"\\]{1,80})"\s*:\s*"((?:[^"\\]|\\.)*)/g,
  /"([^"\\]{1,80})"\s*:\s*(-?\d[\w.+-]*)/g,
  /([\w.[\]%-]{1,80})\s*[=:]\s*["']?([^\s&;,"'<>]+)/g,
  /<(?:[\w-]+:)?([\w.-]{1,80})(?:\s[^<>]*)?>([^<>]+)</g,
  /\bname=["']?([\w.[\]-]{1,80})["']?[^<>]{0,200}?\bvalue=["']?([^"'<>\s]+)/g,
]

/** Redacts values under secret names in text other than JSON. */
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

/** Tests for control characters that text doesn't contain, or invalid UTF-8. */
export function isBinary(body: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  const odd = body.slice(0, 1000).match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g) ?? []
  return odd.length > Math.min(body.length, 1000) / 20
}

interface CutJson {
  readonly json: Json
  readonly cut: readonly Cut[]
}

/** Truncates a value to about `size` characters of JSON. Keeps the path to the focus and its value first, then their neighbours. */
function cutJson(root: Json, focus: readonly string[], size: number, redactor: Redactor): CutJson {
  const cut: Cut[] = []

  function text(written: string, room: number, at: Pointer): string {
    const clean = redactor.value(written.length > longestRead ? `${written.slice(0, longestRead)}…` : written)
    if (clean.length <= room && written.length <= longestRead) return clean
    const kept = Math.min(clean.length, Math.max(room, least))
    cut.push({ pointer: at, unit: 'characters', kept, of: written.length })
    return `${clean.slice(0, kept)}…`
  }

  function keep(node: Json, path: readonly string[] | undefined, room: number, at: Pointer): Json {
    if (typeof node === 'string') return text(node, path === undefined ? Math.min(room, longestNeighbour) : room, at)
    if (typeof node === 'number') return redactor.json(node)
    if (Array.isArray(node)) return room < least && node.length > 0 ? nothing(node, at) : items(node, path, room, at)
    if (isObject(node) && room < least && Object.keys(node).length > 0) return nothing(node, at)
    return isObject(node) ? members(Object.entries(node), path, room, at) : node
  }

  function nothing(node: readonly Json[] | JsonObject, at: Pointer): Json {
    const of = Object.keys(node).length
    cut.push({ pointer: at, unit: Array.isArray(node) ? 'items' : 'properties', kept: 0, of })
    return Array.isArray(node) ? [] : {}
  }

  function items(list: readonly Json[], path: readonly string[] | undefined, room: number, at: Pointer): Json {
    const index = Number(path?.[0] ?? 0)
    const isLed = path !== undefined && path.length > 0 && index < list.length
    const first = isLed ? index : 0
    const kept: Json[] = []
    let left = room - 2
    let [from, to] = [first, first]
    if (isLed) {
      kept.push(keep(list[index] ?? null, path.slice(1), left - neighbourRoom(left), joinPointer(at, index)))
      left -= sizeOf(kept[0] ?? null, left)
      to = index + 1
    }
    // Alternates between following and preceding items.
    for (let isBlocked = false; !isBlocked; ) {
      isBlocked = true
      for (const side of ['after', 'before'] as const) {
        const next = side === 'after' ? to : from - 1
        const item = list[next]
        if (item === undefined) continue
        const length = sizeOf(item, left)
        const isFirst = kept.length === 0 && left > least
        if (length > left && !isFirst) continue
        const shown = keep(item, undefined, left, joinPointer(at, next))
        left -= Math.min(left, sizeOf(shown, left) + 1)
        if (side === 'after') {
          kept.push(shown)
          to++
        } else {
          kept.unshift(shown)
          from--
        }
        isBlocked = false
      }
    }
    if (kept.length < list.length)
      cut.push({ pointer: at, unit: 'items', kept: kept.length, of: list.length, ...(from > 0 && { from }) })
    return kept
  }

  function members(
    entries: readonly (readonly [string, Json])[],
    path: readonly string[] | undefined,
    room: number,
    at: Pointer,
  ): Json {
    const led = path?.[0] === undefined ? -1 : entries.findIndex(([key]) => key === path[0])
    const kept = new Map<number, readonly [string, Json]>()
    let left = room - 2
    const take = (index: number, inside: readonly string[] | undefined, most: number): void => {
      const [key = '', member = null] = entries[index] ?? []
      const name = nameOf(key)
      const shown = isSecretMember(redactor, key, member) ? redacted : keep(member, inside, most, joinPointer(at, name))
      kept.set(index, [name, shown])
      left -= Math.min(left, sizeOf(shown, left) + name.length + 4)
    }
    if (led >= 0) take(led, path?.slice(1) ?? [], left - neighbourRoom(left))
    entries.forEach(([key, member], index) => {
      if (index === led) return
      const isSmall = typeof member !== 'object' || sizeOf(member, left) <= left
      const most = typeof member === 'string' ? Math.min(left, longestNeighbour) : left
      if (key.length + 4 + (isSmall ? Math.min(sizeOf(member, left), longestNeighbour) : least * 2) <= left)
        take(index, undefined, isSmall ? most : Math.floor(left / 2))
    })
    if (kept.size < entries.length) cut.push({ pointer: at, unit: 'properties', kept: kept.size, of: entries.length })
    return Object.fromEntries([...kept].sort(([a], [b]) => a - b).map(([, entry]) => entry))
  }

  /** Names must match the location of the finding. */
  function nameOf(key: string): string {
    const clean = redactor.text(key.length > longestRead ? `${key.slice(0, longestRead)}…` : key)
    return clean.length > longestNeighbour ? `${clean.slice(0, longestNeighbour)}…` : clean
  }

  const json = keep(root, focus, size, '')
  return { json, cut: cut.sort((a, b) => depthOf(a) - depthOf(b) || byText(a.pointer, b.pointer)) }
}

/** Size reserved for the neighbours of the path to the focus. */
function neighbourRoom(room: number): number {
  return Math.min(400, Math.floor(room * 0.15))
}

/** Returns the length of the JSON, or any number above `limit` as soon as it is exceeded, to avoid scanning large values. */
function sizeOf(node: Json, limit: number): number {
  let size = 0
  const open: Json[] = [node]
  for (let next = open.pop(); next !== undefined && size <= limit; next = open.pop()) {
    if (typeof next === 'string') size += next.length + 2
    else if (Array.isArray(next)) {
      size += 1 + next.length
      if (size <= limit) open.push(...next)
    } else if (isObject(next)) {
      for (const [key, member] of Object.entries(next)) {
        size += key.length + 4
        if (size > limit) break
        open.push(member)
      }
    } else size += String(next).length
  }
  return size
}
