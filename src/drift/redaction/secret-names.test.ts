import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { shownHeaders, shownUrl } from '../evidence/curl.ts'
import { createRedactor } from './redact.ts'
import { sentSecrets } from './sent-secrets.ts'
import { vocabularyOf } from './vocabulary.ts'

const redactor = createRedactor()

it.each(['user[dbPassword]', 'smtp.passwd', 'user%5Bpassword%5D'])(
  'the last segment of %s makes it a secret',
  (name) => {
    expect([redactor.isSecret(name), redactor.isSecretParameter(name), redactor.header(name, 'SUPER-1')]).toEqual([
      ...[true, true, '[redacted]'],
    ])
    expect(redactor.json({ [name]: 'SUPER-1', n: 1 })).toEqual({ [name]: '[redacted]', n: 1 })
  },
)

it('shows a boolean under a secret key', () => {
  expect(redactor.json({ hasPassword: true, pin: false })).toEqual({ hasPassword: true, pin: false })
})

describe('security schemes of the description', () => {
  const schemes = (scheme: string, version: string) =>
    `${version}\ninfo: { title: t, version: '1' }\npaths: { /a: { get: { responses: { '200': { description: d } } } } }\n${scheme}`
  const of = (text: string) => createRedactor({ vocabulary: vocabularyOf(descriptionOf(text).document) })
  const pair = `{ a: { type: apiKey, in: header, name: X-Widget }, b: { type: apiKey, in: query, name: appid } }`

  it.each([
    ['3.0', schemes(`components: { securitySchemes: ${pair} }`, 'openapi: 3.0.3')],
    ['2.0', schemes(`securityDefinitions: ${pair}`, "swagger: '2.0'")],
  ])('are secret at their declared location, %s', (_, text) => {
    const redactor = of(text)
    const request = { method: 'GET', path: '/a?appid=SUPER-1&page=2', headers: { 'x-widget': 'SUPER-2' } }
    expect(sentSecrets(request, redactor).toSorted()).toEqual(['SUPER-1', 'SUPER-2'])
    expect(shownUrl(request.path, 'http://a', redactor, [])).toBe('http://a/a?appid=[redacted]&page=2')
    expect(shownHeaders(request.headers, redactor, [])).toEqual({ 'x-widget': '[redacted]' })
    // A body property with the same name is not a credential.
    expect(redactor.json({ appid: 'shop' })).toEqual({ appid: 'shop' })
  })
})
