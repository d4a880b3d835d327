import { parse } from 'content-type'

/** A part of a multipart body (RFC 2046 §5.1). */
export interface Part {
  /** Name of the form field (RFC 7578 §4.2). */
  readonly name: string | undefined
  readonly isFile: boolean
  /** Header values by lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** Range of `text` in the body. */
  readonly start: number
  readonly end: number
}

export interface Parts {
  readonly parts: readonly Part[]
  /** The body ends before the closing boundary. */
  readonly isCut?: true
  /** Why the parts can't be separated. */
  readonly because?: string
}

/** Limits for hostile bodies. */
const [mostParts, longestHead] = [100_000, 65_536]

/** Splits a multipart body by the boundary of its Content-Type, in linear time. Line breaks may be LF, as some recorders write them. */
export function readParts(type: string, body: string): Parts {
  const { boundary } = parse(type).parameters
  if (boundary === undefined || boundary === '') return { parts: [], because: 'its Content-Type has no boundary' }
  const delimiter = `--${boundary}`
  const parts: Part[] = []
  let from = firstDelimiter(body, delimiter)
  if (from < 0) return { parts, because: 'it does not contain the boundary of its Content-Type' }
  for (;;) {
    const after = from + delimiter.length
    if (body.startsWith('--', after)) return { parts }
    const start = body.indexOf('\n', after) + 1
    const end = start === 0 ? -1 : nextDelimiter(body, delimiter, start - 1)
    if (end < 0) return { parts, isCut: true }
    if (parts.length === mostParts) return { parts: [], because: `it has more than ${mostParts} parts` }
    const part = partOf(body, start, end)
    if (part === undefined) return { parts: [], because: 'the headers of a part do not end' }
    parts.push(part)
    from = body.indexOf(delimiter, end)
  }
}

/** Readers ignore text before the first boundary (RFC 2046 §5.1.1). */
function firstDelimiter(body: string, delimiter: string): number {
  if (body.startsWith(delimiter)) return 0
  const at = body.indexOf(`\n${delimiter}`)
  return at < 0 ? -1 : at + 1
}

/** Returns the end of the content before the next boundary line. A longer word that starts like the boundary is content. */
function nextDelimiter(body: string, delimiter: string, from: number): number {
  for (let at = body.indexOf(`\n${delimiter}`, from); at >= 0; at = body.indexOf(`\n${delimiter}`, at + 1)) {
    const after = at + 1 + delimiter.length
    if (!/^(?:--|[ \t]{0,100}\r?\n)/.test(body.slice(after, after + 102))) continue
    return body[at - 1] === '\r' ? at - 1 : at
  }
  return -1
}

function partOf(body: string, from: number, end: number): Part | undefined {
  const headers = new Map<string, string>()
  let start = from
  for (;;) {
    const lineEnd = body.indexOf('\n', start)
    if (lineEnd < 0 || lineEnd > end + 1 || lineEnd - from > longestHead) return undefined
    const line = body.slice(start, lineEnd).replace(/\r$/, '')
    start = lineEnd + 1
    if (line === '') break
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  // The line break before the boundary also ends the headers of an empty part.
  start = Math.min(start, end)
  const disposition = headers.get('content-disposition') ?? ''
  const name = parameterOf(disposition, 'name')
  const isFile = /;\s*filename\*?=/i.test(disposition)
  return { name, isFile, headers, text: body.slice(start, end), start, end }
}

/** Browsers percent-encode quotes and line breaks in names (HTML §4.10.21.8); other clients escape them with a backslash. */
function parameterOf(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(disposition)
  const written = found?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? found?.[2]
  return written?.replaceAll('%22', '"').replaceAll(/%0D/gi, '\r').replaceAll(/%0A/gi, '\n')
}
