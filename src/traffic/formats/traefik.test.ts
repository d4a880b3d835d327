import { expect, it } from 'vitest'
import log from './traefik.ts'

const line = {
  ...{
    ClientAddr: '203.0.113.9:1',
    ClientHost: '203.0.113.9',
    ClientUsername: '-',
    DownstreamStatus: 200,
    Duration: 12_000_000,
  },
  ...{ OriginStatus: 201, RequestAddr: 'api.example.com:8443', RequestHost: 'api.example.com', RequestMethod: 'GET' },
  ...{ RequestPath: '/a?b=1', RequestScheme: 'https', StartUTC: '2026-11-20T08:00:00.123456789Z', level: 'info' },
  'downstream_Content-Type': 'application/json',
}

it("parses a line: uses the client's status rather than the origin's", () => {
  expect(log.detect({ name: '', text: JSON.stringify(line) })).toBe(true)
  expect(log.read(JSON.stringify(line))).toEqual([
    {
      ...{ time: '2026-11-20T08:00:00.123456789Z', duration: 12, isLog: true },
      request: { method: 'GET', url: 'https://api.example.com:8443/a?b=1' },
      response: { status: 200, headers: { 'content-type': 'application/json' }, partialHeaders: true },
    },
  ])
})

it("does not match Traefik's own log", () => {
  expect(
    log.detect({ name: '', text: '{"level":"info","msg":"Starting provider","time":"2026-11-20T08:00:00Z"}' }),
  ).toBe(false)
  expect(() => log.read('{"level":"info"}')).toThrow(/no request/)
})
