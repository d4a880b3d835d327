import { expect, it } from 'vitest'
import log from './common-log.ts'

const start = '203.0.113.9 - - [20/Nov/2026:08:00:00 +0100]'
const time = '2026-11-20T08:00:00+01:00'

it.each([
  ['common', `${start} "GET /a?b=1 HTTP/1.1" 200 12`, { method: 'GET', url: '/a?b=1' }, 200],
  [
    'combined',
    `${start} "GET /a HTTP/2.0" 304 0 "https://x.example/?mail=a@b.example" "Mozilla/5.0 "x""`,
    { method: 'GET', url: '/a' },
    304,
  ],
  ['IPv6', `2001:db8::1 - - [20/Nov/2026:08:00:00 +0100] "GET /a HTTP/1.1" 200 -`, { method: 'GET', url: '/a' }, 200],
  [
    'vhost_combined',
    `api.example.com:8080 ${start} "PUT /a HTTP/1.1" 204 -`,
    { method: 'PUT', url: '//api.example.com:8080/a' },
    204,
  ],
  [
    'an absolute URL',
    `${start} "GET http://[::1]:8080/a HTTP/1.1" 200 1`,
    { method: 'GET', url: 'http://[::1]:8080/a' },
    200,
  ],
  [
    'escapes of nginx',
    `${start} "GET /a\\x22\\xC3\\xA9\\x5C HTTP/1.1" 400 1`,
    { method: 'GET', url: '/a%22%C3%A9%5C' },
    400,
  ],
  [
    'escapes of Apache',
    `${start} "GET /a\\"b\\\\\\n c HTTP/1.1" 400 1`,
    { method: 'GET', url: '/a%22b%5C%0A%20c' },
    400,
  ],
  [
    'Traefik',
    `${start} "GET /a HTTP/1.1" 200 12 "-" "curl/8" 7 "api@docker" "http://10.0.0.1" 3ms\r`,
    { method: 'GET', url: '/a' },
    200,
  ],
  ['two slashes', `${start} "GET //evil/a HTTP/1.1" 404 1`, { method: 'GET', url: '////evil/a' }, 404],
  ['a client that disconnected', `${start} "GET /a HTTP/1.1" 499 0`, { method: 'GET', url: '/a' }, undefined],
])('parses a line: %s', (_, line, request, status) => {
  expect(log.detect({ name: '', text: `${line}\n` })).toBe(true)
  expect(log.read(line)).toEqual([{ time, isLog: true, request, response: status && { status } }])
})

it('parses the user name, with or without spaces', () => {
  const of = (user: string) => log.read(`::1 - ${user} [20/Nov/2026:08:00:00 +0100] "GET /a HTTP/1.1" 200 1`)[0]?.client
  expect(['shop', 'the shop', '-', '""'].map(of)).toEqual(['shop', 'the shop', undefined, undefined])
})

it.each([
  ['a handshake', `${start} "\\x16\\x03\\x01" 400 150`, /no request/],
  ['no request', `${start} "-" 408 0`, /no request/],
  ['OPTIONS *', `${start} "OPTIONS * HTTP/1.1" 200 0`, /no request/],
  ['a tunnel', `${start} "CONNECT evil.example:443 HTTP/1.1" 405 0`, /no request/],
  ['half a line', `${start} "GET /a HT`, /no line of a common/],
  ['another log', '{"status":200}', /no line of a common/],
])('describes the error: %s', (_, line, message) => {
  expect(() => log.read(line)).toThrow(message)
})

it.each([
  ['brackets', `a - ${'['.repeat(200_000)}`],
  ['times', `a - ${'x [a] "'.repeat(50_000)}`],
  ['escapes', `${start} "${'\\"'.repeat(200_000)}`],
  ['spaces', `${start} "GET /${' HTTP/1'.repeat(100_000)}x" 200 1`],
])('takes linear time for %s', (_, line) => {
  const started = process.cpuUsage()
  for (let at = 0; at < 5; at++)
    try {
      log.read(line)
    } catch {}
  // One second of CPU time. Quadratic time would take minutes.
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
})
