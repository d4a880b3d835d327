/** Formats that typed clients parse, so an invalid value makes them fail. */
const parsed: ReadonlySet<string> = new Set([
  ...['date', 'date-time', 'uuid', 'byte'],
  ...['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'],
])

/** Returns the severity of a format violation: error if clients parse the format, otherwise warning. */
export function formatSeverity(format: string): 'error' | 'warning' {
  return parsed.has(format) ? 'error' : 'warning'
}
