import { type Log, type LogEntry, type LogLevel, logLevels } from '../../model/log.ts'
import { printableJson, printableLines } from '../../model/printable.ts'

/** How the log is written: as text for people, or one JSON object a line. */
export const logFormats = ['pretty', 'json'] as const

/** What the command line and the environment say about the log. */
export interface LogSettings {
  readonly level: LogLevel
  readonly format: (typeof logFormats)[number]
}

/** A log that writes to a stream and keeps what it was given. */
export interface OpenLog {
  readonly log: Log
  /** All entries so far, those below the level too. */
  readonly entries: readonly LogEntry[]
}

/** Opens the log of a run. `settings` are read at each line: a command line is read after the log was opened. */
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

/** Writes entries as pino does: `level`, `time` in ISO 8601 UTC (of a request when it was sent), the fields, `msg`. */
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

/** The level that a command line asks for, else LOG_LEVEL in the names that others use, else `info`. */
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

/** The level of a remark, by how it begins. */
export function levelOfNote(text: string): LogEntry['level'] {
  if (text.startsWith('error:')) return 'error'
  return text.startsWith('warning:') ? 'warn' : 'info'
}

/** A remark as it is; of a call, its fields on one line. */
function prettyLine({ message, fields }: LogEntry): string {
  if (!('target' in fields)) return message
  const { time, method, target, status, failure, milliseconds, bytes, retries, credentials } = fields
  const names = Array.isArray(credentials) && credentials.length > 0 ? `  ${credentials.join(', ')}` : ''
  const again = retries === 0 ? '' : `  retry ${retries}`
  return `${time === undefined ? '' : `${time}  `}${method} ${target}  ${status ?? failure}  ${milliseconds} ms  ${bytes} bytes${again}${names}\n`
}
