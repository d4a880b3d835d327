import { Buffer } from 'node:buffer'
import { types } from 'node:util'
import { isJsonType } from '../../drift/checking/media-type.ts'
import type { RawExchange } from '../../drift/checking/recorded.ts'

/** A response received by a test, and its request as far as the client exposes it. */
export interface Received extends Omit<RawExchange, 'method' | 'path' | 'milliseconds'> {
  readonly method?: string
  readonly path?: string
}

/** Thrown for a value that isn't a response of a supported client, or whose body was already consumed. */
class NotAResponse extends TypeError {
  override readonly name = 'NotAResponse'
}

type Members = Readonly<Record<string, unknown>>

/** Reads a response of a supported client or any `{ status, headers, body }`. Returns a promise only if the body must be read. */
export function readReceived(value: unknown): Received | Promise<Received> {
  if (typeof value !== 'object' || value === null) throw notOne(value)
  // Members are checked individually below.
  const response = value as Members
  const status = statusOf(response)
  if (status === undefined) throw notOne(value)
  const head = { status, headers: headersOf(response), ...requestOf(response) }
  const withBody = (body: Buffer | string | undefined): Received => ({
    ...head,
    ...(body !== undefined && body.length > 0 && { body }),
  })
  if (isFunction(response.clone)) return ofFetch(response).then(withBody)
  if (isFunction(response.status)) return pending(response, 'body').then(withBody)
  const body = bodyOf(response, head.headers)
  if (isReadable(body)) return pending(body, 'text').then(withBody)
  // superagent uses an empty object as the body of a HEAD response, which has no body (RFC 9110 §9.3.2).
  return withBody(head.method === 'HEAD' && typeof body !== 'string' ? undefined : textOrBytes(body))
}

function statusOf(response: Members): number | undefined {
  const { status, statusCode } = response
  const found = isFunction(status) ? status.call(response) : (status ?? statusCode)
  return typeof found === 'number' && Number.isInteger(found) ? found : undefined
}

function headersOf(response: Members): Record<string, string> {
  const headers = isFunction(response.headers) ? response.headers.call(response) : response.headers
  const entries = isIterable(headers) ? [...headers] : Object.entries(plain(headers))
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null ? [] : [[String(name).toLowerCase(), [value].flat().join(', ')]],
    ),
  )
}

/** axios headers are class instances. */
function plain(headers: unknown): object {
  if (typeof headers !== 'object' || headers === null) return {}
  return 'toJSON' in headers && isFunction(headers.toJSON) ? plain(headers.toJSON()) : headers
}

/**
 * `request` in supertest and superagent, `config` and `request` in axios, `request.options` in got, `url` in fetch and Playwright.
 */
function requestOf(response: Members): Pick<Received, 'method' | 'path'> {
  const request = members(response.request)
  const config = members(response.config)
  const options = members(request.options)
  const method = [request.method, config.method, options.method].find((each) => typeof each === 'string')
  const url = [response.url, request.url, request.path, options.url]
    .map((each) => (isFunction(each) ? each.call(response) : each))
    .map((each) => (each instanceof URL ? each.href : each))
    .find((each) => typeof each === 'string' && each !== '')
  return {
    ...(typeof method === 'string' && { method: method.toUpperCase() }),
    ...(typeof url === 'string' && { path: pathOf(url) }),
  }
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** `text` or bytes in `body` in supertest, `rawPayload` in Fastify, `rawBody` in got, `data` in axios. */
function bodyOf(response: Members, headers: Received['headers']): unknown {
  const { text, body, data, config, payload, rawBody, rawPayload } = response
  if (typeof text === 'string') return text
  const found = [rawPayload, rawBody, payload, body].find((each) => each !== undefined)
  if (found !== undefined) return found
  return typeof data === 'string' && config !== undefined ? axiosText({ data, config: members(config), headers }) : data
}

function textOrBytes(body: unknown): Buffer | string | undefined {
  if (body === undefined || typeof body === 'string') return body
  // Not by `instanceof`, because classes differ between realms, such as Jest's.
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (types.isAnyArrayBuffer(body)) return Buffer.from(body)
  // Serializes a body parsed by the client: it was JSON, or is invalid either way.
  return JSON.stringify(body)
}

async function ofFetch(response: Members): Promise<Buffer> {
  if (response.bodyUsed === true)
    throw new NotAResponse(
      'the body of the response was read before: check the response first, read a clone of it, or get it from withContract(fetch)',
    )
  const clone = (response.clone as () => Members).call(response)
  return Buffer.from((await pending(clone, 'arrayBuffer')) as unknown as ArrayBuffer)
}

async function pending(from: unknown, name: string): Promise<Buffer | string> {
  const read = members(from)[name]
  if (!isFunction(read)) throw notOne(from)
  return (await read.call(from)) as Buffer | string
}

function isReadable(body: unknown): boolean {
  return typeof body === 'object' && body !== null && isFunction(members(body).text) && isFunction(members(body).pipe)
}

function isFunction(value: unknown): value is (this: unknown, ...parts: readonly unknown[]) => unknown {
  return typeof value === 'function'
}

function isIterable(value: unknown): value is Iterable<readonly [unknown, unknown]> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value)
}

function members(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

function notOne(value: unknown): NotAResponse {
  const shown =
    typeof value === 'object' && value !== null ? `an object with ${Object.keys(value).join(', ')}` : typeof value
  return new NotAResponse(
    `expected a response with status, headers and body (fetch, supertest, Playwright, axios, got, undici, Fastify), got ${shown}`,
  )
}

interface AxiosText {
  readonly data: string
  readonly config: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** Restores the body behind a string: axios parses `"a"` to `a`. `Content-Length` (RFC 9110 §8.6) or the transforms decide. */
function axiosText({ data, config, headers }: AxiosText): string {
  if (!isJsonType(headers['content-type'] ?? '')) return data
  const json = JSON.stringify(data)
  const length = Number(headers['content-length'])
  if (length === Buffer.byteLength(data)) return data
  if (length === Buffer.byteLength(json)) return json
  return data !== '' && transformed(json, config, headers) === data ? json : data
}

function transformed(text: string, config: AxiosText['config'], headers: AxiosText['headers']): unknown {
  const { transformResponse } = config
  const transforms = [transformResponse ?? []].flat().filter((each) => typeof each === 'function')
  try {
    return transforms.reduce((value: unknown, transform) => transform.call(config, value, headers, 200), text)
  } catch {
    // A throwing transform can't have created the string.
    return undefined
  }
}
