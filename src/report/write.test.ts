import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { monitorReport } from '../testing/sample-report.ts'
import { inFolder } from '../testing/scenario.ts'
import { removeReports, writeReports } from './write.ts'

it('writes every format that has a file, and leaves nothing else behind', async () => {
  await inFolder([], async (folder) => {
    const files = await writeReports(monitorReport(), join(folder, 'reports/lending'))
    const written = (await readdir(join(folder, 'reports/lending'))).sort()
    expect(written).toEqual([
      'badge.json',
      'ctrf.json',
      'index.html',
      'junit.xml',
      'report.json',
      'report.md',
      'report.sarif',
    ])
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
