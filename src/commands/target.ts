import type { ApiConfig } from '../config/schema.ts'
import { toolError } from '../model/errors.ts'
import type { Credential, Target } from '../suite/context.ts'
import { openSandbox } from './open-sandbox.ts'
import type { Shell } from './shell.ts'

/** Flags that say what is called. */
export interface TargetFlags {
  readonly baseUrl?: string
  readonly sandbox?: boolean
  /** `kind@METHOD /path` each. */
  readonly drift?: readonly string[]
}

/**
 * Runs something against the target: the sandbox when asked for, or when no base URL is given and the config says
 * so; it is closed afterwards. Throws NO_TARGET, CREDENTIAL_MISSING, SANDBOX.
 */
export async function withTarget<T>(
  shell: Shell,
  api: ApiConfig & { readonly name: string },
  flags: TargetFlags,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const { baseUrl, baseUrlEnv, sandbox, writable = false, timeoutMs } = api.target ?? {}
  const timeout = timeoutMs === undefined ? {} : { timeoutMs }
  const named = flags.baseUrl ?? ((baseUrlEnv === undefined ? undefined : shell.env[baseUrlEnv]) || baseUrl)
  const wanted = flags.sandbox === true || (flags.drift ?? []).length > 0
  if (wanted && flags.baseUrl !== undefined) throw toolError('USAGE', ['--base-url and --sandbox exclude each other.'])
  if (!wanted && named !== undefined) {
    const url = httpUrl(named)
    const credentials = credentialsOf(shell, api)
    return use({ baseUrl: url, label: withoutCredentials(url), writable, credentials, ...timeout })
  }
  if (!wanted && sandbox !== true) throw toolError('NO_TARGET', [api.name])
  const running = await openSandbox({ drift: flags.drift ?? [] })
  try {
    const credentials = sandboxCredentials(api, running.tokens)
    return await use({ baseUrl: running.url, label: 'sandbox', writable: true, credentials, ...timeout })
  } finally {
    await running.close()
  }
}

function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text.replace(/\/+$/, '')
  throw toolError('USAGE', [`${text} is not an http or https URL.`])
}

function withoutCredentials(text: string): string {
  const url = new URL(text)
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`
}

function credentialsOf(shell: Shell, api: ApiConfig & { readonly name: string }): Credential[] {
  return (api.auth ?? []).map(({ prefix, env: name }) => {
    const token = shell.env[name]
    if (token === undefined || token === '') throw toolError('CREDENTIAL_MISSING', [name, api.name])
    return { name, prefix, token }
  })
}

/** The sandbox's own tokens, under the names the config gives the real ones. */
function sandboxCredentials(api: ApiConfig, tokens: { readonly main: string; readonly sub: string }): Credential[] {
  const nameOf = (prefix: string) => api.auth?.find((credential) => credential.prefix === prefix)?.env
  return [
    { name: nameOf('/main-account') ?? 'SANDBOX_MAIN_TOKEN', prefix: '/main-account', token: tokens.main },
    { name: nameOf('/sub-account') ?? 'SANDBOX_SUB_TOKEN', prefix: '/sub-account', token: tokens.sub },
  ]
}
