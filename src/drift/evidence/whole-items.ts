import { parse } from 'content-type'
import { isFormData, sequenceOf } from '../checking/media-type.ts'
import { type Part, readParts } from '../items/multipart.ts'
import type { Redactor } from '../redaction/redact.ts'

/** How one item is redacted. */
export interface ItemCleaner {
  /** Redacts text or JSON. */
  readonly text: (text: string) => string
  /** Redacts a value of a named field. */
  readonly field: (name: string, text: string) => string
  readonly isBinary: (text: string) => boolean
  readonly redactor: Redactor
}

/** Redacts a stream or a multipart body item by item, and keeps its syntax. Undefined for other bodies. */
export function wholeItems(type: string, body: string, clean: ItemCleaner): string | undefined {
  if (type === '') return undefined
  const sequence = isFormData(type) ? 'parts' : sequenceOf(type)
  if (sequence !== 'parts' && clean.isBinary(body)) return undefined
  if (sequence === 'events') return cleanEvents(body, clean)
  if (sequence === 'parts') return cleanParts(type, body, clean)
  if (sequence === undefined) return undefined
  const [separator, end] = sequence === 'lines' ? ['\n', /\r?$/] : ['\x1e', /\n?$/]
  return body
    .split(separator)
    .map((text) => {
      if (text.trim() === '') return text
      const [rest = ''] = end.exec(text) ?? []
      return clean.text(text.slice(0, text.length - rest.length)) + rest
    })
    .join(separator)
}

/** Cleans each event. Changed multi-line data is JSON and becomes a single line. */
function cleanEvents(body: string, clean: ItemCleaner): string {
  return body
    .split(/(\r\n(?:\r\n)+|\n\n+|\r\r+)/)
    .map((block, at) => (at % 2 === 1 ? block : cleanEvent(block, clean)))
    .join('')
}

function cleanEvent(block: string, clean: ItemCleaner): string {
  const lines = block.split(/\r\n|\r|\n/)
  const data = lines.flatMap((line) => /^data(?:: ?(.*))?$/s.exec(line)?.[1] ?? [])
  const text = data.join('\n')
  const cleanData = clean.text(text)
  const others = lines.map((line) => (/^data(?::|$)/.test(line) ? line : clean.text(line)))
  if (cleanData === text && others.every((line, at) => line === lines[at])) return block
  if (cleanData === text) return others.join('\n')
  const first = others.findIndex((line) => /^data(?::|$)/.test(line))
  const written = cleanData.split('\n').map((line) => `data: ${line}`)
  return others.flatMap((line, at) => (at === first ? written : /^data(?::|$)/.test(line) ? [] : [line])).join('\n')
}

function cleanParts(type: string, body: string, clean: ItemCleaner): string | undefined {
  const { parts, isCut, because } = readParts(type, body)
  if (because !== undefined) return undefined
  // Lines that start with dashes are boundaries, which must stay as the Content-Type has them.
  const clear = (heads: string): string =>
    heads
      .split('\n')
      .map((line) => (line.startsWith('--') ? line : clean.redactor.value(line)))
      .join('\n')
  let written = ''
  let done = 0
  for (const part of parts) {
    // A part's headers lie between the previous part and the part's text.
    written += clear(body.slice(done, part.start)) + cleanPart(part, clean)
    done = part.end
  }
  // Text after the last boundary and an incomplete part may contain anything.
  if (isCut === true) return written
  const end = `--${parse(type).parameters.boundary}--`
  return `${written}${body.slice(done, body.indexOf(end, done))}${end}\r\n`
}

function cleanPart({ name, headers, text }: Part, clean: ItemCleaner): string {
  if (clean.isBinary(text)) return `${text.length} characters of bytes`
  const inner = wholeItems(headers.get('content-type') ?? '', text, clean)
  return inner ?? (name === undefined ? clean.text(text) : clean.field(name, text))
}
