// Generates recordings for benchmarks: lists of small orders that conform to the contract.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from '../cache.mjs'

const folder = join(cache, 'check')

const text = { type: 'string' }
const order = {
  type: 'object',
  required: ['id', 'status', 'amount', 'createdAt', 'owner', 'tags'],
  properties: {
    id: text,
    status: { type: 'string', enum: ['OPEN', 'PAID', 'SHIPPED', 'CANCELLED'] },
    amount: { type: 'number', minimum: 0 },
    count: { type: 'integer', minimum: 1, maximum: 1000 },
    createdAt: { type: 'string', format: 'date-time' },
    note: { type: ['string', 'null'], maxLength: 200 },
    owner: { $ref: '#/components/schemas/Owner' },
    tags: { type: 'array', items: text, maxItems: 10 },
  },
}
const owner = {
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string', format: 'email' }, vip: { type: 'boolean' } },
}

/** The contract (OpenAPI 3.1). */
export const contract = {
  openapi: '3.1.0',
  info: { title: 'orders', version: '1' },
  paths: {
    '/orders': {
      get: {
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'A page of orders',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } } },
            },
          },
        },
      },
    },
  },
  components: { schemas: { Order: order, Owner: owner } },
}

/** Number of objects per body size. */
export const bodies = { '1 KB': 5, '57 KB': 300, '1 MB': 5400 }

/** Returns the path of the contract file. */
export function contractFile() {
  return written('contract.json', (fd) => writeSync(fd, JSON.stringify(contract)))
}

/** Returns a recording in our NDJSON or HAR, with the given numbers of exchanges and of objects per body. Written once. */
export function recordingFile(exchanges, objects, format = 'ndjson') {
  const extension = format === 'har' ? 'har' : 'ndjson'
  return written(`${exchanges}x${objects}.${extension}`, (fd) => {
    const isHar = format === 'har'
    if (isHar) writeSync(fd, '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[\n')
    for (let at = 0; at < exchanges; at++) {
      const line = JSON.stringify(isHar ? entryOf(at, objects) : exchangeOf(at, objects))
      writeSync(fd, `${line}${isHar && at < exchanges - 1 ? ',' : ''}\n`)
    }
    if (isHar) writeSync(fd, ']}}\n')
  })
}

function written(name, write) {
  const file = join(folder, name)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const fd = openSync(`${file}.partial`, 'w')
  write(fd)
  closeSync(fd)
  renameSync(`${file}.partial`, file)
  return file
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  date: 'Sat, 21 Nov 2026 08:00:00 GMT',
}

function exchangeOf(at, objects) {
  return {
    time: timeOf(at),
    duration: 12,
    request: { method: 'GET', url: `https://api.example.com/orders?page=${at}`, headers: { accept: '*/*' }, body: '' },
    response: { status: 200, headers, body: bodyOf(at, objects) },
  }
}

function entryOf(at, objects) {
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }))
  const body = bodyOf(at, objects)
  const url = `https://api.example.com/orders?page=${at}`
  const content = { size: Buffer.byteLength(body), mimeType: 'application/json', text: body }
  return {
    ...{ startedDateTime: timeOf(at), time: 12, cache: {}, timings: { send: 1, wait: 10, receive: 1 } },
    request: {
      ...{ method: 'GET', url, httpVersion: 'HTTP/1.1', headers: [{ name: 'accept', value: '*/*' }], cookies: [] },
      ...{ queryString: [{ name: 'page', value: String(at) }], headersSize: -1, bodySize: 0 },
    },
    response: {
      ...{ status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', headers: list, cookies: [], content },
      ...{ redirectURL: '', headersSize: -1, bodySize: -1 },
    },
  }
}

function timeOf(at) {
  return new Date(Date.UTC(2026, 10, 21) + at * 1000).toISOString()
}

/** Ids repeat after 20,000 orders, like those of pages that are requested again. */
function bodyOf(at, objects) {
  const items = Array.from({ length: objects }, (_, index) => orderOf((at * objects + index) % 20_000))
  return JSON.stringify(items)
}

function orderOf(number) {
  return {
    id: `order-${String(number).padStart(6, '0')}`,
    status: order.properties.status.enum[number % 4],
    amount: (number * 7919) / 100,
    count: 1 + (number % 1000),
    createdAt: timeOf(number),
    note: number % 3 === 0 ? null : `left at door ${number % 50}`,
    owner: { email: `user${number % 100}@example.com`, vip: number % 10 === 0 },
    tags: ['web', `shelf-${number % 20}`],
  }
}
