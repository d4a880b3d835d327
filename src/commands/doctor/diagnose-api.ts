import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../config/schema.ts'
import { variablesOf } from '../../config/variables.ts'
import { describe, operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { listSnapshots, loadSnapshot } from '../../description/snapshots/store.ts'
import { createCaller } from '../../drift/transport/call.ts'
import { baselineFile, readBaseline } from '../../history/baseline/store.ts'
import { suggestCredentials } from '../../init/credentials.ts'
import type { Document } from '../../model/document.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import { whatChanges } from '../../model/live/what-changes.ts'
import { configuredUrl, httpUrl } from '../../suite/connection/base-url.ts'
import { connectionOf } from '../../suite/connection/connection.ts'
import { matcherOf } from '../../util/operation-glob.ts'
import { plural } from '../../util/text.ts'
import { requireSandboxApi } from '../live/sandbox-api.ts'
import { folderOf } from '../live/watch.ts'
import type { PickedApi } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { type Diagnosis, diagnosed } from './diagnosis.ts'
import { leftBehind } from './left-behind.ts'
import { operationsFound } from './operations-found.ts'

type Found = Omit<Diagnosis, 'api' | 'what'>

/** Checks everything that a run of one API needs. Calls the target once and three operations. */
export async function diagnoseApi(shell: Shell, config: Config, api: PickedApi): Promise<readonly Diagnosis[]> {
  const at = (what: string) => ({ api: api.name, what })
  const snapshots = await diagnosed(at('snapshots'), () => snapshotsFound(shell.cwd, config.specsDir, api))
  const baseline = await diagnosed(at('baseline'), () => baselineFound(resolve(shell.cwd, config.specsDir), api))
  const suites = await diagnosed(at('suites'), () => suitesFound(shell.cwd, config.specsDir, api))
  const credentials = await diagnosed(at('credentials'), () => credentialsFound(shell, config.specsDir, api))
  const source = sourceFound(shell, api, at('source'))
  const target = await targetFound(shell, config.specsDir, api, at)
  const isThere = target.every(({ status }) => status !== 'error')
  const operations = isThere ? await operationsFound(shell, config.specsDir, api) : []
  const leftovers = await leftBehind(shell, resolve(shell.cwd, config.reportsDir, api.name, 'made'), at('left behind'))
  return [snapshots, baseline, suites, credentials, ...source, ...target, ...operations, ...leftovers]
}

/** Reads every stored version and verifies its SHA-256. */
async function snapshotsFound(cwd: string, specsDir: string, { name, source }: PickedApi): Promise<Found> {
  const snapshots = await listSnapshots(specsDir, name, cwd).catch(none)
  for (const { id } of snapshots) await loadSnapshot(specsDir, `${name}@${id}`, { cwd })
  const latest = snapshots.at(-1)
  if (latest !== undefined)
    return { status: 'ok', message: `${snapshots.length} unchanged, the latest is ${latest.id}` }
  const from = source === undefined ? ' <path or URL>' : ''
  return {
    status: 'error',
    message: 'no snapshots are stored yet',
    fix: `Add the first: specdrift snapshot ${name}${from}`,
  }
}

function none(error: unknown): [] {
  if (error instanceof ToolError && error.code === 'UNKNOWN_API') return []
  throw error
}

async function baselineFound(specsDir: string, { name }: PickedApi): Promise<Found> {
  const { entries } = await readBaseline(baselineFile(specsDir, name))
  return { status: 'ok', message: `${plural(entries.length, 'finding')} accepted` }
}

async function suitesFound(cwd: string, specsDir: string, api: PickedApi): Promise<Found> {
  const { name, suites: pattern, target } = api
  const folder = folderOf(pattern)
  const entries = await readdir(resolve(cwd, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(resolve(cwd).length + 1)
        .replaceAll('\\', '/'),
    )
  // Only vitest can interpret globs with more than stars; count all suites instead.
  const fits = /[?[\]{}()!+@]/.test(pattern) ? (file: string) => /\.suite\.\w+$/.test(file) : matcherOf(pattern)
  const count = files.filter(fits).length
  if (count > 0) return { status: 'ok', message: `${plural(count, 'file')} of ${pattern}` }
  const document = await loadDocument(`${name}@latest`, { cwd, specsDir }).catch(unreadable)
  const changes = whatChanges(document && operationsOf(document).map(({ key }) => key))
  const generated = target?.writable === false ? '' : `, or send generated requests with --generate; ${changes}`
  const fix = `Write one (specdrift init shows how)${generated}.`
  return { status: 'error', message: `no file matches ${pattern}`, fix }
}

async function credentialsFound({ cwd, env }: Shell, specsDir: string, api: PickedApi): Promise<Found> {
  const { name, auth = [], target } = api
  const variables = [...new Set(auth.flatMap(variablesOf))]
  const unset = variables.filter((variable) => (env[variable] ?? '') === '')
  if (target?.sandbox === true && configuredUrl(target, env) === undefined) {
    return { status: 'ok', message: 'the sandbox brings its own' }
  }
  if (unset.length > 0) {
    const fix = 'Export it, set it in .env, or remove it from `auth` in the config.'
    return { status: 'error', message: `${unset.join(', ')} not set`, fix }
  }
  if (variables.length > 0) return { status: 'ok', message: `${variables.join(', ')} set` }
  const document = await loadDocument(`${name}@latest`, { cwd, specsDir }).catch(unreadable)
  const asked = document === undefined ? [] : suggestCredentials(describe(document), name).credentials
  if (asked.length === 0) return { status: 'ok', message: 'none required' }
  const kinds = asked.map(({ type, prefix = '' }) => `${type}${prefix && ` for ${prefix}`}`).join(', ')
  const fix = `Set their variables under apis.${name}.auth in the config.`
  return { status: 'warning', message: `the config names none, and the description asks for ${kinds}`, fix }
}

/** Checks credentials for the description. Only warns, because only `snapshot add` needs them. */
function sourceFound(
  { env }: Shell,
  { sourceAuth = [] }: PickedApi,
  at: Pick<Diagnosis, 'api' | 'what'>,
): readonly Diagnosis[] {
  const variables = [...new Set(sourceAuth.flatMap(variablesOf))]
  if (variables.length === 0) return []
  const unset = variables.filter((variable) => (env[variable] ?? '') === '')
  if (unset.length === 0) return [{ ...at, status: 'ok', message: `${variables.join(', ')} set` }]
  const fix = 'Export it, or set it in .env: fetching the next snapshot needs it.'
  return [{ ...at, status: 'warning', message: `${unset.join(', ')} not set`, fix }]
}

/** Ignores a ToolError, which the snapshot check reports. */
function unreadable(error: unknown): Document | undefined {
  if (error instanceof ToolError) return undefined
  throw error
}

/** Checks whether the target responds to a HEAD request, with the same proxy, certificates and time limits as suites. Warns on status 502 to 504. */
async function targetFound(
  { cwd, env, clock }: Shell,
  specsDir: string,
  api: PickedApi,
  at: (what: string) => Pick<Diagnosis, 'api' | 'what'>,
): Promise<readonly Diagnosis[]> {
  let date: string | undefined
  const target = await diagnosed(at('target'), async () => {
    const named = configuredUrl(api.target ?? {}, env)
    if (named === undefined && api.target?.sandbox === true) {
      await requireSandboxApi({ cwd }, specsDir, api, { flag: 'target.sandbox of the config' })
      return { status: 'ok', message: 'the built-in sandbox, because there is no base URL' }
    }
    if (named === undefined) throw toolError('NO_TARGET', [api.name, api.target?.baseUrlEnv])
    const baseUrl = httpUrl(named)
    const connection = await connectionOf(api.target ?? {}, { baseUrl, cwd, env })
    const caller = createCaller({ ...connection, baseUrl, retries: 0 })
    try {
      const { status, headers, failure } = await caller.call({ method: 'HEAD', path: '/', headers: {} })
      date = headers.date
      const { host } = new URL(baseUrl)
      if (status === undefined) throw toolError('UNREACHABLE', [host, failure?.message ?? 'no response'])
      if (status < 502 || status > 504) return { status: 'ok', message: `${host} responds` }
      const fix = 'Check the base URL and that the service behind it runs.'
      return { status: 'warning', message: `${host} responds with ${status}, like a gateway`, fix }
    } finally {
      await caller.close()
    }
  })
  const skew = date === undefined ? Number.NaN : Math.round((clock() - Date.parse(date)) / 1000)
  return Number.isNaN(skew) ? [target] : [target, { ...at('clock'), ...clockFound(skew) }]
}

/** Compares clocks, because servers reject tokens and signatures if the clock is off by minutes. */
function clockFound(seconds: number): Found {
  if (Math.abs(seconds) <= 60) return { status: 'ok', message: 'agrees with the target' }
  const message = `${plural(Math.abs(seconds), 'second')} ${seconds > 0 ? 'ahead of' : 'behind'} the target`
  return {
    status: 'warning',
    message,
    fix: 'Synchronize it with NTP: the API may reject tokens as expired or not yet valid.',
  }
}
