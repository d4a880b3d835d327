/** One stored version of a description. Identity, not content: the content is the file. */
export interface Snapshot {
  readonly api: string
  /** `b07`, `2026-10-01` …: unique within the API, never reused. */
  readonly id: string
  /** Position in time, from 1. */
  readonly order: number
  readonly title?: string
  /** Relative to the API's folder. */
  readonly file: string
  /** Hex sha256 of the file's bytes. */
  readonly sha256: string
  /** Where it was captured from: a URL, a path, or a sentence. */
  readonly source: string
  /** Entity tag of the response (RFC 9110 §8.8.3), if it came from a URL and refers to no other file. */
  readonly etag?: string
  /** ISO 8601 UTC, absent when it is not known. */
  readonly capturedAt?: string
}
