import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import nock from './nock.ts'

const call = { scope: 'https://api.example.com:443', method: 'POST', path: '/a?b=1', status: 201 }
const read = (more: object) => nock.read(JSON.stringify({ ...call, ...more }))[0]

it('parses JSON bodies and headers as an object or list, and treats missing parts as unknown', () => {
  expect(read({ body: { x: 1 }, response: [1], headers: { 'Content-Type': 'application/json' } })).toEqual({
    request: { method: 'POST', url: 'https://api.example.com:443/a?b=1', body: '{"x":1}' },
    response: { status: 201, headers: { 'content-type': ['application/json'] }, body: '[1]' },
  })
  expect(read({ rawHeaders: ['Set-Cookie', 'a', 'set-cookie', 'b'] })?.response).toEqual({
    status: 201,
    headers: { 'set-cookie': ['a', 'b'] },
  })
})

it('parses a compressed body from its chunks', () => {
  const hex = gzipSync('{}').toString('hex')
  const { body } = read({ response: [hex.slice(0, 10), hex.slice(10)] })?.response ?? {}
  expect(body).toEqual({ base64: gzipSync('{}').toString('base64') })
})

it('is recognized by a list of calls with a scope', () => {
  expect(nock.detect({ name: '', text: `[${JSON.stringify(call)}]` })).toBe(true)
  expect(nock.detect({ name: '', text: '[{"id":1}]' })).toBe(false)
  expect(() => nock.read('{}')).toThrow(/no request/)
})
