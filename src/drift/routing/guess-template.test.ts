import { expect, it } from 'vitest'
import { guessTemplate } from './guess-template.ts'

it.each([
  ['/repositories/1300192/branches', '/repositories/{id}/branches'],
  ['/a/1/b/2?x=3', '/a/{id}/b/{id2}'],
  ['/v2/things', '/v2/things'],
  ['/caf%C3%A9/menu', '/caf%C3%A9/menu'],
  ['/caf%c3%a9/menu', '/caf%C3%A9/menu'],
  ['/m%65nu', '/menu'],
  ['/hello%20world', '/hello%20world'],
  ['/%E6%97%A5%E6%9C%AC', '/%E6%97%A5%E6%9C%AC'],
  [`/${'%E6%97%A5'.repeat(10)}`, `/${'%E6%97%A5'.repeat(10)}`],
  ['/%41%42', '/AB'],
  ['/%37', '/{id}'],
  ['/order%2F7', '/{id}'],
  ['/a%40b.c', '/{id}'],
  ['/%7Bid%7D', '/{id}'],
  ['/%3Cname%3E', '/{id}'],
  ['/:name', '/{id}'],
  ['/%FF%FE', '/%FF%FE'],
  ['/100%', '/{id}'],
  ['/off%', '/off%'],
])('%s has the template %s', (path, template) => {
  expect(guessTemplate(path)).toBe(template)
})
