import { isUtf8 } from 'node:buffer'
import { resolve } from 'node:path'
import { shownHeaders, shownUrl } from '../../drift/evidence/curl.ts'
import { harEntry } from '../../drift/evidence/har-entry.ts'
import { wholeBody } from '../../drift/evidence/whole-body.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { receivedSecrets, sentSecrets } from '../../drift/redaction/sent-secrets.ts'
import { type AppendStream, appendStream } from '../../files/append-stream.ts'
import { streamWhole } from '../../files/stream-whole.ts'
import type { Observation } from '../../model/observation.ts'
import { toObservation } from '../../traffic/checking/to-observation.ts'
import { exchangeSchema } from '../../traffic/exchange.schema.ts'
import { addressOf } from '../../traffic/matching/locate.ts'
import type { PassedExchange } from '../../traffic/proxy/capture.ts'
import type { RecordedBody, RecordedExchange } from '../../traffic/recording.ts'
import { toolVersion } from '../tool-version.ts'

/** Called with each part of a record that isn't copied: its kind, and the name of a member. */
export type Dropped = (kind: string, name?: string) => void

export interface Recorder {
  add(exchange: RecordedExchange): void
  /** Throws WRITE_FAILED. */
  close(): Promise<void>
}

/** Converts an exchange to the recording format. Compressed and non-UTF-8 bodies are base64-encoded. */
export function recordedOf(passed: PassedExchange, origin: string): RecordedExchange {
  const { time, duration, method, target, requestHeaders, requestBody, status, headers, body, tooLong = [] } = passed
  const url = /^https?:\/\//i.test(target) ? target : `${origin}${target}`
  return {
    time: new Date(time).toISOString(),
    duration,
    request: {
      ...{ method, url, headers: united(requestHeaders) },
      ...(requestBody !== undefined && { body: bodyOf(requestBody, requestHeaders) }),
      ...(tooLong.includes('request') && { partialBody: true as const }),
    },
    ...(status !== undefined && {
      response: {
        status,
        ...(headers && { headers: united(headers) }),
        ...(body !== undefined && { body: bodyOf(body, headers ?? []) }),
        ...(tooLong.includes('response') && { partialBody: true as const }),
      },
    }),
  }
}

type Fields = PassedExchange['requestHeaders']

