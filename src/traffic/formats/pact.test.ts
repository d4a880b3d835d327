import { expect, it } from 'vitest'
import pact from './pact.ts'

it.each([
  [
    'version 2',
    {
      description: 'a loan',
      request: { method: 'post', path: '/loans', query: 'a=1&b=2', headers: { 'X-Tenant': 't' }, body: { name: 'x' } },
      response: { status: 201, headers: { 'Content-Type': 'application/vnd.a+json' }, body: { id: 1 } },
    },
    {
      method: 'POST',
      url: '/loans?a=1&b=2',
      headers: { 'content-type': 'application/json', 'x-tenant': 't' },
      body: '{"name":"x"}',
    },
    { status: 201, headers: { 'content-type': 'application/vnd.a+json' }, body: '{"id":1}' },
  ],
  [
    'version 3',
    {
      providerStates: [{ name: 'one' }],
      request: { method: 'GET', path: '/loans', query: { page: ['1', '2'] }, headers: { accept: ['a', 'b'] } },
      response: {
        status: 200,
        matchingRules: { body: { '$.id': { matchers: [{ match: 'type' }] } } },
        body: [{ id: 1 }],
      },
    },
    { method: 'GET', url: '/loans?page=1&page=2', headers: { accept: 'a, b' } },
    { status: 200, headers: { 'content-type': 'application/json' }, body: '[{"id":1}]' },
  ],
  [
    'version 3 with members named like those of version 4',
    {
      request: { path: '/loans' },
      response: { status: 200, body: { content: [{ id: 1 }], contentType: 'text/plain', encoded: 'base64' } },
    },
    { method: 'GET', url: '/loans', headers: {} },
    {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"content":[{"id":1}],"contentType":"text/plain","encoded":"base64"}',
    },
  ],
  [
    'version 4',
    {
      type: 'Synchronous/HTTP',
      request: { path: '/pdf' },
      response: { body: { contentType: 'application/pdf', encoded: 'base64', content: 'AAAA' } },
    },
    { method: 'GET', url: '/pdf', headers: {} },
    { status: 200, headers: { 'content-type': 'application/pdf' }, body: { base64: 'AAAA' } },
  ],
])(
  'parses an interaction of %s: parts that the consumer does not name are unknown',
  (_, interaction, request, response) => {
    expect(pact.read(JSON.stringify(interaction))).toEqual([
      {
        request: { ...request, partialHeaders: true },
        response: { ...response, partialHeaders: true, partialBody: true },
      },
    ])
  },
)

it('is recognized by its consumer and provider', () => {
  const text = '{"consumer":{"name":"web"},"interactions":[],"provider":{"name":"loans"}}'
  expect(pact.detect({ name: '', text })).toBe(true)
  expect(pact.detect({ name: '', text: '{"interactions":[]}' })).toBe(false)
})

it('rejects a message', () => {
  expect(() => pact.read('{"type":"Asynchronous/Messages","contents":{}}')).toThrow('it is no HTTP interaction')
})
