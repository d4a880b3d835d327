import type { Pointer } from '../json.ts'

/** Something of a body that is not shown: what is kept of a list, an object or a text, and of how much. */
export interface Cut {
  /** In the body as it was received; `''` for the whole of it. */
  readonly pointer: Pointer
  readonly unit: 'items' | 'properties' | 'characters'
  readonly kept: number
  readonly of: number
  /** Of a list whose beginning is not shown: the index of the first item that is. */
  readonly from?: number
}

/** A body, redacted, and cut around a location. */
export interface ShownBody {
  /** As it was received where nothing is redacted or cut; JSON stays JSON. Empty for what is no text. */
  readonly text: string
  /** Size of the whole in UTF-8. */
  readonly bytes: number
  /** What is left out of it, the outermost first; absent where all is there. */
  readonly cut?: readonly Cut[]
}

/** A request and its response as a report shows them, redacted. Its time is in `times.exchanges` of the report. */
export interface ShownExchange {
  /** 16 hex digits, made of all the rest; of a recorded one, the first three of its time and lengths. */
  readonly id: string
  readonly request: {
    readonly method: string
    /** Begins with `$SPECDRIFT_BASE_URL` where the base URL is another in each run. */
    readonly url: string
    /** `$NAME` stands for a credential that the environment holds. */
    readonly headers: Readonly<Record<string, string>>
    readonly body?: ShownBody
  }
  /** Absent when none arrived. */
  readonly response?: {
    readonly status: number
    /** Without those of the connection (RFC 9110 §7.6.1) and `date`. */
    readonly headers: Readonly<Record<string, string>>
    readonly body?: ShownBody
  }
  /** Why no complete response was received. */
  readonly failure?: string
}

/** Where a location of the body as it was received is in `text`: the beginning of a list may be left out. Undefined where it is not shown. */
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
