import { expect, it } from 'vitest'
import log from './api-gateway.ts'

const rest = {
  ...{ requestId: 'x', ip: '203.0.113.9', caller: '-', user: '-', requestTime: '20/Nov/2026:08:00:00 +0000' },
  ...{ httpMethod: 'GET', resourcePath: '/pets/{petId}', status: '200', protocol: 'HTTP/1.1', responseLength: '12' },
}
const http = { requestId: 'x', requestTime: rest.requestTime, routeKey: 'GET /pets/{petId}', status: '404' }

it.each([
  ['of a REST API: the value in its path is unknown', rest, '/pets/{{petId}}', 200],
  ['of an HTTP API', http, '/pets/{{petId}}', 404],
  ['with a path', { ...rest, path: '/pets/7', user: 'shop' }, '/pets/7', 200],
  [
    'with a stage',
    { ...http, path: '/prod/pets/7', stage: 'prod', domainName: 'api.example.com' },
    '//api.example.com/pets/7',
    404,
  ],
])('parses a line %s', (_, line, url, status) => {
  const text = JSON.stringify(line)
  expect(log.detect({ name: '', text })).toBe(true)
  const client = 'user' in line && line.user !== '-' ? line.user : undefined
  const exchange = {
    time: '2026-11-20T08:00:00+00:00',
    client,
    isLog: true,
    request: { method: 'GET', url, withoutQuery: true },
    response: { status },
  }
  expect(log.read(text)).toEqual([exchange])
})

it('asks for the path if the resource is a proxy', () => {
  expect(() => log.read(JSON.stringify({ ...rest, resourcePath: '/{proxy+}' }))).toThrow(/log \$context\.path/)
  expect(() => log.read(JSON.stringify({ ...http, routeKey: '$default' }))).toThrow(/log \$context\.path/)
})
