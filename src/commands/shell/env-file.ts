import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from '../../files/read-regular.ts'
import { envFile } from '../../init/env-text.ts'
import type { Shell } from './shell.ts'

/**
 * What steers Node, a program we start, or where a token is sent: a file that comes with a checkout never sets it, even
 * under a name that the config, which comes with it too, declares.
 */
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

/** A `.env` holds a few lines; whatever is larger is none. */
const maxBytes = 1024 * 1024

/** Takes variables of these names, and no others, from the `.env` of the working directory where the environment says nothing. */
export async function adoptEnvFile(
  { cwd, env, note }: Pick<Shell, 'cwd' | 'env' | 'note'>,
  names: readonly string[],
): Promise<void> {
  const wanted = names.filter((name) => env[name] === undefined)
  if (wanted.length === 0) return
  const set: NodeJS.Dict<string> = await readEnvFile(cwd).catch((error: NodeJS.ErrnoException) => {
    // A folder of that name is somebody's Python.
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
  if (refused.length > 0) note(`note: ${refused.join(', ')} of ${envFile} is not taken from a file: export it\n`)
}

async function readEnvFile(cwd: string): Promise<NodeJS.Dict<string>> {
  return parseEnv(await readText(resolve(cwd, envFile), maxBytes))
}
