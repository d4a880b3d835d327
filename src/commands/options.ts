import { InvalidArgumentError, Option } from 'commander'
import { policyNames, thresholds } from './settings.ts'

/** `--format` with the formats a command renders; the first is the default. */
export function formatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', 'how it is written').choices(formats).default(formats[0])
}

/** `--policy`. */
export function policyOption(): Option {
  return new Option('--policy <name>', 'what counts as breaking').choices(policyNames)
}

/** `--fail-on`. */
export function failOnOption(): Option {
  return new Option('--fail-on <severity>', 'least severity that ends with 1').choices(thresholds)
}

/** `--today`. */
export function todayOption(): Option {
  return new Option('--today <YYYY-MM-DD>', 'the day that sunsets and acceptances are judged on, today by default')
}

/** `--output`. */
export function outputOption(): Option {
  return new Option('-o, --output <file>', 'write to a file instead of stdout')
}

/** `--max`: a whole number from 1. */
export function maxOption(description: string): Option {
  return new Option('--max <n>', description).argParser((text) => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
    return Number(text)
  })
}
