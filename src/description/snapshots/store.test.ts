import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../util/fingerprint.ts'
import { loadDocument } from '../reading/load.ts'
import { parseDocument } from '../reading/parse.ts'
import { type CaptureInput, captureSnapshot } from './capture.ts'
import { findSnapshot, listApis, listSnapshots, loadSnapshot } from './store.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const yaml = (version: string, more = '') =>
  `openapi: 3.0.3\ninfo: {title: T, version: "${version}"}\npaths: {}\n${more}`

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'specdrift-store-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const capture = (content: string, more: Partial<CaptureInput> = {}) =>
  captureSnapshot({
    specsDir: 'specs',
    cwd,
    api: 'loans',
    document: parseDocument({ content, name: 'in', file: 'in.yaml' }),
    source: 'a test',
    now: new Date('2026-11-20T23:30:00Z'),
    ...more,
  })
const ids = async () => (await listSnapshots('specs', 'loans', cwd)).map(({ id }) => id)
const write = (file: string, content: string) => {
  mkdirSync(dirname(join(cwd, file)), { recursive: true })
  writeFileSync(join(cwd, file), content)
}

it('stores minified JSON with line breaks, once, under the sha256 of the stored text', async () => {
  const minified = '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{},"/b":{}},"x-n":1.10}'
  const { snapshot } = await capture(minified, { id: 'b01' })
  const stored = readFileSync(join(cwd, 'specs/loans/b01.json'), 'utf8')
  expect(stored.split('\n')).toContain('  "x-n": 1.10')
  expect(snapshot.sha256).toBe(sha256(stored))
  expect((await loadSnapshot('specs', 'loans@b01', { cwd })).locate('/paths/~1b')).toMatchObject({ line: 9 })
  // The same content in other formatting.
  for (const text of [minified, stored, JSON.stringify(JSON.parse(minified))])
    expect(await capture(text)).toMatchObject({ created: false, snapshot: { id: 'b01' } })
})

describe('reading snapshots', () => {
  it('reads the snapshots of this repository', async () => {
    const at = (address: string) => findSnapshot('specs', address, repository)
    const all = await listSnapshots('specs', 'lending', repository)
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort())
    expect(await at('lending@latest')).toEqual(all.at(-1))
    expect(await at('lending@previous')).toEqual(all.at(-2))
    for (const { id } of all) {
      const document = await loadSnapshot('specs', `lending@${id}`, { cwd: repository })
      expect([document.name, document.file]).toEqual([`lending@${id}`, `specs/lending/${id}.yaml`])
    }
  })

  it('lists the existing ones in the error', async () => {
    await capture(yaml('1'), { id: 'b01' })
    const failing = (address: string) => findSnapshot('specs', address, cwd)
    await expect(failing('lons@b01')).rejects.toMatchObject({
      code: 'UNKNOWN_API',
      message: 'No API called lons under specs (did you mean loans? known: loans).',
    })
    await expect(failing('loans@b02')).rejects.toMatchObject({
      code: 'UNKNOWN_SNAPSHOT',
      message: 'No snapshot loans@b02 (did you mean b01? known: b01).',
    })
    await expect(failing('loans@previous')).rejects.toMatchObject({ code: 'UNKNOWN_SNAPSHOT' })
    await expect(failing('../loans@b01')).rejects.toMatchObject({ code: 'UNKNOWN_API' })
    expect(await listApis('nowhere', cwd)).toEqual([])
  })

  it('rejects an edited file', async () => {
    await capture(yaml('1'), { id: 'b01' })
    write('specs/loans/b01.yaml', yaml('2'))
    await expect(loadDocument('loans@latest', { cwd })).rejects.toMatchObject({
      code: 'SNAPSHOT_CHANGED',
      message: expect.stringContaining('specs/loans/b01.yaml'),
    })
    await expect(capture(yaml('3'))).rejects.toMatchObject({ code: 'SNAPSHOT_CHANGED' })
  })

  it.each([
    ['{', 'not valid JSON'],
    ['{"snapshots":[{"id":"a","order":1,"file":"../a","sha256":"x"}]}', 'each snapshot needs'],
    ['{"snapshots":[3]}', 'each snapshot needs'],
    [`{"snapshots":[${Array(2).fill('{"id":"a","order":1,"file":"a","sha256":"x"}')}]}`, 'lists an id twice'],
    ['{"api":"loans"}', 'it has no list of snapshots'],
  ])('rejects the list %s', async (content, message) => {
    write('specs/loans/snapshots.json', content)
    await expect(ids()).rejects.toMatchObject({ code: 'STORE_BROKEN', message: expect.stringContaining(message) })
  })

  it('prefers a file of the same name', async () => {
    write('loans@b01', yaml('file'))
    expect((await loadDocument('loans@b01', { cwd })).version).toBe('file')
  })
})

