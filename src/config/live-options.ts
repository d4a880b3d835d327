import { type CoverageMinimum, coverageKinds, type Shard } from '../model/report.ts'
import { meant } from '../util/text.ts'

/** Parses the value of a flag, given the values of earlier occurrences. Throws an Error that describes valid values. */
export type Read<T> = (text: string, previous: T | undefined) => T

/** An option of `monitor` and `test`. Flags, config keys and docs are derived from it. */
export interface LiveOption<T = unknown> {
  readonly flag: string
  readonly help: string
  read?(text: string, previous: T | undefined): T
  /** Help text of `--no-…`, if it exists. */
  readonly no?: string
  readonly only?: 'monitor' | 'test'
}

/** An option that is also a key of an API's config. The flag takes precedence. */
interface ConfiguredOption<T, Kind> extends LiveOption<T> {
  readonly kind: Kind
  /** Description of the config key. */
  readonly config: string
}

type Rest<T> = Omit<LiveOption<T>, 'flag' | 'help' | 'read'>

const text = (flag: string, help: string): LiveOption<string> => ({ flag, help })
const toggle = (flag: string, help: string, rest?: Rest<boolean>): LiveOption<boolean> => ({ flag, help, ...rest })
const parsed = <T>(flag: string, help: string, read: Read<T>): LiveOption<T> => ({ flag, help, read })
const list = (flag: string, help: string): LiveOption<readonly string[]> =>
  parsed(flag, help, (value, previous = []) => [...previous, value])

/** All options. Keys are the names used in code and config. */
export const liveOptions = {
  generate: parsed(
    '--generate <modes>',
    'send generated requests, which create, change and delete their own resources, to a writable target: positive, negative, stateful (comma-separated)',
    readModes,
  ),
  maxCalls: parsed(
    '--max-calls <n>',
    'maximum number of generated requests, without cleanup (default: 10 per operation)',
    (value) => {
      if (/^[1-9]\d{0,5}$/.test(value)) return Number(value)
      throw new Error('It must be an integer from 1 to 999999.')
    },
  ),
  case: parsed('--case <id>', 'send only the generated request with this id, without the suites', (value) => {
    if (/^(pos|neg|auth|unk)-[0-9a-f]{8}$/.test(value)) return value
    throw new Error('It must be like neg-1a2b3c4d.')
  }),
  baseUrl: text('--base-url <url>', 'base URL of the API to call'),
  sandbox: toggle('--sandbox', 'call the built-in demo API (lending)'),
  drift: list('--drift <kind@operation>', 'make a response of the demo API violate the contract (repeatable)'),
  snapshot: text('--snapshot <id>', 'use this snapshot instead of the latest'),
  responseTimeMs: {
    flag: '--response-time-ms <n>',
    help: 'report responses slower than this many milliseconds',
    read: readCount,
    kind: 'count',
    config: 'Maximum response time in milliseconds, checked by `response-time`; default: no limit.',
  } satisfies ConfiguredOption<number, 'count'>,
  minCoverage: parsed(
    '--min-coverage <kind=percent>',
    `exit with 1 below this coverage in percent: operations, ${coverageKinds.join(', ')} (repeatable)`,
    readCoverage,
  ),
  tag: parsed('--tag <tag>', 'run only tests with this tag (repeatable: any of them)', readTag),
  excludeTag: parsed('--exclude-tag <tag>', 'skip tests with this tag (repeatable)', readTag),
  shard: parsed(
    '--shard <i/n>',
    'run every n-th suite file, starting with the i-th; merge the reports afterwards',
    readShard,
  ),
  suites: parsed(
    '--suites <files>',
    'run these suite files, as assigned by `specdrift plan` (comma-separated)',
    (value) => value.split(',').filter(Boolean) as readonly string[],
  ),
  statistics: list('--statistics <file>', 'report.json of an earlier run to learn hints from (repeatable)'),
  jobs: parsed('--jobs <n>', 'number of APIs to run at the same time (default: 1)', readCount),
  // Parsed in `run.ts` before other options, because logging starts earlier.
  verbose: toggle('--verbose', 'log each request to stderr, with status and duration'),
  har: text('--har <file>', 'save all requests and responses as a HAR file, without secrets'),
  reportsDir: text(
    '--reports-dir <folder>',
    'folder for reports; if a run fails, the last good report is kept in last-good/',
  ),
  crossCheck: {
    flag: '--cross-check',
    help: 'also run the openapi-diff package on the last two snapshots',
    no: "don't run openapi-diff, even if the config sets `crossCheck`",
    only: 'monitor',
    kind: 'toggle',
    config:
      'Add the result of the `openapi-diff` package to `monitor`, `report merge`, and `diff` in CI; default: false.',
  } satisfies ConfiguredOption<boolean, 'toggle'>,
  watch: toggle('--watch', 'rerun when a suite file changes, until Ctrl-C', { only: 'test' }),
}

type Options = typeof liveOptions
type KindValues = { readonly count: number; readonly toggle: boolean }

/** Values of the options on a command line. */
export type LiveSettings = {
  readonly [Name in keyof Options]?: Options[Name] extends { kind: infer Kind extends keyof KindValues }
    ? KindValues[Kind]
    : Options[Name] extends LiveOption<infer T>
      ? T
      : never
}

/** Names of the options that are also config keys. */
export type ConfiguredName = {
  [Name in keyof Options]: Options[Name] extends { config: string } ? Name : never
}[keyof Options]

/** Options that are also config keys. */
export const configured = Object.entries(liveOptions).filter(([, option]) => 'config' in option) as readonly [
  ConfiguredName,
  ConfiguredOption<unknown, keyof KindValues>,
][]

/** Returns an API's config with the command line's options applied. */
export function withSettings<Api extends object>(api: Api, settings: LiveSettings): Api {
  const given = configured.filter(([name]) => settings[name] !== undefined)
  return { ...api, ...Object.fromEntries(given.map(([name]) => [name, settings[name]])) }
}

/** Parses a positive integer. */
export function readCount(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new Error('It must be a positive integer.')
}

const modes = ['positive', 'negative', 'stateful'] as const

function readModes(value: string): readonly (typeof modes)[number][] {
  const named = value.split(',')
  const known = modes.filter((mode) => named.includes(mode))
  if (known.length === named.length) return known
  if (named.length === 1) throw new Error(`Allowed choices are ${modes.join(', ')}${meant(value, modes)}.`)
  throw new Error(`It must be ${modes.join(', ')}, or ${modes.join(',')}.`)
}

function readCoverage(value: string, previous: CoverageMinimum = {}): CoverageMinimum {
  const kinds = ['operations', ...coverageKinds] as const
  const [name = '', percent = ''] = value.split('=', 2)
  const kind = kinds.find((candidate) => candidate === name)
  if (kind !== undefined && /^(100|\d{1,2})(\.\d+)?$/.test(percent) && Number(percent) <= 100)
    return { ...previous, [kind]: Number(percent) / 100 }
  throw new Error(`It must be <kind>=<0 to 100>; a kind is ${kinds.join(', ')}${meant(name, kinds)}.`)
}

/** Parses a tag: a plain word, because vitest interprets `and`, `or`, `not` and brackets. */
function readTag(value: string, previous: readonly string[] = []): readonly string[] {
  if (/^[\w.:/-]+$/.test(value) && !/^(and|or|not)$/i.test(value)) return [...previous, value]
  throw new Error('It must consist of letters, digits and . : / _ -')
}

function readShard(value: string): Shard {
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (index !== undefined && shard.index <= shard.count) return shard
  throw new Error('It must be i/n, from 1/n to n/n.')
}
