import type { Document, Flaw } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { stabilityLevels, sunsetDay } from '../../util/lifecycle.ts'
import { joinPointer } from '../../util/pointer.ts'
import { externalFiles, sourcesOf } from '../reading/parse.ts'
import { dataKeys, nameMaps } from '../references/references.ts'

/** Announced sunsets and stability levels that cannot be read, and so are not compared. They are no fault of structure. */
export function lifecycleFlaws(document: Document): readonly Flaw[] {
  const { main, externals } = sourcesOf(document)
  if (![main, ...externals.values()].some(({ content }) => mayHold(content))) return []
  const flaws: Flaw[] = []
  const seen = new Set<object>()
  const open: FlawContext[] = [{ node: document.root, isNameMap: false }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, isNameMap } = at
    // With YAML aliases one node is at many locations; the first one is used.
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    if (isObject(node) && !isNameMap) flaws.push(...flawsOf(node, at))
    open.push(...within(at).reverse())
  }
  return flaws
}

interface FlawContext {
  readonly node: Json
  /** Its parent; absent for the root. Pointers are built only for the few locations that are reported. */
  readonly owner?: FlawContext
  readonly key?: string | number
  /** Its keys are names the author chose. */
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

/**
 * A quick look before the walk: whether one of the words, with `x-` or without, precedes a colon, as keys of JSON and
 * YAML do. In texts they are common. Escaped letters in these words are not expected.
 */
function mayHold(content: string | Uint8Array): boolean {
  const text =
    typeof content === 'string'
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  // What begins with a rare byte is found soonest.
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

/** So many bytes behind a key a colon is looked for. */
const nearby = 100

/** Files that were read from elsewhere are kept under an extension of our own. */
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

/** `sunset` without `x-` is a word that others use too: it counts beside what makes an operation or a parameter. */
function isAnnouncement(node: JsonObject): boolean {
  return own(node, 'sunset') !== undefined && (own(node, 'responses') !== undefined || own(node, 'in') !== undefined)
}

function flaw(pointer: Pointer, key: string, value: Json | undefined, why: string): Flaw {
  return { pointer: joinPointer(pointer, key), message: `${key} ${JSON.stringify(value)} ${why}` }
}
