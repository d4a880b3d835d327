import { type Log, type LogEntry, type LogLevel, logLevels } from '../../model/log.ts'
import { printableJson, printableLines } from '../../model/printable.ts'

/** Log formats: text, or one JSON object per line. */
export const logFormats = ['pretty', 'json'] as const

/** Log settings from command line and environment. */
export interface LogSettings {
  readonly level: LogLevel
  readonly format: (typeof logFormats)[number]
}

/** A log that writes to a stream and stores its entries. */
export interface OpenLog {
  readonly log: Log
  /** All entries so far, even below the level. */
  readonly entries: readonly LogEntry[]
}

/** Opens the log of a run. `settings` is evaluated for each entry, because the command line is parsed after opening the log. */
export async function openLog(
  write: (text: string) => void,
  clock: () => number,
  settings: () => LogSettings,
): Promise<OpenLog> {
  const entries: LogEntry[] = []
  const toJson = settings().format === 'json' ? await jsonLines() : undefined
  const log: Log = (level, message, fields = {}) => {
    const entry: LogEntry = { level, time: clock(), message, fields }
    entries.push(entry)
    if (logLevels.indexOf(level) > logLevels.indexOf(settings().level)) return
    write(toJson === undefined ? printableLines(prettyLine(entry)) : toJson(entry))
  }
  return { log, entries }
}

/** Returns a formatter for pino-compatible JSON lines: `level`, `time` (ISO 8601 UTC; for a request, the time of sending), fields, `msg`. */
export async function jsonLines(): Promise<(entry: LogEntry) => string> {
  const { pino } = await import('pino')
  let line = ''
  const options = {
    base: null,
    timestamp: false,
    level: 'debug',
    formatters: { level: (level: string) => ({ level }) },
  }
  const logger = pino(options, { write: (text) => (line = text) })
  return ({ level, time, message, fields }) => {
    logger[level]({ time: new Date(time).toISOString(), ...fields }, message.trim())
    return printableJson(line)
  }
}

/** Returns the log level from the flag, otherwise from LOG_LEVEL including common aliases, otherwise `info`. */
export function levelOf(flag: LogLevel | undefined, variable = ''): LogLevel {
  const named = variable.toLowerCase()
  const alias: Readonly<Record<string, LogLevel>> = {
    trace: 'debug',
    verbose: 'debug',
    warning: 'warn',
    fatal: 'error',
  }
  return flag ?? logLevels.find((level) => level === named) ?? alias[named] ?? 'info'
}

/** Returns the level of a note, based on its prefix. */
export function levelOfNote(text: string): LogEntry['level'] {
  if (text.startsWith('error:')) return 'error'
  return text.startsWith('warning:') ? 'warn' : 'info'
}

/** Formats an entry as text. Requests are formatted with their fields on one line. */
function prettyLine({ message, fields }: LogEntry): string {
  if (!('target' in fields)) return message
  const { time, method, target, status, failure, milliseconds, bytes, retries, credentials } = fields
  const names = Array.isArray(credentials) && credentials.length > 0 ? `  ${credentials.join(', ')}` : ''
  const again = retries === 0 ? '' : `  retry ${retries}`
  return `${time === undefined ? '' : `${time}  `}${method} ${target}  ${status ?? failure}  ${milliseconds} ms  ${bytes} bytes${again}${names}\n`
}
