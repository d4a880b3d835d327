import type { ApiConfig, Config } from '../../config/schema.ts'
import { toolError } from '../../model/errors.ts'
import type { AdviceSettings } from '../../report/summary/coverage-gaps.ts'
import { type ApiName, parseApiName } from '../../util/api-name.ts'
import { meant } from '../../util/text.ts'
import type { Shell } from './shell.ts'

/** Flags that override config and environment. */
export interface SettingFlags {
  readonly policy?: string
  readonly failOn?: string
  readonly reportsDir?: string
  readonly historyDir?: string
  readonly requireHistory?: boolean
}

/** Values of `--policy`. */
export const policyNames = ['compat', 'strict'] as const

/** Values of `--fail-on`. */
export const thresholds = ['error', 'warning', 'info', 'never'] as const

/** Returns the settings. Precedence: flag, SPECDRIFT_… variable, config, default. */
export async function readSettings(shell: Shell, flags: SettingFlags = {}): Promise<Config> {
  const [{ loadConfig }, { declaredVariables }, { adoptEnvFile }] = await Promise.all([
    import('../../config/load.ts'),
    import('../../config/variables.ts'),
    import('./env-file.ts'),
  ])
  const { config: file, configCode } = shell.globals()
  const config = await loadConfig(shell.cwd, file, {
    code: configCode ? 'run' : 'refuse',
    ruleIds: async () => (await import('../../run/catalogue.ts')).ids,
  })
  noteIgnored(shell, config)
  await adoptEnvFile(shell, declaredVariables(config))
  const { env } = shell
  const { history: configured, ...rest } = config
  const history = databaseOf(configured, env)
  return {
    ...rest,
    // `--history-dir` takes precedence over a database.
    ...(history !== undefined && flags.historyDir === undefined && { history }),
    policy: oneOf('policy', flags.policy ?? env.SPECDRIFT_POLICY, policyNames) ?? config.policy,
    failOn: oneOf('threshold', flags.failOn ?? env.SPECDRIFT_FAIL_ON, thresholds) ?? config.failOn,
    reportsDir: flags.reportsDir ?? (env.SPECDRIFT_REPORTS_DIR || config.reportsDir),
    ...((flags.requireHistory ?? config.historyRequired) === true && { historyRequired: true }),
    historyDir: flags.historyDir ?? (env.SPECDRIFT_HISTORY_DIR || config.historyDir),
  }
}

/** Returns the database of the history, if the config or the environment names one. */
function databaseOf(configured: Config['history'], env: Shell['env']): Config['history'] {
  const database = env.SPECDRIFT_HISTORY_URL ? { urlEnv: 'SPECDRIFT_HISTORY_URL' } : configured
  const isNamed = database?.url !== undefined || database?.urlEnv !== undefined
  return isNamed ? { ...database, schema: env.SPECDRIFT_HISTORY_SCHEMA || configured?.schema } : undefined
}

/** Shells that were already notified, because watching and multiple APIs read the config repeatedly. */
const notified = new WeakSet<Shell['note']>()

function noteIgnored(shell: Shell, { file, ignored = [] }: Config): void {
  if (ignored.length === 0 || notified.has(shell.note)) return
  notified.add(shell.note)
  shell.note(
    `note: ${file} is used; ${ignored.join(', ')} in the same folder ${ignored.length > 1 ? 'are' : 'is'} ignored\n`,
  )
}

/** An API with its name and the config file that defines it. */
export type PickedApi = ApiConfig & {
  readonly name: ApiName
  readonly suites: string
  readonly configFile: string | undefined
}

/** Returns the settings that advice for an API depends on. */
export function adviceOf({ configFile, target }: Pick<PickedApi, 'configFile' | 'target'>): AdviceSettings {
  return { configFile, ...(target?.writable === false && { isNeverWritable: true }) }
}

/** Describes where APIs were searched, and mentions a config in a parent folder. */
function searchedPlaces({ file, above, specsDir }: Config): string {
  const searched =
    file === undefined
      ? `no specdrift.config.* here, and nothing under ${specsDir}/`
      : `neither in ${file} nor under ${specsDir}/`
  const elsewhere = above === undefined ? '' : `. There is a config at ${above}: run in its folder`
  return `${searched}${elsewhere}`
}

/** Returns the named API, or the only one. Throws UNKNOWN_API, or USAGE without a name if the config has more than one. */
export function pickApi(config: Config, name: string | undefined, alsoMeant: readonly string[] = []): PickedApi {
  const known = Object.keys(config.apis)
  const [only, another] = known
  if (name === undefined && another !== undefined) {
    throw toolError('USAGE', [`There are several APIs (${known.join(', ')}): name one.`])
  }
  const picked = name ?? only
  const api = picked !== undefined && Object.hasOwn(config.apis, picked) ? config.apis[picked] : undefined
  if (picked !== undefined && api !== undefined) {
    return { name: parseApiName(picked), ...api, configFile: config.file }
  }
  if (picked === undefined) throw toolError('NO_API', [searchedPlaces(config)])
  const others = known.length > 0 ? `; there is ${known.join(', ')}` : `: ${searchedPlaces(config)}`
  throw toolError('UNKNOWN_API', [picked, meant(picked, [...known, ...alsoMeant]) || others])
}

function oneOf<T extends string>(name: string, value: string | undefined, values: readonly T[]): T | undefined {
  if (value === undefined || value === '') return undefined
  const found = values.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw toolError('USAGE', [`There is no ${name} ${value}: there are ${values.join(', ')}${meant(value, values)}.`])
}

/** Returns the day of `--today`, otherwise the current UTC day. Throws USAGE for an invalid date. */
export function dayOf(today: string | undefined, now: number): string {
  if (today === undefined) return dayIn(new Date(now))
  const isReal = /^\d{4}-\d{2}-\d{2}$/.test(today) && dayIn(new Date(today)) === today
  if (!isReal) throw toolError('USAGE', [`--today ${today} is not a day (YYYY-MM-DD).`])
  return today
}

/** Formats a UTC date. Avoids `toISOString`, which may spend 8 ms on looking up the time zone. */
function dayIn(date: Date): string {
  const [year, ...others] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return [String(year).padStart(4, '0'), ...others.map((one) => String(one).padStart(2, '0'))].join('-')
}
