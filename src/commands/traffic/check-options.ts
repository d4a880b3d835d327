import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CoverageMinimum } from '../../model/report.ts'
import type { CheckOptions } from '../../run/traffic/options.ts'
import type { ClientKey } from '../../traffic/checking/clients.ts'
import { type NotifyFlag, notifyOption } from '../live/alerts.ts'
import type { HistoryFlags } from '../live/previous-runs.ts'
import { type FilterFlags, withFilters } from '../shell/options/filters.ts'
import { historyOptions, minCoverageOption, samplesOption, wholeNumber } from '../shell/options/options.ts'
import type { OutputFlags } from '../shell/options/outputs.ts'
import { withContractOptions, withReportOptions } from '../shell/options/report-options.ts'
import type { SettingFlags } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { contractOf } from './contract-of.ts'
import { aliasOf, clientOf, clientSecret, collect } from './flags.ts'

export interface CheckFlags extends SettingFlags, OutputFlags, FilterFlags, HistoryFlags {
  readonly api?: string
  readonly description?: string
  readonly recordingFormat?: string
  readonly baseUrl?: readonly string[]
  readonly map?: readonly { readonly from: string; readonly to: string }[]
  readonly since?: number
  readonly until?: number
  readonly sample?: number
  readonly client?: ClientKey
  readonly jobs?: number
  readonly expand?: boolean
  readonly partial?: boolean
  readonly slice?: string
  readonly follow?: boolean
  readonly state?: string
  readonly flush?: number
  readonly maxFindings?: number
  readonly minCoverage?: CoverageMinimum
  readonly notify?: NotifyFlag
}

export function withCheckOptions(command: Command): Command {
  const read = withContractOptions(
    withFilters(command).argument('<recordings...>', 'files, folders or globs; - for stdin'),
  )
    .option('--recording-format <id>', 'format of the recordings (default: detected)')
    .option('--base-url <url>', 'use only requests below this URL (repeatable; default: all)', collect, [])
    .addOption(
      new Option(
        '--map <from=to>',
        'replace text in recorded URLs: {{host}}=https://api.example.com (repeatable)',
      ).argParser(aliasOf),
    )
    .addOption(new Option('--since <time>', 'use only exchanges since this ISO 8601 time').argParser(timeOf))
    .addOption(new Option('--until <time>', 'use only exchanges before this ISO 8601 time').argParser(timeOf))
    .addOption(new Option('--sample <share>', 'check a share of the records: 0.1 or 10%').argParser(shareOf))
    .addOption(
      new Option(
        '--client <key>',
        'count calls by client: header:<name>, query:<name>, cookie:<name>, or recorded for the recorded name; hashed with SPECDRIFT_CLIENT_SECRET',
      ).argParser(clientOf),
    )
    .addOption(
      new Option('--jobs <n>', 'number of threads (default: 1; above 64 MB one per processor, up to 4)').argParser(
        jobsOf,
      ),
    )
    .option('--partial', 'print a partial result as JSON, for `specdrift report merge`')
    .option('--slice <id>', 'with --partial: id of the slice, merged only once (default: derived from the input)')
    .option('--follow', 'check records from stdin as they arrive; prints findings as NDJSON')
    .option('--state <file>', 'with --follow: file for the counts (default: follow.json in the reports folder)')
    .addOption(
      new Option('--flush <seconds>', 'with --follow: seconds between writes of the state (default: 60)').argParser(
        wholeNumber,
      ),
    )
  return [...historyOptions(), notifyOption()]
    .reduce((to, option) => to.addOption(option), withReportOptions(read))
    .addOption(
      new Option('--max-findings <n>', 'report at most this many findings, most severe first').argParser(wholeNumber),
    )
    .addOption(minCoverageOption())
    .addOption(samplesOption())
    .option('--reports-dir <folder>', 'folder for reports')
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

/** Combines flags and config to the options of a run. Throws USAGE, and the errors of reading the config and the baseline. */
export async function checkRunOf(shell: Shell, recordings: readonly string[], flags: CheckFlags) {
  const { options: contract, ...rest } = await contractOf(shell, flags)
  const options: CheckOptions = {
    ...contract,
    ...{ recordings, stdin: shell.stdin, minimum: flags.minCoverage ?? {} },
    format: flags.recordingFormat,
    ...((flags.baseUrl ?? []).length > 0 && { baseUrls: flags.baseUrl ?? [] }),
    aliases: flags.map,
    since: flags.since,
    until: flags.until,
    sample: flags.sample,
    jobs: flags.jobs,
    ...(flags.client && {
      client: {
        ...flags.client,
        secret: clientSecret(shell.env, flags.partial === true || flags.follow === true),
      },
    }),
    most: flags.maxFindings,
  }
  return { options, ...rest }
}
