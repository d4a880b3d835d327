import { resolve } from 'node:path'
import type { Report } from '../model/report.ts'
import { loaders } from '../report/loaders.ts'
import { formatOption, outputOption, statisticsOption } from './options.ts'
import { readSettings } from './settings.ts'
import { emit, type Registration, type Shell } from './shell.ts'

interface RenderFlags {
  readonly format: string
  readonly output?: string
}

interface MergeFlags {
  readonly format: string
  readonly out: string
  readonly statistics?: readonly string[]
}

/** `specdrift report merge|render`: what to do with the reports of runs gone by. */
const registerReport: Registration = (program, shell) => {
  const formats = ['text', ...Object.keys(loaders).filter((name) => name !== 'text')]
  const report = program.command('report').summary('merge the reports of shards, or render one again')
  report
    .command('merge')
    .description('Makes one report of those of all shards of a run, as the whole run would have made it.')
    .argument('<files...>', 'report.json of each shard')
    .requiredOption('--out <folder>', 'where the report is written, in every format')
    .addOption(statisticsOption())
    .addOption(formatOption(formats))
    .action((files: readonly string[], flags: MergeFlags) => merge(shell, files, flags))
  report
    .command('render')
    .description('Renders a report.json in another format. It is judged anew: the exit code is that of its run.')
    .argument('<file>', 'report.json')
    .addOption(formatOption(formats))
    .addOption(outputOption())
    .action((file: string, flags: RenderFlags) => render(shell, file, flags))
}
export default registerReport

async function merge(shell: Shell, files: readonly string[], flags: MergeFlags): Promise<void> {
  const config = await readSettings(shell)
  const [{ mergeReports }, { readReport, readStatistics }, { baselineFile, readBaseline }, { writeReports }] =
    await Promise.all([
      import('../run/merge.ts'),
      import('../run/read-report.ts'),
      import('../baseline/store.ts'),
      import('../report/write.ts'),
    ])
  const reports = await Promise.all(files.map(async (file) => ({ file, report: await readReport(file, shell.cwd) })))
  const api = reports[0]?.report.api ?? ''
  const merged = await mergeReports(reports, {
    cwd: shell.cwd,
    specsDir: config.specsDir,
    baseline: await readBaseline(baselineFile(resolve(shell.cwd, config.specsDir), api)),
    earlier: await readStatistics(flags.statistics ?? [], shell.cwd, api),
  })
  await writeReports(merged, resolve(shell.cwd, flags.out))
  await show(shell, merged, flags.format, undefined)
}

async function render(shell: Shell, file: string, { format, output }: RenderFlags): Promise<void> {
  const { readReport } = await import('../run/read-report.ts')
  await show(shell, await readReport(file, shell.cwd), format, output)
}

async function show(shell: Shell, report: Report, format: string, output: string | undefined): Promise<void> {
  const [{ exitCodeOf }, { loadReporter }] = await Promise.all([
    import('../report/build.ts'),
    import('../report/load-reporter.ts'),
  ])
  const reporter = await loadReporter(format)
  await emit(shell, reporter.render(report, { colour: output === undefined && shell.colour() }), output)
  shell.finish(exitCodeOf(report))
}
