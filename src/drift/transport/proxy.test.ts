import { expect, test } from 'vitest'
import { proxyFromEnvironment } from './proxy.ts'

const proxy = 'http://proxy.example:3128'

test.each([
  [{ HTTPS_PROXY: proxy }, 'https://api.example', proxy],
  [{ https_proxy: proxy, HTTPS_PROXY: 'http://other' }, 'https://api.example', proxy],
  [{ HTTPS_PROXY: proxy }, 'http://api.example', undefined],
  [{ HTTP_PROXY: proxy }, 'http://api.example', proxy],
  [{ ALL_PROXY: proxy }, 'http://api.example', proxy],
  [{ HTTP_PROXY: 'proxy.example:3128' }, 'http://api.example', proxy],
  [{ HTTP_PROXY: '', ALL_PROXY: '' }, 'http://api.example', undefined],
  [{}, 'http://api.example', undefined],
])('%j for %s is %s', (env, url, expected) => {
  expect(proxyFromEnvironment(url, env)).toBe(expected)
})

test.each(['http://localhost:1', 'http://app.localhost', 'http://127.0.0.1', 'http://127.8.8.8', 'http://[::1]:80'])(
  '%s never uses a proxy',
  (url) => {
    expect(proxyFromEnvironment(url, { ALL_PROXY: proxy })).toBeUndefined()
  },
)

test.each([
  ['*', true],
  ['api.example.com', true],
  ['API.example.com', true],
  ['example.com', true],
  ['.example.com', true],
  ['*.example.com', true],
  ['other.com, example.com', true],
  ['other.com example.com:443', true],
  ['example.com:8443', false],
  ['ample.com', false],
  ['api.example.com.evil', false],
  ['10.0.0.0/8', false],
  ['', false],
])('NO_PROXY %j matches https://api.example.com: %j', (list, excepted) => {
  const chosen = proxyFromEnvironment('https://api.example.com/v1', { HTTPS_PROXY: proxy, NO_PROXY: list })
  expect(chosen === undefined).toBe(excepted)
})

test.each([
  ['10.1.2.3', 'http://10.1.2.3', true],
  ['10.0.0.0/8', 'http://10.1.2.3', true],
  ['10.1.3.0/24', 'http://10.1.2.3', false],
  ['10.0.0.0/99', 'http://10.1.2.3', false],
  ['10.1.2.3:80', 'http://10.1.2.3', true],
  ['10.1.2.3:81', 'http://10.1.2.3', false],
  ['fd00::/8', 'http://[fd12::1]:8080', true],
  ['fd12::1', 'http://[fd12::1]:8080', true],
  ['[fd12::1]:8080', 'http://[fd12::1]:8080', true],
  ['2.3', 'http://10.1.2.3', false],
])('NO_PROXY %j matches %s: %j', (list, url, excepted) => {
  expect(proxyFromEnvironment(url, { all_proxy: proxy, no_proxy: list }) === undefined).toBe(excepted)
})

test.each(['socks5://user:hunter2@proxy', 'http://user:hunter2@', '::user:hunter2'])(
  'rejects the proxy %s without printing it',
  (value) => {
    expect(() => proxyFromEnvironment('http://api.example', { HTTP_PROXY: value })).toThrow(/HTTP_PROXY does not hold/)
    expect(() => proxyFromEnvironment('http://api.example', { HTTP_PROXY: value })).not.toThrow(/hunter2/)
  },
)
