import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { createRedactor } from '../redaction/redact.ts'
import { receivedSecrets, sentSecrets } from '../redaction/sent-secrets.ts'
import { shownBody } from './shown-body.ts'
import { wholeBody } from './whole-body.ts'

const redactor = createRedactor({ personal: 'hidden' })
const personal = ['Annabel', '12345678', 'ann.lee@example.com']
const form = 'multipart/form-data; boundary=x'
const person = { firstName: 'Annabel', accountNumber: 12345678, note: ['write to ann.lee@example.com'], ok: 1 }
const json = JSON.stringify(person)
const clean = JSON.stringify({
  ...person,
  firstName: '[redacted]',
  accountNumber: '[redacted]',
  note: ['write to [redacted]'],
})
const part = (name: string, text: string, head = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${text}\r\n`

describe('a redacted body keeps its syntax', () => {
  it.each([
    ['application/x-ndjson', `{"a":1}\n${json}\r\n\n{"a":2}`, `{"a":1}\n${clean}\r\n\n{"a":2}`],
    ['application/json-seq', `\x1e${json}\n\x1e{"a":2}\n`, `\x1e${clean}\n\x1e{"a":2}\n`],
    [
      'application/jsonl',
      '{"firstName":"Annabel","accountNumber":12345678',
      '{"firstName":"[redacted]","accountNumber":[redacted]',
    ],
    [
      'text/event-stream',
      `: hi\nid: 1\ndata: ${json}\n\ndata: {"a":\ndata: 2}\n\n`,
      `: hi\nid: 1\ndata: ${clean}\n\ndata: {"a":\ndata: 2}\n\n`,
    ],
    [
      'text/event-stream',
      `data: {"firstName":\r\ndata: "Annabel"}\r\nid: 1\r\n\r\n`,
      `data: {"firstName":"[redacted]"}\nid: 1\r\n\r\n`,
    ],
    ['text/event-stream', 'id: ann.lee@example.com\ndata: a\n\n', 'id: [redacted]\ndata: a\n\n'],
    [
      form,
      `${part('firstName', 'Annabel')}${part('a', json)}--x--\r\n`,
      `${part('firstName', '[redacted]')}${part('a', clean)}--x--\r\n`,
    ],
    [
      form,
      `${part('f', '\uFFFD\0\0Annabel', '; filename="ann.lee@example.com"')}--x--`,
      `${part('f', '10 characters of bytes', '; filename="[redacted]"')}--x--\r\n`,
    ],
    [form, `${part('a', '1')}${part('firstName', 'Annabel').slice(0, -5)}`, part('a', '1').slice(0, -2)],
    [
      'multipart/mixed; boundary=x',
      `--x\r\nContent-Type: application/x-ndjson\r\n\r\n${json}\n\r\n--x--Annabel`,
      `--x\r\nContent-Type: application/x-ndjson\r\n\r\n${clean}\n\r\n--x--\r\n`,
    ],
  ])('%s %j', (type, body, expected) => {
    expect(wholeBody(body, redactor, type)).toEqual(expected)
  })

  it.each(['application/x-ndjson', 'application/json-seq', 'text/event-stream', form])(
    '%s without secrets is unchanged',
    (type) => {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom('{"a":1}', '\n', '\r\n', '\x1e', 'data: ', 'id: a', part('a', 'b'), '--x--', 'z')),
          (texts) => {
            const body = texts.join('')
            const whole = wholeBody(body, redactor, type)
            // Text after the last boundary is dropped.
            if (type === form && whole !== body) expect(body.startsWith(whole?.trimEnd() ?? 'never')).toBe(true)
            else expect(whole).toBe(body)
          },
        ),
      )
    },
  )
})

it.each([
  ['application/x-ndjson', `{"a":1}\n${json}\n{"firstName":"Annabel"`, [{ a: 1 }, JSON.parse(clean)]],
  [
    'text/event-stream',
    `id: 1\ndata: ${json}\n\ndata: firstName=Annabel\n\n`,
    [{ id: '1', data: JSON.parse(clean) }, { data: 'firstName=[redacted]' }],
  ],
  [
    form,
    `${part('firstName', 'Annabel')}${part('a', json, '\r\nContent-Type: application/json')}${part('f', '\uFFFD\0Annabel')}--x--`,
    { firstName: '[redacted]', a: JSON.parse(clean), f: '9 characters of bytes' },
  ],
] satisfies [string, string, Json][])('a report shows %s as JSON without personal data', (type, body, expected) => {
  const { text } = shownBody(body, redactor, { type })
  expect(JSON.parse(text)).toEqual(expected)
  expect(personal.filter((one) => text.includes(one))).toEqual([])
})

it('a report shows the item of a finding', () => {
  const body = Array.from({ length: 2000 }, (_, id) => JSON.stringify({ id, name: 'n'.repeat(20) })).join('\n')
  const { text, cut } = shownBody(body, redactor, { type: 'application/jsonl', location: '/1500/name' })
  expect(text).toContain('{"id":1500,')
  expect(text.length).toBeLessThan(5000)
  expect(cut?.[0]).toMatchObject({ pointer: '', unit: 'items', of: 2000 })
})

it('secrets of items are known to the whole exchange', () => {
  const lines = '{"a":1}\n{"password":"hunter22-a"}\n'
  const headers = { 'content-type': 'application/x-ndjson' }
  expect(receivedSecrets({ headers, body: lines }, redactor)).toEqual(['hunter22-a'])
  const request = {
    method: 'POST',
    path: '/',
    headers: { 'content-type': form },
    body: `${part('password', 'hunter22-b')}--x--`,
  }
  expect(sentSecrets(request, redactor)).toEqual(['hunter22-b'])
})
