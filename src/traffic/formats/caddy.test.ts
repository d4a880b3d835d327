import { expect, it } from 'vitest'
import log from './caddy.ts'

const line = {
  ...{ level: 'info', ts: 1795075200.25, logger: 'http.log.access', msg: 'handled request' },
  request: {
    ...{ remote_ip: '2001:db8::1', client_ip: '2001:db8::1', proto: 'HTTP/2.0', method: 'GET' },
    ...{
      host: 'api.example.com',
      uri: '/a?b=1',
      headers: { Accept: ['*/*'], Cookie: ['REDACTED'] },
      tls: { version: 772 },
    },
  },
  ...{ bytes_read: 0, user_id: 'shop', duration: 0.012, size: 2, status: 200 },
  resp_headers: { 'Content-Type': ['application/json'] },
}

it('parses a line: headers are known, bodies are not', () => {
  expect(log.detect({ name: '', text: JSON.stringify(line) })).toBe(true)
  expect(log.read(JSON.stringify(line))).toEqual([
    {
      ...{ time: '2026-11-19T08:00:00.250Z', duration: 12, client: 'shop', isLog: true },
      request: {
        method: 'GET',
        url: 'https://api.example.com/a?b=1',
        headers: { accept: ['*/*'], cookie: ['REDACTED'] },
      },
      response: { status: 200, headers: { 'content-type': ['application/json'] } },
    },
  ])
})

it('treats filtered headers and a missing response as unknown', () => {
  const { headers: _, tls: __, ...request } = line.request
  const exchange = log.read(
    JSON.stringify({ ...line, request, status: 0, resp_headers: undefined, duration: '12ms' }),
  )[0]
  expect(exchange?.request).toEqual({ method: 'GET', url: '//api.example.com/a?b=1' })
  expect(exchange).not.toHaveProperty('response')
  expect(exchange).not.toHaveProperty('duration')
})

it('does not match other log lines of Caddy', () => {
  expect(log.detect({ name: '', text: '{"level":"info","ts":1,"msg":"serving initial configuration"}' })).toBe(false)
  expect(() => log.read('{"level":"info","ts":1}')).toThrow(/no request/)
})

it('takes linear time for a line that only begins like its own', { timeout: 20_000 }, () => {
  expect(log.detect({ name: '', text: `{${'"request":{"uri":"duration'.repeat(3000)}` })).toBe(false)
})
