import process from 'node:process'
import { inject } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { toolError } from '../../model/errors.ts'
import { meant } from '../../util/text.ts'
import { belowBasePath, configuredUrl, httpUrl, shownUrl } from '../connection/base-url.ts'
import { connectionOf } from '../connection/connection.ts'
import { credentialsOf } from '../connection/credentials.ts'
import { environmentSecrets } from '../connection/secrets.ts'
import { type SuiteContext, settingsOf } from './context.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set when specdrift runs the suites; absent under plain `vitest`. */
    specdrift?: SuiteContext
  }
}

/** Returns the suite context: provided by specdrift, or read from the config file and the environment. */
export async function currentContext(api: string): Promise<SuiteContext> {
  const provided = inject('specdrift')
  if (provided === undefined) return configuredContext(api, process.cwd(), process.env)
  if (provided.api !== api) throw toolError('UNKNOWN_API', [api, `: this run is about ${provided.api}`])
  return provided
}

/** Reads the context from a config file. Throws UNKNOWN_API, NO_TARGET, CREDENTIAL_MISSING, CONFIG_INVALID. */
export async function configuredContext(
  api: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SuiteContext> {
  const config = await loadConfig(cwd)
  const own = Object.hasOwn(config.apis, api) ? config.apis[api] : undefined
  if (own === undefined) throw toolError('UNKNOWN_API', [api, meant(api, Object.keys(config.apis))])
  const { baseUrlEnv, writable = false } = own.target ?? {}
  const named = configuredUrl(own.target ?? {}, env)
  if (named === undefined) throw toolError('NO_TARGET', [api, baseUrlEnv])
  const baseUrl = httpUrl(named)
  const credentials = credentialsOf({ api, auth: own.auth, configFile: config.file, baseUrl, env })
  const connection = await connectionOf(own.target ?? {}, { baseUrl, cwd, env })
  const asNamed = {
    ...{ ...connection, baseUrl, label: shownUrl(baseUrl), writable, credentials },
    secrets: environmentSecrets(env),
    ...(own.target?.writable === false && { isNeverWritable: true as const }),
    ...(own.target?.basePath !== undefined && { basePath: own.target.basePath }),
  }
  const { specsDir } = config
  // An unreadable description is reported by the suite that opens it.
  const document = await loadDocument(`${api}@latest`, { cwd, specsDir }).catch(() => undefined)
  const target = document === undefined ? asNamed : belowBasePath(asNamed, operationsOf(document))
  const shared = { api, cwd, specsDir, target, rules: config.rules, ...(config.file && { configFile: config.file }) }
  return { ...settingsOf(own), ...shared, description: `${api}@latest` }
}