describe('captureSnapshot', () => {
  it('stores the bytes and adds them to the index', async () => {
    const { snapshot, created } = await capture(yaml('1'), { title: 'first' })
    expect(created).toBe(true)
    expect(snapshot).toMatchObject({
      id: '2026-11-20',
      order: 1,
      file: '2026-11-20.yaml',
      title: 'first',
      source: 'a test',
    })
    expect(readFileSync(join(cwd, 'specs/loans/2026-11-20.yaml'), 'utf8')).toBe(yaml('1'))
    expect(await listSnapshots('specs', 'loans', cwd)).toEqual([snapshot])
    expect(readdirSync(join(cwd, 'specs/loans')).sort()).toEqual(['2026-11-20.yaml', 'snapshots.json'])
  })

  it('creates no snapshot for a formatting change', async () => {
    await capture(yaml('1'))
    const json = { paths: {}, info: { version: '1', title: 'T' }, openapi: '3.0.3' }
    for (const same of [`# said\n${yaml('1')}`, JSON.stringify(json), yaml('1').replaceAll('\n', '\r\n')])
      expect(await capture(same)).toMatchObject({ created: false, snapshot: { id: '2026-11-20' } })
    expect(await ids()).toEqual(['2026-11-20'])
  })

  it('generates the next id', async () => {
    await capture(yaml('1'))
    await capture(yaml('2'))
    await capture(JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '3' }, paths: {} }))
    expect(await ids()).toEqual(['2026-11-20', '2026-11-20.2', '2026-11-20.3'])
    expect(readdirSync(join(cwd, 'specs/loans'))).toContain('2026-11-20.3.json')
  })

  it('continues a b series', async () => {
    await capture(yaml('1'), { id: 'b09' })
    await capture(yaml('2'))
    await capture(yaml('1'))
    expect(await ids()).toEqual(['b09', 'b10', 'b11'])
    expect((await findSnapshot('specs', 'loans@previous', cwd)).id).toBe('b10')
  })

  it.each(['../x', 'a b', '', '.', '..', 'latest', 'baseline', 'B01'])('refuses the id %j', async (id) => {
    await capture(yaml('1'), { id: 'b01' })
    await expect(capture(yaml('2'), { id })).rejects.toMatchObject({ code: 'USAGE' })
    expect(await ids()).toEqual(['b01'])
  })

  it('rejects an API name outside the folder', async () => {
    await expect(capture(yaml('1'), { api: '..' })).rejects.toMatchObject({ code: 'USAGE' })
  })

  it('rejects an invalid description if strict; otherwise stores it with its flaws', async () => {
    const invalid = yaml('1', 'extra: 1\n')
    await expect(capture(invalid, { strict: true })).rejects.toMatchObject({
      code: 'INVALID_DESCRIPTION',
      message: expect.stringContaining('must not have the property extra at in.yaml:1:1'),
    })
    expect(readdirSync(cwd)).toEqual([])
    const { check } = await capture(invalid)
    expect(check.errors).toHaveLength(1)
  })

  it('rejects an unreadable description unless allowed', async () => {
    const empty = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: []\n"
    await expect(capture(empty)).rejects.toMatchObject({ code: 'INVALID_DESCRIPTION' })
    expect((await capture(empty, { allowInvalid: true })).created).toBe(true)
  })

  it('stores a multi-file description as one file', async () => {
    const document = await loadDocument('multi/openapi.yaml', { cwd: join(import.meta.dirname, '../reading/fixtures') })
    await capture(yaml('0'), { document })
    const stored = await loadDocument('loans@latest', { cwd })
    expect(stored.root).toEqual(document.root)
    expect(stored.flaws).toEqual([])
    expect(stored.resolve('#/x-external-files/paths.yaml/loans/get')).toBeDefined()
    expect((await capture(yaml('0'), { document })).created).toBe(false)
  })

  it('survives a run killed between the two writes', async () => {
    await capture(yaml('1'), { id: 'b01' })
    write('specs/loans/b02.yaml', 'half a fi')
    expect(await ids()).toEqual(['b01'])
    await capture(yaml('2'))
    expect((await loadDocument('loans@b02', { cwd })).version).toBe('2')
  })

  it('explains why it could not write', async () => {
    write('specs', 'a file')
    await expect(capture(yaml('1'))).rejects.toMatchObject({ code: 'WRITE_FAILED' })
  })
})
