import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'

const secret = 'p@ss word/1?'
const redactor = createRedactor({ keys: ['Account-Number'], values: [secret, 'x'] })

describe('by key', () => {
  it.each([
    'authorization',
    'Set-Cookie',
    'accessToken',
    'access_token',
    'X-API-Key',
    'clientSecret',
    'account_number',
  ])('%s', (key) => {
    expect(redactor.json({ deep: [{ [key]: 'abc' }] })).toEqual({ deep: [{ [key]: '[redacted]' }] })
    expect(redactor.header(key, 'abc')).toBe('[redacted]')
    expect(redactor.json({ a: 1 }, key)).toBe('[redacted]')
  })

  it('keeps null, which is not a secret but may be the finding', () => {
    expect(redactor.json(null, 'token')).toBe(null)
  })

  it('keeps words that only resemble a key', () => {
    expect(redactor.json({ tokens: 3, secretary: 'Ann' })).toEqual({ tokens: 3, secretary: 'Ann' })
  })
})

describe('by value', () => {
  it.each([
    ['plain', secret],
    ['in a URL', encodeURIComponent(secret)],
    ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64url', Buffer.from(secret).toString('base64url')],
  ])('%s', (_, written) => {
    expect(redactor.text(`a ${written} b`)).toBe('a [redacted] b')
    expect(redactor.json({ note: `a ${written}`, [written]: 1 })).toEqual({ note: 'a [redacted]', '[redacted]': 1 })
  })

  it('in JSON, where quotes are escaped', () => {
    const quoting = createRedactor({ values: ['a"b\\c'] })
    expect(quoting.text(JSON.stringify({ a: 'a"b\\c' }))).toBe('{"a":"[redacted]"}')
  })

  it('in a number', () => {
    expect(createRedactor({ values: ['987654'] }).json({ pin2: 1_987_654 })).toEqual({ pin2: '[redacted]' })
  })

  it('does not take values too short to be secrets for secrets', () => {
    expect(redactor.text('xylophone')).toBe('xylophone')
  })
})

it('bounds what it shows', () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 'y'.repeat(10_000)]))
  const shown = JSON.stringify(redactor.json({ wide, long: Array(1000).fill(wide) }))
  expect(shown.length).toBeLessThan(50_000)
  expect(shown).toContain('988 more')
  let deep = {}
  for (let depth = 0; depth < 10_000; depth++) deep = { deep }
  expect(JSON.stringify(redactor.json(deep)).length).toBeLessThan(200)
})
