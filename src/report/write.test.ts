import { execFileSync } from 'node:child_process'
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { monitorReport } from '../testing/sample-report.ts'
import { inFolder } from '../testing/scenario.ts'
import { removeReports, writeReports, writeWhole } from './write.ts'

it('writes every format that has a file, and leaves nothing else behind', async () => {
  await inFolder([], async (folder) => {
    const files = await writeReports(monitorReport(), join(folder, 'reports/lending'))
    const written = (await readdir(join(folder, 'reports/lending'))).sort()
    expect(written).toEqual(['index.html', 'junit.xml', 'report.json', 'report.md', 'report.sarif'])
    expect(files.map((file) => file.split(/[\\/]/).at(-1)).sort()).toEqual(written)
  })
})

it('removes the reports of an earlier run, and nothing else', async () => {
  await inFolder([{ name: 'reports/notes.txt', content: '' }], async (folder) => {
    const written = await writeReports(monitorReport(), join(folder, 'reports'))
    expect(await removeReports(join(folder, 'reports'))).toEqual(written)
    expect(await readdir(join(folder, 'reports'))).toEqual(['notes.txt'])
    expect(await removeReports(join(folder, 'nowhere'))).toEqual([])
  })
})

it('leaves the old file whole when it cannot write', async () => {
  await inFolder([{ name: 'old/report.json', content: 'old' }], async (folder) => {
    // A folder stands where the file should: the rename fails, whoever runs the test.
    await expect(writeWhole(join(folder, 'old'), 'new')).rejects.toMatchObject({ code: 'WRITE_FAILED' })
    expect(await readFile(join(folder, 'old/report.json'), 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['old'])
  })
})

it('writes through a link', async () => {
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

it('says when the folder cannot be made', async () => {
  await inFolder([], async (folder) => {
    await writeFile(join(folder, 'file'), '')
    await expect(writeWhole(join(folder, 'file/report.json'), '')).rejects.toMatchObject({ code: 'WRITE_FAILED' })
  })
})
