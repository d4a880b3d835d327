import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readText } from '../files/read-regular.ts'
import { toolError } from '../model/errors.ts'
import { byText, didYouMean } from '../util/text.ts'
import type { Problem } from './explain.ts'
import type { Config, UserConfig } from './schema.ts'

/** Names of config files in order of precedence. */
export const configNames: readonly string[] = ['ts', 'mts', 'cts', 'mjs', 'cjs', 'js', 'json', 'yaml', 'yml'].map(
  (extension) => `specdrift.config.${extension}`,
)

/** Options for loading a config, which may be a module that gets executed. */
export interface LoadConfigOptions {
  /** How to handle a config that is executable code. Default: `run`. */
  readonly code?: 'run' | 'refuse' | 'pass over'
  /** Returns the ids that `rules` may contain; called only if there are rules. Default: accept any id. */
  readonly ruleIds?: () => Promise<readonly string[]>
}

/**
 * Loads a config, or defaults with every folder in `specs/` as an API. Throws CONFIG_INVALID, or CONFIG_CODE for forbidden code.
 */
export async function loadConfig(
  cwd: string,
  file?: string,
  { code = 'run', ruleIds }: LoadConfigOptions = {},
): Promise<Config> {
  const all = file === undefined ? await configsIn(cwd) : [file]
  const [found, ...ignored] = code === 'run' ? all : dataFirst(all, code)
  const above = found === undefined ? await configAbove(cwd) : undefined
  const user =
    found === undefined
      ? {}
      : await validate(await read(resolve(cwd, found), found), resolve(cwd, found), found, ruleIds)
  const specsDir = user.specsDir ?? 'specs'
  const inSpecs = await folders(join(cwd, specsDir))
  const unlisted = user.apis === undefined ? [] : inSpecs.filter((api) => !Object.hasOwn(user.apis ?? {}, api))
  const apis = { ...Object.fromEntries(inSpecs.map((api) => [api, {}])), ...user.apis }
  return {
    file: found,
    ...(ignored.length > 0 && { ignored }),
    above,
    ...(unlisted.length > 0 && { unlisted }),
    apis: Object.fromEntries(
      Object.keys(apis)
        .sort(byText)
        .map((api) => [api, { suites: `suites/${api}/*.suite.ts`, ...apis[api] }]),
    ),
    policy: user.policy ?? 'compat',
    rules: user.rules ?? {},
    failOn: user.failOn ?? 'error',
    specsDir,
    reportsDir: user.reportsDir ?? 'reports',
    historyDir: user.historyDir ?? 'history',
    usesDir: user.usesDir ?? 'uses',
    ...historyOf(user),
    notify: user.notify ?? [],
  }
}

function historyOf({ history = {} }: UserConfig): Pick<Config, 'history' | 'historyRequired' | 'historyTimeoutMs'> {
  const { required, timeoutMs, ...database } = history
  return {
    ...(Object.keys(database).length > 0 && { history: database }),
    ...(required === true && { historyRequired: true }),
    historyTimeoutMs: timeoutMs,
  }
}

/** Sorts data files before code files and drops code if there is no data file. Throws CONFIG_CODE with `refuse`. */
function dataFirst(files: readonly string[], code: 'refuse' | 'pass over'): readonly string[] {
  const data = files.filter(isData)
  const [first] = files
  // Dropping a policy that is written as code would silently change verdicts.
  if (data.length === 0 && first !== undefined && code === 'refuse') throw toolError('CONFIG_CODE', [first])
  return data.length === 0 ? [] : [...data, ...files.filter((name) => !isData(name))]
}

function isData(file: string): boolean {
  return /\.(json|ya?ml)$/i.test(file)
}

/** Returns the config file to read, followed by those it takes precedence over. */
async function configsIn(folder: string): Promise<readonly string[]> {
  const present = new Set((await list(folder)).map((entry) => entry.name))
  return configNames.filter((name) => present.has(name))
}

/** Finds the nearest config in a parent folder. It is never read, only mentioned in the error when no API is found. */
async function configAbove(cwd: string): Promise<string | undefined> {
  for (let folder = resolve(cwd); dirname(folder) !== folder; folder = dirname(folder)) {
    const parent = dirname(folder)
    // An unreadable folder can't contain the config of this project.
    const [found] = await configsIn(parent).catch(() => [])
    if (found !== undefined) return relative(cwd, join(parent, found))
  }
  return undefined
}

async function folders(specsDir: string): Promise<string[]> {
  return (await list(specsDir)).filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (cause) {
    if (isMissing(cause, folder)) return []
    throw toolError('FILE_UNREADABLE', [folder, firstLine(cause)], cause)
  }
}

