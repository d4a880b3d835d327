import { expect, it } from 'vitest'
import log from './aws-alb.ts'

const line = ({
  type = 'https',
  request = 'GET https://api.example.com:443/a?b=1 HTTP/2.0',
  status = '200',
  times = '0.001 0.010 0.000',
  redirect = '-',
} = {}) =>
  `${type} 2026-11-20T08:00:00.123456Z app/shop/50dc6c495c0c9188 203.0.113.9:2817 10.0.0.66:9000 ${times} ${status} 200 34 366 ` +
  `"${request}" "curl/8 \\x22x\\x22" ECDHE TLSv1.2 arn:aws:x "Root=1-58337281" "api.example.com" "arn:aws:y" 1 ` +
  `2026-11-20T08:00:00.100000Z "forward" "${redirect}" "-" "10.0.0.66:9000" "200" "-" "-" TID_1`

it.each([
  ['a request', {}, 'https://api.example.com:443/a?b=1', { status: 200 }],
  ['IPv6', { request: 'GET http://[2001:db8::1]:80/a HTTP/1.1' }, 'http://[2001:db8::1]:80/a', { status: 200 }],
  [
    'a redirect',
    { status: '301', redirect: 'https://api.example.com:443/' },
    'https://api.example.com:443/a?b=1',
    { status: 301, headers: { location: 'https://api.example.com:443/' }, partialHeaders: true },
  ],
  ['a client that disconnected', { status: '460' }, 'https://api.example.com:443/a?b=1', undefined],
])('parses a line: %s', (_, parts, url, response) => {
  const text = line(parts)
  expect(log.detect({ name: '', text })).toBe(true)
  const [exchange] = log.read(text)
  expect(exchange).toMatchObject({ time: '2026-11-20T08:00:00.100000Z', isLog: true, request: { method: 'GET', url } })
  expect(exchange?.duration).toBeCloseTo(11)
  expect(exchange?.response).toEqual(response)
})

it('leaves the time unknown if the request was not forwarded', () => {
  expect(log.read(line({ times: '-1 -1 -1', status: '502' }))[0]).not.toHaveProperty('duration')
})

it('describes the error', () => {
  expect(() => log.read(line({ request: '- http://api.example.com:80- -' }))).toThrow(/no request/)
  expect(() => log.read('tls 1.0 2026-11-20T08:00:00 net/x')).toThrow(/no line of an application load balancer/)
  expect(() => log.read(line().slice(0, 160))).toThrow(/no request/)
})

it('reads a quote that is not closed in linear time', { timeout: 20_000 }, () => {
  for (const start of ['https "', line().slice(0, 160)])
    expect(log.detect({ name: '', text: `${start}${'\\"'.repeat(300_000)}` })).toBe(false)
})
