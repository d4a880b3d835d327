import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import type { Config } from '../../config/schema.ts'
import { variablesOfTarget } from '../../config/variables.ts'
import { requiredNode, toolVersion } from '../../run/tool-version.ts'
import { type ApisFlags, pickApis } from '../shell/apis.ts'
import { openHistory } from '../shell/history.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { diagnoseApi } from './diagnose-api.ts'
import { type Diagnosis, diagnosed } from './diagnosis.ts'

/** Checks everything that runs of the selected APIs need. Throws UNKNOWN_API. */
export async function diagnose(
  shell: Shell,
  named: readonly string[],
  flags: ApisFlags = {},
): Promise<readonly Diagnosis[]> {
  let config: Config | undefined
  const readable = await diagnosed({ what: 'config' }, async () => {
    config = await readSettings(shell)
    return { status: 'ok', message: config.file ?? 'none; every folder in specs/ is an API' }
  })
  const first = [nodeVersion(process.versions.node), readable]
  if (config === undefined) return first
  const names = named.length === 0 ? Object.keys(config.apis) : pickApis(config, named, flags).map(({ name }) => name)
  if (names.length === 0) {
    const { above } = config
    const fix =
      above === undefined
        ? 'Begin with: specdrift init'
        : `Run in the folder of ${above}, or begin with: specdrift init`
    return [...first, { status: 'error', what: 'APIs', message: 'no API is configured yet', fix }]
  }
  const apis: Diagnosis[] = []
  for (const each of names) apis.push(...(await diagnoseApi(shell, config, pickApi(config, each))))
  const { reportsDir, historyDir } = config
  return [
    ...first,
    await writable(shell.cwd, 'reports', reportsDir),
    config.history === undefined
      ? await writable(shell.cwd, 'history', historyDir)
      : await database(shell, config, names[0] ?? ''),
    ...alerts(config, shell.env),
    ...(await ignored(shell.cwd, `${reportsDir}/${names[0]}/report.json`, reportsDir)),
    ...apis,
  ]
}

/** Compares the Node version with `engines` in package.json. */
export function nodeVersion(version: string): Diagnosis {
  const required = requiredNode()
  const [have, need] = [version, required].map((text) => text.split('.').map(Number))
  const [major = 0, minor = 0] = have ?? []
  const [leastMajor = 0, leastMinor = 0] = need ?? []
  const what = 'node'
  const message = `${version}, with specdrift ${toolVersion()}`
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return { status: 'ok', what, message }
  return { status: 'error', what, message, fix: `Install Node ${required} or later.` }
}

/** Checks that files can be created in a folder, which may not exist yet. */
async function writable(cwd: string, what: string, folder: string): Promise<Diagnosis> {
  let nearest = resolve(cwd, folder)
  let found = await stat(nearest).catch(missing)
  while (found === undefined && dirname(nearest) !== nearest) {
    nearest = dirname(nearest)
    found = await stat(nearest).catch(missing)
  }
  const allowed = await access(nearest, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (found?.isDirectory() === true && allowed) return { status: 'ok', what, message: `${folder} can be written` }
  const reason = found?.isDirectory() === true ? 'is not writable' : 'is not a folder'
  return {
    status: 'error',
    what,
    message: `${nearest} ${reason}`,
    fix: 'Check its permissions, or name another folder.',
  }
}

/** Checks the history database. Only warns, because its URL is often set only in CI and a run continues without it. */
async function database(shell: Shell, config: Config, api: string): Promise<Diagnosis> {
  const what = 'history'
  const { isUnavailable } = await import('../../history/history-store.ts')
  const store = await openHistory(shell, config, api)
  try {
    await store.read()
    return { status: 'ok', what, message: `${store.name} can be used` }
  } catch (error) {
    if (isUnavailable(error)) return { status: 'warning', what, message: error.message, fix: error.hint }
    throw error
  }
}

/** Checks variables of alerts. Only warns, because they are often set only in CI. */
function alerts({ notify }: Config, env: Shell['env']): readonly Diagnosis[] {
  const variables = notify.flatMap(variablesOfTarget)
  const unset = variables.filter((variable) => (env[variable] ?? '') === '')
  const what = 'alerts'
  if (variables.length === 0) return []
  if (unset.length === 0) return [{ status: 'ok', what, message: `${variables.join(', ')} set` }]
  return [{ status: 'warning', what, message: `${unset.join(', ')} not set`, fix: 'Set it where the monitor runs.' }]
}

/** Ignores errors, so that the search continues in the parent folder. */
function missing(): undefined {}

/** Checks that git ignores a folder. Skipped outside a git repository. */
async function ignored(cwd: string, file: string, folder: string): Promise<readonly Diagnosis[]> {
  const code = await new Promise<unknown>((settle) => {
    execFile('git', ['check-ignore', '-q', file], { cwd }, (error) => settle(error === null ? 0 : error.code))
  })
  const what = 'git'
  if (code === 0) return [{ status: 'ok', what, message: `${folder} is ignored` }]
  if (code !== 1) return []
  const fix = `Add ${folder}/ to .gitignore: reports contain responses of the API.`
  return [{ status: 'warning', what, message: `${folder} is not ignored`, fix }]
}
