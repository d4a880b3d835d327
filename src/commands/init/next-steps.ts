import { isOnThisMachine } from '../../init/base-url.ts'
import { safeMethods } from '../../init/credentials.ts'
import { envFile } from '../../init/env-text.ts'
import type { NewFile } from '../../init/new-file.ts'
import type { Setup } from '../../init/setup.ts'
import { whatChanges } from '../../model/live/what-changes.ts'
import { plural } from '../../util/text.ts'
import type { Shell } from '../shell/shell.ts'
import { unsetOf, variablesFor } from './environment.ts'
import { specsDir } from './open-source.ts'

/** What would be written; of a file that is there, what would be added. */
export function foretold({ api, operations }: Setup, files: readonly NewFile[]): string {
  const snapshot = `would store ${specsDir}/${api}/ (a snapshot of ${plural(operations.length, 'operation')})\n`
  const indented = (text: string): string => text.replaceAll('\r\n', '\n').replace(/^(?=.)/gm, '    ')
  const written = files.map(({ path, text, added }) =>
    added === undefined ? `would write ${path}\n\n${indented(text)}\n` : `would add to ${path}\n\n${indented(added)}\n`,
  )
  return `${snapshot}${written.join('')}`
}

/** What the files alone do not show. */
export function caveats({ operations, baseUrl, ci }: Setup): readonly string[] {
  const nothingToCall =
    'the description has no GET, HEAD or OPTIONS, so there is nothing to call yet: write calls of your own into the suite, ' +
    `and allow them by \`target: { writable: true }\` in the config: ${whatChanges(operations.map(({ key }) => key))}`
  const outOfReach = (url: string) =>
    `GitHub's machines cannot reach ${new URL(url).host}, which is this machine: for the workflow, name a base URL they ` +
    'reach in the config, or leave it out by --no-workflow'
  return [
    ...(operations.some(({ method }) => safeMethods.includes(method)) ? [] : [nothingToCall]),
    ...(ci !== undefined && baseUrl !== undefined && isOnThisMachine(baseUrl) ? [outOfReach(baseUrl)] : []),
  ]
}

/** What is left to do once all is written; `published` has the values that the description gave. */
export function nextSteps(shell: Shell, setup: Setup, published: Readonly<Record<string, string>>): string {
  const { api, ci, environment } = setup
  const { variables, secrets } = variablesFor(setup)
  const text = environment?.text ?? ''
  const missing = unsetOf(shell, setup).flatMap((name) => {
    // The file has the name when it was taken from there, empty, and when it gets it now.
    if (shell.env[name] !== '' && !text.includes(`${name}=`)) return [`export ${name}=…`]
    return (published[name] ?? '') === '' ? [`fill in ${name} in ${envFile}`] : []
  })
  const here = [...missing, `npx specdrift monitor ${api}`]
  const there = [...variables.map((name) => `variable ${name}`), ...secrets.map((name) => `secret ${name}`)]
  const lines = (steps: readonly string[]) => steps.map((step) => `  ${step}\n`).join('')
  const github = 'In GitHub, under Settings, Secrets and variables, Actions, for the workflow:'
  return `\nNext:\n${lines(here)}${ci === undefined || there.length === 0 ? '' : `\n${github}\n${lines(there)}`}`
}
