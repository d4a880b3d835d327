import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import type { Format, RecordedExchange, RecordedHeaders, RecordedResponse } from '../recording.ts'

/** An exchange in an access log. Client addresses, referrers and user agents are ignored. */
export interface LogLine {
  readonly method: string | undefined
  /** Request target as sent: path and query, or an absolute URL (RFC 9112 §3.2). */
  readonly target: string | undefined
  /** Whether the log omits the query. */
  readonly withoutQuery?: true
  readonly scheme?: string
  readonly host?: string
  /** Any time that `timeOf` can parse. */
  readonly time?: string
  readonly milliseconds?: number
  readonly client?: string
  /** Below 100 or NaN if there was no response. */
  readonly status: number
  /** `sent` and `received` contain all headers of the message; `some` only a few of the response. */
  readonly sent?: RecordedHeaders
  readonly received?: RecordedHeaders
  readonly some?: Readonly<Record<string, string | undefined>>
}

export type LoggedRequest = Pick<LogLine, 'method' | 'target' | 'withoutQuery'>

/** A log format with one exchange per line and no bodies. */
export interface LogFormat extends Pick<Format, 'id' | 'title' | 'unknown'> {
  /** Members of a JSON object, any of which distinguishes lines of this log from those of similar logs. */
  readonly marks?: readonly string[]
  /** Parses a line; undefined for a comment. Throws SyntaxError, or an Error with the reason why the line doesn't match. */
  line(text: string): LogLine | undefined
}

/** Defines a log format. It is recognized by any of the first lines, because the first one may be broken. */
export function defineLogFormat({ id, title, unknown, marks, line }: LogFormat): Format {
  const isMarked = (text: string): boolean =>
    // JSON.parse returns JSON; its type is `any`.
    marks === undefined || marks.some((name) => own(JSON.parse(text) as Json, name) !== undefined)
  const isLine = (text: string): boolean => {
    try {
      const found = line(text)
      return isMarked(text) && found?.method !== undefined && found.target !== undefined && !Number.isNaN(found.status)
    } catch {
      return false
    }
  }
  return {
    ...{ id, title, unknown, cut: 'lines' },
    detect: ({ text }) => firstLines(text).some(isLine),
    read(record) {
      const found = line(withoutMark(record))
      return found === undefined ? [] : [exchangeOf(found)]
    },
  }
}

function firstLines(text: string): readonly string[] {
  return withoutMark(text).split('\n', 20)
}

/** Removes a byte order mark and a carriage return. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r$/, '')
}

/** Statuses of nginx (499) and ALB (460) for a client that disconnected before the response. */
const clientIsGone: readonly number[] = [499, 460]

function exchangeOf(line: LogLine): RecordedExchange {
  const { method, status, milliseconds = Number.NaN, sent, withoutQuery } = line
  const url = urlOf(line)
  if (method === undefined || url === undefined) throw new Error('it has no request with a method and a path')
  const isAnswered = status >= 100 && !clientIsGone.includes(status)
  return {
    time: timeOf(line.time),
    ...(milliseconds >= 0 && { duration: milliseconds }),
    client: line.client,
    isLog: true,
    request: { method, url, withoutQuery, headers: sent },
    ...(isAnswered && { response: { status, ...headersOf(line) } }),
  }
}

function headersOf({ received, some = {} }: LogLine): Omit<RecordedResponse, 'status'> {
  if (received !== undefined) return { headers: received }
  const known = Object.entries(some).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return known.length === 0 ? {} : { headers: Object.fromEntries(known), partialHeaders: true }
}

/** Returns the URL; undefined for requests without a path: `OPTIONS *` and tunnels (RFC 9112 §3.2.3, §3.2.4). */
function urlOf({ method, target = '', scheme, host = '' }: LogLine): string | undefined {
  if (target === '' || target === '*' || method === 'CONNECT') return undefined
  if (!target.startsWith('/')) return target
  // Without a host, a path that starts with two slashes would be parsed as one.
  return host === '' && !target.startsWith('//')
    ? target
    : `${scheme === undefined ? '' : `${scheme}:`}//${host}${target}`
}

/** Splits a request line (RFC 9112 §3): `GET /a?b=1 HTTP/1.1`. Encodes spaces that the server accepted. */
export function requestIn(line: string | undefined): LoggedRequest {
  const [, method, target] = /^([A-Za-z][\w-]*) (\S.*?)(?: HTTP\/[\d.]+)?$/.exec(line ?? '') ?? []
  return { method, target: target?.replaceAll(' ', '%20') }
}

/** Returns the first field with a value. Logs write `-` for a missing value. */
export function fieldOf(line: Json | undefined, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = own(line, name)
    if ((typeof value === 'string' && value !== '' && value !== '-') || typeof value === 'number') return String(value)
  }
  return undefined
}

/** Converts headers to lists of values by name; undefined if there are none. */
export function listedHeaders(message: Json | undefined, name = 'headers'): RecordedHeaders | undefined {
  const headers = own(message, name)
  if (!isObject(headers) || Object.keys(headers).length === 0) return undefined
  return Object.fromEntries(
    Object.entries(headers).map(([key, value]) => [key.toLowerCase(), [value].flat().map(String)]),
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Parses ISO 8601, seconds, milliseconds, microseconds or nanoseconds since the epoch, or `[20/Nov/2026:08:00:00 +0100]` of the common log format. */
function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, day, month = '', year, clock, sign, hours, minutes] =
    /^\[?(\d\d)\/(\w{3})\/(\d{4}):([\d:]{8}) ([+-])(\d\d)(\d\d)\]?$/.exec(text) ?? []
  if (day !== undefined)
    return `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day}T${clock}${sign}${hours}:${minutes}`
  if (!/^\d+(?:\.\d+)?$/.test(text)) return text
  const epoch = Number(text)
  const at = epoch > 1e17 ? epoch / 1e6 : epoch > 1e14 ? epoch / 1e3 : epoch > 1e11 ? epoch : epoch * 1e3
  // The maximum of Date (ECMA-262 §21.4.1.1).
  return at > 8.64e15 ? undefined : new Date(at).toISOString()
}
