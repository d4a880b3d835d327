import { loadConfig } from '../../config/load.ts'
import type { ApiConfig, CredentialConfig } from '../../config/schema.ts'
import type { ApplyCredential, Credential, CustomCredential } from '../../drift/auth/credential.ts'
import { toolError } from '../../model/errors.ts'

export interface CredentialSources {
  readonly api: string
  readonly auth: ApiConfig['auth'] | undefined
  readonly configFile: string | undefined
  /** Base of relative token URLs. */
  readonly baseUrl: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Creates the configured credentials with secrets from the environment. Throws CREDENTIAL_MISSING. */
export function credentialsOf(sources: CredentialSources): Credential[] {
  const { api, auth = [], env } = sources
  const missing = new Set<string>()
  const secret = (name: string): string => {
    const value = env[name] ?? ''
    if (value === '') missing.add(name)
    return value
  }
  const credentials = auth.map((entry, index) => credentialOf(entry, index, sources, secret))
  // Names all missing variables at once, so that a single run suffices to find them.
  if (missing.size > 0) throw toolError('CREDENTIAL_MISSING', [[...missing].join(', '), api])
  return credentials
}

function credentialOf(
  entry: CredentialConfig,
  index: number,
  { api, configFile = '', baseUrl }: CredentialSources,
  secret: (variable: string) => string,
): Credential {
  const prefix = entry.prefix ?? ''
  switch (entry.type) {
    case 'bearer':
      return { type: 'bearer', name: entry.env, prefix, token: secret(entry.env) }
    case 'apiKey': {
      const { in: location, name: parameter, valuePrefix: keyPrefix } = entry
      const key = { key: secret(entry.env), keyPrefix }
      return { type: 'apiKey', name: entry.env, prefix, in: location, parameter, ...key }
    }
    case 'basic': {
      const [username, password] = [secret(entry.usernameEnv), secret(entry.passwordEnv)]
      return { type: 'basic', name: `${entry.usernameEnv}:${entry.passwordEnv}`, prefix, username, password }
    }
    case 'oauth2':
      return {
        type: 'oauth2',
        name: entry.name ?? 'ACCESS_TOKEN',
        prefix,
        tokenUrl: entry.tokenUrl.startsWith('/') ? `${baseUrl}${entry.tokenUrl}` : entry.tokenUrl,
        clientId: secret(entry.clientIdEnv),
        clientSecret: secret(entry.clientSecretEnv),
        clientAuth: entry.clientAuth ?? 'basic',
        scope: entry.scope,
      }
    case 'custom': {
      const secrets = Object.fromEntries((entry.env ?? []).map((name) => [name, secret(name)]))
      return { type: 'custom', name: entry.name ?? 'CREDENTIAL', prefix, configFile, api, index, secrets }
    }
  }
}

/** Loads the function in the current thread, because functions can't be sent to another. */
export async function loadApply(
  cwd: string,
  { configFile, api, index, name }: CustomCredential,
): Promise<ApplyCredential> {
  const entry = (await loadConfig(cwd, configFile)).apis[api]?.auth?.[index]
  if (entry?.type !== 'custom') throw toolError('CREDENTIAL_BROKEN', [name, configFile, 'it is not there any more'])
  return entry.apply
}
