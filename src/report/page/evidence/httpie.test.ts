import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { sampleExchange } from '../../../testing/sample-exchange.ts'
import { httpieLine } from './httpie.ts'

const known = ['SPECDRIFT_BASE_URL', 'LENDING_TOKEN']

/** The words a shell makes of a line. */
function wordsOf(line: string): string[] {
  const env = { SPECDRIFT_BASE_URL: 'http://a', LENDING_TOKEN: 't o' }
  const script = `set -- ${line}; for word in "$@"; do printf '%s\\n' "$word"; done`
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).trimEnd().split('\n')
}

it('returns a line that a shell parses, with variables expanded', () => {
  const line = httpieLine(sampleExchange(), known)
  expect(wordsOf(line ?? '')).toEqual([
    'http',
    'GET',
    'http://a/loans?page=2',
    'accept:application/json',
    'authorization:Bearer t o',
  ])
})

it.each(["it's", '$(id)', '`id`', '$HOME', '"; id #', '\\', '!x'])('does not expand %s', (text) => {
  const request = { method: 'POST', url: '$SPECDRIFT_BASE_URL/a', headers: { 'x-a': text }, body: { text, bytes: 1 } }
  expect(wordsOf(httpieLine(sampleExchange({ request }), known) ?? '')).toEqual([
    'http',
    '--raw',
    text,
    'POST',
    'http://a/a',
    `x-a:${text}`,
  ])
})

it('returns undefined if part of the body is missing', () => {
  const body = { text: '{}', bytes: 9, cut: [{ pointer: '', unit: 'properties', kept: 0, of: 3 }] } as const
  expect(httpieLine(sampleExchange({ request: { method: 'PUT', url: '/a', headers: {}, body } }))).toBeUndefined()
})
