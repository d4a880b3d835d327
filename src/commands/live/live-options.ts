import { type Command, Option } from 'commander'
import type { CoverageMinimum, Shard } from '../../model/report.ts'
import { type ApisFlags, withApis } from '../shell/apis.ts'
import { type FilterFlags, withFilters } from '../shell/options/filters.ts'
import {
  minCoverageOption,
  shardOption,
  statisticsOption,
  suitesOption,
  tagOptions,
  wholeNumber,
} from '../shell/options/options.ts'
import type { OutputFlags } from '../shell/options/outputs.ts'
import { withReportOptions } from '../shell/options/report-options.ts'
import type { SettingFlags } from '../shell/settings.ts'
import type { NotifyFlag } from './alerts.ts'
import { type GenerateFlags, withGenerateOptions } from './generate.ts'
import type { TargetFlags } from './target.ts'

/** Flags of `monitor` and `test`. */
export interface LiveFlags extends SettingFlags, TargetFlags, GenerateFlags, OutputFlags, ApisFlags, FilterFlags {
  readonly snapshot?: string
  readonly expand?: boolean
  readonly shard?: Shard
  readonly minCoverage?: CoverageMinimum
  readonly statistics?: readonly string[]
  readonly tag?: readonly string[]
  readonly excludeTag?: readonly string[]
  readonly suites?: readonly string[]
  /** How many of several APIs are run at the same time. */
  readonly jobs?: number
  /** File that the exchanges of the run are written to. */
  readonly har?: string
  /** Read from the command line before all else: what is logged begins before it is parsed. */
  readonly verbose?: boolean
  /** Of `monitor` only. */
  readonly history?: boolean
  /** Of `monitor` only. */
  readonly notify?: NotifyFlag
  /** Of `monitor` only; default: `crossCheck` of the API. */
  readonly crossCheck?: boolean
}

/** Adds the options that `monitor` and `test` share. */
export function withLiveOptions(command: Command): Command {
  const [tag, excludeTag] = tagOptions()
  const called = withFilters(withGenerateOptions(withApis(command)))
    .option('--base-url <url>', 'base URL of the API to call')
    .option('--sandbox', 'call the built-in demo API (lending)')
    .option(
      '--drift <kind@operation>',
      'make a response of the demo API violate the contract (repeatable)',
      collect,
      [],
    )
    .option('--snapshot <id>', 'use this snapshot instead of the latest')
  return withReportOptions(called)
    .addOption(minCoverageOption())
    .addOption(tag)
    .addOption(excludeTag)
    .addOption(shardOption())
    .addOption(suitesOption())
    .addOption(statisticsOption())
    .addOption(new Option('--jobs <n>', 'number of APIs to run at the same time (default: 1)').argParser(wholeNumber))
    .option('--verbose', 'log each request to stderr, with status and duration')
    .option('--har <file>', 'save all requests and responses as a HAR file, without secrets')
    .option('--reports-dir <folder>', 'folder for reports; if a run fails, the last good report is kept in last-good/')
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}
