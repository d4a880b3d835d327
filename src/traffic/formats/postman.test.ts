import { expect, it } from 'vitest'
import postman from './postman.ts'

const header = [
  { key: 'Content-Type', value: 'application/json' },
  { key: 'X', value: 'y', disabled: true },
]
const response = {
  ...{ code: 201, header, body: '{}', responseTime: 8 },
  originalRequest: {
    method: 'POST',
    header,
    url: { raw: '{{baseUrl}}/a/:id?b=1', variable: [{ key: 'id', value: '7' }] },
    body: { mode: 'raw', raw: '{"x":1}' },
  },
}

it('parses the saved responses of nested folders', () => {
  const record = JSON.stringify({
    name: 'f',
    item: [{ item: [{ request: 'https://a.example', response: [response] }] }],
  })
  expect(postman.read(record)).toEqual([
    {
      duration: 8,
      request: {
        method: 'POST',
        url: '{{baseUrl}}/a/7?b=1',
        headers: { 'content-type': ['application/json'] },
        body: '{"x":1}',
      },
      response: { status: 201, headers: { 'content-type': ['application/json'] }, body: '{}' },
    },
  ])
})

it('parses a form, a plain URL, and a request without a list of headers', () => {
  const form = { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b c' }] }
  const [one, none] = [{ code: 200 }, { name: 'not sent' }]
  expect(postman.read(JSON.stringify({ request: { url: '/a', body: form }, response: [one, none] }))).toEqual([
    { request: { method: 'GET', url: '/a', body: 'a=b+c' }, response: { status: 200 } },
  ])
})

it('builds a URL from its parts', () => {
  const url = {
    ...{ protocol: 'https', host: ['a', 'example'], port: '8443', path: ['b', { value: 'c' }] },
    query: [
      { key: 'd', value: '1' },
      { key: 'e', value: '2', disabled: true },
    ],
  }
  const read = (one: unknown) => postman.read(JSON.stringify({ request: { url: one }, response: [{ code: 200 }] }))
  expect(read(url)[0]?.request.url).toBe('https://a.example:8443/b/c?d=1')
  expect(read({ path: '/b' })[0]?.request.url).toBe('/b')
  expect(read({})).toEqual([])
})

it('is recognized by its schema', () => {
  const text = '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[]}'
  expect(postman.detect({ name: '', text })).toBe(true)
  expect(postman.detect({ name: '', text: '{"item":[]}' })).toBe(false)
})
