/** The head of an HTTP/1.1 message (RFC 9112 §2.1). */
export interface MessageHead {
  /** Request line or status line. */
  readonly start: string
  /** In original order and case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Length of a message body according to its head (RFC 9112 §6.3). `tunnel`: the bytes that follow aren't HTTP/1.1. */
export type BodyLength = number | 'chunked' | 'until-close' | 'tunnel'

/** Maximum size of a head in bytes. */
const mostHead = 1 << 18
const unreadable = {
  long: `its head is longer than ${mostHead / 1024} KB`,
  lines: 'a line of its head ends in LF or CR alone, not in CRLF (RFC 9112 §2.2)',
  start: 'its first line is neither a request line nor a status line of HTTP/1.x',
  field: 'a line of its head is no header field',
} as const

/** Size of a head in bytes, with its contents or the reason why it can't be parsed. */
export interface FoundHead {
  readonly length: number
  readonly read: MessageHead | string
}

/**
 * Finds the head in the received bytes; undefined if it is incomplete. `before` is the number of bytes already
 * searched. Includes leading empty lines (RFC 9112 §2.2).
 */
export function findHead(bytes: Buffer, before: number): FoundHead | undefined {
  const skipped = emptyLines(bytes)
  if (skipped === bytes.length && bytes.length <= mostHead) return undefined
  // The head may never end, and the sender waits for a response.
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

/** Returns the position after the first empty line, with any line ending. Every server considers the head complete there. */
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

/** Returns the value of a header. Repeated headers are joined (RFC 9110 §5.3). */
export function headerOf({ headers }: MessageHead, name: string): string | undefined {
  const values = headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []))
  return values.length === 0 ? undefined : values.join(', ')
}

/** Returns the length of a request body (RFC 9112 §6.3). */
export function requestLength(head: MessageHead): BodyLength {
  if (/(?:^|,)\s*chunked\s*$/i.test(headerOf(head, 'transfer-encoding') ?? '')) return 'chunked'
  // A repeated value counts as one (§6.3, rule 5).
  const [length = '', ...others] = new Set(
    (headerOf(head, 'content-length') ?? '').split(',').map((text) => text.trim()),
  )
  return others.length === 0 && /^\d{1,15}$/.test(length) ? Number(length) : 0
}

/** Returns the length of the response body for a request method (RFC 9112 §6.3). */
export function responseLength(head: MessageHead, status: number, method: string | undefined): BodyLength | 'interim' {
  if (status === 101 || (method === 'CONNECT' && status < 300)) return 'tunnel'
  if (status < 200) return 'interim'
  if (method === 'HEAD' || status === 204 || status === 304) return 0
  if (headerOf(head, 'transfer-encoding') !== undefined) {
    return requestLength(head) === 'chunked' ? 'chunked' : 'until-close'
  }
  return headerOf(head, 'content-length') === undefined ? 'until-close' : requestLength(head)
}
