import { expect, it } from 'vitest'
import { variablesOf } from '../config/variables.ts'
import { parseCredential, writtenCredential } from './parse-credential.ts'

it.each([
  ['bearer:T', ['T'], { type: 'bearer' }],
  ['bearer:T@/main', ['T'], { prefix: '/main' }],
  ['basic:U:P', ['U', 'P'], { type: 'basic' }],
  ['header:X-Api-Key:K', ['K'], { type: 'apiKey', in: 'header', name: 'X-Api-Key' }],
  ['header:Authorization:K:prefix=token ', ['K'], { in: 'header', name: 'Authorization', valuePrefix: 'token ' }],
  ['header:X:K:prefix=a@b: @/main', ['K'], { in: 'header', name: 'X', valuePrefix: 'a@b: ', prefix: '/main' }],
  ['query:api.key:K', ['K'], { in: 'query', name: 'api.key' }],
  ['cookie:session:K@/a', ['K'], { in: 'cookie', name: 'session', prefix: '/a' }],
])('reads %s, and writes it so', (text, variables, expected) => {
  const credential = parseCredential(text)
  expect(credential).toMatchObject(expected)
  expect(credential && variablesOf(credential)).toEqual(variables)
  expect(credential && writtenCredential(credential)).toBe(text)
})

it('parses the deprecated syntax of a header', () => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Key', env: 'K', prefix: '/a' }
  expect(parseCredential('apiKey:K:X-Key@/a')).toEqual(key)
})

it.each([
  ...['bearer', 'bearer:', 'bearer:1T', 'bearer:a-b', 'bearer:T@main', 'bearer:T:prefix=a', 'basic:U', 'basic:U:P:Q'],
  ...['apiKey:K', 'digest:D', 'header:X', 'header:X:', 'header::K', 'header:a b:K', 'header:X:K:prefix=', 'query:K'],
  ...['header:X:K:prefix=a\nb', ' bearer:T', 'Bearer:T', 'header:X:K:other=a'],
])('refuses %j', (text) => expect(parseCredential(text)).toBeUndefined())

it('has no syntax for OAuth 2.0 and functions', () => {
  const oauth2 = { type: 'oauth2', tokenUrl: '/t', clientIdEnv: 'I', clientSecretEnv: 'S' } as const
  expect(writtenCredential(oauth2)).toBeUndefined()
})
