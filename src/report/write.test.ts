import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Report } from '../model/report.ts'
import { inFolder } from '../testing/cli/scenario.ts'
import { monitorReport } from '../testing/sample-report.ts'
import { lastGoodIn, reportFiles } from './reports-folder.ts'
import { writeReports } from './write.ts'

it('writes every format that has a file, and nothing else', async () => {
  await inFolder([], async (folder) => {
    const files = await writeReports(monitorReport(), join(folder, 'reports/lending'), undefined, '')
    const written = (await readdir(join(folder, 'reports/lending'))).sort()
    expect(written).toEqual(reportFiles)
    expect(files.map((file) => file.split(/[\\/]/).at(-1)).sort()).toEqual(
      written.filter((name) => name !== 'run.ndjson'),
    )
  })
})

const failure = (startedAt: string): Report => ({
  ...monitorReport(),
  couldNotCheck: { code: 'UNREACHABLE', message: 'No response was received.', hint: 'Look.' },
  times: { startedAt, milliseconds: 1 },
})

it('keeps the reports of the last successful run when later runs fail', async () => {
  await inFolder([{ name: 'reports/notes.txt', content: 'mine' }], async (parent) => {
    const folder = join(parent, 'reports')
    const text = (name: string) => readFile(join(folder, name), 'utf8')
    expect(await lastGoodIn(folder)).toBeUndefined()
    await writeReports(failure('2026-11-19T08:00:00.000Z'), folder)
    expect(await lastGoodIn(folder)).toBeUndefined()
    await writeReports(monitorReport(), folder)
    const good = await Promise.all(['report.json', 'index.html', 'junit.xml'].map(text))
    const lastGood = { startedAt: monitorReport().times?.startedAt, page: 'last-good/index.html' }
    expect(await lastGoodIn(folder)).toEqual(lastGood)
    for (const day of ['20', '21']) {
      await writeReports(failure(`2026-11-${day}T08:00:00.000Z`), folder)
      expect(JSON.parse(await text('report.json'))).toHaveProperty('couldNotCheck.code', 'UNREACHABLE')
      const kept = ['last-good/report.json', 'last-good/index.html', 'last-good/junit.xml']
      expect(await Promise.all(kept.map(text))).toEqual(good)
      expect(await lastGoodIn(folder)).toEqual(lastGood)
    }
    await writeReports(monitorReport(), folder)
    expect(await readdir(join(folder, 'last-good'))).toEqual([])
    expect(await text('notes.txt')).toBe('mine')
  })
})
