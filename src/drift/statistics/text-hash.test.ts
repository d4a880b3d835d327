import { expect, it } from 'vitest'
import { hashOfText } from './text-hash.ts'

/** Packs bytes into little-endian code units, because the reference hashes bytes. */
const ofBytes = (text: string) =>
  text.replace(/(.)(.)/gs, (_, low, high) => String.fromCharCode(low.charCodeAt(0) | (high.charCodeAt(0) << 8)))

// From the reference implementation and common tests of it.
it.each([
  ['', 0, 0],
  ['', 1, 0x514e28b7],
  ['', 0xffffffff, 0x81f16f39],
  ['aaaa', 0x9747b28c, 0x5a97808a],
  ['ab', 0x9747b28c, 0x74875592],
  ['abcd', 0x9747b28c, 0xf0478627],
  ['test', 0, 0xba6bd213],
  ['The quick brown fox jumps over the lazy dog.', 0, 0xd5c48bfc],
])('%j with seed %i', (text, seed, expected) => {
  expect(hashOfText(ofBytes(text), seed)).toBe(expected)
})

it('spreads identifiers that differ in one digit evenly', () => {
  const hashes = Array.from({ length: 4096 }, (_, at) => hashOfText(`order-${String(at).padStart(6, '0')}`, 1))
  expect(new Set(hashes).size).toBe(4096)
  const counts = new Map<number, number>()
  for (const hash of hashes) counts.set(hash >>> 26, (counts.get(hash >>> 26) ?? 0) + 1)
  // 64 values in each of 64 buckets, within four standard deviations.
  expect([...counts.values()].filter((count) => count < 32 || count > 96)).toEqual([])
  expect(counts.size).toBe(64)
})
