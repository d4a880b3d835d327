import { relative } from 'node:path'
import type { Report } from '../../model/report.ts'
import { renderOptions } from '../report/render-report.ts'
import type { Shell } from '../shell/shell.ts'

/** Writes the reports of recorded traffic and prints their location. Throws WRITE_FAILED. */
export async function keepReports(shell: Shell, report: Report, folder: string): Promise<void> {
  const { writeReports } = await import('../../report/write.ts')
  await writeReports(report, folder, renderOptions(shell))
  shell.note(`  report     ${relative(shell.cwd, folder).replaceAll('\\', '/')}/index.html\n`)
}
