import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { readPact } from './pact.ts'

const parties = { consumer: { name: 'web' }, provider: { name: 'loans' } }

it('reads version 2', () => {
  const interactions = [
    {
      description: 'a loan',
      request: { method: 'post', path: '/loans', query: 'a=1&b=2', headers: { 'X-Tenant': 't' }, body: { name: 'x' } },
      response: { status: 201, headers: { 'Content-Type': 'application/vnd.a+json' }, body: { id: 1 } },
    },
  ]
  expect(readPact({ ...parties, interactions })).toEqual({
    consumer: 'web',
    skipped: 0,
    exchanges: [
      {
        method: 'POST',
        path: '/loans?a=1&b=2',
        requestHeaders: { 'content-type': 'application/json', 'x-tenant': 't' },
        requestBody: '{"name":"x"}',
        status: 201,
        headers: { 'content-type': 'application/vnd.a+json' },
        body: '{"id":1}',
      },
    ],
  })
})

it('reads version 4, and counts what is no HTTP exchange', () => {
  const interactions: Json[] = [
    {
      type: 'Synchronous/HTTP',
      request: { path: '/loans', query: { page: ['1', '2'] }, headers: { accept: ['a', 'b'] } },
      response: { status: 200, body: { contentType: 'application/json', encoded: false, content: [{ id: 1 }] } },
    },
    { type: 'Asynchronous/Messages', contents: { content: {} } },
    {
      type: 'Synchronous/HTTP',
      request: { path: '/pdf' },
      response: { body: { contentType: 'application/pdf', encoded: 'base64', content: 'AAAA' } },
    },
  ]
  expect(readPact({ ...parties, interactions })).toEqual({
    consumer: 'web',
    skipped: 1,
    exchanges: [
      {
        method: 'GET',
        path: '/loans?page=1&page=2',
        requestHeaders: { accept: 'a, b' },
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '[{"id":1}]',
      },
      { method: 'GET', path: '/pdf', requestHeaders: {}, status: 200, headers: {} },
    ],
  })
})

it.each([
  [null],
  [[]],
  [{}],
  [{ consumer: { name: 'a' } }],
  [{ interactions: [] }],
  [{ consumer: {}, interactions: [] }],
])('takes %j for no Pact file', (value) => {
  expect(readPact(value)).toBeUndefined()
})
