import type { Json } from '../model/json.ts'

/**
 * One recorded exchange, a line of our NDJSON. What is absent was not recorded: it is unknown, never "missing". The JSON
 * Schema is printed by `specdrift schema exchange`.
 */
export interface RecordedExchange {
  /** When the request was sent, ISO 8601. */
  readonly time?: string
  /** Milliseconds until the response was complete. */
  readonly duration?: number
  /** Who sent it, a name that is no secret: hashed before it is kept. */
  readonly client?: string
  /** Where the record was read from, such as a partition of a topic, and which of its records it is: ascending. */
  readonly source?: string
  readonly offset?: number
  /** A line of a log, which never has bodies. */
  readonly isLog?: true
  readonly request: RecordedRequest
  /** Absent when no response was received. */
  readonly response?: RecordedResponse
}

/** The request of a recorded exchange. */
export interface RecordedRequest {
  readonly method: string
  /** Absolute, or the path and query alone. */
  readonly url: string
  /** The query of the URL was not recorded. */
  readonly withoutQuery?: true
  readonly headers?: RecordedHeaders
  /** Only some headers were recorded: one that is not there is unknown. */
  readonly partialHeaders?: true
  /** `''`: there was none. */
  readonly body?: RecordedBody
  /** It was too long for the recorder. */
  readonly partialBody?: true
}

/** The response of a recorded exchange. */
export interface RecordedResponse {
  readonly status: number
  readonly headers?: RecordedHeaders
  /** Only some headers were recorded: one that is not there is unknown. */
  readonly partialHeaders?: true
  /** `''`: there was none. */
  readonly body?: RecordedBody
  /** Only a part of it was recorded: a member that is not there is unknown. Without a body: it was too long for the recorder. */
  readonly partialBody?: true
}

/** By name, in any case; a header that was repeated has several values. */
export type RecordedHeaders = Readonly<Record<string, string | readonly string[]>>

/** A text, or bytes in base64. Bytes may still be packed as `content-encoding` says. */
export type RecordedBody = string | { readonly base64: string }

/** The beginning of a recording, to recognise its format by. */
export interface RecordingHead {
  /** File name in lower case, without `.gz` and `.zst`; `''` for stdin. */
  readonly name: string
  /** The first 64 KiB at most, as text. */
  readonly text: string
}

/**
 * How a recording is cut into records without reading it whole: at line ends; the members of the JSON list at a path of
 * names (`[]`: the recording is that list); or the items of the YAML list under one of these keys.
 */
export type Cut = 'lines' | { readonly members: readonly string[] } | { readonly yamlItems: readonly string[] }

/** One kind of recording. */
export interface Format {
  /** kebab-case, equal to the file name and to `--recording-format`. */
  readonly id: string
  readonly title: string
  /** What of an exchange such a recording does not hold. */
  readonly unknown: string
  readonly cut: Cut
  detect(head: RecordingHead): boolean
  /** The exchanges of one record. Throws what JSON.parse throws, or an Error that says why it is no such record. */
  read(record: string): readonly RecordedExchange[]
  /** The same of a record that was parsed: formats whose records are members of a JSON list have it. */
  readJson?(record: Json): readonly RecordedExchange[]
}

/** Types a format. */
export function defineFormat(format: Format): Format {
  return format
}
