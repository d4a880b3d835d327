import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { observationOf } from './recorded.ts'

const text = '{"name":"café"}'
const bodyOf = (body: Uint8Array, headers: Record<string, string>): string | undefined =>
  observationOf({ method: 'get', path: '/', status: 200, headers, body }).body

it.each([
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  [' GZIP ', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['gzip', Buffer.from(text)],
  ['zstd', Buffer.from(text)],
])('decodes bytes by Content-Encoding or keeps them: %s', (coding, body) => {
  expect(bodyOf(body, { 'Content-Encoding': coding })).toBe(text)
})

it('decodes bytes in the charset of the content type', () => {
  expect(bodyOf(Buffer.from(text, 'latin1'), { 'content-type': 'application/json; charset=iso-8859-1' })).toBe(text)
})

it('status 0 means no response', () => {
  const { status, failure } = observationOf({ method: 'GET', path: '/a', status: 0, headers: {} })
  expect([status, failure?.code]).toEqual([undefined, 'no-response'])
})

it.each([
  [{ Authorization: 'a' }, true],
  [{ cookie: 'a=b' }, true],
  [{ 'X-Api-Key': 'a' }, true],
  [{ accept: 'a' }, false],
  [undefined, false],
])('%j is authenticated: %s', (requestHeaders, authenticated) => {
  const raw = {
    method: 'get',
    path: '/a?b',
    status: 200,
    headers: { 'X-A': 'b' },
    ...(requestHeaders && { requestHeaders }),
  }
  expect(observationOf(raw)).toEqual({
    request: { method: 'GET', path: '/a?b', headers: expect.any(Object) },
    ...{ status: 200, headers: { 'x-a': 'b' }, milliseconds: 0, authenticated },
  })
  expect(observationOf({ ...raw, body: 'c', requestBody: 'd', milliseconds: 7 })).toMatchObject({
    ...{ body: 'c', milliseconds: 7, request: { body: 'd' } },
  })
})

it.each([99, 100, 599])('status %i is a response if it is at least 100', (status) => {
  expect(observationOf({ method: 'GET', path: '/', status, headers: {} }).status).toBe(
    status < 100 ? undefined : status,
  )
})
