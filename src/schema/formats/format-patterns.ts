/** Patterns that approximate a format from both sides. */
export interface FormatPatterns {
  /** Matches every string of the format (superset). */
  readonly over: string
  /** Matches only strings of the format (subset). */
  readonly under: string
}

const exactly = (pattern: string): FormatPatterns => ({ over: pattern, under: pattern })

const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const date = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])'
/** Days 1 to 28, which every month has. */
const anyDate = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])'
const time = '[0-2][0-9]:[0-5][0-9]:[0-6][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-][0-2][0-9]:[0-5][0-9])'
const hours = '(?:[01][0-9]|2[0-3])'
const anyTime = `${hours}:[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:Z|[+-]${hours}:[0-5][0-9])`
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/**
 * Formats of JSON Schema 2020-12 §7.3 as patterns. Exact for simple ones (RFC 9562 §4, RFC 2673 §3.2, RFC 6901 §3), otherwise
 * approximated from both sides (RFC 3339 §5.6, RFC 5321 §4.1.2, RFC 1123 §2.1, RFC 4291 §2.2, RFC 3986 §3).
 */
export const formatPatterns: Readonly<Record<string, FormatPatterns>> = {
  uuid: exactly('^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$'),
  ipv4: exactly(`^(?:${octet}\\.){3}${octet}$`),
  'json-pointer': exactly('^(?:/(?:[^~/]|~0|~1)*)*$'),
  date: { over: `^${date}$`, under: `^${anyDate}$` },
  'date-time': { over: `^${date}[Tt]${time}$`, under: `^${anyDate}T${anyTime}$` },
  time: { over: `^${time}$`, under: `^${anyTime}$` },
  email: {
    over: '^[ -~]+@(?:[A-Za-z0-9.-]+|\\[[!-~]+\\])$',
    under: `^[A-Za-z0-9]{1,64}@(?:${label}\\.){0,2}${label}$`,
  },
  hostname: { over: '^[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.?$', under: `^(?:${label}\\.){0,2}${label}$` },
  ipv6: { over: '^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$', under: '^(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}$' },
  uri: { over: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s]*$', under: '^https?://[a-z0-9]+(?:\\.[a-z0-9]+)*(?:/[a-z0-9]+)*/?$' },
}

/** Minimum and maximum lengths that don't follow directly from the patterns. */
export const formatLengths: Readonly<Record<string, readonly [number, number]>> = {
  date: [10, 10],
  'date-time': [20, Number.POSITIVE_INFINITY],
  uuid: [36, 36],
  ipv4: [7, 15],
  ipv6: [2, 45],
  // RFC 5321 §4.5.3.1.3: a path has at most 256 octets, including two angle brackets.
  email: [3, 254],
  // RFC 1123 §2.1, plus a trailing dot.
  hostname: [1, 254],
}
