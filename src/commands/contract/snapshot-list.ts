import type { Command } from 'commander'
import type { Snapshot } from '../../model/snapshot.ts'
import { printable } from '../../report/labels.ts'
import { type ApisFlags, pickApis, withApis } from '../shell/apis.ts'
import { examples } from '../shell/options/examples.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import { readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/** Makes a command `snapshot list`: the stored versions, oldest first. */
export function asSnapshotList(command: Command, shell: Shell): Command {
  const [format, output, json] = outputOptions(['text', 'json'])
  return withApis(command)
    .summary('list the stored versions of an API')
    .description('Lists the stored versions of APIs, oldest first, with the ids that <api>@<id> takes.')
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addHelpText('after', examples('specdrift snapshot list', 'specdrift snapshot list shop --format json'))
    .action((names: readonly string[], flags: OutputFlags & ApisFlags) => list(shell, names, flags))
}

async function list(shell: Shell, names: readonly string[], flags: OutputFlags & ApisFlags): Promise<void> {
  const destinations = destinationsOf(flags)
  const config = await readSettings(shell)
  const apis = pickApis(config, names, flags)
  const { listSnapshots } = await import('../../description/snapshots/store.ts')
  const lists = await Promise.all(apis.map(({ name }) => listSnapshots(config.specsDir, name, shell.cwd)))
  const snapshots = lists.flat()
  await emitAll(shell, destinations, (format) =>
    format === 'json'
      ? `${JSON.stringify({ snapshots }, null, 2)}\n`
      : snapshots.map((each) => lineOf(each, apis.length > 1)).join(''),
  )
}

function lineOf({ api, id, capturedAt, file, sha256, title }: Snapshot, hasApi: boolean): string {
  const when = capturedAt?.slice(0, 10) ?? ''
  const line = `${id.padEnd(10)}  ${when.padEnd(10)}  ${sha256.slice(0, 12)}  ${file.padEnd(14)}  ${title ?? ''}`
  return `${printable(hasApi ? `${api}  ${line}` : line).trimEnd()}\n`
}
