import { resolve } from 'node:path'
import { readText } from '../../files/read-regular.ts'
import { toolError } from '../../model/errors.ts'
import { examples } from '../shell/options/examples.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import { emit, type Registration, type Shell } from '../shell/shell.ts'

interface TypesFlags {
  readonly output?: string
  readonly snapshot?: string
  readonly check?: boolean
}

/** Registers `specdrift types [api]`. */
const registerTypes: Registration = (program, shell) => {
  program
    .command('types')
    .summary('generate TypeScript types for suites')
    .description(
      'Generates types of all operations, parameters, bodies and statuses, for `contract<Operations>({ api })`.',
    )
    .argument('[api]', 'name of the API (optional if there is only one)')
    .option('-o, --output <file>', 'write to this file instead of stdout, for example suites/<api>/api.d.ts')
    .option('--snapshot <id>', 'use this snapshot instead of the latest')
    .option('--check', 'exit with 1 if the --output file is out of date, without writing it')
    .addHelpText(
      'after',
      examples(
        'specdrift types shop --output suites/shop/api.d.ts',
        'specdrift types shop --output suites/shop/api.d.ts --check',
      ),
    )
    .action((api: string | undefined, flags: TypesFlags) => runTypes(shell, api, flags))
}
export default registerTypes

async function runTypes(
  shell: Shell,
  name: string | undefined,
  { output: out, snapshot = 'latest', check }: TypesFlags,
) {
  if (check && out === undefined) throw toolError('USAGE', ['--check needs the file to compare with: --output <file>.'])
  const config = await readSettings(shell)
  const api = pickApi(config, name).name
  const [{ loadDocument }, { describe }, { renderTypes }] = await Promise.all([
    import('../../description/reading/load.ts'),
    import('../../description/dialects/operations.ts'),
    import('../../suite/types/render-types.ts'),
  ])
  const document = await loadDocument(`${api}@${snapshot}`, { cwd: shell.cwd, specsDir: config.specsDir })
  const text = renderTypes(describe(document), `specdrift types ${api}`)
  if (!check || out === undefined) return emit(shell, text, out)
  if (text === (await readText(resolve(shell.cwd, out)).catch(absent))) return shell.note(`${out} is up to date\n`)
  shell.note(`${out} is out of date: run \`specdrift types ${api} --output ${out}\`\n`)
  shell.finish(1)
}

/** Treats a missing file as out of date. Throws FILE_UNREADABLE for any other error. */
function absent(cause: NodeJS.ErrnoException): undefined {
  if (cause.code === 'ENOENT') return undefined
  throw toolError('FILE_UNREADABLE', [cause.path ?? 'the file of --output', cause.message], cause)
}
