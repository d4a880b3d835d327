import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import type { Format, RecordedExchange, RecordedHeaders, RecordedResponse } from '../recording.ts'

/** What a line of an access log says of an exchange. The addresses, referrers and user agents of clients are not read. */
export interface LogLine {
  readonly method: string | undefined
  /** As it was sent: path and query, or an absolute URL (RFC 9112 §3.2). */
  readonly target: string | undefined
  /** The target has no query where it was sent with one. */
  readonly withoutQuery?: true
  readonly scheme?: string
  readonly host?: string
  /** Any time that `timeOf` reads. */
  readonly time?: string
  readonly milliseconds?: number
  readonly client?: string
  /** Below 100, or NaN: there was no response. */
  readonly status: number
  /** All headers of a message; `some`: those that are known of the response. */
  readonly sent?: RecordedHeaders
  readonly received?: RecordedHeaders
  readonly some?: Readonly<Record<string, string | undefined>>
}

/** The request of a line. */
export type LoggedRequest = Pick<LogLine, 'method' | 'target' | 'withoutQuery'>

/** A log: an exchange a line, without bodies. */
export interface LogFormat extends Pick<Format, 'id' | 'title' | 'unknown'> {
  /** What only lines of this log have, where others could be read as one. */
  readonly mark?: RegExp
  /** Undefined for a comment. Throws what JSON.parse throws, or an Error that says why it is no line of this log. */
  line(text: string): LogLine | undefined
}

/** Types a log. It is recognised by one of its first lines: the first one may be broken. */
export function defineLogFormat({ id, title, unknown, mark, line }: LogFormat): Format {
  const isLine = (text: string): boolean => {
    try {
      const found = line(text)
      return found?.method !== undefined && found.target !== undefined && !Number.isNaN(found.status)
    } catch {
      return false
    }
  }
  return {
    ...{ id, title, unknown, cut: 'lines' },
    detect: ({ text }) => firstLines(text).some((each) => (mark?.test(each) ?? true) && isLine(each)),
    read(record) {
      const found = line(withoutMark(record))
      return found === undefined ? [] : [exchangeOf(found)]
    },
  }
}

function firstLines(text: string): readonly string[] {
  return withoutMark(text).split('\n', 20)
}

/** The byte order mark of Windows, and the carriage return before a line feed. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r$/, '')
}

/** nginx, 499, and ALB, 460: the client went away before the response. */
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

/** Undefined for what has no path: `OPTIONS *`, and a tunnel (RFC 9112 §3.2.3, §3.2.4). */
function urlOf({ method, target = '', scheme, host = '' }: LogLine): string | undefined {
  if (target === '' || target === '*' || method === 'CONNECT') return undefined
  if (!target.startsWith('/')) return target
  // Without a host a path of two slashes would be read as one.
  return host === '' && !target.startsWith('//')
    ? target
    : `${scheme === undefined ? '' : `${scheme}:`}//${host}${target}`
}

/** Method and target of a request line (RFC 9112 §3): `GET /a?b=1 HTTP/1.1`. A space that a server let pass is encoded. */
export function requestIn(line: string | undefined): LoggedRequest {
  const [, method, target] = /^([A-Za-z][\w-]*) (\S.*?)(?: HTTP\/[\d.]+)?$/.exec(line ?? '') ?? []
  return { method, target: target?.replaceAll(' ', '%20') }
}

/** The first field that says something. `-` stands for what there is not. */
export function fieldOf(line: Json | undefined, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = own(line, name)
    if ((typeof value === 'string' && value !== '' && value !== '-') || typeof value === 'number') return String(value)
  }
  return undefined
}

/** Headers as lists of values by name. Undefined where there are none. */
export function listedHeaders(message: Json | undefined, name = 'headers'): RecordedHeaders | undefined {
  const headers = own(message, name)
  if (!isObject(headers) || Object.keys(headers).length === 0) return undefined
  return Object.fromEntries(
    Object.entries(headers).map(([key, value]) => [key.toLowerCase(), [value].flat().map(String)]),
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** ISO 8601, seconds or milliseconds since the epoch, or `[20/Nov/2026:08:00:00 +0100]` of the common log format. */
function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, day, month = '', year, clock, sign, hours, minutes] =
    /^\[?(\d\d)\/(\w{3})\/(\d{4}):([\d:]{8}) ([+-])(\d\d)(\d\d)\]?$/.exec(text) ?? []
  if (day !== undefined)
    return `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day}T${clock}${sign}${hours}:${minutes}`
  if (!/^\d+(?:\.\d+)?$/.test(text)) return text
  const epoch = Number(text)
  const at = epoch > 1e11 ? epoch : epoch * 1000
  // Beyond it there is no date (ECMA-262 §21.4.1.1).
  return at > 8.64e15 ? undefined : new Date(at).toISOString()
}
