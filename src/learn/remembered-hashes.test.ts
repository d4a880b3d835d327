import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { rememberHashes } from './remembered-hashes.ts'

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

it('gives the hash of each text, whatever was asked before and however many there are', () => {
  const hashes = rememberHashes(hashOf, 64)
  const texts = [
    '',
    'a',
    'ab',
    'é',
    '€uro',
    '\u0000',
    'a\u0000',
    'x'.repeat(300),
    ...Array.from({ length: 500 }, (_, at) => `order-${at % 97}`),
  ]
  for (const text of [...texts, ...texts.toReversed()]) expect([text, hashes.of(text)]).toEqual([text, hashOf(text)])
})

it('makes the hash of a text that it remembers once', () => {
  const made: string[] = []
  const hashes = rememberHashes((text) => {
    made.push(text)
    return hashOf(text)
  }, 1 << 10)
  const texts = Array.from({ length: 40 }, (_, at) => `order-${String(at).padStart(6, '0')}`)
  for (let round = 0; round < 3; round++) for (const text of texts) hashes.of(text)
  expect(made).toEqual(texts)
})
