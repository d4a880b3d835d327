import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inFull } from '../../testing/runs.ts'
import { isMailbox, isPlainMailbox } from './mailbox.ts'

// Reference implementation: RFC 5321 §4.1.2 without quoted strings and address literals.
const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const full = new RegExp(`^(?=.{1,64}@)${atext}(?:\\.${atext})*@${label}(?:\\.${label})*$`)

const part = fc.constantFrom(
  'a',
  'Z',
  '0',
  '.',
  '-',
  '_',
  '+',
  '@',
  '"',
  '!',
  'é',
  ' ',
  'x'.repeat(60),
  'y'.repeat(63),
  '',
)
const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))

it('accepts only strings that the full test accepts', () => {
  let plain = 0
  fc.assert(
    fc.property(text, text, (local, domain) => {
      const address = `${local}@${domain}`
      if (!isPlainMailbox(address)) return
      plain++
      expect([address, full.test(address)]).toEqual([address, true])
    }),
    { numRuns: inFull(20_000, 4000), seed: 16 },
  )
  expect(plain).toBeGreaterThan(inFull(100, 20))
})

it.each(['user1@example.com', 'first.last+tag@mail.example.co', 'a-b_c@x1'])(
  '%s is an address as nearly all are',
  (address) => {
    expect(isPlainMailbox(address)).toBe(true)
  },
)

it.each([
  ['"a b"@example.com', true],
  ["o'neil@example.com", true],
  ['a@x-1.example', true],
  ['a@[127.0.0.1]', true],
  ['.a@example.com', false],
  ['a..b@example.com', false],
  ['a.@example.com', false],
  ['a@example..com', false],
  ['a@', false],
  ['@example.com', false],
  ['a@b@c', false],
])('%s needs the full test: %j', (address, isValid) => {
  expect(isPlainMailbox(address)).toBe(false)
  expect(isMailbox(address, () => true)).toBe(isValid)
})
