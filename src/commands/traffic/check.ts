import { basename, relative, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { toolError } from '../../model/errors.ts'
import type { TerminalView } from '../../model/report/view.ts'
import type { CoverageMinimum, Report } from '../../model/report.ts'
import { loaders } from '../../report/loaders.ts'
import { usesOf } from '../consumers/uses-of.ts'
import { renderOptions } from '../report/render-report.ts'
import { examples } from '../shell/examples.ts'
import { type FilterFlags, filtered, wantedBy, withFilters } from '../shell/filters.ts'
import { expandOption, failOnOption, minCoverageOption, policyOption, wholeNumber } from '../shell/options.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/outputs.ts'
import { pickApi, readSettings, type SettingFlags } from '../shell/settings.ts'
import { emit, type Registration, type Shell } from '../shell/shell.ts'
import { aliasOf, collect } from './flags.ts'
import { showTrafficProgress } from './progress.ts'

interface CheckFlags extends SettingFlags, OutputFlags, FilterFlags {
  readonly api?: string
  readonly description?: string
  readonly recordingFormat?: string
  readonly baseUrl?: readonly string[]
  readonly map?: readonly { readonly from: string; readonly to: string }[]
  readonly since?: number
  readonly until?: number
  readonly sample?: number
  readonly jobs?: number
  readonly expand?: boolean
  readonly partial?: boolean
  readonly slice?: string
  readonly maxFindings?: number
  readonly minCoverage?: CoverageMinimum
}

/** `specdrift check <recording...>`: recorded traffic against a contract, without a call. */
const registerCheck: Registration = (program, shell) => {
  withCheckOptions(
    program.command('check').summary('check recorded traffic against a contract, without calling anything'),
  )
    .description(
      'Checks recorded exchanges against a description. A recording is a file, a folder, a glob, or - for stdin, packed by gzip or zstd or not; its format is told by its beginning. What was not recorded is unknown, never missing.',
    )
    .addHelpText(
      'after',
      examples(
        'specdrift check recording.ndjson --api shop',
        'specdrift check traffic/*.har.gz --description openapi.yaml --base-url https://api.example.com/v1',
        'zstd -dc day.ndjson.zst | specdrift check - --api shop --since 2026-11-01',
      ),
    )
    .action((recordings: readonly string[], flags: CheckFlags) => check(shell, recordings, flags))
}
export default registerCheck

function withCheckOptions(command: Command): Command {
  const [format, output, json] = outputOptions(['text', ...Object.keys(loaders).filter((name) => name !== 'text')])
  return withFilters(command)
    .argument('<recordings...>', 'files, folders or globs of recordings; - is stdin')
    .option('--api <name>', 'the API whose latest snapshot is the contract; the only one there is by default')
    .option('--description <address>', 'the contract instead: a path, a URL, git:<rev>:<path> or <api>@<id>')
    .option('--recording-format <id>', 'the format of the recordings; by default it is told by their beginning')
    .option('--base-url <url>', 'only requests below this URL are of the API (repeatable); all by default', collect, [])
    .addOption(
      new Option(
        '--map <from=to>',
        'read a text of recorded URLs as another, {{host}}=https://api.example.com (repeatable)',
      ).argParser(aliasOf),
    )
    .addOption(new Option('--since <time>', 'only exchanges from this time on, ISO 8601').argParser(timeOf))
    .addOption(new Option('--until <time>', 'only exchanges before this time, ISO 8601').argParser(timeOf))
    .addOption(new Option('--sample <share>', 'check this share of the records, 0.1 or 10%').argParser(shareOf))
    .addOption(
      new Option(
        '--jobs <n>',
        'threads that check; by default 1, and for recordings of more than 64 MB one a processor, up to 4',
      ).argParser(jobsOf),
    )
    .option('--partial', 'print the result of this slice as one line of JSON, for `specdrift report merge`')
    .option('--slice <id>', 'with --partial: the id of the slice, counted once; by default what was read gives it')
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addOption(expandOption())
    .addOption(policyOption())
    .addOption(failOnOption())
    .addOption(
      new Option('--max-findings <n>', 'report no more findings than these, the severest first').argParser(wholeNumber),
    )
    .addOption(minCoverageOption())
    .option('--reports-dir <folder>', 'where the reports are written, in a folder of the API')
}

function timeOf(text: string): number {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be a time as 2026-11-01 or 2026-11-01T08:00:00Z.')
  return time
}

function shareOf(text: string): number {
  const share = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)
  if (!(share > 0 && share <= 1)) throw new InvalidArgumentError('It must be a share above 0 and up to 1, 0.1 or 10%.')
  return share
}

