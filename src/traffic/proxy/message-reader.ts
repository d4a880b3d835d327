import { type BodyLength, findHead, type MessageHead } from './message-head.ts'

/** Listener for the messages in one direction of a connection. */
export interface MessageListener {
  /** Handles a complete head and returns the length of the body; `interim` for a 1xx response, which another head follows. */
  head(head: MessageHead): BodyLength | 'interim'
  /** Handles body content without chunk framing. */
  body(bytes: Buffer): void
  end(): void
  /** Handles an unparseable head or chunk framing. The rest of the connection is forwarded without parsing. */
  unread(reason: string): void
  /** Handles all bytes in their original order. A head arrives in one piece. */
  raw(bytes: Buffer, isHead: boolean): void
}

/** Parses messages while their bytes pass, without changing them. */
export interface MessageReader {
  push(bytes: Buffer): void
  close(): void
  /** Stops parsing, because another protocol follows. */
  tunnel(): void
}

/** Maximum length of a chunk-framing line in bytes. */
const mostLine = 1 << 18
const nothing: Buffer = Buffer.alloc(0)

type State = 'head' | 'body' | 'until-close' | 'size' | 'chunk' | 'chunk-end' | 'trailers' | 'tunnel'

/** Creates a reader for one direction of a connection. It forwards even messages that it can't parse. */
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

  /** Each state consumes bytes from a position and returns their number. */
  const readHead = (bytes: Buffer, at: number): number => {
    const before = held.length
    const all = before === 0 ? bytes.subarray(at) : Buffer.concat([held, bytes.subarray(at)])
    const found = findHead(all, before)
    if (found === undefined) {
      held = all
      return bytes.length - at
    }
    held = nothing
    const { length, read } = found
    const whole = all.subarray(0, length)
    if (typeof read === 'string') {
      lose(read)
      listener.raw(whole, false)
      return length - before
    }
    const body = listener.head(read)
    listener.raw(whole, true)
    if (body !== 'interim') start(body)
    return length - before
  }
  const release = (): void => {
    state = 'tunnel'
    const passed = held
    held = nothing
    if (passed.length > 0) listener.raw(passed, false)
  }
  const lose = (reason: string): void => {
    held = nothing
    state = 'tunnel'
    listener.unread(reason)
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
  /** Reads a framing line; undefined if it is incomplete. */
  const readLine = (bytes: Buffer, at: number): { readonly line?: string; readonly length: number } => {
    const end = bytes.indexOf(0x0a, at)
    const part = bytes.subarray(at, end < 0 ? bytes.length : end + 1)
    listener.raw(part, false)
    held = held.length === 0 ? part : Buffer.concat([held, part])
    if (held.length > mostLine) lose(`a line between its chunks is longer than ${mostLine / 1024} KB`)
    if (end < 0 || state === 'tunnel') return { length: part.length }
    const line = held.toString('latin1').trimEnd()
    held = nothing
    return { line, length: part.length }
  }
  const readSize = (bytes: Buffer, at: number): number => {
    const { line, length } = readLine(bytes, at)
    if (line === undefined) return length
    const size = /^[0-9a-f]{1,13}(?=$|[;\s])/i.exec(line)?.[0]
    if (size === undefined) lose('a chunk of its body has no size (RFC 9112 §7.1)')
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
    // A line may also end with a lone LF (RFC 9112 §2.2).
    const part = bytes.subarray(at, at + (bytes[at] === 0x0a ? 1 : left))
    left = part.at(-1) === 0x0a ? 0 : left - part.length
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
      else if (state === 'head' && held.length > 0) {
        if (held.some((byte) => byte !== 0x0d && byte !== 0x0a)) listener.unread('it was broken off within its head')
        release()
      }
    },
    tunnel: release,
  }
}
