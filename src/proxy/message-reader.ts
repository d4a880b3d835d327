/** The head of an HTTP/1.1 message (RFC 9112 §2.1). */
export interface MessageHead {
  /** Request line or status line. */
  readonly start: string
  /** In their order, names as written. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** How long the body of a message is, by its head (RFC 9112 §6.3). `tunnel`: what follows is no HTTP/1.1 any more. */
export type BodyLength = number | 'chunked' | 'until-close' | 'tunnel'

/** What hears of the messages of one direction of a connection. */
export interface MessageListener {
  /** Called with the whole head; says how long the body is. `interim`: a 1xx, which another head follows. */
  head(head: MessageHead): BodyLength | 'interim'
  /** Content, without the framing of chunks. */
  body(bytes: Buffer): void
  /** The message is complete. */
  end(): void
  /** Bytes as they came, in order: all of them pass here. A head comes whole. */
  raw(bytes: Buffer, isHead: boolean): void
}

/** Reads messages as their bytes pass, and changes none. */
export interface MessageReader {
  push(bytes: Buffer): void
  /** The connection ended. */
  close(): void
  /** From now on everything just passes: another protocol took over. */
  tunnel(): void
}

/** A longer head is not read. */
const mostHead = 1 << 18
const headEnd = Buffer.from('\r\n\r\n')
const nothing: Buffer = Buffer.alloc(0)

type State = 'head' | 'body' | 'until-close' | 'size' | 'chunk' | 'chunk-end' | 'trailers' | 'tunnel'

/** Makes a reader for one direction of a connection. What it cannot read passes all the same. */
export function createMessageReader(listener: MessageListener): MessageReader {
  let state: State = 'head'
  let held: Buffer = nothing
  let left = 0

  const start = (length: BodyLength): void => {
    if (length === 'tunnel') state = 'tunnel'
    else if (length === 'until-close') state = 'until-close'
    else if (length === 'chunked') state = 'size'
    else if (length > 0) {
      state = 'body'
      left = length
    } else finish()
  }
  const finish = (): void => {
    state = 'head'
    listener.end()
  }

  /** Each takes bytes from a position and returns how many are done. */
  const readHead = (bytes: Buffer, at: number): number => {
    const before = held.length
    const all = before === 0 ? bytes.subarray(at) : Buffer.concat([held, bytes.subarray(at)])
    // Empty lines before a request are ignored (RFC 9112 §2.2).
    let skipped = 0
    while (all[skipped] === 0x0d && all[skipped + 1] === 0x0a) skipped += 2
    const end = all.indexOf(headEnd, Math.max(skipped, before - 3))
    if (end < 0) {
      held = all
      if (all.length > mostHead) release()
      return bytes.length - at
    }
    held = nothing
    const whole = all.subarray(0, end + headEnd.length)
    const head = parseHead(whole.subarray(skipped))
    const length = head === undefined ? 'tunnel' : listener.head(head)
    listener.raw(whole, head !== undefined)
    if (length !== 'interim') start(length)
    return whole.length - before
  }
  const release = (): void => {
    state = 'tunnel'
    const passed = held
    held = nothing
    if (passed.length > 0) listener.raw(passed, false)
  }
  const readContent = (bytes: Buffer, at: number): number => {
    const part = bytes.subarray(at, at + Math.min(left, bytes.length - at))
    left -= part.length
    listener.body(part)
    listener.raw(part, false)
    if (left > 0) return part.length
    if (state === 'body') finish()
    else [state, left] = ['chunk-end', 2]
    return part.length
  }
  /** A line of the framing; undefined until it is whole. */
  const readLine = (bytes: Buffer, at: number): { readonly line?: string; readonly length: number } => {
    const end = bytes.indexOf(0x0a, at)
    const part = bytes.subarray(at, end < 0 ? bytes.length : end + 1)
    listener.raw(part, false)
    held = held.length === 0 ? part : Buffer.concat([held, part])
    if (held.length > mostHead) {
      held = nothing
      state = 'tunnel'
    }
    if (end < 0 || state === 'tunnel') return { length: part.length }
    const line = held.toString('latin1').trimEnd()
    held = nothing
    return { line, length: part.length }
  }
  const readSize = (bytes: Buffer, at: number): number => {
    const { line, length } = readLine(bytes, at)
    if (line === undefined) return length
    const size = /^[0-9a-f]{1,13}(?=$|[;\s])/i.exec(line)?.[0]
    if (size === undefined) state = 'tunnel'
    else {
      left = Number.parseInt(size, 16)
      state = left === 0 ? 'trailers' : 'chunk'
    }
    return length
  }
  const readTrailers = (bytes: Buffer, at: number): number => {
    const { line, length } = readLine(bytes, at)
    if (line === '') finish()
    return length
  }
  const readEnd = (bytes: Buffer, at: number): number => {
    const part = bytes.subarray(at, at + left)
    left -= part.length
    listener.raw(part, false)
    if (left === 0) state = 'size'
    return part.length
  }
  const pass = (bytes: Buffer, at: number): number => {
    const part = bytes.subarray(at)
    if (state === 'until-close') listener.body(part)
    listener.raw(part, false)
    return part.length
  }
  const steps: Readonly<Record<State, (bytes: Buffer, at: number) => number>> = {
    head: readHead,
    body: readContent,
    chunk: readContent,
    'chunk-end': readEnd,
    size: readSize,
    trailers: readTrailers,
    'until-close': pass,
    tunnel: pass,
  }
  return {
    push(bytes) {
      for (let at = 0; at < bytes.length; ) at += steps[state](bytes, at)
    },
    close() {
      if (state === 'until-close') finish()
      else if (state === 'head' && held.length > 0) release()
    },
    tunnel: release,
  }
}

/** Undefined for what is no HTTP/1.x head. */
function parseHead(bytes: Buffer): MessageHead | undefined {
  const [start = '', ...lines] = bytes.toString('latin1').slice(0, -headEnd.length).split('\r\n')
  if (!/^(?:HTTP\/1\.[01] \d{3}|[!-~]+ \S+ HTTP\/1\.[01]$)/.test(start)) return undefined
  const headers: (readonly [string, string])[] = []
  for (const line of lines) {
    const at = line.indexOf(':')
    if (at < 1) return undefined
    headers.push([line.slice(0, at), line.slice(at + 1).trim()])
  }
  return { start, headers }
}

/** The value of a header, those of the same name joined (RFC 9110 §5.3). */
function headerOf({ headers }: MessageHead, name: string): string | undefined {
  const values = headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []))
  return values.length === 0 ? undefined : values.join(', ')
}

/** The length of a request's body (RFC 9112 §6.3). */
export function requestLength(head: MessageHead): BodyLength {
  if (/(?:^|,)\s*chunked\s*$/i.test(headerOf(head, 'transfer-encoding') ?? '')) return 'chunked'
  const length = headerOf(head, 'content-length')
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : 0
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
