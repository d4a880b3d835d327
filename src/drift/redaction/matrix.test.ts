import { describe, expect, it } from 'vitest'
import { oddSecrets, secretEncodings } from '../../testing/secret-matrix.ts'
import { createRedactor } from './redact.ts'

const all = createRedactor({ values: Object.values(oddSecrets) })

describe.each(Object.entries(oddSecrets))('a secret with %s', (_, secret) => {
  const alone = createRedactor({ values: [secret] })
  it.each(Object.entries(secretEncodings))('as %s', (_name, write) => {
    const written = write(secret)
    expect([alone, all].map((redactor) => redactor.text(`(${written})`))).toEqual(['([redacted])', '([redacted])'])
  })

  it.each(['', 'u:', 'us:', 'use:'])('in Basic after %j', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const shown = alone.text(Buffer.from(`${before}${secret}!`).toString(encoding))
      expect(shown).toContain('[redacted]')
      expect(shown.replace('[redacted]', '').length).toBeLessThanOrEqual(10)
    }
  })

  const cuts = Object.values(secretEncodings)
    .map((write) => write(secret))
    .map((written) => written.slice(0, Math.ceil(written.length * 0.75)))
    .filter(({ length }) => length >= 30)
  // Shorter prefixes are ambiguous.
  it.each(cuts)('truncated: %j', (cut) => {
    expect(alone.text(`"${cut}…`)).toMatch(/^"\[redacted\]…$/)
  })
})
