import { expect, it } from 'vitest'
import ndjson from './ndjson.ts'

const line = '{"time":"2026-11-20T08:00:00Z","request":{"method":"GET","url":"/a"},"response":{"status":200,"body":""}}'

it('returns a line unchanged', () => {
  expect(ndjson.read(line)).toEqual([JSON.parse(line)])
})

it('is recognized by an object with a request, unlike a HAR', () => {
  expect(ndjson.detect({ name: '', text: `\uFEFF\n${line}\n` })).toBe(true)
  // Custom members may precede the request.
  for (const first of ['"version":1', '"event":"call"', '"item":3'])
    expect(ndjson.detect({ name: '', text: `{${first},${line.slice(1)}` }), first).toBe(true)
  expect(ndjson.detect({ name: '', text: '{"log":{"entries":[{"request":{}}]}}' })).toBe(false)
  expect(ndjson.detect({ name: 'a.ndjson', text: '{"level":"info"}' })).toBe(false)
  expect(ndjson.detect({ name: '', text: '{"info":{"name":"a"},"item":[{"request":{"method":"GET"}}]}' })).toBe(false)
})

it('does not match a Postman collection, on one line or several', () => {
  const item = '{"name":"a","request":{"method":"GET","url":{"raw":"/a"}}}'
  for (const text of [`{"name":"b","item":[${item}]}`, `{"name":"b","item":[\n${item},\n${item}\n]}`])
    expect(ndjson.detect({ name: '', text })).toBe(false)
  // A line longer than the beginning of the recording that detection sees.
  expect(ndjson.detect({ name: '', text: `{"name":"b","item":[${item},${item.slice(0, 20)}` })).toBe(false)
  expect(ndjson.detect({ name: '', text: line.slice(0, -20) })).toBe(true)
})

it('is recognized by a line that is cut within a string, in linear time', { timeout: 20_000 }, () => {
  const text = `{"request":{"method":"POST","url":"/a","body":"${'\\"'.repeat(300_000)}`
  expect(ndjson.detect({ name: '', text })).toBe(true)
})

it.each([
  ['{', SyntaxError],
  ['[]', /no request/],
  ['{"request":{"method":"GET"}}', /no request/],
  ['{"request":{"method":"GET","url":"/a"},"response":{}}', /no status/],
  ['{"request":{"method":"GET","url":"/a"},"response":{"status":200,"body":{"a":1}}}', /neither a text/],
  ['{"request":{"method":"GET","url":"/a","body":[]}}', /neither a text/],
])('rejects %s', (record, error) => {
  expect(() => ndjson.read(record)).toThrow(error)
})