function united(fields: Fields): Record<string, string | string[]> {
  // Objects with a null prototype are slower to read and serialize.
  const all: Record<string, string | string[]> = {}
  for (const [name, value] of fields) {
    const key = name.toLowerCase()
    if (Object.hasOwn(all, key)) all[key] = [all[key] ?? [], value].flat()
    else if (key !== '__proto__') all[key] = value
    else Object.defineProperty(all, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return all
}

function bodyOf(bytes: Uint8Array, fields: Fields): RecordedBody {
  const isPacked = fields.some(([name, value]) => name.toLowerCase() === 'content-encoding' && value !== 'identity')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return !isPacked && isUtf8(buffer) ? buffer.toString() : { base64: buffer.toString('base64') }
}

/** Opens a recording without secrets: a HAR, written atomically at the end, or NDJSON with a line per exchange. Throws WRITE_FAILED. */
export async function openRecorder(
  name: string,
  cwd: string,
  redactor: Redactor,
  dropped?: Dropped,
): Promise<Recorder> {
  if (isArchive(name)) return openCopy(name, cwd, redactor)
  const { add, close, line } = await openLines(resolve(cwd, name), name, redactor, dropped)
  return { add: (exchange) => add(line(exchange)), close }
}

/** An NDJSON recording to append whole lines to. */
export interface LineRecorder extends AppendStream {
  /** Returns the exchange as a line without secrets. */
  line(exchange: RecordedExchange): string
}

/** Opens an NDJSON recording for appending. `name`: its name in errors. Throws WRITE_FAILED. */
export async function openLines(
  file: string,
  name: string,
  redactor: Redactor,
  dropped?: Dropped,
): Promise<LineRecorder> {
  const stream = await appendStream(file, name)
  const known = remembering(redactor)
  return { ...stream, line: (exchange) => `${JSON.stringify(withoutSecrets(exchange, known, dropped))}\n` }
}

/** Like `openRecorder`, but writes both formats atomically at the end unless discarded. `written` receives each exchange as JSON. */
export async function openCopy(
  name: string,
  cwd: string,
  plain: Redactor,
  { written, dropped }: { readonly written?: (json: string) => void; readonly dropped?: Dropped } = {},
): Promise<Recorder & { discard(): Promise<void> }> {
  const redactor = remembering(plain)
  const stream = await streamWhole(resolve(cwd, name), name)
  const creator = JSON.stringify({ name: 'specdrift', version: toolVersion() })
  const [start, separator, end] = isArchive(name)
    ? [`{"log":{"version":"1.2","creator":${creator},"entries":[\n`, ',\n', '\n]}}\n']
    : ['', '\n', '\n']
  const write = isArchive(name)
    ? (exchange: RecordedExchange) => entryOf(exchange, redactor, dropped)
    : (exchange: RecordedExchange) => JSON.stringify(withoutSecrets(exchange, redactor, dropped))
  stream.add(start)
  let isFirst = true
  return {
    add(exchange) {
      const json = write(exchange)
      written?.(json)
      stream.add(`${isFirst ? '' : separator}${json}`)
      isFirst = false
    },
    async close() {
      stream.add(end)
      await stream.commit()
    },
    discard: () => stream.discard(),
  }
}

function isArchive(name: string): boolean {
  return /\.har$/i.test(name)
}

/** Maximum number of remembered secrets, because a run may log in repeatedly. */
const mostRemembered = 1000

/** Wraps a redactor to remember secrets: a token from a login is redacted in later exchanges under any name. */
function remembering(redactor: Redactor): Redactor {
  const known = new Set<string>()
  return {
    ...redactor,
    knowing(values) {
      const fresh = values.filter((value) => known.size < mostRemembered && !known.has(value) && known.add(value))
      redactor.remember(fresh)
      return redactor.knowing(values)
    },
  }
}

function knowing(observation: Observation, redactor: Redactor): Redactor {
  return redactor.knowing([...sentSecrets(observation.request, redactor), ...receivedSecrets(observation, redactor)])
}

function entryOf(exchange: RecordedExchange, redactor: Redactor, dropped?: Dropped): string {
  noteUnknown(exchange, redactor, dropped)
  const { origin, path } = parsedUrl(exchange.request.url)
  const observation = toObservation(exchange, path)
  return harEntry({
    ...{ request: observation.request, observation, base: origin, variables: [], operation: '', test: '' },
    sentAt: Date.parse(exchange.time ?? '') || 0,
    redactor: knowing(observation, redactor),
  })
}

/** Returns the exchange with secrets replaced by `[redacted]`, decompressing bodies if necessary. */
function withoutSecrets(exchange: RecordedExchange, redactor: Redactor, dropped?: Dropped): RecordedExchange {
  noteUnknown(exchange, redactor, dropped)
  const { request, response } = exchange
  const { origin, path } = parsedUrl(request.url)
  const observation = toObservation(exchange, path)
  const clean = knowing(observation, redactor)
  const { body } = observation
  const { 'content-encoding': _, ...received } = observation.headers
  const { body: sentBody, headers: sentHeaders } = observation.request
  const text = body === undefined ? undefined : wholeBody(body, clean, received['content-type'] ?? '')
  const sent = sentBody === undefined ? undefined : wholeBody(sentBody, clean, sentHeaders['content-type'] ?? '')
  if ((body ?? '') !== '' && text === undefined) dropped?.(binary)
  if ((sentBody ?? '') !== '' && sent === undefined) dropped?.(binary)
  // Recorders may add members, and known ones may violate the schema: only what is certain is copied.
  const shown = (part: unknown): string | undefined => (typeof part === 'string' ? clean.value(part) : undefined)
  const counted = (part: unknown): number | undefined => (typeof part === 'number' ? part : undefined)
  const stated = (part: unknown): true | undefined => part === true || undefined
  return {
    time: shown(exchange.time),
    duration: counted(exchange.duration),
    client: shown(exchange.client),
    source: shown(exchange.source),
    offset: counted(exchange.offset),
    isLog: stated(exchange.isLog),
    request: {
      method: request.method,
      url: shownUrl(observation.request.path, origin, clean, []),
      headers: request.headers && shownHeaders(observation.request.headers, clean, []),
      body: sent,
      partialHeaders: stated(request.partialHeaders),
      partialBody: stated(request.partialBody),
      withoutQuery: stated(request.withoutQuery),
    },
    ...(response && {
      response: {
        status: response.status,
        ...(response.headers && {
          headers: Object.fromEntries(
            Object.entries(received).map(([name, value]) => [name, clean.header(name, value)]),
          ),
        }),
        partialHeaders: stated(response.partialHeaders),
        partialBody: stated(response.partialBody),
        body: text,
      },
    }),
  }
}

const binary = 'body that is no text'

/** Reports members missing from the copy: undefined by the format, or with a value of another type. */
function noteUnknown(exchange: RecordedExchange, redactor: Redactor, dropped: Dropped | undefined): void {
  if (dropped === undefined) return
  const { request, response } = exchangeSchema.properties
  const parts: readonly (readonly [string, object | undefined, Schemas])[] = [
    ['', exchange, exchangeSchema.properties],
    ['request.', exchange.request, request.properties],
    ['response.', exchange.response, response.properties],
  ]
  for (const [path, part, schemas] of parts)
    for (const [name, value] of Object.entries(part ?? {}))
      if (value !== undefined && !isDefined(schemas, name, value))
        dropped('member that the format does not define', `${path}${redactor.value(name)}`)
}

type Schemas = Readonly<Record<string, { readonly type?: string; readonly const?: true; readonly $ref?: string }>>

const definitions: Schemas = { ...exchangeSchema.$defs, body: {} }

function isDefined(schemas: Schemas, name: string, value: unknown): boolean {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (schema === undefined) return false
  if (schema.$ref !== undefined) return isDefined(definitions, schema.$ref.replace('#/$defs/', ''), value)
  const { type = typeof value, const: only = value } = schema
  return value === only && typeof value === (type === 'integer' ? 'number' : type)
}

/** Parses a URL; a path has no origin. Throws TypeError if it is neither. */
function parsedUrl(url: string): { readonly origin: string; readonly path: string } {
  if (url.startsWith('/') && !url.startsWith('//')) return { origin: '', path: url }
  // Logs may lack the scheme.
  if (url.startsWith('//')) {
    const { host, path } = addressOf(url)
    return { origin: `//${host}`, path }
  }
  const { origin, pathname, search } = new URL(url)
  return { origin, path: `${pathname}${search}` }
}
