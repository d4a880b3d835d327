import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CoverageMinimum } from '../../model/report.ts'
import type { CheckOptions } from '../../run/traffic/options.ts'
import type { ClientKey } from '../../traffic/checking/clients.ts'
import { type FilterFlags, withFilters } from '../shell/options/filters.ts'
import { minCoverageOption, samplesOption, wholeNumber } from '../shell/options/options.ts'
import type { OutputFlags } from '../shell/options/outputs.ts'
import { withContractOptions, withReportOptions } from '../shell/options/report-options.ts'
import type { SettingFlags } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { contractOf } from './contract-of.ts'
import { aliasOf, clientOf, clientSelection, collect } from './flags.ts'

/** Flags of `specdrift check`. */
export interface CheckFlags extends SettingFlags, OutputFlags, FilterFlags {
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
}

/** Adds the options of `specdrift check`. */
export function withCheckOptions(command: Command): Command {
  const read = withContractOptions(
    withFilters(command).argument('<recordings...>', 'files, folders or globs of recordings; - is stdin'),
  )
    .option('--recording-format <id>', 'the format of the recordings; by default it is recognised by their beginning')
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
        '--client <key>',
        'count calls by client: header:<name>, query:<name>, cookie:<name>, or recorded for what the records call it; hashed with SPECDRIFT_CLIENT_SECRET',
      ).argParser(clientOf),
    )
    .addOption(
      new Option(
        '--jobs <n>',
        'threads that check; by default 1, and for recordings of more than 64 MB one a processor, up to 4',
      ).argParser(jobsOf),
    )
    .option('--partial', 'print the result of this slice as one line of JSON, for `specdrift report merge`')
    .option('--slice <id>', 'with --partial: the id of the slice, counted once; by default what was read gives it')
    .option(
      '--follow',
      'check records of stdin as they arrive: findings as NDJSON on stdout, counts in the file of --state',
    )
    .option(
      '--state <file>',
      'with --follow: where its counts are stored and read again; follow.json beside the reports',
    )
    .addOption(
      new Option(
        '--flush <seconds>',
        'with --follow: seconds between two writings of the state, 60 by default',
      ).argParser(wholeNumber),
    )
  return withReportOptions(read)
    .addOption(
      new Option('--max-findings <n>', 'report no more findings than these, the severest first').argParser(wholeNumber),
    )
    .addOption(minCoverageOption())
    .addOption(samplesOption())
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

/** A run of `specdrift check` as its flags ask for it. */
export interface CheckRun {
  readonly options: CheckOptions
  /** Of the API or the description. */
  readonly name: string
  /** Where its reports are written; absent where none are asked for. */
  readonly reports?: string
}

/** What the flags and the config say. Throws USAGE, and what reading the config and the baseline throws. */
export async function checkRunOf(shell: Shell, recordings: readonly string[], flags: CheckFlags): Promise<CheckRun> {
  const { options: contract, ...rest } = await contractOf(shell, flags)
  const options = {
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
      client: clientSelection(flags.client, shell.env, flags.partial === true || flags.follow === true),
    }),
    most: flags.maxFindings,
  }
  return { options, ...rest }
}
