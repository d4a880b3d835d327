import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { variablesOf } from '../../config/variables.ts'
import { envFile, withVariables } from '../../init/env-text.ts'
import type { NewFile } from '../../init/new-file.ts'
import type { Setup } from '../../init/setup.ts'
import { baseUrlVariable } from '../../init/variable-name.ts'
import { adoptEnvFile } from '../shell/env-file.ts'
import type { Shell } from '../shell/shell.ts'
import { textOf } from './init-folder.ts'

/** Settings that determine a project's environment variables. */
export type Needs = Pick<Setup, 'api' | 'baseUrl' | 'credentials' | 'sourceAuth'>

/** Returns the variables of a project: base URL, credentials, and credentials for the description. */
export function variablesFor({ api, baseUrl, credentials, sourceAuth = [] }: Needs) {
  const variables = baseUrl === undefined ? [baseUrlVariable(api)] : []
  const secrets = [...new Set(credentials.flatMap(variablesOf))]
  const toFetch = [...new Set(sourceAuth.flatMap(variablesOf))].filter((name) => !secrets.includes(name))
  return { variables, secrets, toFetch }
}

/** Returns the variables without a value in the environment or `.env`. */
export function unsetOf({ env }: Pick<Shell, 'env'>, needs: Needs): readonly string[] {
  const { variables, secrets, toFetch } = variablesFor(needs)
  return [...variables, ...secrets, ...toFetch].filter((name) => (env[name] ?? '') === '')
}

/**
 * Returns `.env` with missing names added, or undefined if nothing is missing or it isn't a regular file. Throws FILE_UNREADABLE.
 */
export async function environmentFile(
  shell: Shell,
  needs: Needs,
  published: Readonly<Record<string, string>>,
): Promise<NewFile | undefined> {
  const { variables, secrets, toFetch } = variablesFor(needs)
  await adoptEnvFile(shell, [...variables, ...secrets, ...toFetch])
  const lacking = unsetOf(shell, needs)
  const found = await stat(resolve(shell.cwd, envFile)).catch(() => undefined)
  // `.env` may be a folder with a Python virtual environment.
  if (lacking.length === 0 || (found !== undefined && !found.isFile())) return undefined
  const existing = await textOf(shell.cwd, envFile)
  const named = new Set(Object.keys(parseEnv(existing ?? '')))
  return withVariables(existing, named, Object.fromEntries(lacking.map((name) => [name, published[name] ?? ''])))
}
