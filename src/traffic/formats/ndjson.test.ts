import { expect, it } from 'vitest'
import ndjson from './ndjson.ts'

const line = '{"time":"2026-11-20T08:00:00Z","request":{"method":"GET","url":"/a"},"response":{"status":200,"body":""}}'

it('reads a line as it is', () => {
  expect(ndjson.read(line)).toEqual([JSON.parse(line)])
})

it('is recognised by a line that is an object with a request, and is no HAR', () => {
  expect(ndjson.detect({ name: '', text: `\uFEFF\n${line}\n` })).toBe(true)
  // Members of the user's own, before the request.
  for (const first of ['"version":1', '"event":"call"', '"item":3'])
    expect(ndjson.detect({ name: '', text: `{${first},${line.slice(1)}` }), first).toBe(true)
  expect(ndjson.detect({ name: '', text: '{"log":{"entries":[{"request":{}}]}}' })).toBe(false)
  expect(ndjson.detect({ name: 'a.ndjson', text: '{"level":"info"}' })).toBe(false)
  expect(ndjson.detect({ name: '', text: '{"info":{"name":"a"},"item":[{"request":{"method":"GET"}}]}' })).toBe(false)
})

it('is not recognised in a Postman collection, on one line or on several', () => {
  const item = '{"name":"a","request":{"method":"GET","url":{"raw":"/a"}}}'
  for (const text of [`{"name":"b","item":[${item}]}`, `{"name":"b","item":[\n${item},\n${item}\n]}`])
    expect(ndjson.detect({ name: '', text })).toBe(false)
  // A line that is longer than what is known of the recording.
  expect(ndjson.detect({ name: '', text: `{"name":"b","item":[${item},${item.slice(0, 20)}` })).toBe(false)
  expect(ndjson.detect({ name: '', text: line.slice(0, -20) })).toBe(true)
})

it.each([
  ['{', SyntaxError],
  ['[]', /no request/],
  ['{"request":{"method":"GET"}}', /no request/],
  ['{"request":{"method":"GET","url":"/a"},"response":{}}', /no status/],
  ['{"request":{"method":"GET","url":"/a"},"response":{"status":200,"body":{"a":1}}}', /neither a text/],
  ['{"request":{"method":"GET","url":"/a","body":[]}}', /neither a text/],
])('%s is no exchange', (record, error) => {
  expect(() => ndjson.read(record)).toThrow(error)
})
