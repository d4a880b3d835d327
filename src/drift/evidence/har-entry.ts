import type { Observation, SentRequest } from '../../model/observation.ts'
import { percentDecoded } from '../../util/pointer.ts'
import { cookiesIn } from '../redaction/cookies.ts'
import { type Redactor, redacted } from '../redaction/redact.ts'
import { shownHeaders, shownUrl } from './curl.ts'
import { wholeBody } from './whole-body.ts'

/** A sent request and its response or failure. */
export interface EntryParts {
  /** The request with `$NAME` in place of each credential. */
  readonly request: SentRequest
  readonly observation: Observation
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly base: string
  readonly redactor: Redactor
  readonly variables: readonly string[]
  /** For example `GET /loans/{id}`. */
  readonly operation: string
  readonly test: string
}

interface NameValue {
  readonly name: string
  readonly value: string
}

/** Serialises an exchange, redacted, as a line of HTTP Archive JSON (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/). */
export function harEntry(parts: EntryParts): string {
  const { request, observation, sentAt, base, redactor, variables, operation, test } = parts
  const { status = 0, headers, body, failure, milliseconds, retries } = observation
  const url = shownUrl(request.path, base, redactor, variables)
  const sent = shownHeaders(request.headers, redactor, variables)
  const received = Object.entries(headers).map(([name, value]) => ({ name, value: redactor.header(name, value) }))
  const mimeType = headers['content-type']
  const location = headers.location
  return JSON.stringify({
    startedDateTime: new Date(sentAt).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: pairs(sent.cookie ?? '', /;\s*/),
      headers: Object.entries(sent).map(([name, value]) => ({ name, value })),
      queryString: pairs(/\?([^#]*)/.exec(url)?.[1] ?? '', '&').map(({ name, value }) => ({
        name: decoded(name),
        value: decoded(value),
      })),
      headersSize: -1,
      bodySize: sizeOf(request.bytes ?? request.body),
      ...(request.body !== undefined && { postData: postData(request, redactor) }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: cookieNames(headers['set-cookie'] ?? '').map((name) => ({ name: redactor.text(name), value: redacted })),
      headers: received,
      content: contentOf(body, mimeType, redactor),
      redirectURL: location === undefined ? '' : redactor.header('location', location),
      headersSize: -1,
      bodySize: -1,
      _error: failure && redactor.text(`${failure.code}: ${failure.message}`),
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _operation: operation,
    _test: test,
    _retries: retries,
  })
}

function postData({ headers, body = '' }: SentRequest, redactor: Redactor) {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'content-type')
  const mimeType = name === undefined ? '' : (headers[name] ?? '')
  const text = wholeBody(body, redactor, mimeType)
  return text === undefined ? { mimeType, text: '', comment: 'it is no text' } : { mimeType, text }
}

function contentOf(body: string | undefined, mimeType: string | undefined, redactor: Redactor) {
  const facts = { size: sizeOf(body), mimeType: mimeType ?? 'x-unknown' }
  if (body === undefined) return facts
  const text = wholeBody(body, redactor, mimeType ?? '')
  return text === undefined ? { ...facts, comment: 'it is no text' } : { ...facts, text }
}

function sizeOf(body: string | Uint8Array | undefined): number {
  return body === undefined ? 0 : Buffer.byteLength(body)
}

function pairs(text: string, between: string | RegExp): readonly NameValue[] {
  return text
    .split(between)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? { name: pair, value: '' } : { name: pair.slice(0, at), value: pair.slice(at + 1) }
    })
}

/** Returns the cookie names of a possibly joined `Set-Cookie` header (RFC 6265 §4.1). */
function cookieNames(header: string): readonly string[] {
  return cookiesIn(header).flatMap((cookie) => /^([^=;\s]+)=/.exec(cookie)?.[1] ?? [])
}

function decoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' '))
}
