import type { Command } from 'commander'
import { printable } from '../../report/labels.ts'
import { plural } from '../../util/text.ts'
import { examples } from '../shell/options/examples.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/** Makes a command `snapshot show`: one stored version. */
export function asSnapshotShow(command: Command, shell: Shell): Command {
  const [format, output, json] = outputOptions(['text', 'json'])
  return command
    .summary('show one stored version of an API')
    .description('Shows a stored version: its id, title, source, file and hash, and how many operations it describes.')
    .argument('[snapshot]', '<api>@<id|latest|previous>, or an API: its latest; of the only API by default')
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addHelpText('after', examples('specdrift snapshot show', 'specdrift snapshot show shop@previous --format json'))
    .action((address: string | undefined, flags: OutputFlags) => show(shell, address, flags))
}

async function show(shell: Shell, given: string | undefined, flags: OutputFlags): Promise<void> {
  const destinations = destinationsOf(flags)
  const config = await readSettings(shell)
  const [name, id = 'latest'] = given?.split('@', 2) ?? []
  const address = `${pickApi(config, name).name}@${id}`
  const [{ findSnapshot }, { loadDocument }, { describe }] = await Promise.all([
    import('../../description/snapshots/store.ts'),
    import('../../description/reading/load.ts'),
    import('../../description/dialects/operations.ts'),
  ])
  const { cwd } = shell
  const { specsDir } = config
  const snapshot = await findSnapshot(specsDir, address, cwd)
  const { operations } = describe(await loadDocument(`${snapshot.api}@${snapshot.id}`, { cwd, specsDir }))
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['title', snapshot.title],
    ['captured', snapshot.capturedAt],
    ['source', snapshot.source],
    ['file', `${specsDir}/${snapshot.api}/${snapshot.file}`],
    ['sha256', snapshot.sha256],
    ['describes', plural(operations.length, 'operation')],
  ]
  const lines = rows.flatMap(([title, text]) => (text === undefined ? [] : [`  ${title.padEnd(9)}  ${text}`]))
  await emitAll(shell, destinations, (format) =>
    format === 'json'
      ? `${JSON.stringify({ ...snapshot, operations: operations.length }, null, 2)}\n`
      : [`${snapshot.api}@${snapshot.id}`, ...lines].map((line) => `${printable(line)}\n`).join(''),
  )
}
