import { expect, it } from 'vitest'
import { addressOf, createLocator } from './locate.ts'

it.each([
  ['https://a.example/b?c', 'a.example', '/b?c'],
  ['HTTPS://A.Example:443/b#c', 'a.example', '/b'],
  ['http://a.example:80', 'a.example', '/'],
  ['http://a.example:8080?x=//y', 'a.example:8080', '/?x=//y'],
  ['https://user:p@ss@a.example/b', 'a.example', '/b'],
  ['//a.example/b', 'a.example', '/b'],
  ['{{baseUrl}}/b//c', '{{baseurl}}', '/b//c'],
  ['/b/https://c.example/d', '', '/b/https://c.example/d'],
  ['/b?next=https://c.example/d#e', '', '/b?next=https://c.example/d'],
  ['/', '', '/'],
  ['', '', '/'],
  ['?a=1', '', '/?a=1'],
  ['#a', '', '/'],
  ['https://a.example/b\nc', 'a.example', '/b\nc'],
  ['a b://c/d', 'a b:', '//c/d'],
])('resolves %j to host %j and path %j', (url, host, path) => {
  expect(addressOf(url)).toEqual({ host, path })
})

it.each([
  'wss://a.example/b',
  'data:application/json,1',
  'blob:https://a.example/0a',
  'about:blank',
  'file:///b',
  'Chrome-Extension://abc/b',
])('rejects %j, which is not HTTP', (url) => {
  expect(createLocator()(url)).toBeUndefined()
})

it.each(['data/b', 'file:8080/b', 'http+unix://%2Fvar%2Frun%2Fd.sock/b'])('accepts %j, which may be HTTP', (url) => {
  expect(createLocator()(url)?.path).toBe('/b')
})

it.each([
  ['https://a/anything/../get?x=/../y', '/get?x=/../y'],
  ['https://a/v1/./a/.', '/v1/a/'],
  ['https://a/..', '/'],
  ['https://a/b/%2e%2E/c', '/c'],
  ['https://a/b..c/.d', '/b..c/.d'],
])('resolves dots in %s as servers do', (url, path) => {
  expect(createLocator()(url)?.path).toBe(path)
})
