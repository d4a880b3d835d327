import type { Json } from '../model/json.ts'

/**
 * A recorded exchange, one line of our NDJSON format. Absent members were not recorded: they are unknown rather than
 * missing. `specdrift schema exchange` prints the JSON Schema.
 */
export interface RecordedExchange {
  /** Time of the request, ISO 8601. */
  readonly time?: string
  /** Milliseconds until the complete response. */
  readonly duration?: number
  /** Name of the client. Not secret; hashed before it is stored. */
  readonly client?: string
  /** Source of the record, such as a topic partition, and its ascending position there. */
  readonly source?: string
  readonly offset?: number
  /** Whether the record is from an access log, which has no bodies. */
  readonly isLog?: true
  readonly request: RecordedRequest
  /** Absent if no response was received. */
  readonly response?: RecordedResponse
}

export interface RecordedRequest {
  readonly method: string
  /** Absolute URL, or path and query only. */
  readonly url: string
  /** Whether the query was not recorded. */
  readonly withoutQuery?: true
  readonly headers?: RecordedHeaders
  /** Whether only some headers were recorded, so that the others are unknown. */
  readonly partialHeaders?: true
  /** `''` if there was no body. */
  readonly body?: RecordedBody
  /** Whether only a part of the body was recorded, which is then not checked. Without a `body`, it was too long for the recorder. */
  readonly partialBody?: true
}

export interface RecordedResponse {
  readonly status: number
  readonly headers?: RecordedHeaders
  /** Whether only some headers were recorded, so that the others are unknown. */
  readonly partialHeaders?: true
  /** `''` if there was no body. */
  readonly body?: RecordedBody
  /** Whether only a part of the body was recorded, so that other members are unknown. Without a `body`, it was too long for the recorder. */
  readonly partialBody?: true
}

/** Headers by name in any case. A repeated header has several values. */
export type RecordedHeaders = Readonly<Record<string, string | readonly string[]>>

/** A string, or bytes in base64. The bytes may be compressed according to `content-encoding`. */
export type RecordedBody = string | { readonly base64: string }

/** The beginning of a recording, for format detection. */
export interface RecordingHead {
  /** Lower-case file name without `.gz` and `.zst`; `''` for stdin. */
  readonly name: string
  /** At most the first 64 KiB as text. */
  readonly text: string
}

/**
 * How to split a recording into records while streaming: at line ends, by the members of the JSON list at a path of
 * names (`[]` if the recording is that list), or by the items of the YAML list under one of these keys.
 */
export type Cut = 'lines' | { readonly members: readonly string[] } | { readonly yamlItems: readonly string[] }

/** A recording format. */
export interface Format {
  /** Id in kebab-case, equal to the file name and to the value of `--recording-format`. */
  readonly id: string
  readonly title: string
  /** Parts of an exchange that such recordings lack. */
  readonly unknown: string
  readonly cut: Cut
  detect(head: RecordingHead): boolean
  /** Converts one record to exchanges. Throws SyntaxError, or an Error with the reason why the record is invalid. */
  read(record: string): readonly RecordedExchange[]
  /** Converts a parsed record. Available for formats whose records are members of a JSON list. */
  readJson?(record: Json): readonly RecordedExchange[]
}

export function defineFormat(format: Format): Format {
  return format
}
