/** What is known of the texts of a format as patterns: all of them match the one, all that match the other are some. */
export interface FormatPatterns {
  /** Every text of the format matches it. */
  readonly over: string
  /** Every text that matches it is of the format. */
  readonly under: string
}

const exactly = (pattern: string): FormatPatterns => ({ over: pattern, under: pattern })

const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const date = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])'
/** Every month has them. */
const anyDate = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])'
const time = '[0-2][0-9]:[0-5][0-9]:[0-6][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-][0-2][0-9]:[0-5][0-9])'
const hours = '(?:[01][0-9]|2[0-3])'
const anyTime = `${hours}:[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:Z|[+-]${hours}:[0-5][0-9])`
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/**
 * The formats of JSON Schema 2020-12 §7.3 as patterns: exact for those that are as simple as that (RFC 9562 §4, RFC 2673 §3.2,
 * RFC 6901 §3), else from both sides (RFC 3339 §5.6, RFC 5321 §4.1.2, RFC 1123 §2.1, RFC 4291 §2.2, RFC 3986 §3).
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

/** How long the texts of a format are, where its patterns do not say it at once. */
export const formatLengths: Readonly<Record<string, readonly [number, number]>> = {
  date: [10, 10],
  'date-time': [20, Number.POSITIVE_INFINITY],
  uuid: [36, 36],
  ipv4: [7, 15],
  ipv6: [2, 45],
  // RFC 5321 §4.5.3.1.3: a path of 256 octets, of which two are its angle brackets.
  email: [3, 254],
  // RFC 1123 §2.1, and the dot that ends it.
  hostname: [1, 254],
}
