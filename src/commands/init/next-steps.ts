import { isOnThisMachine } from '../../init/base-url.ts'
import { safeMethods } from '../../init/credentials.ts'
import { envFile } from '../../init/env-text.ts'
import { mayBeWritable } from '../../init/files.ts'
import type { NewFile } from '../../init/new-file.ts'
import type { Setup } from '../../init/setup.ts'
import { whatChanges } from '../../model/live/what-changes.ts'
import { plural } from '../../util/text.ts'
import type { Shell } from '../shell/shell.ts'
import { unsetOf, variablesFor } from './environment.ts'
import { specsDir } from './open-source.ts'

/** Lists the files that would be written, and additions to existing files. */
export function dryRunText({ api, operations }: Setup, files: readonly NewFile[]): string {
  const snapshot = `would store ${specsDir}/${api}/ (a snapshot of ${plural(operations.length, 'operation')})\n`
  const indented = (text: string): string => text.replaceAll('\r\n', '\n').replace(/^(?=.)/gm, '    ')
  const written = files.map(({ path, text, added }) =>
    added === undefined ? `would write ${path}\n\n${indented(text)}\n` : `would add to ${path}\n\n${indented(added)}\n`,
  )
  return `${snapshot}${written.join('')}`
}

export function caveats(setup: Setup): readonly string[] {
  const { operations, baseUrl, ci } = setup
  const nothingToCall =
    'the description has no GET, HEAD or OPTIONS, so there is nothing to call yet: ' +
    (mayBeWritable(setup)
      ? 'write your own calls in the suite ' +
        `and allow them by \`target: { writable: true }\` in the config: ${whatChanges(operations.map(({ key }) => key))}`
      : 'list POST operations that change nothing under `reads` in the config')
  const outOfReach = (url: string) =>
    `GitHub's machines cannot reach ${new URL(url).host}, which is this machine: set a base URL that the workflow can ` +
    'reach, or pass --no-workflow'
  return [
    ...(operations.some(({ method }) => safeMethods.includes(method)) ? [] : [nothingToCall]),
    ...(ci !== undefined && baseUrl !== undefined && isOnThisMachine(baseUrl) ? [outOfReach(baseUrl)] : []),
  ]
}

/** Returns the remaining steps. `published` has values from the description. */
export function nextSteps(shell: Shell, setup: Setup, published: Readonly<Record<string, string>>): string {
  const { api, ci, environment } = setup
  const { variables, secrets } = variablesFor(setup)
  const text = environment?.text ?? ''
  const missing = unsetOf(shell, setup).flatMap((name) => {
    // The name is in .env with an empty value, either already or after this run.
    if (shell.env[name] !== '' && !text.includes(`${name}=`)) return [`export ${name}=…`]
    return (published[name] ?? '') === '' ? [`fill in ${name} in ${envFile}`] : []
  })
  const here = [...missing, `npx specdrift monitor ${api}`]
  const there = [...variables.map((name) => `variable ${name}`), ...secrets.map((name) => `secret ${name}`)]
  const lines = (steps: readonly string[]) => steps.map((step) => `  ${step}\n`).join('')
  const github = 'In GitHub, under Settings, Secrets and variables, Actions, for the workflow:'
  return `\nNext:\n${lines(here)}${ci === undefined || there.length === 0 ? '' : `\n${github}\n${lines(there)}`}`
}
