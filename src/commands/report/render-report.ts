import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { RenderOptions, Report } from '../../model/report.ts'
import { type FilterFlags, filtered } from '../shell/options/filters.ts'
import { type Destination, destinationsOf, emitAll, type OutputFlags } from '../shell/options/outputs.ts'
import { emit, type Shell } from '../shell/shell.ts'
import { reportFileOf } from './report-file.ts'

export interface RenderFlags extends OutputFlags, FilterFlags {
  /** Deprecated name of `--output` with a folder. */
  readonly out?: string
  readonly open?: boolean
  readonly all?: boolean
  readonly expand?: boolean
}

export interface BadgeFlags {
  readonly output?: string
  /** Maximum age in milliseconds. */
  readonly maxAge?: number
}

/** Renders a report in one or all formats. Exits with the run's code. Throws FILE_NOT_FOUND, REPORT_BROKEN or WRITE_FAILED. */
export async function renderAgain(
  shell: Shell,
  given: string | undefined,
  flags: RenderFlags,
  commands: readonly string[],
): Promise<void> {
  const { output, out, ...formats } = flags
  const shown = { ...flags, expand: flags.expand === true || flags.all === true }
  const named = out ?? (output !== undefined && (await isFolder(shell.cwd, output)) ? output : undefined)
  const folder = named === undefined ? undefined : resolve(shell.cwd, named)
  const destinations = destinationsOf({ ...formats, ...(output !== undefined && output !== named && { output }) })
  const { file, report } = await read(shell, given, commands)
  if (folder !== undefined) {
    const { writeReports } = await import('../../report/write.ts')
    await writeReports(await filtered(report, flags), folder, renderOptions(shell, shown))
  }
  await showReport(shell, report, destinations, shown)
  if (flags.open !== true) return
  const { openPage } = await import('./open-page.ts')
  await openPage(shell, await pageOf(shell, report, folder, file))
}

/** Renders the badge of a report; grey if it is older than `--max-age`. Throws like `renderAgain`. */
export async function drawBadge(shell: Shell, given: string | undefined, flags: BadgeFlags): Promise<void> {
  const { report } = await read(shell, given)
  const { default: badge } = await import('../../report/reporters/badge.ts')
  // A report without a time counts as stale.
  const age = shell.clock() - Date.parse(report.times?.startedAt ?? '')
  const stale = flags.maxAge !== undefined && !(age <= flags.maxAge)
  await emit(shell, badge.render(report, { colour: false, stale }), flags.output)
}

/** Prints a report or writes it to files. Exits with the run's code. */
export async function showReport(
  shell: Shell,
  report: Report,
  destinations: readonly Destination[],
  flags: Expandable & FilterFlags = {},
): Promise<void> {
  const shown = await filtered(report, flags)
  const [{ exitCodeOf }, { loadReporter }] = await Promise.all([
    import('../../report/build.ts'),
    import('../../report/load-reporter.ts'),
  ])
  await emitAll(
    shell,
    destinations,
    async (format, view) => (await loadReporter(format)).render(shown, { ...renderOptions(shell, flags), ...view }),
    report.api,
  )
  shell.finish(exitCodeOf(report))
}

/** Flags that affect rendering. */
type Expandable = { readonly expand?: boolean | undefined }

/** Returns render options from flags and environment. In GitHub Actions, all shards of an attempt have the same run id. */
export function renderOptions({ env }: Shell, { expand }: Expandable = {}): RenderOptions {
  const attempt = env.GITHUB_RUN_ATTEMPT || '1'
  const runId = env.SPECDRIFT_RUN_ID || (env.GITHUB_RUN_ID ? `${env.GITHUB_RUN_ID}-${attempt}` : undefined)
  return { colour: false, ...(expand === true && { expand }), runId }
}

/** Reads the named report, otherwise the last one of the only API. */
async function read(shell: Shell, given: string | undefined, commands: readonly string[] = []) {
  const { readAnyReport } = await import('../../run/report/read-report.ts')
  const file = await reportFileOf(shell, given, { commands })
  return { file, report: await readAnyReport(file, shell.cwd) }
}

/** Returns true if `--output` is an existing folder or ends with a slash. */
async function isFolder(cwd: string, output: string): Promise<boolean> {
  if (/[\\/]$/.test(output)) return true
  return stat(resolve(cwd, output)).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Returns the page that was just written, otherwise renders one next to the report. */
async function pageOf(shell: Shell, report: Report, folder: string | undefined, file: string): Promise<string> {
  const page = join(folder ?? dirname(resolve(shell.cwd, file)), 'index.html')
  if (folder === undefined) {
    const [{ default: html }, { writeWhole }] = await Promise.all([
      import('../../report/reporters/html.tsx'),
      import('../../files/write-whole.ts'),
    ])
    await writeWhole(page, html.render(report, { colour: false }))
  }
  return page
}
