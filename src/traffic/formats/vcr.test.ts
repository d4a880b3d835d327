import { expect, it } from 'vitest'
import vcr from './vcr.ts'

const cassette = `- request:
    method: get
    uri: https://api.example.com/a
    body: { encoding: US-ASCII, string: '' }
    headers: { Accept: ['*/*'] }
  response:
    status: { code: 200, message: OK }
    headers: { Content-Type: [application/json] }
    body:
      encoding: ASCII-8BIT
      string: !binary |-
        e30=
  recorded_at: Fri, 20 Nov 2026 08:00:00 GMT`

it('parses an interaction, with bytes in base64', () => {
  expect(vcr.read(cassette)).toEqual([
    {
      time: '2026-11-20T08:00:00.000Z',
      request: { method: 'GET', url: 'https://api.example.com/a', headers: { accept: ['*/*'] }, body: '' },
      response: { status: 200, headers: { 'content-type': ['application/json'] }, body: { base64: 'e30=' } },
    },
  ])
})

it('parses interactions of vcrpy and go-vcr', () => {
  const py =
    '- request: { body: null, method: GET, uri: /a }\n  response: { body: { string: "x\\n\\ny" }, status: { code: 404 } }'
  expect(vcr.read(py)[0]).toEqual({
    request: { method: 'GET', url: '/a', body: '' },
    response: { status: 404, body: 'x\n\ny' },
  })
  const go = '- request: { body: "", url: /a, method: GET }\n  response: { body: "{}", status: 200 OK, code: 200 }'
  expect(vcr.read(go)[0]?.response).toEqual({ status: 200, body: '{}' })
})

it('parses strings with Python and Ruby class tags', () => {
  const py =
    '- request: { body: !!python/unicode "", method: !!python/unicode GET, uri: /a }\n  response: { body: { string: !ruby/string:A::B "!ruby/x y" }, status: { code: 200 } }'
  expect(vcr.read(py)).toEqual([
    { request: { method: 'GET', url: '/a', body: '' }, response: { status: 200, body: '!ruby/x y' } },
  ])
  expect(() => vcr.read('- request: !other/tag x')).toThrow(/unknown/)
  const named = `- request: !ruby/struct:Request { method: get, uri: /a, headers: !ruby/hash:Hash { A: !ruby/array:List ["1"] } }
  response: { status: { code: !!python/long 200 }, body: { string: !ruby/string:A 'of "a, !ruby/abc b"' } }`
  expect(vcr.read(named)[0]).toMatchObject({
    request: { method: 'GET', headers: { a: ['1'] } },
    response: { status: 200, body: 'of "a, !ruby/abc b"' },
  })
})

it('is recognized by its list', () => {
  expect(vcr.detect({ name: '', text: '---\nhttp_interactions:\n- request:' })).toBe(true)
  expect(vcr.detect({ name: '', text: '{"interactions":[]}' })).toBe(false)
  expect(() => vcr.read('- a')).toThrow(/no request/)
})
