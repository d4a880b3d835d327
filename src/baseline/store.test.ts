import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { baselineText, expiryDay, parseBaseline, readBaseline, withEntries } from './store.ts'

const entry = { fingerprint: 'd000000000000001', ruleId: 'null-conformance', reason: 'they know', owner: 'team-a' }

it('is empty when there is no file', async () => {
  expect(await inFolder([], (folder) => readBaseline(join(folder, 'baseline.json')))).toEqual({ entries: [] })
})

it('reads past a byte order mark', async () => {
  const files = [{ name: 'baseline.json', content: `\uFEFF${baselineText([entry])}` }]
  const read = await inFolder(files, (folder) => readBaseline(join(folder, 'baseline.json')))
  expect(read).toEqual({ entries: [entry] })
})

it('reads back what it wrote', () => {
  const text = baselineText([{ ...entry, expires: '2027-01-31' }])
  expect(parseBaseline(text, 'baseline.json')).toEqual({ entries: [{ ...entry, expires: '2027-01-31' }] })
})

it('replaces the entry of a fingerprint and keeps the others, sorted', () => {
  const other = { ...entry, fingerprint: 'a000000000000001' }
  const text = baselineText(withEntries({ entries: [entry, other] }, [{ ...entry, reason: 'they promised' }]))
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
  [JSON.stringify({ entries: [{ ...entry, expiers: '2027-01-31' }] }), 'key `expiers` (did you mean `expires`?)'],
  [JSON.stringify({ entries: [{ ...entry, ruleId: 1 }] }), 'entry 1 has a `ruleId` that is no text'],
  [JSON.stringify({ entries: [entry, entry] }), 'entry 2 repeats the fingerprint of entry 1'],
])('says what is wrong with %s', (text, problem) => {
  expect(() => parseBaseline(text, 'specs/shop/baseline.json')).toThrow(problem)
})

it.each([
  ['a broken line', (text: string) => text.replace('"owner": "b"', '"owner" "b"'), 'specs/shop/baseline.json:13 '],
  ['an unresolved merge', (text: string) => text.replace('    {\n', '<<<<<<< HEAD\n    {\n'), 'baseline.json:3 '],
  ['a file cut off', (text: string) => text.slice(0, -4), 'baseline.json:15 '],
  [
    'a bad entry',
    (text: string) => text.replace('"owner": "b"', '"owner": ""'),
    'baseline.json:9 cannot be used: entry 2 ',
  ],
])('names the line of %s', (_what, spoil, said) => {
  const entries = ['a', 'b'].map((owner) => ({
    ...entry,
    fingerprint: `${owner}000000000000001`,
    reason: '}{][\\"',
    owner,
  }))
  expect(() => parseBaseline(spoil(baselineText(entries)), 'specs/shop/baseline.json')).toThrow(said)
})

it('counts days of acceptance from today', () => {
  expect(expiryDay('30d', Date.UTC(2026, 10, 20, 23))).toBe('2026-12-20')
  expect(['2027-01-31', 'soon', '0d'].map((text) => expiryDay(text, 0))).toEqual(['2027-01-31', 'soon', '0d'])
})
