import type { LiveSettings } from '../../config/live-options.ts'
import type { ApiConfig } from '../../config/schema.ts'
import type { Credential } from '../../drift/auth/credential.ts'
import { toolError } from '../../model/errors.ts'
import type { Target } from '../../suite/api/context.ts'
import { configuredUrl, httpUrl, shownUrl } from '../../suite/connection/base-url.ts'
import { credentialsOf } from '../../suite/connection/credentials.ts'
import { openSandbox } from '../sandbox/open-sandbox.ts'
import type { PickedApi } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { requireSandboxApi } from './sandbox-api.ts'

/** Starts the sandbox if a flag requires it, or the config without a base URL. Throws NO_TARGET, CREDENTIAL_MISSING, SANDBOX. */
export async function withTarget<T>(
  shell: Shell,
  api: PickedApi,
  flags: LiveSettings,
  specsDir: string,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const config = api.target ?? {}
  const { sandbox, writable = false } = config
  const wanted = flags.sandbox === true || (flags.drift ?? []).length > 0
  const named = flags.baseUrl ?? (wanted ? undefined : configuredUrl(config, shell.env))
  if (wanted && flags.baseUrl !== undefined) throw toolError('USAGE', ['--base-url and --sandbox cannot be combined.'])
  const [{ connectionOf }, { environmentSecrets }] = await Promise.all([
    import('../../suite/connection/connection.ts'),
    import('../../suite/connection/secrets.ts'),
  ])
  const secrets = environmentSecrets(shell.env)
  if (!wanted && named !== undefined) {
    const url = httpUrl(named)
    const { name, auth, configFile } = api
    const connection = await connectionOf(config, { baseUrl: url, cwd: shell.cwd, env: shell.env })
    if (connection.tls?.insecure === true) {
      shell.note(`warning: target.tls.insecure: any certificate for ${shownUrl(url)} is accepted\n`)
    }
    const credentials = credentialsOf({ api: name, auth, configFile, baseUrl: url, env: shell.env })
    const below = config.basePath === undefined ? {} : { basePath: config.basePath }
    const never = config.writable === false ? ({ isNeverWritable: true } as const) : {}
    return use({
      ...connection,
      baseUrl: url,
      ...below,
      ...never,
      label: shownUrl(url),
      writable,
      credentials,
      secrets,
    })
  }
  if (!wanted && sandbox !== true) throw toolError('NO_TARGET', [api.name, config.baseUrlEnv])
  const flag = flags.sandbox === true ? '--sandbox' : wanted ? '--drift' : 'target.sandbox of the config'
  await requireSandboxApi(shell, specsDir, api, { snapshot: flags.snapshot, flag })
  const running = await openSandbox({ drift: flags.drift ?? [], controlPort: 0 })
  try {
    const credentials = sandboxCredentials(api, running.tokens)
    // The sandbox runs locally, so proxy and TLS settings don't apply.
    const { tls: _, ...limits } = config
    const connection = await connectionOf(
      { ...limits, proxy: false },
      { baseUrl: running.url, cwd: shell.cwd, env: {} },
    )
    const { url, controlUrl } = running
    const target = { ...connection, baseUrl: url, controlUrl }
    return await use({ ...target, label: 'sandbox', writable: true, credentials, secrets })
  } finally {
    await running.close()
  }
}

/** Returns the sandbox's tokens under the names of the configured credentials. */
function sandboxCredentials(api: ApiConfig, tokens: { readonly main: string; readonly sub: string }): Credential[] {
  const bearer = (kind: 'main' | 'sub'): Credential => {
    const prefix = `/${kind}-account`
    const real = api.auth?.find((credential) => credential.prefix === prefix)
    const name = real?.type === 'bearer' ? real.env : `SANDBOX_${kind.toUpperCase()}_TOKEN`
    return { type: 'bearer', name, prefix, token: tokens[kind] }
  }
  return [bearer('main'), bearer('sub')]
}
