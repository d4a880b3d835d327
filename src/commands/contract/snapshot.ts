import { toolError } from '../../model/errors.ts'
import { examples } from '../shell/examples.ts'
import { readSettings } from '../shell/settings.ts'
import type { Registration } from '../shell/shell.ts'
import { checkLines } from './check-lines.ts'

interface SnapshotFlags {
  readonly id?: string
  readonly title?: string
  readonly allowInvalid?: boolean
  readonly strict?: boolean
}

/** `specdrift snapshot <api> [source]`: stores a new version when the description says something new. */
const registerSnapshot: Registration = (program, shell) => {
  program
    .command('snapshot')
    .summary('store a new version of a description')
    .description('Stores a description as a new version, unless it says the same as the latest one.')
    .argument('<api>', 'folder under specs/; made when it is new')
    .argument('[source]', 'path, URL, git:<rev>:<path> or -; `source` of the config by default')
    .option('--id <id>', 'id of the version; the next of its series or the date by default')
    .option('--title <text>', 'what is new, in a few words')
    .option('--strict', 'refuse what breaks the OpenAPI specification, which is a warning otherwise')
    .option('--allow-invalid', 'store it even when nothing of it can be read')
    .addHelpText(
      'after',
      examples(
        'specdrift snapshot shop https://api.example.com/openapi.json',
        'specdrift snapshot shop git:v1.2:openapi.yaml --id v1.2 --title "Refunds"',
        'specdrift snapshot shop',
      ),
    )
    .action(async (api: string, given: string | undefined, flags: SnapshotFlags) => {
      const config = await readSettings(shell)
      const source = given ?? (Object.hasOwn(config.apis, api) ? config.apis[api]?.source : undefined)
      if (source === undefined) {
        throw toolError('USAGE', [
          `Where does ${api} come from? Name a source, or set apis.${api}.source in the config.`,
        ])
      }
      const [{ loadDocument }, { captureSnapshot }, { printable }] = await Promise.all([
        import('../../description/reading/load.ts'),
        import('../../description/snapshots/capture.ts'),
        import('../../report/labels.ts'),
      ])
      const { cwd, stdin } = shell
      const { specsDir } = config
      const document = await loadDocument(source, { cwd, specsDir, stdin })
      const now = new Date(shell.clock())
      const { snapshot, created, check } = await captureSnapshot({
        specsDir,
        cwd,
        api,
        document,
        source,
        now,
        ...flags,
      })
      for (const line of checkLines(check)) shell.note(`${printable(line)}\n`)
      const address = `${api}@${snapshot.id}`
      shell.print(
        created
          ? `stored ${address} as ${specsDir}/${api}/${snapshot.file}\n`
          : `unchanged: it says the same as ${address}\n`,
      )
    })
}
export default registerSnapshot
