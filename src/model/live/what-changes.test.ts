import { expect, it } from 'vitest'
import { toolError } from '../errors.ts'
import { whatChanges } from './what-changes.ts'

it.each([
  [
    ['GET /a', 'POST /a', 'POST /b', 'DELETE /a/{id}'],
    / \(2 POST, 1 DELETE\): only for a target of your own, where data may be lost$/,
  ],
  [[], /^runs then create, change and delete resources, [^(]*: only for a target of your own/],
  [['GET /a', 'HEAD /a', 'QUERY /a'], /change nothing/],
])('of %j', (operations, expected) => {
  expect(whatChanges(operations)).toMatch(expected)
})

it('is in the error that asks for a writable target', () => {
  const { hint } = toolError('NOT_WRITABLE', ['DELETE /a'])
  expect(hint).toMatch(/writable: true.*create, change and delete.*\(1 DELETE\): only for a target of your own/)
})

it('no error asks for a writable target if the config forbids it or nothing is known', () => {
  for (const { hint } of [toolError('NOT_WRITABLE', ['DELETE /a', null]), toolError('NOTHING_CALLED', ['s', 't', 'r'])])
    expect(hint).not.toContain('writable: true')
})
