import { access } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { writeWhole } from '../../files/write-whole.ts'
import type { NewFile } from '../../init/new-file.ts'
import { toolError } from '../../model/errors.ts'
import type { Operation } from '../../model/operation.ts'
import { plural } from '../../util/text.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import type { InitFlags } from './flags.ts'

/** Returns the suite for `--from`; empty without it. Throws errors of `suiteFrom`. */
export async function suiteFiles(
  shell: Shell,
  { from }: InitFlags,
  api: { readonly name: string; readonly folder?: string; readonly operations: readonly Operation[] },
): Promise<readonly NewFile[]> {
  if (from === undefined) return []
  const { suiteFrom } = await import('../../run/init/suite-from.ts')
  const { name, folder = `suites/${name}`, operations } = api
  const { text, calls, flows, left } = await suiteFrom({ file: from, cwd: shell.cwd, api: name, operations })
  // The path may be `.` or end with a slash.
  const stem = basename(resolve(shell.cwd, from))
    .replace(/\.(?:gz|zst)$/, '')
    .replace(/\.\w+$/, '')
    .replace(/[^\w.-]+/g, '-')
  const parts = [
    calls > 0 ? plural(calls, 'call') : '',
    flows > 0 ? plural(flows, 'flow') : '',
    left > 0 ? `${left} left out` : '',
  ]
  return [{ path: `${folder}/${stem}.suite.ts`, text, what: parts.filter((part) => part !== '').join(', ') }]
}

/** Adds a suite to an existing project. Throws USAGE if the file exists. */
export async function addSuite(shell: Shell, flags: InitFlags): Promise<void> {
  const config = await readSettings(shell)
  const api = pickApi(config, flags.api)
  const document = await loadDocument(`${api.name}@latest`, { cwd: shell.cwd, specsDir: config.specsDir })
  const { operations } = describe(document)
  const folder = api.suites.replace(/\/?[^/]*$/, '')
  const [file] = await suiteFiles(shell, flags, {
    name: api.name,
    operations,
    ...(/[*?[{]/.test(folder) ? {} : { folder }),
  })
  if (file === undefined) return
  const path = resolve(shell.cwd, file.path)
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere && flags.force !== true) throw toolError('USAGE', [`${file.path} already exists; --force overwrites it.`])
  if (flags.dryRun === true) {
    shell.print(`would write ${file.path}\n\n${file.text}`)
    return
  }
  await writeWhole(path, file.text, file.path)
  shell.print(`wrote ${file.path}  (${file.what})\n`)
}
