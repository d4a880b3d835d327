import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { appendStream } from './append-stream.ts'
import { appendWhole } from './append-whole.ts'
import { writeWhole } from './write-whole.ts'

it('keeps the old file if writing fails', async () => {
  await inFolder([{ name: 'old/report.json', content: 'old' }], async (folder) => {
    // The target is a folder, so the rename fails even for root.
    await expect(writeWhole(join(folder, 'old'), 'new')).rejects.toMatchObject({ code: 'WRITE_FAILED' })
    expect(await readFile(join(folder, 'old/report.json'), 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['old'])
  })
})

it('writes through a symbolic link', async () => {
  await inFolder([{ name: 'report.json', content: 'old' }], async (folder) => {
    await symlink('report.json', join(folder, 'link.json'))
    await writeWhole(join(folder, 'link.json'), 'new')
    expect(await readFile(join(folder, 'report.json'), 'utf8')).toBe('new')
    expect((await lstat(join(folder, 'link.json'))).isSymbolicLink()).toBe(true)
  })
})

it.skipIf(process.platform === 'win32')('writes to a pipe instead of replacing it', async () => {
  await inFolder([], async (folder) => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const [text] = await Promise.all([readFile(pipe, 'utf8'), writeWhole(pipe, 'report')])
    expect(text).toBe('report')
    expect((await lstat(pipe)).isFIFO()).toBe(true)
  })
})

it('reports a folder that cannot be created', async () => {
  await inFolder([], async (folder) => {
    await writeFile(join(folder, 'file'), '')
    await expect(writeWhole(join(folder, 'file/report.json'), '')).rejects.toMatchObject({ code: 'WRITE_FAILED' })
  })
})

it('removes temporary files of killed runs, but not of running ones', async () => {
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  const files = [`.a.json.${gone}.tmp`, `.a.json.${process.ppid}.tmp`, `.b.json.${gone}.tmp`, '.a.json.x.tmp']
  await inFolder(
    files.map((name) => ({ name, content: '' })),
    async (folder) => {
      await writeWhole(join(folder, 'a.json'), 'new')
      expect((await readdir(folder)).sort()).toEqual([...files.slice(1), 'a.json'].sort())
    },
  )
})

it('appends to the file, creating it and its folder if necessary', async () => {
  await inFolder([], async (folder) => {
    const file = join(folder, 'history/a.ndjson')
    for (const text of ['one\n', 'two\n']) await appendWhole(file, text)
    expect(await readFile(file, 'utf8')).toBe('one\ntwo\n')
    await expect(appendWhole(join(file, 'b'), '')).rejects.toMatchObject({ code: 'WRITE_FAILED' })
  })
})

it('adds lines after an incomplete one of a killed run', async () => {
  await inFolder([{ name: 'a.ndjson', content: '{"a":1}\n{"b":' }], async (folder) => {
    const file = join(folder, 'a.ndjson')
    for (const text of ['{"c":1}\n', '{"d":1}\n']) {
      const stream = await appendStream(file, file)
      stream.add(text)
      await stream.close()
    }
    expect(await readFile(file, 'utf8')).toBe('{"a":1}\n{"b":\n{"c":1}\n{"d":1}\n')
  })
})

it('writes all data of any size before accepting more', async () => {
  await inFolder([], async (folder) => {
    const file = join(folder, 'a.ndjson')
    const stream = await appendStream(file, file)
    const line = `${'ä'.repeat(1 << 20)}\n`
    for (let count = 1; count <= 8; count++) {
      stream.add(line)
      expect(statSync(file).size).toBe(count * Buffer.byteLength(line))
    }
    await stream.close()
  })
})

it.skipIf(process.platform !== 'linux')('says at the end what could not be written', async () => {
  const stream = await appendStream('/dev/full', 'full.ndjson')
  for (const text of ['{"a":1}\n', '{"b":1}\n']) stream.add(text)
  await expect(stream.close()).rejects.toMatchObject({
    code: 'WRITE_FAILED',
    message: expect.stringContaining('full.ndjson'),
  })
})

it.skipIf(process.platform !== 'linux')('ends where no folder can be made', async () => {
  await expect(writeWhole('/proc/nowhere/a.json', '')).rejects.toMatchObject({ code: 'WRITE_FAILED' })
})
