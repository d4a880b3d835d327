import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inFolder } from '../../testing/cli/scenario.ts'
import { parseApiName } from '../../util/api-name.ts'
import {
  baselineFile,
  baselineText,
  changeBaseline,
  expiryDay,
  parseBaseline,
  problemOf,
  readBaseline,
  withEntries,
} from './store.ts'

const entry = { fingerprint: 'd000000000000001', ruleId: 'null-conformance', reason: 'they know', owner: 'team-a' }

it('is empty if the file does not exist', async () => {
  expect(await inFolder([], (folder) => readBaseline(join(folder, 'baseline.json')))).toEqual({ entries: [] })
})

it('ignores a byte order mark', async () => {
  const files = [{ name: 'baseline.json', content: `\uFEFF${baselineText([entry])}` }]
  const read = await inFolder(files, (folder) => readBaseline(join(folder, 'baseline.json')))
  expect(read).toEqual({ entries: [entry] })
})

it('fails if the file exists but cannot be read', async () => {
  const read = inFolder([{ name: 'baseline.json/a', content: '' }], (folder) =>
    readBaseline(join(folder, 'baseline.json')),
  )
  await expect(read).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringMatching(/^Could not read .+baseline\.json: it is a folder\.$/),
  })
})

it('applies a change to the current file content', async () => {
  const added = { ...entry, fingerprint: 'a000000000000001' }
  const text = await inFolder([{ name: 'shop/baseline.json', content: baselineText([entry]) }], async (folder) => {
    const file = baselineFile(folder, parseApiName('shop'))
    await changeBaseline(file, (now) => withEntries(now, [added]))
    return readFile(file, 'utf8')
  })
  expect(text).toBe(baselineText([added, entry]))
})

it('reads back what it wrote', () => {
  const whole = { ...entry, location: 'GET /loans 200', expires: '2027-01-31' }
  const text = baselineText([whole])
  expect(parseBaseline(text, 'baseline.json')).toEqual({ entries: [whole] })
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
])('describes the problem of %s', (text, problem) => {
  expect(() => parseBaseline(text, 'specs/shop/baseline.json')).toThrow(problem)
})

it.each([
  ['fingerprint', `x${entry.fingerprint}`],
  ['fingerprint', `${entry.fingerprint}0`],
  ['reason', '  '],
  ['location', 1],
  ['expires', 20270131],
  // `Date.parse` accepts all of these.
  ['expires', ['2027-01-31']],
  ['expires', '2027'],
  ['expires', '2027-01-31T00:00'],
  ['expires', '+012027-01-31'],
])('rejects an entry whose %s is %j', (name, value) => {
  expect(problemOf({ ...entry, [name]: value })).toMatch(new RegExp(`\`${name}\``))
})

it.each([
  ['expiers', 'has an unknown key `expiers` (did you mean `expires`?)'],
  ['volume', 'has an unknown key `volume`'],
])('suggests a similar key for %s', (key, problem) => {
  expect(problemOf({ ...entry, [key]: '' })).toBe(problem)
})

it('omits the line of an entry under a duplicate key', () => {
  const twice = '{ "entries": [], "entries": [1] }'
  expect(() => parseBaseline(twice, 'baseline.json')).toThrow('baseline.json cannot be used: entry 1 is not an object')
})

it.each([
  ['a broken line', (text: string) => text.replace('"owner": "b"', '"owner" "b"'), 'specs/shop/baseline.json:13 '],
  ['an unresolved merge', (text: string) => text.replace('    {\n', '<<<<<<< HEAD\n    {\n'), 'baseline.json:3 '],
  ['a comment', (text: string) => text.replace('    {\n', '    // ours\n    {\n'), 'baseline.json:3 '],
  ['a truncated file', (text: string) => text.slice(0, -4), 'baseline.json:15 '],
  [
    'a bad entry',
    (text: string) => text.replace('"owner": "b"', '"owner": ""'),
    'baseline.json:9 cannot be used: entry 2 ',
  ],
])('names the line of %s', (_what, edit, message) => {
  const entries = ['a', 'b'].map((owner) => ({
    ...entry,
    fingerprint: `${owner}000000000000001`,
    reason: '}{][\\"',
    owner,
  }))
  expect(() => parseBaseline(edit(baselineText(entries)), 'specs/shop/baseline.json')).toThrow(message)
})

it('counts days of acceptance from today', () => {
  expect(expiryDay('30d', Date.UTC(2026, 10, 20, 23))).toBe('2026-12-20')
  expect(expiryDay('365d', Date.UTC(2026, 10, 20))).toBe('2027-11-20')
  const others = ['2027-01-31', 'soon', '0d', '+30d', '30days']
  expect(others.map((text) => expiryDay(text, 0))).toEqual(others)
})
