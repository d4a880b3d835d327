import { expect, it } from 'vitest'
import kong from './kong.ts'

const line = {
  latencies: { request: 7, proxy: 5, kong: 2 },
  request: { method: 'GET', url: 'https://api.example.com/a', uri: '/a', headers: { Accept: '*/*' } },
  response: { status: 200, headers: { 'content-type': 'application/json' }, size: 12 },
  ...{ started_at: Date.UTC(2026, 10, 20, 8), consumer: { username: 'shop' } },
}

it('parses a line: headers are known, bodies are not', () => {
  expect(kong.read(JSON.stringify(line))).toEqual([
    {
      ...{ time: '2026-11-20T08:00:00.000Z', duration: 7, client: 'shop', isLog: true },
      request: { method: 'GET', url: 'https://api.example.com/a', headers: { accept: ['*/*'] } },
      response: { status: 200, headers: { 'content-type': ['application/json'] } },
    },
  ])
})

it('is recognized by its latencies', () => {
  expect(kong.detect({ name: '', text: JSON.stringify(line) })).toBe(true)
  expect(kong.detect({ name: '', text: '{"request":{"method":"GET","url":"/"}}' })).toBe(false)
  expect(() => kong.read('{}')).toThrow(/no request/)
})
