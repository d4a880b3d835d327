/** The head of an HTTP/1.1 message (RFC 9112 §2.1). */
export interface MessageHead {
  /** Request line or status line. */
  readonly start: string
  /** In their order, names as written. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** How long the body of a message is, by its head (RFC 9112 §6.3). `tunnel`: what follows is no HTTP/1.1 any more. */
export type BodyLength = number | 'chunked' | 'until-close' | 'tunnel'

/** A longer head is not read. */
const mostHead = 1 << 18
const unreadable = {
  long: `its head is longer than ${mostHead / 1024} KB`,
  lines: 'a line of its head ends in LF or CR alone, not in CRLF (RFC 9112 §2.2)',
  start: 'its first line is neither a request line nor a status line of HTTP/1.x',
  field: 'a line of its head is no header field',
} as const

/** The head that bytes begin with: how many they are, and what they say, or why that cannot be read. */
export interface FoundHead {
  readonly length: number
  readonly read: MessageHead | string
}

/** The head in the bytes received so far, of which `before` held no whole one. Undefined while more are needed. Empty lines before it count as a part (RFC 9112 §2.2). */
export function findHead(bytes: Buffer, before: number): FoundHead | undefined {
  const skipped = emptyLines(bytes)
  if (skipped === bytes.length && bytes.length <= mostHead) return undefined
  // The end of a head may never come, and whoever sent this waits for a response.
  if (!isTokenCharacter(bytes[skipped])) return { length: bytes.length, read: unreadable.start }
  const end = endOfHead(bytes, Math.max(skipped, before - 3))
  if (end !== undefined) return { length: end, read: parseHead(bytes.subarray(skipped, end)) }
  if (bytes.length > mostHead) return { length: bytes.length, read: unreadable.long }
  const line = bytes.indexOf(0x0a, skipped)
  const isOther = line >= before && !startLine.test(bytes.toString('latin1', skipped, line).replace(/\r$/, ''))
  return isOther ? { length: bytes.length, read: unreadable.start } : undefined
}

const startLine = /^(?:HTTP\/1\.[01] \d{3}|[!-~]+ \S+ HTTP\/1\.[01]$)/

function emptyLines(bytes: Buffer): number {
  let at = 0
  for (;;) {
    if (bytes[at] === 0x0a) at++
    else if (bytes[at] === 0x0d && (bytes[at + 1] === 0x0a || at + 1 === bytes.length)) at += 2
    else return Math.min(at, bytes.length)
  }
}

function isTokenCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x20 && byte < 0x7f
}

/** After the first empty line, however lines end: with it every server takes a head for whole. */
function endOfHead(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0x0a, from); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3
  }
  return undefined
}

function parseHead(bytes: Buffer): MessageHead | string {
  const text = bytes.toString('latin1')
  const [start = '', ...lines] = text.replace(/\r?\n\r?\n$/, '').split(/\r?\n/)
  if (!startLine.test(start)) return unreadable.start
  if (bytes.length > mostHead) return unreadable.long
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) return unreadable.lines
  const headers: (readonly [string, string])[] = []
  for (const line of lines) {
    const at = line.indexOf(':')
    if (at < 1) return unreadable.field
    headers.push([line.slice(0, at), line.slice(at + 1).trim()])
  }
  return { start, headers }
}

/** The value of a header, those of the same name joined (RFC 9110 §5.3). */
export function headerOf({ headers }: MessageHead, name: string): string | undefined {
  const values = headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []))
  return values.length === 0 ? undefined : values.join(', ')
}

/** The length of a request's body (RFC 9112 §6.3). */
export function requestLength(head: MessageHead): BodyLength {
  if (/(?:^|,)\s*chunked\s*$/i.test(headerOf(head, 'transfer-encoding') ?? '')) return 'chunked'
  // Sent several times with one value, it has that value (§6.3, rule 5).
  const [length = '', ...others] = new Set(
    (headerOf(head, 'content-length') ?? '').split(',').map((text) => text.trim()),
  )
  return others.length === 0 && /^\d{1,15}$/.test(length) ? Number(length) : 0
}

/** The length of a response's body to a request of a method (RFC 9112 §6.3). */
export function responseLength(head: MessageHead, status: number, method: string | undefined): BodyLength | 'interim' {
  if (status === 101 || (method === 'CONNECT' && status < 300)) return 'tunnel'
  if (status < 200) return 'interim'
  if (method === 'HEAD' || status === 204 || status === 304) return 0
  if (headerOf(head, 'transfer-encoding') !== undefined) {
    return requestLength(head) === 'chunked' ? 'chunked' : 'until-close'
  }
  return headerOf(head, 'content-length') === undefined ? 'until-close' : requestLength(head)
}