async function read(path: string, file: string): Promise<unknown> {
  try {
    const extension = extname(path).toLowerCase()
    if (extension === '.json') return await parseJson(await readText(path))
    if (extension === '.yaml' || extension === '.yml') {
      const { load } = await import('js-yaml')
      return load(await readText(path))
    }
    await readText(path)
    const [{ createJiti }, { defineConfig }] = await Promise.all([import('jiti'), import('./schema.ts')])
    const jiti = createJiti(import.meta.url, {
      // The config imports only `defineConfig` and types from `specdrift`, so the whole package need not be loaded.
      virtualModules: { specdrift: { defineConfig } },
      moduleCache: false,
      // The default cache is in the shared temp folder, where another user could have planted code.
      fsCache: false,
    })
    return exported(await jiti.import<object>(pathToFileURL(path).href))
  } catch (cause) {
    if (isMissing(cause, path)) throw toolError('CONFIG_NOT_FOUND', [file], cause)
    throw toolError('CONFIG_INVALID', [file, `could not be read: ${misread(cause)}`], cause)
  }
}

/** Parses JSON. Errors contain line and column, which JSON.parse of Node 20 omits. */
async function parseJson(text: string): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const what = firstLine(cause)
    const offset = Number(/ in JSON at position (\d+)/.exec(what)?.[1] ?? text.length)
    const { position } = await import('./positions.ts')
    throw new Error(`${what.replace(/ in JSON at position .*/, '')} at ${position(text, offset)}`, { cause })
  }
}

/** Returns the default export of a module. A module compiled to CommonJS has it nested in another default export. */
function exported(module: object): unknown {
  if (!('default' in module)) throw new Error('it has no default export: begin with `export default defineConfig({`')
  const { default: config } = module
  const inside = typeof config === 'object' && config !== null && Object.keys(config).join() === 'default'
  return inside && 'default' in config ? config.default : config
}

/** Extracts message and position of a syntax error; the position is on the second line. */
function misread(cause: unknown): string {
  const [, what, location] =
    /^ParseError: ([^\n]*?)\s*\n[^\n]*:(\d+:\d+)/.exec(String(cause).replace(/^Error: /, '')) ?? []
  return what === undefined ? firstLine(cause) : `${what} at ${location}`
}

function isMissing(cause: unknown, path: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' && 'path' in cause && cause.path === path
}

function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0] ?? ''
}

/** Returns a problem for each key of `rules` that is not a rule or check. */
async function unknownRulesOf(value: unknown, ruleIds: LoadConfigOptions['ruleIds']): Promise<readonly Problem[]> {
  const rules = typeof value === 'object' && value !== null && 'rules' in value ? value.rules : undefined
  const named = typeof rules === 'object' && rules !== null && !Array.isArray(rules) ? Object.keys(rules) : []
  if (named.length === 0 || ruleIds === undefined) return []
  const ids = await ruleIds()
  return named
    .filter((id) => !ids.includes(id))
    .map((id) => {
      const near = didYouMean(id, ids)
      const meant = near === undefined ? '; list them with: specdrift rules' : ` (did you mean ${near}?)`
      return { path: ['rules', id], message: `unknown rule or check ${id}${meant}` }
    })
}

/** Validates a config. Imports the schema lazily, because it is the slowest import. */
async function validate(
  value: unknown,
  path: string,
  file: string,
  ruleIds: LoadConfigOptions['ruleIds'],
): Promise<UserConfig> {
  const { configJsonSchema, configSchema } = await import('./schema.ts')
  const parsed = configSchema.safeParse(value)
  const unknownRules = await unknownRulesOf(value, ruleIds)
  if (parsed.success && unknownRules.length === 0) return parsed.data
  const [{ explain }, { knownKeys }, { positionsOf }] = await Promise.all([
    import('./explain.ts'),
    import('./known-keys.ts'),
    import('./positions.ts'),
  ])
  const locate = await positionsOf(await readText(path), file)
  const problems = explain(value, parsed.error?.issues ?? [], knownKeys(configJsonSchema()))
  const lines = [...problems, ...unknownRules].map(({ path: keys, message }) => {
    const position = locate(keys)
    const [line = 0, column = 0] = (position ?? '').split(':').map(Number)
    return { line, column, message, file: position === undefined ? file : `${file}:${position}` }
  })
  lines.sort((a, b) => a.line - b.line || a.column - b.column)
  const [only, another] = lines
  if (only !== undefined && another === undefined) throw toolError('CONFIG_INVALID', [only.file, only.message])
  const list = lines.map((line) => `\n  ${line.file}: ${line.message}`).join('')
  throw toolError('CONFIG_INVALID', [file, `${lines.length} errors${list}`])
}
