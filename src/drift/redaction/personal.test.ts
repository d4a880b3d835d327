import { expect, it } from 'vitest'
import { personalSpans } from './personal.ts'

/** The shortest form of each kind, with as few digits as it can have. The numbers are made up and pass their checksums. */
const shortest: [kind: string, text: string, before?: string, after?: string][] = [
  ['e-mail address', 'a@example.co'],
  ['payment card', '4222222222222'],
  ['IBAN', 'XK05ABCDEFGH'],
  ['JSON Web Token', 'eyJabcde.fghij.', '1 '],
  ['US social security number', '123-45-6789'],
  ['Canadian social insurance number', '046 454 286'],
  ['Canadian social insurance number', '046-454-286'],
  ['UK national insurance number', 'AB123456C'],
  ['Brazilian CPF', '529.982.247-25'],
  ['Indian Aadhaar number', '2345 6789 0123'],
  ['Spanish DNI', '12345678Z'],
  ['phone number', '+49301234'],
  ['phone number', '555.555-1234'],
  ['IP address', '1.2.3.4'],
  ['IP address', 'fe80::a1'],
  ['IP address', '1.2.3.4', '', ':8x'],
  ['wallet address', `0x${'a'.repeat(40)}`],
  ['wallet address', 'bc1aaaaaaaaaaa'],
  ['private key', '-----BEGIN PRIVATE KEY-----'],
  ['credential', `AKIA${'A'.repeat(16)}`, '1 '],
  ['credential', `ghp_${'a'.repeat(36)}`, '1 '],
  ['credential', `glpat-${'a'.repeat(20)}`, '1 '],
  ['credential', 'xoxb-aaaaaaaaaa', '1 '],
  ['credential', `sk_live_${'a'.repeat(16)}`, '1 '],
  ['credential', `AIza${'a'.repeat(35)}`, '1 '],
  ['credential', `npm_${'a'.repeat(36)}`, '1 '],
  ['credential', `SG.${'a'.repeat(22)}.${'a'.repeat(43)}`, '1 '],
  ['credential', 'u:p', 'a://', '@h'],
  ['credential', 'abcdefgh', 'Bearer '],
  ['credential', 'abcdefgh', 'Basic '],
]

it.each(shortest)('finds the shortest %s: %s', (kind, text, before = '', after = '') => {
  const span = { start: before.length, end: before.length + text.length, kind }
  expect(personalSpans(`${before}${text}${after}`)).toContainEqual(span)
})
