import { expect, it } from 'vitest'
import newman from './newman.ts'

const request = {
  method: 'GET',
  url: { protocol: 'http', host: ['a', 'example'], port: '8080', path: ['b'], query: [] },
}

it('parses an execution: the sent request and the response bytes', () => {
  const response = {
    ...{ code: 200, responseTime: 12, header: [{ key: 'Content-Type', value: 'text/plain' }] },
    stream: { type: 'Buffer', data: [104, 105, 195, 171] },
  }
  expect(
    newman.read(JSON.stringify({ request: { ...request, header: [{ key: 'A', value: '1' }] }, response })),
  ).toEqual([
    {
      duration: 12,
      request: { method: 'GET', url: 'http://a.example:8080/b', headers: { a: ['1'] }, body: '' },
      response: { status: 200, headers: { 'content-type': ['text/plain'] }, body: { base64: 'aGnDqw==' } },
    },
  ])
})

it('treats a connection error as no response', () => {
  const [exchange, ...others] = newman.read(JSON.stringify({ request, requestError: { code: 'ECONNREFUSED' } }))
  expect([exchange?.request.url, exchange?.response, others]).toEqual(['http://a.example:8080/b', undefined, []])
})

it('matches the report of a run, but not a collection', () => {
  const detect = (text: string) => newman.detect({ name: 'run.json', text })
  expect([
    detect('{"collection":{"_":{}'),
    detect('{\n  "collection": {'),
    detect('{"info":{"_postman_id":"a"'),
  ]).toEqual([true, true, false])
})
