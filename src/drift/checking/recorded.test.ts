import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { observationOf } from './recorded.ts'

const text = '{"name":"café"}'
const bodyOf = (body: Uint8Array, headers: Record<string, string>): string | undefined =>
  observationOf({ method: 'get', path: '/', status: 200, headers, body }).body

it.each([
  ['gzip', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
  ['gzip', Buffer.from(text)],
  ['zstd', Buffer.from(text)],
])('bytes are unpacked as the header says, or taken as they are: %s', (coding, body) => {
  expect(bodyOf(body, { 'Content-Encoding': coding })).toBe(text)
})

it('bytes are read in the charset of the content type', () => {
  expect(bodyOf(Buffer.from(text, 'latin1'), { 'content-type': 'application/json; charset=iso-8859-1' })).toBe(text)
})

it('a status of 0 is no response', () => {
  const { status, failure } = observationOf({ method: 'GET', path: '/a', status: 0, headers: {} })
  expect([status, failure?.code]).toEqual([undefined, 'no-response'])
})
