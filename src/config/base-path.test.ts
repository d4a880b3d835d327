import { expect, it } from 'vitest'
import { withBasePath } from './base-path.ts'

it.each([
  ['http://a', ['/api/v1'], 'http://a/api/v1'],
  ['http://a/', ['/api/v1/'], 'http://a/api/v1'],
  ['http://a:81', ['https://b.example/v2'], 'http://a:81/v2'],
  ['http://a', ['//b.example/v2'], 'http://a/v2'],
  ['http://a', ['{scheme}://{host}/v2'], 'http://a/v2'],
  ['http://a', ['{base}/v2'], 'http://a/v2'],
  ['http://a', ['v2'], 'http://a/v2'],
  ['http://u:p@a', ['/v2'], 'http://u:p@a/v2'],
  // Only the server at the base URL's origin counts.
  ['http://a', ['http://a/one', 'http://b/two', '/'], 'http://a/one'],
  // The base URL has a path of its own, or the servers disagree.
  ['http://a/own', ['/api/v1'], 'http://a/own'],
  ['http://a', ['/'], 'http://a'],
  ['http://a', ['/v1', '/'], 'http://a'],
  ['http://a', ['/v1', '/v2'], 'http://a'],
  ['http://a', ['https://b.example'], 'http://a'],
  ['http://a', ['/{version}'], 'http://a'],
  ['http://a', [], 'http://a'],
])('%s with the servers %j is %s', (baseUrl, servers, expected) => {
  expect(withBasePath(baseUrl, [{ servers }])).toBe(expected)
  expect(withBasePath(expected, [{ servers }])).toBe(expected)
})

it('keeps the URL if operations have servers with different paths', () => {
  expect(withBasePath('http://a', [{ servers: ['/v1'] }, { servers: ['/v1'] }])).toBe('http://a/v1')
  expect(withBasePath('http://a', [{ servers: ['/v1'] }, { servers: ['/auth'] }])).toBe('http://a')
})

it.each([
  ['http://a', '/', 'http://a'],
  ['http://a/', '/v2/', 'http://a/v2'],
  ['http://a/own', '/v2', 'http://a/own'],
])('%s with the configured path %s is %s', (baseUrl, configured, expected) => {
  expect(withBasePath(baseUrl, [{ servers: ['/v1'] }], configured)).toBe(expected)
})
