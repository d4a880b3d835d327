import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMemberCutter } from './cut-members.ts'
import type { CutRecord } from './cutter.ts'

/** Splits a recording given in chunks. Returns the records and the reason why it is incomplete, if any. */
function cut(path: readonly string[], text: string, size: number, most = 1e8) {
  const records: string[] = []
  const take = (record: CutRecord): void =>
    void records.push(record === 'too-long' ? record : Buffer.from(record).toString())
  const cutter = createMemberCutter(path, most)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) cutter.push(bytes.subarray(at, at + size), take)
  return { because: cutter.end(take), records }
}

const part = fc.constantFrom('a', '"', '\\', '\n', '}', ']', ',', '{"b":[', 'é', 'x'.repeat(70), '\\'.repeat(65))
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
const value = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 2 },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('json')),
    fc.dictionary(text, tie('json')),
  ),
})).json

it('splits the members of a list, for any content and chunk size', () => {
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 5 }),
      value,
      fc.integer({ min: 1, max: 200 }),
      fc.nat(2),
      (all, other, size, space) => {
        const written = JSON.stringify({ before: other, log: { entries: all, after: other } }, undefined, space)
        const { records, because } = cut(['log', 'entries'], written, size)
        expect(because).toBeUndefined()
        expect(records.map((record) => JSON.parse(record))).toEqual(all)
        expect(
          cut([], JSON.stringify(all, undefined, space), size).records.map((record) => JSON.parse(record)),
        ).toEqual(all)
      },
    ),
  )
})

it.each([1, 7, 1000])('reports what is missing, in chunks of %d', (size) => {
  expect(cut(['log', 'entries'], '{"log":{"entries":[{"a":"b\\', size)).toMatchObject({
    because: 'it ends before its list does',
    records: ['{"a":"b\\'],
  })
  expect(cut(['log', 'entries'], '{"log":{"entries":{}}}', size)).toMatchObject({
    because: 'it has no list log.entries',
  })
  expect(cut([], '{}', size)).toMatchObject({ because: 'it is no list', records: [] })
  expect(cut([], `[1,"${'a'.repeat(20_000)}",2]`, size, 10_000).records).toEqual(['1', 'too-long', '2'])
})
