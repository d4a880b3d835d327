/** Copy of a forwarded body, up to a size limit. */
export interface Capture {
  add(bytes: Uint8Array): void
  finish(): void
  /** Returns the whole body; undefined if it exceeded the limit or was incomplete (RFC 9112 §8). */
  bytes(): Uint8Array | undefined
  isTooLong(): boolean
}

export function createCapture(most: number): Capture {
  let parts: Uint8Array[] | undefined = []
  let size = 0
  let isWhole = false
  return {
    add(bytes) {
      size += bytes.length
      if (size > most) parts = undefined
      // Forwarded buffers are not reused, so no copy is needed.
      else parts?.push(bytes)
    },
    finish() {
      isWhole = true
    },
    bytes: () => (isWhole ? parts && joined(parts, size) : undefined),
    isTooLong: () => parts === undefined,
  }
}

/** Joins the parts in a separate ArrayBuffer. `Buffer.concat` would use a shared 8 KB pool, all of which would be sent to the other thread. */
function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A forwarded exchange. Plain data, because it is sent to another thread. */
export interface PassedExchange {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly duration: number
  readonly method: string
  /** Request target as sent: path and query, or an absolute URL. */
  readonly target: string
  readonly requestHeaders: readonly (readonly [string, string])[]
  /** Absent if it exceeded the limit or was incomplete. */
  readonly requestBody?: Uint8Array
  /** Absent without a response. */
  readonly status?: number
  /** Absent if unknown. */
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: Uint8Array
  /** Messages with a body over the size limit. */
  readonly tooLong?: readonly ('request' | 'response')[]
  /** Why the exchange can't be checked: a forwarded message could not be parsed. After an unparsed request, all else is unknown. */
  readonly unread?: string
}

/** Size of an exchange in bytes in addition to bodies and headers. */
const overhead = 1000

/** Returns the approximate size of a queued exchange in bytes. */
export function sizeOf({ target, requestBody, body, requestHeaders, headers = [] }: PassedExchange): number {
  const fields = [...requestHeaders, ...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return overhead + target.length + fields + (requestBody?.length ?? 0) + (body?.length ?? 0)
}

export interface OpenExchange {
  readonly method: string
  readonly request: Capture
  readonly response: Capture
  /** Sets the final response. */
  respond(status: number, headers: PassedExchange['headers']): void
  /** Reports that a message was forwarded but can't be parsed. */
  unread(reason: string): void
  /** Ends the exchange, because both messages or the connection ended. Later calls have no effect. */
  end(): void
}

export interface CaptureOptions {
  /** Maximum size of a captured body in bytes. */
  readonly mostBody: number
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly onExchange: (exchange: PassedExchange) => void
}

/** Starts an exchange after the request's head. */
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
