/** Log levels, least verbose first. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** Entries up to this level are written. */
export type LogLevel = (typeof logLevels)[number]

/** Structured data of a log entry, redacted. */
export type LogFields = Readonly<Record<string, string | number | readonly string[]>>

export interface LogEntry {
  readonly level: Exclude<LogLevel, 'silent'>
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly message: string
  readonly fields: LogFields
}

/** Writes a log entry. */
export type Log = (level: LogEntry['level'], message: string, fields?: LogFields) => void

/** A request and its result, logged at level `debug`. */
export interface SentCall {
  /** ISO 8601 UTC time of sending; for a retried request, of the last attempt. */
  readonly time: string
  readonly method: string
  /** Path and query, redacted. */
  readonly target: string
  /** Absent if no response was received. */
  readonly status?: number
  readonly failure?: string
  readonly milliseconds: number
  /** Server's `Date` as ISO 8601 UTC. */
  readonly serverTime?: string
  /** Size of the response body in bytes. */
  readonly bytes: number
  /** Number of previous attempts. */
  readonly retries: number
  /** Environment variables with the credentials that were sent. */
  readonly credentials: readonly string[]
}
