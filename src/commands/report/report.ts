import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { liveOptions } from '../../config/live-options.ts'
import type { Config } from '../../config/schema.ts'
import type { Report } from '../../model/report.ts'
import type { NamedReport } from '../../run/report/merge.ts'
import { parseApiName } from '../../util/api-name.ts'
import { usesOf } from '../consumers/uses-of.ts'
import { notRemembered, openPreviousRuns } from '../live/previous-runs.ts'
import { examples } from '../shell/options/examples.ts'
import { type FilterFlags, filtered, withFilters } from '../shell/options/filters.ts'
import { expandOption, historyOptions, maxAgeOption, optionOf } from '../shell/options/options.ts'
import { destinationsOf, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import { reportFormats } from '../shell/options/report-options.ts'
import { adviceOf, readSettings } from '../shell/settings.ts'
import type { Registration, Shell } from '../shell/shell.ts'
import {
  type BadgeFlags,
  drawBadge,
  type RenderFlags,
  renderAgain,
  renderOptions,
  showReport,
} from './render-report.ts'
import { withReport } from './report-file.ts'
import { addSite } from './site.ts'

/** Flags of `report merge`. `output` is a folder. */
interface MergeFlags extends OutputFlags, FilterFlags {
  readonly out?: string
  readonly expand?: boolean
  readonly statistics?: readonly string[]
  readonly historyDir?: string
  readonly history: boolean
  readonly requireHistory?: boolean
  readonly partial?: boolean
}

/** Registers `specdrift report merge|render|badge|site`. */
const registerReport: Registration = (program, shell) => {
  const formats = reportFormats
  const [historyDir, noHistory, requireHistory] = historyOptions()
  const [format, output, json] = outputOptions(formats)
  const report = program
    .command('report')
    .summary('render, merge and publish reports')
    .description('Renders, merges and publishes reports of previous runs. Without a command, renders the last report.')
    .addHelpText(
      'after',
      examples(
        'specdrift report --open',
        'specdrift report merge shard-1/shop/report.json shard-2/shop/report.json -o reports/shop',
        'specdrift report badge -o public/badge.json',
      ),
    )
  withFilters(report.command('merge'))
    .description(
      'Merges the reports of all shards into the report of the whole run. Also adds exchanges that tests recorded with SPECDRIFT_RECORD.',
    )
    .argument(
      '<reports...>',
      'report.json files, recordings of tests (files or a folder), or results of `check --partial`; - for stdin',
    )
    .option('-o, --output <folder>', 'folder for the report in all file formats (default: reports/<api>)')
    .addOption(oldOut())
    .addOption(expandOption())
    .addOption(optionOf(liveOptions.statistics))
    .addOption(historyDir)
    .addOption(noHistory)
    .addOption(requireHistory)
    .option('--partial', 'merge results of `check --partial` into one, instead of a report')
    .addOption(format)
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'specdrift report merge shard-1/shop/report.json shard-2/shop/report.json -o reports/shop',
        'specdrift report merge reports/shop/report.json recorded-checks -o reports/all',
      ),
    )
    .action((files: readonly string[], flags: MergeFlags) => merge(shell, files, flags))
  withFilters(withReport(report.command('render', { isDefault: true })))
    .description('Renders a report.json in another format. Exits with the exit code of its run.')
    .addOption(format)
    .option('-o, --output <file>', 'write to this file instead of stdout; a folder (name/) gets all file formats')
    .addOption(json)
    .addOption(expandOption())
    .addOption(new Option('--all', 'same as --expand').hideHelp())
    .addOption(oldOut())
    .option('--open', 'open the report page in $BROWSER or the default browser; never in CI')
    .addHelpText(
      'after',
      examples('specdrift report --open', 'specdrift report render reports/shop/report.json --format markdown'),
    )
    .action((given: string | undefined, flags: RenderFlags) => renderAgain(shell, given, flags, namesOf(report)))
  withReport(report.command('badge'))
    .description('Prints a badge of a report for shields.io. It turns grey when the report is too old.')
    .addOption(maxAgeOption())
    .addOption(output)
    .addHelpText(
      'after',
      examples('specdrift report badge reports/shop/report.json --max-age 36h -o public/badge.json'),
    )
    .action((file: string | undefined, flags: BadgeFlags) => drawBadge(shell, file, flags))
  addSite(report, shell)
}
export default registerReport

