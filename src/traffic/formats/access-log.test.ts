import { expect, it } from 'vitest'
import log from './access-log.ts'

const request = { method: 'GET', url: '//api.example.com/a?b=1' }
const response = { status: 200, headers: { 'content-type': 'application/json' }, partialHeaders: true }

it.each([
  [
    'nginx',
    {
      ...{ time_iso8601: '2026-11-20T08:00:00+00:00', request_method: 'GET', request_uri: '/a?b=1', status: '200' },
      ...{
        http_host: 'api.example.com',
        sent_http_content_type: 'application/json',
        request_time: '0.012',
        remote_user: '-',
      },
    },
    { time: '2026-11-20T08:00:00+00:00', duration: 12, request, response },
  ],
  [
    'Apache',
    {
      ...{ time: '[20/Nov/2026:08:00:00 +0100]', method: 'GET', request: '/a', query: '?b=1', status: '200' },
      ...{ host: 'api.example.com', content_type: 'application/json' },
    },
    { time: '2026-11-20T08:00:00+01:00', request, response },
  ],
  [
    'Envoy',
    {
      start_time: '2026-11-20T08:00:00.000Z',
      method: 'GET',
      path: '/a?b=1',
      authority: 'api.example.com',
      response_code: 204,
      duration: 5,
    },
    { time: '2026-11-20T08:00:00.000Z', duration: 5, request, response: { status: 204 } },
  ],
  [
    'a request line',
    { request: 'GET /a?b=1 HTTP/1.1', host: 'api.example.com', status: 200 },
    { request, response: { status: 200 } },
  ],
  ['no response', { request: 'GET /a?b=1 HTTP/1.1', host: 'api.example.com', status: 0 }, { request }],
])('parses a line with %s: bodies are unknown', (_, line, exchange) => {
  expect(log.detect({ name: '', text: JSON.stringify(line) })).toBe(true)
  expect(log.read(JSON.stringify(line))).toEqual([{ ...exchange, isLog: true }])
})

it('is recognized if a valid line follows a broken one', () => {
  const text = '{"request":"-","status":"400"}\n{"request":"GET /a HTTP/1.1","status":"200"}\n'
  expect(log.detect({ name: '', text })).toBe(true)
})

it('does not match other logs', () => {
  expect(log.detect({ name: '', text: '{"level":"info","status":"ok"}' })).toBe(false)
  expect(log.detect({ name: '', text: '127.0.0.1 - - [x] "GET / HTTP/1.1" 200' })).toBe(false)
  expect(() => log.read('{"status":200}')).toThrow(/no request/)
})

it.each(['1763625600', '1763625600000', '1763625600000000', '1763625600000000000'])('reads the epoch %s', (time) => {
  const line = { time, request: 'GET /a HTTP/1.1', status: 200 }
  expect(log.read(JSON.stringify(line))).toMatchObject([{ time: '2025-11-20T08:00:00.000Z' }])
})
