import process from 'node:process'
import { inject } from 'vitest'
import { loadConfig } from '../config/load.ts'
import { toolError } from '../model/errors.ts'
import { didYouMean } from '../util/text.ts'
import type { Credential, SuiteContext } from './context.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set when specdrift starts the suites; absent under a plain `vitest`. */
    specdrift?: SuiteContext
  }
}

/** What the suite is run against: given by specdrift, else read from the config file and the environment. */
export async function currentContext(api: string): Promise<SuiteContext> {
  const provided = inject('specdrift')
  if (provided === undefined) return configuredContext(api, process.cwd(), process.env)
  if (provided.api !== api) throw toolError('UNKNOWN_API', [api, `: this run is about ${provided.api}`])
  return provided
}

/** The context a config file describes. Throws UNKNOWN_API, NO_TARGET, CREDENTIAL_MISSING, CONFIG_INVALID. */
export async function configuredContext(
  api: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SuiteContext> {
  const config = await loadConfig(cwd)
  const own = Object.hasOwn(config.apis, api) ? config.apis[api] : undefined
  if (own === undefined) {
    const near = didYouMean(api, Object.keys(config.apis))
    throw toolError('UNKNOWN_API', [api, near === undefined ? '' : ` (did you mean ${near}?)`])
  }
  const { baseUrl: configured, baseUrlEnv, writable = false, timeoutMs } = own.target ?? {}
  const baseUrl = ((baseUrlEnv === undefined ? undefined : env[baseUrlEnv]) || configured)?.replace(/\/+$/, '')
  if (baseUrl === undefined) throw toolError('NO_TARGET', [api])
  const credentials = (own.auth ?? []).map(({ prefix, env: name }): Credential => {
    const token = env[name]
    if (token === undefined || token === '') throw toolError('CREDENTIAL_MISSING', [name, api])
    return { name, prefix, token }
  })
  const { origin, pathname } = new URL(baseUrl)
  const label = `${origin}${pathname === '/' ? '' : pathname}`
  const target = { baseUrl, label, writable, credentials, ...(timeoutMs !== undefined && { timeoutMs }) }
  return { api, cwd, specsDir: config.specsDir, description: `${api}@latest`, target, redact: own.redact ?? [] }
}
