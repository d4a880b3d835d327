import { chmod, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openCodeCache } from './code-cache.ts'

const facts = { size: 10, modified: 1.5 }
const chunk = (source: string) => ({ ...facts, script: new Script(source) })
let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-code-'))
  file = join(folder, 'diff.bin')
  onTestFinished(() => rm(folder, { recursive: true }))
})

/** What the next run gets of a chunk. */
const kept = (name: string, of = facts) => openCodeCache(folder, 'diff').codeOf(name, of)

function keep(...names: readonly string[]): void {
  openCodeCache(folder, 'diff').save(new Map(names.map((name) => [name, chunk(`function ${name}() {}`)])))
}

it('hands the next run the code of each chunk as V8 wrote it, at a multiple of eight bytes', () => {
  const code = { a: chunk('function a() { return 1 }'), b: chunk('function b() { return "ü" }') }
  openCodeCache(folder, 'diff').save(new Map(Object.entries(code)))
  for (const [name, { script }] of Object.entries(code)) {
    const found = kept(name)
    expect(found).toEqual(script.createCachedData())
    expect(found?.byteOffset).toSatisfy((offset: number) => offset % 8 === 0)
  }
  expect([kept('c'), openCodeCache(folder, 'check').codeOf('a', facts)]).toEqual([undefined, undefined])
})

it('has nothing of a chunk that was edited since', () => {
  keep('a')
  expect([kept('a', { ...facts, size: 11 }), kept('a', { ...facts, modified: 2 })]).toEqual([undefined, undefined])
  expect(kept('a')).toBeInstanceOf(Buffer)
})

it('keeps what an earlier run kept of other chunks', () => {
  keep('a', 'b')
  keep('b', 'c')
  expect(['a', 'b', 'c'].map((name) => kept(name) !== undefined)).toEqual([true, true, true])
})

it('has nothing of what is damaged, wherever it is: V8 would crash', async () => {
  keep('a', 'b')
  const bytes = await readFile(file)
  const whole = [kept('a'), kept('b')]
  const header = 4 + bytes.readUInt32LE(0)
  for (let at = header; at < bytes.length; at += 97) {
    const damaged = Buffer.from(bytes)
    damaged[at] = ~(damaged[at] ?? 0)
    await writeFile(file, damaged)
    const found = [kept('a'), kept('b')]
    // Padding is nobody's.
    expect(found.filter((code, index) => code?.equals(whole[index] ?? Buffer.alloc(0)) === false)).toEqual([])
    expect(found.filter((code) => code === undefined).length).toBeLessThan(2)
  }
  for (const length of [0, 3, 4, 20, header - 1, header, header + 100]) {
    await writeFile(file, bytes.subarray(0, length))
    expect([kept('a'), kept('b')], `the first ${length} bytes`).toEqual([undefined, undefined])
  }
  for (const header of [
    '',
    '{}',
    'null',
    '[null]',
    '[{"name":"a"}]',
    '[{"name":"a","size":10,"modified":1.5,"at":-9}]',
  ]) {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(header.length)
    await writeFile(file, Buffer.concat([length, Buffer.from(header)]))
    expect(kept('a'), header).toBeUndefined()
  }
})

it('has nothing of a file that others can write to, or that is a link', async () => {
  keep('a')
  await chmod(file, 0o620)
  expect(kept('a')).toBe(process.platform === 'win32' ? expect.any(Buffer) : undefined)
  await chmod(file, 0o600)
  expect(kept('a')).toBeInstanceOf(Buffer)
  await rename(file, `${file}.other`)
  await symlink(`${file}.other`, file)
  expect(kept('a')).toBeUndefined()
})

it('removes what a killed process left, not what another one is writing', async () => {
  await writeFile(`${file}.1-0.tmp`, 'left')
  await writeFile(`${file}.2-0.tmp`, 'being written')
  await utimes(`${file}.1-0.tmp`, 1, 1)
  keep('a')
  expect((await readdir(folder)).sort()).toEqual(['diff.bin', 'diff.bin.2-0.tmp'])
})
