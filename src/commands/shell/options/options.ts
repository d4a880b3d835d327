import { InvalidArgumentError, Option } from 'commander'
import type { Samples } from '../../../drift/redaction/redact.ts'
import type { CoverageMinimum, Shard } from '../../../model/report.ts'
import { meant } from '../../../util/text.ts'
import { policyNames, thresholds } from '../settings.ts'
import { choiceOption } from './choices.ts'

/** `--policy`. */
export function policyOption(): Option {
  return choiceOption('--policy <name>', 'which changes count as breaking', policyNames)
}

/** `--fail-on`. */
export function failOnOption(): Option {
  return choiceOption('--fail-on <severity>', 'exit with 1 if a finding has at least this severity', thresholds)
}

/** `--today`. */
export function todayOption(): Option {
  return new Option('--today <YYYY-MM-DD>', 'date for sunset and expiry checks (default: today)')
}

/** `--max`: a whole number from 1. */
export function maxOption(description: string): Option {
  return new Option('--max <n>', description).argParser((text) => {
    return wholeNumber(text)
  })
}

/** A whole number from 1, of a text. Throws what commander prints. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

/** `--tag` and `--exclude-tag`, each repeatable: one plain word, as vitest reads `and`, `or`, `not` and brackets. */
export function tagOptions(): readonly [Option, Option] {
  const add = (tag: string, previous: readonly string[] = []): readonly string[] => {
    if (/^[\w.:/-]+$/.test(tag) && !/^(and|or|not)$/i.test(tag)) return [...previous, tag]
    throw new InvalidArgumentError('It must be a word of letters, digits and . : / _ -')
  }
  return [
    new Option('--tag <tag>', 'run only tests with this tag (repeatable: any of them)').argParser(add),
    new Option('--exclude-tag <tag>', 'skip tests with this tag (repeatable)').argParser(add),
  ]
}

/** `--shard i/n`. */
export function shardOption(): Option {
  return new Option(
    '--shard <i/n>',
    'run every n-th suite file, starting with the i-th; merge the reports afterwards',
  ).argParser((text): Shard => {
    const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []
    const shard = { index: Number(index), count: Number(count) }
    if (index === undefined || shard.index > shard.count)
      throw new InvalidArgumentError('It must be i/n, from 1/n to n/n.')
    return shard
  })
}

/** `--suites`. */
export function suitesOption(): Option {
  const what = 'run these suite files, as assigned by `specdrift plan` (comma-separated)'
  return new Option('--suites <files>', what).argParser((text) => text.split(',').filter(Boolean))
}

const coverageKinds = [
  'operations',
  'parameters',
  'statuses',
  'contentTypes',
  'headers',
  'properties',
  'values',
] as const

/** `--min-coverage statuses=70`, repeatable. */
export function minCoverageOption(): Option {
  const what = `exit with 1 below this coverage in percent: ${coverageKinds.join(', ')} (repeatable)`
  return new Option('--min-coverage <kind=percent>', what).argParser((text, previous: CoverageMinimum = {}) => {
    const [name = '', percent = ''] = text.split('=', 2)
    const kind = coverageKinds.find((candidate) => candidate === name)
    if (kind === undefined || !/^(100|\d{1,2})(\.\d+)?$/.test(percent) || Number(percent) > 100)
      throw new InvalidArgumentError(
        `It must be <kind>=<0 to 100>; a kind is ${coverageKinds.join(', ')}${meant(name, coverageKinds)}.`,
      )
    return { ...previous, [kind]: Number(percent) / 100 }
  })
}

/** `--history-dir` and `--no-history`. */
export function historyOptions(): readonly [Option, Option, Option] {
  return [
    new Option('--history-dir <folder>', 'folder with the run history'),
    new Option('--no-history', "don't read or write the run history"),
    new Option('--require-history', "exit with 2 if the run can't be stored in the history").conflicts('history'),
  ]
}

/** `--statistics`: reports of earlier runs. */
export function statisticsOption(): Option {
  const what = 'report.json of an earlier run to learn hints from (repeatable)'
  return new Option('--statistics <file>', what).argParser((file, previous: readonly string[] = []) => [
    ...previous,
    file,
  ])
}

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `--expand`. */
export function expandOption(): Option {
  return new Option('--expand', 'show every finding and every location')
}

/** `--max-age 36h`, in milliseconds. */
export function maxAgeOption(): Option {
  return new Option('--max-age <age>', 'report age above which the badge is grey: 90m, 36h or 2d').argParser(
    (text): number => {
      const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? []
      if (unit !== 'm' && unit !== 'h' && unit !== 'd')
        throw new InvalidArgumentError('It must be a number of minutes, hours or days: 90m, 36h, 2d.')
      return Number(count) * milliseconds[unit]
    },
  )
}

/** `--samples`: whether reports about traffic show values. */
export function samplesOption(): Option {
  const text = 'show recorded values in reports, without personal data, or only types and lengths'
  return choiceOption('--samples <which>', text, ['shown', 'none'] satisfies Samples[])
}
