import { expect, it } from 'vitest'
import { describe } from '../description/dialects/operations.ts'
import { parseDocument } from '../description/reading/parse.ts'
import { baseUrlOf, isOnThisMachine } from './base-url.ts'

const url = 'https://docs.example.com/api/openapi.json?v=1'

it.each([
  ['an absolute server', '[{ url: https://api.example.com/v1/ }]', url, 'https://api.example.com/v1'],
  ['a relative server', '[{ url: ../v2 }]', url, 'https://docs.example.com/v2'],
  ['no server', '[]', url, 'https://docs.example.com'],
  [
    'the path of a server whose host is a variable',
    '[{ url: "{base}/x", variables: { base: { default: "http://localhost" } } }]',
    url,
    'https://docs.example.com/x',
  ],
  [
    'a server that is all variable',
    '[{ url: "{base}", variables: { base: { default: "http://localhost/x" } } }]',
    url,
    'https://docs.example.com',
  ],
  [
    'a variable that is a part',
    '[{ url: "https://{at}.example.com", variables: { at: { default: eu } } }]',
    url,
    'https://eu.example.com',
  ],
  ['an absolute server in a file', '[{ url: "http://127.0.0.1:80" }]', 'openapi.yaml', 'http://127.0.0.1'],
  ['a relative server in a file', '[{ url: /v1 }]', 'openapi.yaml', undefined],
  ['another protocol', '[{ url: "ws://api.example.com" }]', url, undefined],
])('takes %s', (_what, servers, source, expected) => {
  const content = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: ${servers}
paths: { /a: { get: { responses: {} } } }`
  const document = parseDocument({ content, name: 'a', file: 'a' })
  expect(baseUrlOf(describe(document), source)).toBe(expected)
})

it.each([
  'http://localhost:3000/v1',
  'http://shop.LOCALHOST',
  'http://127.8.0.1:80',
  'http://[::1]:1',
  'http://0.0.0.0:1',
])('knows that %s is this machine', (url) => expect(isOnThisMachine(url)).toBe(true))

it.each(['https://api.example.com', 'https://localhost.example.com', 'http://notlocalhost', 'http://10.0.0.1'])(
  'knows that %s is another',
  (url) => expect(isOnThisMachine(url)).toBe(false),
)
