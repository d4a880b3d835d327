import { expect, it } from 'vitest'
import log from './cloudfront.ts'

const values = ({ stem = '/a', query = 'b=1', status = '200', method = 'GET' } = {}) => [
  ...[
    '2026-11-20',
    '08:00:00',
    'FRA56-P4',
    '335',
    '203.0.113.9',
    method,
    'd1.cloudfront.net',
    stem,
    status,
    '-',
    'curl/8',
  ],
  ...[
    query,
    'session=secret',
    'Miss',
    'id==',
    'api.example.com',
    'https',
    '123',
    '0.338',
    '203.0.113.9',
    'TLSv1.3',
    'x',
  ],
  ...['Miss', 'HTTP/2.0', '-', '-', '61052', '0.3', 'Miss', 'application/json;%20charset=utf-8', '2039', '-', '-'],
]
const headers = { 'content-type': 'application/json; charset=utf-8' }

it.each([
  ['a request', {}, '/a?b=1', { status: 200, headers, partialHeaders: true }],
  ['no query', { query: '-' }, '/a', { status: 200, headers, partialHeaders: true }],
  [
    'an encoded URL',
    { stem: '/a%2520b%252Fc%7B', query: '-' },
    '/a%20b%2Fc%7B',
    { status: 200, headers, partialHeaders: true },
  ],
  ['no response', { status: '000' }, '/a?b=1', undefined],
])('parses a line: %s', (_, parts, path, response) => {
  const text = values(parts).join('\t')
  expect(log.detect({ name: '', text: `#Version: 1.0\r\n#Fields: date time\r\n${text}\r\n` })).toBe(true)
  const request = { method: 'GET', url: `https://api.example.com${path}` }
  expect(log.read(`${text}\r`)).toEqual([
    { time: '2026-11-20T08:00:00Z', duration: 338, isLog: true, request, response },
  ])
})

it('parses JSON, and skips comments', () => {
  const line = {
    date: '2026-11-20',
    'cs-method': 'GET',
    'cs-uri-stem': '/a',
    'sc-status': '204',
    'x-host-header': 'a.example',
  }
  const exchange = { isLog: true, request: { method: 'GET', url: '//a.example/a' }, response: { status: 204 } }
  expect(log.read(JSON.stringify(line))).toEqual([exchange])
  expect(log.read('#Version: 1.0')).toEqual([])
})

it('reports an unsupported list of fields', () => {
  expect(() => log.read('GET\t/a\t200')).toThrow(/not those of a standard log/)
  expect(() => log.read(values({ method: '203.0.113.9' }).join('\t'))).toThrow(/not those of a standard log/)
})
