/** Metadata of a stored description version. The content is in `file`. */
export interface Snapshot {
  readonly api: string
  /** Unique within the API and never reused: `b07`, `2026-10-01` … */
  readonly id: string
  /** Chronological position, from 1. */
  readonly order: number
  readonly title?: string
  /** Path relative to the API's folder. */
  readonly file: string
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly sha256: string
  /** Origin: a URL, a path or free text. */
  readonly source: string
  /** Entity tag of the response (RFC 9110 §8.8.3), if fetched from a URL and self-contained. */
  readonly etag?: string
  /** ISO 8601 UTC, if known. */
  readonly capturedAt?: string
}
