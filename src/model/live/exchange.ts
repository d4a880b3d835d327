import type { Pointer } from '../json.ts'

/** An omission in a displayed body: how much of a list, object or string is shown. */
export interface Cut {
  /** Pointer into the received body; empty for the whole body. */
  readonly pointer: Pointer
  readonly unit: 'items' | 'properties' | 'characters'
  readonly kept: number
  readonly of: number
  /** Index of the first displayed item, if the beginning of a list is omitted. */
  readonly from?: number
}

/** A redacted body, shortened around a location. */
export interface ShownBody {
  /** Displayed text. Redacted or shortened JSON is still valid JSON. Empty for binary content. */
  readonly text: string
  /** Size of the original body in UTF-8 bytes. */
  readonly bytes: number
  /** Omitted parts, outermost first. Absent if the body is complete. */
  readonly cut?: readonly Cut[]
}

/** A request and response as displayed in a report, redacted. The duration is in the report's `times.exchanges`. */
export interface ShownExchange {
  /** 16 hex digits, a hash of the other members. For a recorded exchange, of the first three with its time and sizes. */
  readonly id: string
  readonly request: {
    readonly method: string
    /** Starts with `$SPECDRIFT_BASE_URL` if the base URL differs between runs. */
    readonly url: string
    /** `$NAME` stands for a credential from the environment. */
    readonly headers: Readonly<Record<string, string>>
    readonly body?: ShownBody
  }
  /** Absent if no response was received. */
  readonly response?: {
    readonly status: number
    /** Without connection headers (RFC 9110 §7.6.1) and `date`. */
    readonly headers: Readonly<Record<string, string>>
    readonly body?: ShownBody
  }
  /** Reason if no complete response was received. */
  readonly failure?: string
}

/** Converts a pointer into the received body to one into `text`, where the beginning of a list may be omitted. Undefined if not shown. */
export function shownLocation({ cut = [] }: ShownBody, pointer: Pointer): Pointer | undefined {
  const tokens = pointer.split('/').slice(1)
  const shown = [...tokens]
  for (const { pointer: at, unit, from = 0, kept } of cut) {
    const depth = at === '' ? 0 : at.split('/').length - 1
    if (
      tokens.length <= depth ||
      tokens
        .slice(0, depth)
        .map((token) => `/${token}`)
        .join('') !== at
    )
      continue
    if (kept === 0) return undefined
    if (unit !== 'items') continue
    const index = Number(tokens[depth]) - from
    if (index < 0 || index >= kept) return undefined
    shown[depth] = String(index)
  }
  return shown.map((token) => `/${token}`).join('')
}
