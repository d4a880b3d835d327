import { expect, it } from 'vitest'
import har from './har.ts'

const read = (entry: unknown) => har.read(JSON.stringify(entry))
const request = { method: 'GET', url: 'https://a.example/b' }

it('parses an entry: time, headers, bodies, base64', () => {
  const [exchange] = read({
    ...{ startedDateTime: '2026-11-20T08:00:00Z', time: 12.5 },
    request: {
      ...{
        method: 'POST',
        url: 'https://a.example/b?c',
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'x-a', value: '2' },
        ],
      },
      postData: { mimeType: 'application/json', text: '{}' },
    },
    response: {
      ...{
        status: 200,
        headers: [
          { name: ':status', value: '200' },
          { name: '__proto__', value: 'x' },
        ],
      },
      content: { mimeType: 'application/json', text: 'e30=', encoding: 'base64' },
    },
  })
  expect(exchange).toMatchObject({
    ...{ time: '2026-11-20T08:00:00Z', duration: 12.5 },
    request: { headers: { 'x-a': ['1', '2'], 'content-type': 'application/json' }, body: '{}' },
    response: { status: 200, body: { base64: 'e30=' } },
  })
  expect(Object.keys(exchange?.response?.headers ?? {})).toEqual(['__proto__'])
})

it.each([
  [{ size: 0 }, ''],
  [{ size: 3 }, undefined],
  [{ size: 3, text: '' }, undefined],
  [{ size: -1, text: '' }, undefined],
  [{ text: '' }, ''],
  [{}, undefined],
])('content %j is %j', (content, body) => {
  expect(read({ request, response: { status: 200, headers: [], content } })[0]?.response?.body).toBe(body)
})

it('treats missing members as unknown, and status 0 as no response', () => {
  expect(read({ request, response: { status: 0 } })).toEqual([{ request: { ...request, body: '' } }])
  expect(read({ request: { ...request, method: 'POST' } })).toEqual([{ request: { ...request, method: 'POST' } }])
  const typed = read({ request, response: { status: 200, headers: [], content: { mimeType: 'text/plain', size: 1 } } })
  expect(typed[0]?.response).toEqual({ status: 200, headers: { 'content-type': 'text/plain' }, partialHeaders: true })
})

it('treats an empty body as unknown if it is cached or has a content length', () => {
  const content = { size: 0, mimeType: 'application/json' }
  const response = { status: 200, headers: [{ name: 'etag', value: 'x' }], content }
  const long = [{ name: 'Content-Length', value: '7' }]
  for (const entry of [
    { request, response, _fromCache: 'memory' },
    { request, response: { ...response, _fromCache: 'disk' } },
    { request, response: { ...response, headers: long, content: { ...content, text: '' } } },
  ])
    expect(read(entry)[0]?.response?.body).toBeUndefined()
  expect(read({ request, response })[0]?.response?.body).toBe('')
})

it('is recognized by its log member', () => {
  expect(har.detect({ name: '', text: '{"comment":"a","n":1,"log":{"entries":[]}}' })).toBe(true)
  expect(har.detect({ name: '', text: '{"request":{},"log":{}}' })).toBe(false)
  expect(har.detect({ name: '', text: '{ "log": { "version": "1.2"' })).toBe(true)
  expect(har.detect({ name: 'a.har', text: '{"request":{}}' })).toBe(false)
  expect(() => read({})).toThrow(/no request/)
})

it('treats the body of a 304 as unknown, because Chromium takes it from its cache', () => {
  const content = { mimeType: 'application/json', text: '{}', size: 2 }
  const entry = { request: { method: 'GET', url: 'https://a/' }, response: { status: 304, headers: [], content } }
  expect(har.read(JSON.stringify(entry))[0]?.response?.body).toBeUndefined()
})

it('treats a 200 to a conditional request without transferred bytes as a 304', () => {
  const sent = { ...request, headers: [{ name: 'If-None-Match', value: '"1"' }] }
  const response = {
    status: 200,
    headers: [{ name: 'ETag', value: '"1"' }],
    content: { size: 2, text: '{}' },
    ...{ bodySize: 0, _transferSize: 124 },
  }
  const statuses = [
    { request: sent, response },
    { request: sent, response: { ...response, bodySize: 2 } },
    { request: sent, response: { ...response, bodySize: -1 } },
    // A tool that doesn't measure sizes.
    { request: sent, response: { ...response, _transferSize: undefined } },
    { request, response },
  ].map((entry) => read(entry)[0]?.response)
  expect(statuses.map((each) => [each?.status, each?.body])).toEqual([
    [304, undefined],
    [200, '{}'],
    [200, '{}'],
    [200, '{}'],
    [200, '{}'],
  ])
})

it.each([
  [{ size: 100, text: '{"id":1,"na' }, undefined],
  [{ size: 100, text: '[{"id":1}, ' }, undefined],
  [{ size: 100, text: '{"id":1}\n' }, '{"id":1}\n'],
  [{ size: 11, text: '{"id":1,"na' }, '{"id":1,"na'],
  [{ size: 12, text: '{"id":"ë","' }, '{"id":"ë","'],
])('treats a truncated JSON body as unknown: %j', (content, body) => {
  expect(read({ request, response: { status: 200, headers: [], content } })[0]?.response?.body).toBe(body)
})

it('treats the body of an incomplete response in Charles as unknown', () => {
  const response = { status: 200, headers: [], content: { text: '{}' } }
  const bodies = ['COMPLETE', 'Complete', 'EXCEPTION', 'RECEIVING'].map(
    (_charlesStatus) => read({ request, response: { ...response, _charlesStatus } })[0]?.response?.body,
  )
  expect(bodies).toEqual(['{}', '{}', undefined, undefined])
})
