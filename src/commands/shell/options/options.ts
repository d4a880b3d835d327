import { InvalidArgumentError, Option } from 'commander'
import { type LiveOption, liveOptions, type Read, readCount } from '../../../config/live-options.ts'
import type { Samples } from '../../../drift/redaction/redact.ts'
import { policyNames, thresholds } from '../settings.ts'
import { choiceOption } from './choices.ts'

export function policyOption(): Option {
  return choiceOption('--policy <name>', 'which changes count as breaking', policyNames)
}

export function failOnOption(): Option {
  return choiceOption('--fail-on <severity>', 'exit with 1 if a finding has at least this severity', thresholds)
}

export function todayOption(): Option {
  return new Option('--today <YYYY-MM-DD>', 'date for sunset and expiry checks (default: today)')
}

/** Option `--max` with a positive integer. */
export function maxOption(description: string): Option {
  return new Option('--max <n>', description).argParser(wholeNumber)
}

/** Adapts `read` to commander, which prints only its own type of error. */
function argument<T>(read: Read<T>): Read<T> {
  return (text, previous) => {
    try {
      return read(text, previous)
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
    }
  }
}

/** Parses a positive integer. Throws an error for commander. */
export const wholeNumber: (text: string) => number = (text) => argument(readCount)(text, undefined)

/** Converts an option of the table to commander's type. */
export function optionOf<T>({ flag, help, read }: LiveOption<T>): Option {
  const option = new Option(flag, help)
  return read === undefined ? option : option.argParser(argument(read))
}

/** Repeatable option `--min-coverage`, for example `statuses=70`. */
export function minCoverageOption(): Option {
  return optionOf(liveOptions.minCoverage)
}

/** Options `--history-dir`, `--no-history` and `--require-history`. */
export function historyOptions(): readonly [Option, Option, Option] {
  return [
    new Option('--history-dir <folder>', 'folder with the run history'),
    new Option('--no-history', "don't read or write the run history"),
    new Option('--require-history', "exit with 2 if the run can't be stored in the history").conflicts('history'),
  ]
}

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

export function expandOption(): Option {
  return new Option('--expand', 'show every finding and every location')
}

/** Option `--max-age`, for example `36h`. Converted to milliseconds. */
export function maxAgeOption(): Option {
  return new Option('--max-age <age>', 'report age above which the badge is grey: 90m, 36h or 2d').argParser(ageOf)
}

/** An age as text, in milliseconds. Throws what commander prints. */
export function ageOf(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? []
  if (unit !== 'm' && unit !== 'h' && unit !== 'd')
    throw new InvalidArgumentError('It must be a number of minutes, hours or days: 90m, 36h, 2d.')
  return Number(count) * milliseconds[unit]
}

/** Option `--samples`, which hides values in reports about traffic. */
export function samplesOption(): Option {
  const text = 'show recorded values in reports, without personal data, or only types and lengths'
  return choiceOption('--samples <which>', text, ['shown', 'none'] satisfies Samples[])
}
