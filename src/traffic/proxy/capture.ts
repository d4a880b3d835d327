/** A body as it passed, kept up to a limit. */
export interface Capture {
  add(bytes: Uint8Array): void
  /** Nothing follows: what was added is the whole body. */
  finish(): void
  /** All of it; undefined when it was longer than the limit, or broken off (RFC 9112 §8): it is unknown then. */
  bytes(): Uint8Array | undefined
  /** It was longer than the limit. */
  isTooLong(): boolean
}

/** Makes a capture of at most so many bytes. */
export function createCapture(most: number): Capture {
  let parts: Uint8Array[] | undefined = []
  let size = 0
  let isWhole = false
  return {
    add(bytes) {
      size += bytes.length
      if (size > most) parts = undefined
      // What passes is reused by nobody, so nothing is copied.
      else parts?.push(bytes)
    },
    finish() {
      isWhole = true
    },
    bytes: () => (isWhole ? parts && joined(parts, size) : undefined),
    isTooLong: () => parts === undefined,
  }
}

/** In memory of its own: a thread that it is sent to gets all of what it is a part of, and `Buffer.concat` shares 8 KB. */
function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** One exchange as it passed. Plain data: it goes to another thread. */
export interface PassedExchange {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly duration: number
  readonly method: string
  /** As the client sent it: path and query, or absolute. */
  readonly target: string
  readonly requestHeaders: readonly (readonly [string, string])[]
  /** Absent where it was too long to keep, or broken off. */
  readonly requestBody?: Uint8Array
  /** Absent where no response came. */
  readonly status?: number
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: Uint8Array
  /** Messages whose body was too long to keep. */
  readonly tooLong?: readonly ('request' | 'response')[]
  /** Why it cannot be checked: a message that passed and could not be read. Of a request, nothing else is known then. */
  readonly unread?: string
}

/** Bytes counted per exchange besides bodies and headers. */
const overhead = 1000

/** Returns the approximate bytes of a waiting exchange. */
export function sizeOf({ target, requestBody, body, requestHeaders, headers = [] }: PassedExchange): number {
  const fields = [...requestHeaders, ...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return overhead + target.length + fields + (requestBody?.length ?? 0) + (body?.length ?? 0)
}

/** An exchange while it passes. */
export interface OpenExchange {
  readonly method: string
  readonly request: Capture
  readonly response: Capture
  /** The final response. */
  respond(status: number, headers: readonly (readonly [string, string])[]): void
  /** One of its messages passes and cannot be read. */
  unread(reason: string): void
  /** Both messages are over, or the connection is. Later calls do nothing. */
  end(): void
}

/** What exchanges are kept by. */
export interface CaptureOptions {
  /** Bytes of a body that are kept. */
  readonly mostBody: number
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly onExchange: (exchange: PassedExchange) => void
}

/** Begins an exchange when the head of its request is complete. */
export function openExchange(
  { mostBody, clock, onExchange }: CaptureOptions,
  method: string,
  target: string,
  requestHeaders: readonly (readonly [string, string])[],
): OpenExchange {
  const time = clock()
  const [request, response] = [createCapture(mostBody), createCapture(mostBody)]
  let received: Pick<PassedExchange, 'status' | 'headers'> = {}
  let unread: string | undefined
  let isOver = false
  return {
    ...{ method, request, response },
    unread(reason) {
      unread = reason
    },
    respond(status, headers) {
      received = { status, headers }
    },
    end() {
      if (isOver) return
      isOver = true
      const [sent, body] = [request.bytes(), response.bytes()]
      const tooLong = (['request', 'response'] as const).filter((side) => ({ request, response })[side].isTooLong())
      onExchange({
        ...{ time, duration: Math.max(0, clock() - time), method, target, requestHeaders },
        requestBody: sent,
        ...received,
        ...(received.status !== undefined && body !== undefined && { body }),
        ...(tooLong.length > 0 && { tooLong }),
        unread,
      })
    },
  }
}
