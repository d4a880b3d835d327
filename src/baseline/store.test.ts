import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inFolder } from '../testing/scenario.ts'
import { parseBaseline, readBaseline, withEntry } from './store.ts'

const entry = { fingerprint: 'd000000000000001', ruleId: 'null-conformance', reason: 'they know', owner: 'team-a' }

it('is empty when there is no file', async () => {
  expect(await inFolder([], (folder) => readBaseline(join(folder, 'baseline.json')))).toEqual({ entries: [] })
})

it('reads back what it wrote', () => {
  const text = withEntry({ entries: [] }, { ...entry, expires: '2027-01-31' })
  expect(parseBaseline(text, 'baseline.json')).toEqual({ entries: [{ ...entry, expires: '2027-01-31' }] })
})

it('replaces the entry of a fingerprint and keeps the others, sorted', () => {
  const other = { ...entry, fingerprint: 'a000000000000001' }
  const text = withEntry({ entries: [entry, other] }, { ...entry, reason: 'they promised' })
  expect(parseBaseline(text, '').entries).toEqual([other, { ...entry, reason: 'they promised' }])
})

it.each([
  ['{', 'it is not JSON'],
  ['[]', 'it has no list `entries`'],
  ['{ "entries": {} }', 'it has no list `entries`'],
  ['{ "entries": [1] }', 'entry 1 is not an object'],
  ['{ "entries": [{ "fingerprint": "x" }] }', 'entry 1 has no `fingerprint` of 16 hex digits'],
  ['{ "entries": [{ "fingerprint": "d000000000000001", "owner": "a" }] }', 'entry 1 gives no `reason`'],
  ['{ "entries": [{ "fingerprint": "d000000000000001", "reason": "a", "owner": " " }] }', 'entry 1 names no `owner`'],
  [JSON.stringify({ entries: [{ ...entry, expires: '2026-02-30' }] }), 'entry 1 has an `expires` that is not a day'],
  [JSON.stringify({ entries: [entry, { ...entry, expires: 'soon' }] }), 'entry 2 has an `expires` that is not a day'],
])('says what is wrong with %s', (text, problem) => {
  expect(() => parseBaseline(text, 'specs/shop/baseline.json')).toThrow(problem)
})
