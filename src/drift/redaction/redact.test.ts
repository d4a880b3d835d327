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

  it('shows null, which is no secret and may be the finding', () => {
    expect(redactor.json(null, 'token')).toBe(null)
  })

  it('shows words that only resemble a key', () => {
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

  it('ignores configured secrets that are too short', () => {
    expect(redactor.text('xylophone')).toBe('xylophone')
  })
})

it('limits the size of the output', () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 'y'.repeat(10_000)]))
  const shown = JSON.stringify(redactor.json({ wide, long: Array(1000).fill(wide) }))
  expect(shown.length).toBeLessThan(50_000)
  expect(shown).toContain('988 more')
  let deep = {}
  for (let depth = 0; depth < 10_000; depth++) deep = { deep }
  expect(JSON.stringify(redactor.json(deep)).length).toBeLessThan(200)
})

describe('in any encoding', () => {
  const odd = `a/b+"ü'<&>~ *c`
  const written = JSON.stringify(odd).slice(1, -1)
  it.each([
    ['percent-encoded in lower case', encodeURIComponent(odd).toLowerCase()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(odd))],
    ['as a form', new URLSearchParams({ q: odd }).toString().slice(2)],
    ['as JSON in JSON', JSON.stringify(written).slice(1, -1)],
    ['as JSON in ASCII', written.replace('ü', '\\u00fc')],
    ['as markup', `a/b+&quot;ü&#39;&lt;&amp;&gt;~ *c`],
    ['in hexadecimal', Buffer.from(odd).toString('hex')],
  ])('%s', (_, text) => {
    expect(createRedactor({ values: [odd] }).text(`(${text})`)).toBe('([redacted])')
  })

  it.each(['', 'u:', 'us:', 'use:'])('in base64 after %j', (before) => {
    const secret = 'correct-horse'
    const packed = Buffer.from(`${before}${secret}!`)
    for (const encoding of ['base64', 'base64url'] as const) {
      const shown = createRedactor({ values: [secret] }).text(packed.toString(encoding))
      expect(shown).toContain('[redacted]')
      // Base64 digits that the secret shares with its neighbours remain.
      expect(shown.replace('[redacted]', '').length).toBeLessThanOrEqual(10)
    }
  })
})

it('accepts a lone surrogate', () => {
  expect(createRedactor({ values: ['ab\ud800cd'] }).text('(ab\ud800cd)')).toBe('([redacted])')
})

it.each(['user[password]', 'user.password', 'user%5Bpassword%5D', 'a[0][token]'])(
  'recognises the secret key in %s',
  (key) => {
    expect(createRedactor().isSecret(key)).toBe(true)
  },
)
