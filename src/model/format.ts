/** Formats that a typed client parses: it fails on a value that does not have its format. */
const parsed: ReadonlySet<string> = new Set([
  ...['date', 'date-time', 'uuid', 'byte'],
  ...['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'],
])

/** What a violation of a format is: an error where clients parse it (date, number, bytes), else a warning. */
export function formatSeverity(format: string): 'error' | 'warning' {
  return parsed.has(format) ? 'error' : 'warning'
}
