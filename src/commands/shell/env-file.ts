import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from '../../files/read-regular.ts'
import { envFile } from '../../init/env-text.ts'
import type { Shell } from './shell.ts'

/** Never read from `.env`, which may be untrusted: they affect Node, other programs or where tokens are sent. */
const steering = new RegExp(
  `^(${[
    'PATH|PATHEXT|HOME|SHELL|COMSPEC|BROWSER|CI',
    '(NODE|NPM|LD|DYLD|GIT|SSL|OPENSSL|VITE|VITEST|RUNNER|ACTIONS)_.*',
    '(HTTPS?|ALL|NO)_PROXY',
    'GITHUB_(API_URL|SERVER_URL|REPOSITORY|REF|RUN_ID|RUN_ATTEMPT|OUTPUT|ENV|PATH|STEP_SUMMARY|WORKSPACE)',
    'SPECDRIFT_(POLICY|FAIL_ON|REPORTS_DIR|HISTORY_DIR|RUN_ID)',
  ].join('|')})$`,
  'i',
)

/** Maximum size of `.env`. Larger files are ignored. */
const maxBytes = 1024 * 1024

/** Sets the given variables from `.env` in the working directory, unless the environment already sets them. */
export async function adoptEnvFile(
  { cwd, env, note }: Pick<Shell, 'cwd' | 'env' | 'note'>,
  names: readonly string[],
): Promise<void> {
  const wanted = names.filter((name) => env[name] === undefined)
  if (wanted.length === 0) return
  const set: NodeJS.Dict<string> = await readEnvFile(cwd).catch((error: NodeJS.ErrnoException) => {
    // `.env` may be a folder with a Python virtual environment.
    if (error.code !== 'ENOENT' && error.code !== 'ENOTREG')
      note(`warning: ${envFile} cannot be read: ${error.message}\n`)
    return {}
  })
  const refused: string[] = []
  for (const name of wanted) {
    const value = Object.hasOwn(set, name) ? set[name] : undefined
    if (value === undefined) continue
    if (steering.test(name)) refused.push(name)
    else env[name] = value
  }
  if (refused.length > 0)
    note(`note: ${refused.join(', ')} is not read from ${envFile} for security reasons: export it\n`)
}

async function readEnvFile(cwd: string): Promise<NodeJS.Dict<string>> {
  return parseEnv(await readText(resolve(cwd, envFile), maxBytes))
}