function jobsOf(text: string): number {
  const jobs = wholeNumber(text)
  if (jobs < 1 || jobs > 256) throw new InvalidArgumentError('It must be 1 to 256.')
  return jobs
}

async function check(shell: Shell, recordings: readonly string[], flags: CheckFlags): Promise<void> {
  const destinations = destinationsOf(flags)
  if (flags.api !== undefined && flags.description !== undefined)
    throw toolError('USAGE', ['Give --api or --description, not both.'])
  if (flags.slice !== undefined && flags.partial !== true) throw toolError('USAGE', ['--slice goes with --partial.'])
  await wantedBy(flags)
  const config = await readSettings(shell, flags)
  const { policy, failOn, rules, specsDir } = config
  const api = flags.description === undefined ? pickApi(config, flags.api) : undefined
  const name = api?.name ?? basename(flags.description ?? '').replace(/\.\w+$/, '')
  const [{ checkSlice, checkTraffic }, { baselineFile, readBaseline }, { renderReport }, { exitCodeOf }] =
    await Promise.all([
      import('../../run/traffic/check.ts'),
      import('../../baseline/store.ts'),
      import('../../report/render.ts'),
      import('../../report/build.ts'),
    ])
  const progress = showTrafficProgress(shell)
  const options = {
    ...{ recordings, specsDir, policy, failOn, rules, api: name },
    ...{ cwd: shell.cwd, stdin: shell.stdin, clock: shell.clock },
    description: flags.description ?? `${name}@latest`,
    baseline: await (api ? readBaseline(baselineFile(resolve(shell.cwd, specsDir), name)) : { entries: [] }),
    minimum: flags.minCoverage ?? {},
    ...(api?.redact && { redact: api.redact }),
    ...(api?.responseTimeMs !== undefined && { responseTimeMs: api.responseTimeMs }),
    ...(flags.recordingFormat !== undefined && { format: flags.recordingFormat }),
    ...((flags.baseUrl ?? []).length > 0 && { baseUrls: flags.baseUrl ?? [] }),
    ...(flags.map && { aliases: flags.map }),
    ...(flags.since !== undefined && { since: flags.since }),
    ...(flags.until !== undefined && { until: flags.until }),
    ...(flags.sample !== undefined && { sample: flags.sample }),
    ...(flags.jobs !== undefined && { jobs: flags.jobs }),
    consumers: await usesOf(shell, config, api?.name),
    ...(flags.maxFindings !== undefined && { most: flags.maxFindings }),
    ...(progress && { progress }),
  }
  if (flags.partial === true) {
    const partial = await checkSlice(options, flags.slice).finally(() => progress?.end())
    await emit(shell, `${JSON.stringify(partial)}\n`, flags.output)
    return
  }
  const report = await checkTraffic(options).finally(() => progress?.end())
  const rendering = renderOptions(shell, flags)
  const shown = await filtered(report, flags)
  const render = (format: string, view: TerminalView) => renderReport(shown, format, { ...rendering, ...view })
  await emitAll(shell, destinations, render, name)
  if (api !== undefined || flags.reportsDir !== undefined)
    await keep(shell, report, resolve(shell.cwd, config.reportsDir, name))
  shell.finish(exitCodeOf(report))
}

/** Of an API, or where a folder was asked for. */
async function keep(shell: Shell, report: Report, folder: string): Promise<void> {
  const { writeReports } = await import('../../report/write.ts')
  await writeReports(report, folder, renderOptions(shell))
  shell.note(`  report     ${relative(shell.cwd, folder).replaceAll('\\', '/')}/index.html\n`)
}
