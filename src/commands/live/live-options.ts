import { type Command, Option } from 'commander'
import { type LiveOption, type LiveSettings, liveOptions } from '../../config/live-options.ts'
import { type ApisFlags, withApis } from '../shell/apis.ts'
import { type FilterFlags, withFilters } from '../shell/options/filters.ts'
import { optionOf } from '../shell/options/options.ts'
import type { OutputFlags } from '../shell/options/outputs.ts'
import { withReportOptions } from '../shell/options/report-options.ts'
import type { SettingFlags } from '../shell/settings.ts'
import type { NotifyFlag } from './alerts.ts'

export interface LiveFlags extends LiveSettings, SettingFlags, OutputFlags, ApisFlags, FilterFlags {
  readonly reportsDir?: string
  readonly expand?: boolean
  /** `monitor` only. */
  readonly history?: boolean
  /** `monitor` only. */
  readonly notify?: NotifyFlag
}

/** Adds the options of `monitor` or `test`. */
export function withLiveOptions(command: Command, kind: 'monitor' | 'test'): Command {
  const called = withFilters(withApis(command))
  const options: readonly LiveOption[] = Object.values(liveOptions)
  for (const option of options.filter(({ only = kind }) => only === kind)) {
    called.addOption(optionOf(option))
    if (option.no !== undefined) called.addOption(new Option(option.flag.replace('--', '--no-'), option.no))
  }
  return withReportOptions(called)
}
