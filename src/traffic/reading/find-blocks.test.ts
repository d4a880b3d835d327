import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inFull } from '../../testing/runs.ts'
import { defineFormat, type RecordedExchange } from '../recording.ts'
import { createMemberCutter } from './cut-members.ts'
import type { CutRecord } from './cutter.ts'
import { cutBlock, NoBlock, readBlock, readRecord } from './reader.ts'

/** Reads each record as one exchange with its content. */
const exchangesOf = (record: unknown): RecordedExchange[] => {
  if (typeof record !== 'object' || record === null) throw new Error('it is no object')
  return [record as RecordedExchange]
}
const format = defineFormat({
  ...{ id: 'list', title: 'a list', unknown: 'nothing', cut: { members: ['log', 'entries'] }, detect: () => true },
  read: (record) => exchangesOf(JSON.parse(record)),
  readJson: exchangesOf,
})

/** Returns the calls of a sink for a recording in chunks, with or without blocks. */
function heard(
  bytes: Uint8Array,
  size: number,
  isInBlocks: boolean,
): { events: string[]; blocks: number; end: unknown } {
  const events: string[] = []
  let blocks = 0
  const sink = {
    record: () => void events.push('record'),
    broken: (because: string) => void events.push(because),
    check: (exchange: unknown) => void events.push(JSON.stringify(exchange)),
  }
  const take = (record: CutRecord): void => readRecord(format, record, sink)
  const block = (records: Uint8Array): void => {
    blocks++
    readBlock(format, records, sink)
  }
  const cutter = createMemberCutter(['log', 'entries'], 1e8)
  for (let at = 0; at < bytes.length; at += size)
    cutter.push(bytes.subarray(at, at + size), take, isInBlocks ? block : undefined)
  return { events, blocks, end: cutter.end(take) }
}

const odd = fc.constantFrom('{"a":', '},{"a":1', ',{"a"', '"', '\\', 'é', '😀', '\n', ']}', 'x'.repeat(30))
const text = fc.array(odd, { maxLength: 4 }).map((parts) => parts.join(''))
const value = fc.oneof(
  text,
  fc.integer(),
  fc.constant(null),
  fc.array(text, { maxLength: 2 }),
  fc.dictionary(text, text),
)
const usual = fc.record({ a: value, b: value }).map((member) => JSON.stringify(member))
const member = fc.oneof(
  { weight: 8, arbitrary: usual },
  {
    weight: 1,
    arbitrary: fc.constantFrom('{ "a" : 1 }', '{"b":1,"a":2}', '7', '[1]', '{"a":nope}', '{"a":"b}', '{"a":[}'),
  },
  // Objects that begin like members, but aren't.
  { weight: 1, arbitrary: fc.constantFrom('{"a":[{"a":1},{"a":2},{"a":3}]}', '{"c":[1,{"a":[]}]}') },
)
const around = fc.constantFrom('', ',"after":[{"a":1},{"a":2},{"a":3}]', ',"after":"{\\"a\\""')

it('reading blocks produces the same records as reading one by one, or rejects the block', () => {
  let read = 0
  fc.assert(
    fc.property(
      fc.array(member, { maxLength: 12 }),
      fc.constantFrom(',', ' ,\n  '),
      around,
      fc.integer({ min: 1, max: 400 }),
      fc.nat(3),
      (members, comma, after, size, cut) => {
        const whole = Buffer.from(`{"log":{"entries":[\n${members.join(comma)}]${after}}}`)
        const bytes = cut === 0 ? whole.subarray(0, Math.floor(whole.length * 0.8)) : whole
        const one = heard(bytes, size, false)
        try {
          const inBlocks = heard(bytes, size, true)
          expect([inBlocks.events, inBlocks.end]).toEqual([one.events, one.end])
          read += inBlocks.blocks
        } catch (error) {
          if (!(error instanceof NoBlock)) throw error
        }
      },
    ),
    { numRuns: inFull(2000, 600), seed: 16 },
  )
  expect(read).toBeGreaterThan(inFull(1000, 300))
})

it('blocks contain all but the last members, and count them', () => {
  const members = Array.from({ length: 100 }, (_, a) => `{"a":${a},"b":"{\\"a\\":1},{\\"a\\":2}"}`)
  let counted = 0
  const records: string[] = []
  const cutter = createMemberCutter([], 1e8)
  const take = (record: CutRecord): void =>
    void records.push(record === 'too-long' ? record : Buffer.from(record).toString())
  const bytes = Buffer.from(`[${members.join(', ')}]`)
  for (let at = 0; at < bytes.length; at += 1000)
    cutter.push(bytes.subarray(at, at + 1000), take, (block, count) => {
      counted += count()
      cutBlock(format, block, take)
    })
  const left = records.length
  expect(cutter.end(take)).toBeUndefined()
  expect(records).toEqual(members)
  expect(counted).toBe(left)
  expect(left).toBeGreaterThan(50)
})

it('a long member without a start of another one is split without blocks', () => {
  const large = `{"a":"${'x'.repeat(9 * 2 ** 20)}"}`
  const bytes = Buffer.from(`{"log":{"entries":[{"a":1},${large},{"a":2},{"a":3}]}}`)
  const inBlocks = heard(bytes, 1 << 20, true)
  expect(inBlocks.blocks).toBe(1)
  expect(inBlocks.events.map((event) => event.length)).toEqual([6, 7, 6, large.length, 6, 7, 6, 7])
})

it.each(['{"a":[{"a":1},{"a":2}', '{"a":1}],"b":[{"a":2}', '{"a":"', '{"a":1}}'])('%s is not a block', (text) => {
  expect(() => cutBlock(format, Buffer.from(text), () => {})).toThrow(NoBlock)
})
