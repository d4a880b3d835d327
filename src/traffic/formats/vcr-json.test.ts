import { expect, it } from 'vitest'
import vcr from './vcr-json.ts'

it('parses an interaction', () => {
  const interaction = {
    request: { method: 'get', uri: '/a', body: { encoding: 'utf-8', string: '' } },
    response: { status: { code: 200 }, body: { base64_string: 'e30=' } },
  }
  expect(vcr.read(JSON.stringify(interaction))).toEqual([
    { request: { method: 'GET', url: '/a', body: '' }, response: { status: 200, body: { base64: 'e30=' } } },
  ])
})

it('is recognized by its list', () => {
  expect(vcr.detect({ name: '', text: '{"version":1,"interactions":[' })).toBe(true)
  expect(vcr.detect({ name: '', text: 'interactions:\n' })).toBe(false)
  expect(() => vcr.read('{}')).toThrow(/no request/)
})
