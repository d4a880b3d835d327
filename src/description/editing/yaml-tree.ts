import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from 'js-yaml'
import { maxDepth } from '../reading/parse-text.ts'

/** A node of YAML text with its range, for editing the text. */
export interface YamlNode {
  readonly kind: 'mapping' | 'sequence' | 'scalar' | 'alias'
  /** In `{}` or `[]` notation. */
  readonly flow: boolean
  /** Offsets, with an exclusive end. Blocks extend from the first key or dash to the end of the last value. */
  readonly start: number
  readonly end: number
  readonly members: readonly YamlMember[]
}

/** An entry of a mapping, or an item of a sequence with its index as key. */
export interface YamlMember {
  readonly key: string
  /** Start of the key, or of the dash. */
  readonly start: number
  /** Offset after the colon or dash. */
  readonly keyEnd: number
  readonly value: YamlNode
}

/** Parses valid YAML text into nodes. */
export function yamlTree(text: string): YamlNode {
  const events = parseEvents(text, { maxDepth })
  // Event 0 opens the document, event 1 is its root.
  return readNode({ text, events, at: 1 }, 0)
}

interface Reader {
  readonly text: string
  readonly events: readonly Event[]
  at: number
}

/** `from`: offset of an empty value, which has no range. */
function readNode(reader: Reader, from: number): YamlNode {
  const event = reader.events[reader.at++]
  if (event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE) return readCollection(reader, event)
  const leaf = { flow: false, members: [] }
  if (event?.type === EVENT_ID.ALIAS)
    return { ...leaf, kind: 'alias', start: event.anchorStart - 1, end: event.anchorEnd }
  if (event?.type !== EVENT_ID.SCALAR || event.valueStart < 0)
    return { ...leaf, kind: 'scalar', start: from, end: from }
  const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED
  const inner = reader.text.slice(event.valueStart, event.valueEnd)
  // A block scalar ends with its last non-blank line.
  const end = quoted ? event.valueEnd + 1 : event.valueStart + inner.trimEnd().length
  return { ...leaf, kind: 'scalar', start: event.valueStart - (quoted ? 1 : 0), end }
}

function readCollection(reader: Reader, event: Extract<Event, { start: number }>): YamlNode {
  const isMapping = event.type === EVENT_ID.MAPPING
  const flow = event.style === COLLECTION_STYLE.FLOW
  const members: YamlMember[] = []
  let end = flow ? event.start + 1 : event.start
  while (reader.events[reader.at]?.type !== EVENT_ID.POP) {
    const member = isMapping ? readPair(reader, end) : readItem(reader, end, { index: members.length, flow })
    members.push(member)
    end = Math.max(member.value.end, member.keyEnd)
  }
  reader.at++
  // The closing bracket.
  if (flow) end = skip(reader.text, end) + 1
  return { kind: isMapping ? 'mapping' : 'sequence', flow, start: event.start, end, members }
}

function readPair(reader: Reader, from: number): YamlMember {
  const head = reader.events[reader.at]
  const { start, end } = readNode(reader, from)
  const keyEnd = reader.text.indexOf(':', end) + 1
  const key = head?.type === EVENT_ID.SCALAR ? getScalarValue(reader.text, head) : ''
  return { key, start, keyEnd, value: readNode(reader, keyEnd) }
}

function readItem(reader: Reader, from: number, { index, flow }: { index: number; flow: boolean }): YamlMember {
  const start = skip(reader.text, from)
  const keyEnd = flow ? start : start + 1
  return { key: String(index), start, keyEnd, value: readNode(reader, keyEnd) }
}

/** Skips white space, commas and comments. */
function skip(text: string, from: number): number {
  let at = from
  while (at < text.length && /[\s,#]/.test(text[at] ?? '')) {
    const end = text[at] === '#' ? text.indexOf('\n', at) : at
    if (end < 0) return text.length
    at = end + 1
  }
  return at
}
