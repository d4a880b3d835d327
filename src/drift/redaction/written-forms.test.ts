import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import { shortestSecret, writtenForms } from './written-forms.ts'

const secret = 'ä~(b)*!c-d e'
const redactor = createRedactor({ values: [secret] })
const pack = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64')
const component = encodeURIComponent(secret)
const strict = component.replaceAll(/[!'()*~]/g, (odd) => `%${odd.charCodeAt(0).toString(16)}`)

describe('a secret is found', () => {
  it.each([
    ['as it is', secret],
    ['decomposed', secret.normalize('NFD')],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
    ['in base64', pack(secret)],
    ['in base64 without padding', pack(secret).replaceAll('=', '')],
    ['in base64 twice', pack(pack(secret)).replaceAll('=', '')],
    ['in base64 of ISO 8859-1', pack(secret, 'latin1')],
    // RFC 6749 §2.3.1.
    ['in base64 after percent-encoding', pack(component)],
    ['in base64 after strict percent-encoding', pack(strict)],
    [
      'in base64 after strict upper-case percent-encoding',
      pack(strict.replaceAll(/%../g, (found) => found.toUpperCase())),
    ],
    ['in base64 after form encoding', pack(new URLSearchParams([['', secret]]).toString().slice(1))],
    ['in base64 after JSON escaping', pack(JSON.stringify(`"${secret}`).slice(3, -1))],
  ])('%s', (_, written) => {
    expect(redactor.text(`(${written})`)).toBe('([redacted])')
  })

  it('without surrounding whitespace', () => {
    expect(createRedactor({ values: ['  padded-secret\n'] }).text('(padded-secret)')).toBe('([redacted])')
  })

  it('with quotes, in base64 of JSON', () => {
    const quoted = 'say "please" \\ now'
    const packed = pack(JSON.stringify(quoted).slice(1, -1))
    expect(createRedactor({ values: [quoted] }).text(`(${packed})`)).toBe('([redacted])')
  })

  it('as the payload or signature of a JWT, but not its header', () => {
    const [header, payload, signature] = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiJhbm4ifQ', 'c2lnbmF0dXJlIQ']
    const { text } = createRedactor({ values: [`${header}.${payload}.${signature}`] })
    expect([header, payload, signature].map((part) => text(part))).toEqual([header, '[redacted]', '[redacted]'])
    const other = createRedactor({ values: [`x${header}.${payload}.${signature}`] })
    expect(other.text(payload ?? '')).toBe(payload)
  })
})

it('only above the minimum length', () => {
  expect(writtenForms('a'.repeat(shortestSecret - 1))).toEqual([])
  expect(writtenForms('a'.repeat(shortestSecret)).map(({ text }) => text)).toContain('aaaa')
  expect(writtenForms(`  ${'a'.repeat(shortestSecret - 1)}`).map(({ text }) => text)).not.toContain('aaa')
})

it('matches short base64 pieces case-sensitively', () => {
  const pieces = writtenForms('k9Zx').filter(({ text }) => text.length < 6)
  expect(pieces.map(({ text, isExact }) => [text, isExact ?? false])).toEqual([
    ['k9Zx', false],
    ['azlae', true],
    ['s5Wn', true],
    ['rOVp4', true],
  ])
})

it('lists each form once', () => {
  const forms = writtenForms(secret).map(({ text }) => text)
  expect(forms.length).toBe(new Set(forms).size)
})
