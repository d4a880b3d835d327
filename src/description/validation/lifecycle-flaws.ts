import type { Document, Flaw } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { stabilityLevels, sunsetDay } from '../../util/lifecycle.ts'
import { joinPointer } from '../../util/pointer.ts'
import { externalFiles, sourcesOf } from '../reading/parse.ts'
import { dataKeys, nameMaps } from '../references/references.ts'

/** Returns invalid sunsets and stability levels, which aren't compared. They don't violate the specification. */
export function lifecycleFlaws(document: Document): readonly Flaw[] {
  const { main, externals } = sourcesOf(document)
  if (![main, ...externals.values()].some(({ content }) => mayHold(content))) return []
  const flaws: Flaw[] = []
  const seen = new Set<object>()
  const open: FlawContext[] = [{ node: document.root, isNameMap: false }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, isNameMap } = at
    // With YAML aliases, a node has multiple locations; the first is used.
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    if (isObject(node) && !isNameMap) flaws.push(...flawsOf(node, at))
    open.push(...within(at).reverse())
  }
  return flaws
}

interface FlawContext {
  readonly node: Json
  /** Parent, absent for the root. Pointers are only built for reported locations. */
  readonly owner?: FlawContext
  readonly key?: string | number
  /** Its keys are user-defined names. */
  readonly isNameMap: boolean
}

function pointerOf({ owner, key }: FlawContext): Pointer {
  return owner === undefined || key === undefined ? '' : joinPointer(pointerOf(owner), key)
}

function within(owner: FlawContext): FlawContext[] {
  const { node, isNameMap } = owner
  if (!isObject(node)) {
    const items = Array.isArray(node) ? node : []
    return items.map((item, key) => ({ node: item, owner, key, isNameMap: false }))
  }
  return Object.entries(node).flatMap(([key, value]) => {
    if (!isNameMap && (dataKeys.has(key) || isOtherExtension(key))) return []
    return [{ node: value, owner, key, isNameMap: !isNameMap && nameMaps.has(key) }]
  })
}

/** Fast check before walking for a word, with or without `x-`, before a colon. Escaped letters in keys aren't expected. */
function mayHold(content: string | Uint8Array): boolean {
  const text =
    typeof content === 'string'
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  // Searches from a rare byte, which is fastest.
  return [['s', 'unset'] as const, ['x-stability', '-level'] as const].some(([head, tail]) => {
    for (let at = text.indexOf(tail); at >= 0; at = text.indexOf(tail, at + 1)) {
      const [start, end] = [at - head.length, at + tail.length]
      const isWord = start >= 0 && text.toString('latin1', start, at) === head
      const isWhole = isWord && !/\w/.test(text.toString('latin1', Math.max(0, start - 1), start))
      if (isWhole && /^["']?\s*:/.test(text.toString('latin1', end, end + nearby))) return true
    }
    return false
  })
}

/** Maximum bytes between key and colon. */
const nearby = 100

/** Excludes our own extension with referenced files. */
function isOtherExtension(key: string): boolean {
  return key.startsWith('x-') && key !== externalFiles
}

function flawsOf(node: JsonObject, context: FlawContext): readonly Flaw[] {
  const key = own(node, 'x-sunset') !== undefined ? 'x-sunset' : isAnnouncement(node) ? 'sunset' : undefined
  const sunset = key === undefined ? undefined : own(node, key)
  const level = own(node, 'x-stability-level')
  const isRead = sunset === undefined || (typeof sunset === 'string' && sunsetDay(sunset) !== undefined)
  const isKnown = level === undefined || (stabilityLevels as readonly Json[]).includes(level)
  if (isRead && isKnown) return []
  const pointer = pointerOf(context)
  return [
    ...(isRead || key === undefined ? [] : [flaw(pointer, key, sunset, 'is no date (RFC 3339) or HTTP-date')]),
    ...(isKnown ? [] : [flaw(pointer, 'x-stability-level', level, `is none of ${stabilityLevels.join(', ')}`)]),
  ]
}

/** `sunset` without `x-` is a common word, so it only counts in operations and parameters. */
function isAnnouncement(node: JsonObject): boolean {
  return own(node, 'sunset') !== undefined && (own(node, 'responses') !== undefined || own(node, 'in') !== undefined)
}

function flaw(pointer: Pointer, key: string, value: Json | undefined, why: string): Flaw {
  return { pointer: joinPointer(pointer, key), message: `${key} ${JSON.stringify(value)} ${why}` }
}
