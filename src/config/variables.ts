import type { ApiConfig, Config, CredentialConfig } from './schema.ts'

/** Returns the environment variables of a credential. */
export function variablesOf(credential: CredentialConfig): readonly string[] {
  switch (credential.type) {
    case 'bearer':
    case 'apiKey':
      return [credential.env]
    case 'basic':
      return [credential.usernameEnv, credential.passwordEnv]
    case 'oauth2':
      return [credential.clientIdEnv, credential.clientSecretEnv]
    case 'custom':
      return credential.env ?? []
  }
}

/** Returns all environment variables named by a config. `.env` may set only these. */
export function declaredVariables({
  apis,
  notify,
  history,
}: Pick<Config, 'apis' | 'notify' | 'history'>): readonly string[] {
  const ofHistory = history?.urlEnv === undefined ? [] : [history.urlEnv]
  const names = [...Object.values(apis).flatMap(variablesOfApi), ...notify.flatMap(variablesOfTarget), ...ofHistory]
  return [...new Set(names)]
}

function variablesOfApi({ target, auth = [], sourceAuth = [], env = [] }: ApiConfig): readonly string[] {
  const credentials = [...auth, ...sourceAuth].flatMap(variablesOf)
  return [...(target?.baseUrlEnv === undefined ? [] : [target.baseUrlEnv]), ...credentials, ...env]
}

export function variablesOfTarget(target: Config['notify'][number]): readonly string[] {
  if (target.type === 'github-issue') return [target.tokenEnv ?? 'GITHUB_TOKEN']
  return target.type === 'webhook' && target.secretEnv !== undefined
    ? [target.urlEnv, target.secretEnv]
    : [target.urlEnv]
}
