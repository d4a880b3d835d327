import { printable } from '../../report/labels.ts'
import { examples } from '../shell/examples.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Registration } from '../shell/shell.ts'

/** `specdrift snapshots [api]`: the stored versions, oldest first. */
const registerSnapshots: Registration = (program, shell) => {
  program
    .command('snapshots')
    .summary('list the stored versions of an API')
    .description('Lists the stored versions of an API, oldest first, with the ids that <api>@<id> takes.')
    .argument('[api]', 'the API, when there are several')
    .addHelpText('after', examples('specdrift snapshots', 'specdrift snapshots shop'))
    .action(async (name: string | undefined) => {
      const config = await readSettings(shell)
      const api = pickApi(config, name).name
      const { listSnapshots } = await import('../../description/snapshots/store.ts')
      for (const { id, capturedAt, file, sha256, title } of await listSnapshots(config.specsDir, api, shell.cwd)) {
        const when = capturedAt?.slice(0, 10) ?? ''
        const line = `${id.padEnd(10)}  ${when.padEnd(10)}  ${sha256.slice(0, 12)}  ${file.padEnd(14)}  ${title ?? ''}`
        shell.print(`${printable(line).trimEnd()}\n`)
      }
    })
}
export default registerSnapshots
