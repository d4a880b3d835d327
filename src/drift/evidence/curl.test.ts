import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../redaction/redact.ts'
import { curlLine } from './curl.ts'

const redactor = createRedactor({ values: ['s3cr3t-value'] })
const get = { method: 'GET', path: '/loans/42?x=1', headers: {} }

/** Splits a line into words as a POSIX shell does, by running printf in place of curl. */
function words(line: string, env: Record<string, string> = {}): string[] {
  const printing = line.replace(/^curl /, "printf '%s\\0' ")
  return execFileSync('/bin/sh', ['-c', printing], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe('curlLine', () => {
  it('omits defaults and unnecessary quotes', () => {
    expect(curlLine({ ...get, path: '/loans/42' }, 'http://localhost:8080/', redactor)).toBe(
      'curl -sS http://localhost:8080/loans/42',
    )
    expect(curlLine({ ...get, method: 'HEAD' }, 'http://localhost', redactor)).toContain('-I')
    const headers = { accept: '*/*', 'user-agent': 'curl/8.5.0' }
    expect(curlLine({ ...get, headers, body: '' }, 'http://a', redactor)).toBe("curl -sS 'http://a/loans/42?x=1'")
    const named = { accept: 'text/csv', 'user-agent': 'shop/1' }
    expect(curlLine({ ...get, headers: named, method: 'POST', body: '' }, 'http://a', redactor)).toBe(
      "curl -sS -X POST 'http://a/loans/42?x=1' -H 'accept: text/csv' -H 'user-agent: shop/1'",
    )
  })

  it('lets the shell expand only $NAME', () => {
    const headers = { authorization: 'Bearer $LENDING_TOKEN', 'x-evil': '$(touch /tmp/evil) `id` $HOME \'"' }
    const line = curlLine({ ...get, headers, path: "/a'b$(id)" }, '$SPECDRIFT_BASE_URL', redactor)
    expect(words(line, { SPECDRIFT_BASE_URL: 'http://host', LENDING_TOKEN: 'abc' })).toEqual([
      '-sS',
      "http://host/a'b$(id)",
      '-H',
      'authorization: Bearer abc',
      '-H',
      'x-evil: $(touch /tmp/evil) `id` $HOME \'"',
    ])
  })

  it('keeps a multi-line body unchanged', () => {
    const request = {
      ...get,
      method: 'POST',
      body: '{"a":\n"it\'s"}',
      headers: { 'content-type': 'application/json', 'content-length': '9' },
    }
    const sent = [
      '-sS',
      '-X',
      'POST',
      'http://h/loans/42?x=1',
      '-H',
      'content-type: application/json',
      '--data-raw',
      request.body,
    ]
    expect(words(curlLine(request, 'http://h', redactor))).toEqual(sent)
  })

  it.each([
    ['a header by name', { ...get, headers: { cookie: 'sid=abc' } }, 'abc'],
    ['a header by value', { ...get, headers: { 'x-custom': 'a s3cr3t-value' } }, 's3cr3t'],
    ['the query by name', { ...get, path: '/a?api_key=abcdef&x=1' }, 'abcdef'],
    ['the query by value', { ...get, path: '/a?x=s3cr3t-value' }, 's3cr3t'],
    ['a JSON body by name', { ...get, body: '{"a":{"password":"abcdef"}}' }, 'abcdef'],
    ['a form by name', { ...get, body: 'user=x&password=abcdef' }, 'abcdef'],
    ['a body by value', { ...get, body: '["s3cr3t-value"]' }, 's3cr3t'],
  ])('redacts %s', (_, request, secret) => {
    const line = curlLine(request, 'http://h', redactor)
    expect(line).toContain('[redacted]')
    expect(line).not.toContain(secret)
  })
})