async function merge(shell: Shell, files: readonly string[], flags: MergeFlags): Promise<void> {
  const { output: _, ...formats } = flags
  const destinations = destinationsOf(formats)
  const { mergeTrafficResults } = await import('../traffic/merge-results.ts')
  if (await mergeTrafficResults(shell, files, destinations, flags)) return
  const config = await readSettings(shell, flags)
  const [{ mergeReports }, { readWholeReport, readStatistics }, { baselineFile, readBaseline }, { writeReports }] =
    await Promise.all([
      import('../../run/report/merge.ts'),
      import('../../run/report/read-report.ts'),
      import('../../history/baseline/store.ts'),
      import('../../report/write.ts'),
    ])
  const reports = await readParts(files, shell.cwd, config, readWholeReport)
  const { kind } = reports[0]?.report ?? {}
  const named = reports.find(({ report }) => report.api !== undefined)
  // The API name comes from an untrusted file. A report without one is not from a live run, so merging will reject it.
  const api = parseApiName(named?.report.api ?? 'none', `${named?.file}: the API name`)
  const past =
    kind === 'monitor' && flags.history ? await openPreviousRuns(shell, config, api, notRemembered) : undefined
  const out = resolve(shell.cwd, flags.output ?? flags.out ?? join(config.reportsDir, api))
  const whole = await mergeReports(reports, {
    cwd: shell.cwd,
    specsDir: config.specsDir,
    baseline: await readBaseline(baselineFile(resolve(shell.cwd, config.specsDir), api)),
    advice: adviceOf({ ...config.apis[api], configFile: config.file }),
    ...(past && { runs: past.history.runs }),
    earlier: await readStatistics(flags.statistics ?? [], shell.cwd, api),
    consumers: await usesOf(shell, config, api),
  })
  const { keepResult } = await import('../live/live-end.ts')
  const options = renderOptions(shell, flags)
  const { report: merged, error, delivered } = await keepResult(shell, whole, { folder: out, options, past })
  await showReport(shell, merged, destinations, flags)
  if (error !== undefined) throw error
  await delivered()
  if (config.historyRequired === true && past?.store.failure() !== undefined) shell.finish(2)
  if (config.apis[api]?.crossCheck !== true) return
  const [{ addSecondOpinion }, { loadReporter }] = await Promise.all([
    import('../shell/second-opinion.ts'),
    import('../../report/load-reporter.ts'),
  ])
  await addSecondOpinion(shell, config, merged, {
    ...{ destinations, kept: past !== undefined },
    render: async (report, format, view) =>
      (await loadReporter(format)).render(await filtered(report, flags), { ...options, ...view }),
    rewrite: (report) => writeReports(report, out, options),
  })
}

/** Reads the reports in order, followed by one report for the responses that tests recorded. */
async function readParts(
  files: readonly string[],
  cwd: string,
  config: Config,
  readWholeReport: (file: string, cwd: string) => Promise<Report>,
): Promise<NamedReport[]> {
  const { recordingsOf, reportOfChecks } = await import('../../run/report/own-tests.ts')
  const recorded = await Promise.all(files.map((file) => recordingsOf(file, cwd)))
  const named = files.filter((_, index) => recorded[index]?.length === 0)
  const reports = await Promise.all(named.map(async (file) => ({ file, report: await readWholeReport(file, cwd) })))
  const recordings = recorded.flat()
  if (recordings.length === 0) return reports
  const { policy, failOn, specsDir } = config
  const own = await reportOfChecks(recordings, { cwd, policy, failOn, specsDir })
  return [...reports, { file: recordings[0] ?? '', report: own }]
}

/** Deprecated name of `--output`. */
function oldOut(): Option {
  return new Option('--out <folder>', 'same as --output').hideHelp()
}

function namesOf({ commands }: Command): readonly string[] {
  return commands.map((command) => command.name())
}
