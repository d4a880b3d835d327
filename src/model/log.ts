/** Levels of a log, from none to all. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** One of `logLevels`: what is at or before it is written. */
export type LogLevel = (typeof logLevels)[number]

/** What a line of the log says beside its text. Plain JSON, redacted. */
export type LogFields = Readonly<Record<string, string | number | readonly string[]>>

/** One line of the log. */
export interface LogEntry {
  readonly level: Exclude<LogLevel, 'silent'>
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly message: string
  readonly fields: LogFields
}

/** Writes a line of the log. */
export type Log = (level: LogEntry['level'], message: string, fields?: LogFields) => void

/** One request that was sent, and what came of it: a line of the log at `debug`, with the time at which it was sent. */
export interface SentCall {
  /** When it was sent, ISO 8601 UTC; of one that was sent again, when it was the last time. */
  readonly time: string
  readonly method: string
  /** Path and query, redacted. */
  readonly target: string
  /** Absent when no response arrived. */
  readonly status?: number
  readonly failure?: string
  readonly milliseconds: number
  /** The time by the server's clock, ISO 8601 UTC. */
  readonly serverTime?: string
  /** Size of the body of the response. */
  readonly bytes: number
  /** How many times it had been sent before. */
  readonly retries: number
  /** Names of the variables that hold the credentials sent. */
  readonly credentials: readonly string[]
}
