import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLineCutter } from './cut-lines.ts'
import type { CutRecord } from './cutter.ts'

const textOf = (record: CutRecord): string => (record === 'too-long' ? record : Buffer.from(record).toString())

it('splits the same lines for all chunk sizes, one by one or in blocks', () => {
  const part = fc.constantFrom('a', 'bc', '\n', '\r\n', ' ', '\n\n', '{"d":1}')
  fc.assert(
    fc.property(fc.array(fc.array(part).map((parts) => parts.join(''))), (chunks) => {
      const expected = chunks
        .join('')
        .split('\n')
        .filter((line) => line.trim() !== '')
      const one = createLineCutter(100)
      const lines: string[] = []
      const take = (record: CutRecord): void => void lines.push(textOf(record))
      for (const chunk of chunks) one.push(Buffer.from(chunk), take)
      one.end(take)
      expect(lines).toEqual(expected)

      const blocks = createLineCutter(100)
      const found: string[] = []
      const takeBlock = (block: Uint8Array): void => {
        expect(textOf(block).endsWith('\n')).toBe(true)
        found.push(
          ...textOf(block)
            .split('\n')
            .filter((line) => line.trim() !== ''),
        )
      }
      for (const chunk of chunks) blocks.push(Buffer.from(chunk), (record) => found.push(textOf(record)), takeBlock)
      blocks.end((record) => found.push(textOf(record)))
      expect(found).toEqual(expected)
    }),
  )
})

it('does not store a line over the limit, not even in blocks', () => {
  const cutter = createLineCutter(4)
  const found: string[] = []
  const take = (record: CutRecord): void => void found.push(textOf(record))
  for (const chunk of ['a\nbc', 'de', 'fg', 'h\ni\n']) cutter.push(Buffer.from(chunk), take, (block) => take(block))
  cutter.end(take)
  expect(found).toEqual(['a', 'too-long', 'i\n'])
})
