import { expect, it } from 'vitest'
import { withoutSecrets } from './secret-keys.ts'

it.each([
  ['https://a.example/o.json?api_key=S', 'https://a.example/o.json'],
  ['https://a.example/o.json?v=2&api_key=S&format=yaml', 'https://a.example/o.json?v=2&format=yaml'],
  ['https://a.example/o.json?X-Api-Key=S', 'https://a.example/o.json'],
  ['https://a.example/o.json?api%5Fkey=S&v=%31', 'https://a.example/o.json?v=%31'],
  ['https://a.example/o.json?auth[token]=S&b', 'https://a.example/o.json?b'],
  ['https://a.example/o.json?access_token=S#/paths', 'https://a.example/o.json#/paths'],
  ['https://a.example/o.json#access_token=S', 'https://a.example/o.json'],
  ['https://a.example/o?private_token=S&ref=main', 'https://a.example/o?ref=main'],
  ['https://a.example/o?X-Amz-Signature=S&X-Amz-Credential=S&X-Amz-Date=1', 'https://a.example/o?X-Amz-Date=1'],
  ['https://a.example/o?sv=1&sig=S', 'https://a.example/o?sv=1'],
  ['https://a.example/o?subscription-key=S', 'https://a.example/o'],
  ['https://a.example/o?key=S', 'https://a.example/o'],
  ['https://user:S@a.example/o', 'https://a.example/o'],
  ['HTTPS://user:S@a.example:99999/?%=1&secret=S', 'HTTPS://a.example:99999/?%=1'],
  ['https://a.example/@v/o?tokenize=1&monkey=2&keys=3', 'https://a.example/@v/o?tokenize=1&monkey=2&keys=3'],
  ['https://a.example/o?token', 'https://a.example/o?token'],
  ['specs/a?b.yaml', 'specs/a?b.yaml'],
  ['git:HEAD:openapi.yaml', 'git:HEAD:openapi.yaml'],
])('%s', (address, shown) => {
  expect(withoutSecrets(address)).toBe(shown)
})
