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

/** What the variables of a project follow from. */
export type Needs = Pick<Setup, 'api' | 'baseUrl' | 'credentials' | 'sourceAuth'>

/** The variables a project needs: where the API is, and who may call it. */
export function variablesFor({ api, baseUrl, credentials, sourceAuth = [] }: Needs) {
  const variables = baseUrl === undefined ? [baseUrlVariable(api)] : []
  const secrets = [...new Set(credentials.flatMap(variablesOf))]
  const toFetch = [...new Set(sourceAuth.flatMap(variablesOf))].filter((name) => !secrets.includes(name))
  return { variables, secrets, toFetch }
}

/** The variables that neither the environment nor `.env` gives a value. */
export function unsetOf({ env }: Pick<Shell, 'env'>, needs: Needs): readonly string[] {
  const { variables, secrets, toFetch } = variablesFor(needs)
  return [...variables, ...secrets, ...toFetch].filter((name) => (env[name] ?? '') === '')
}

/**
 * The `.env` of the project with the names it lacks, their values where the description publishes them; undefined when
 * it lacks none, or when what has its name is no file. Throws FILE_UNREADABLE.
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
  // A folder of that name is somebody's Python.
  if (lacking.length === 0 || (found !== undefined && !found.isFile())) return undefined
  const held = await textOf(shell.cwd, envFile)
  const named = new Set(Object.keys(parseEnv(held ?? '')))
  return withVariables(held, named, Object.fromEntries(lacking.map((name) => [name, published[name] ?? ''])))
}
