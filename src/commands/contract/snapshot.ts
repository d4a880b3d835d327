import type { Command } from 'commander'
import type { Config, CredentialConfig } from '../../config/schema.ts'
import { toolError } from '../../model/errors.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { printable } from '../../report/labels.ts'
import { meant, plural } from '../../util/text.ts'
import { type ApisFlags, forEachApi, pickApis, withApis } from '../shell/apis.ts'
import { examples } from '../shell/options/examples.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Registration, Shell } from '../shell/shell.ts'
import { checkLines } from './check-lines.ts'
import { authOption, headerOption, type SourceHeader } from './source-access.ts'

/** Registers `specdrift snapshot add|list|show`. */
const registerSnapshot: Registration = (program, shell) => {
  const snapshot = program
    .command('snapshot')
    .summary('store, list and show versions of a description')
    .description('Manages versions of API descriptions in specs/.')
    .addHelpText(
      'after',
      examples(
        'specdrift snapshot add shop https://api.example.com/openapi.json',
        'specdrift snapshot list shop',
        'specdrift snapshot show shop@latest',
      ),
    )
  // `snapshot <api> [source]` is the deprecated form of `snapshot add`.
  asSnapshotAdd(snapshot.command('add', { isDefault: true }), shell)
  asSnapshotList(snapshot.command('list'), shell)
  asSnapshotShow(snapshot.command('show'), shell)
  // Deprecated name of `snapshot list`.
  asSnapshotList(program.command('snapshots', { hidden: true }), shell)
}
export default registerSnapshot

interface AddFlags extends ApisFlags {
  readonly id?: string
  readonly title?: string
  readonly allowInvalid?: boolean
  readonly strict?: boolean
  readonly auth?: readonly CredentialConfig[]
  readonly header?: readonly SourceHeader[]
}

/** Configures `snapshot add`, which stores a new version if the description differs from the latest one. */
function asSnapshotAdd(command: Command, shell: Shell): Command {
  return command
    .summary('store a new version of a description')
    .description('Stores a description as a new version, unless it equals the latest one.')
    .argument('[api]', 'name of the API (optional if there is only one)')
    .argument('[source]', 'path, URL, git:<rev>:<path> or - (default: `source` in the config)')
    .option('--all', 'all APIs with a `source` in the config')
    .option('--id <id>', 'id of the version (default: the number after the last id, or the date)')
    .option('--title <text>', 'short title of the version')
    .addOption(
      authOption(
        'how to authenticate when downloading, as for init: bearer:T, header:X-Api-Key:K (repeatable; default: `sourceAuth` in the config)',
      ),
    )
    .addOption(headerOption())
    .option('--strict', 'reject an invalid OpenAPI description instead of warning')
    .option('--allow-invalid', 'store the description even if it cannot be parsed')
    .addHelpText(
      'after',
      examples(
        'specdrift snapshot add shop https://api.example.com/openapi.json',
        'specdrift snapshot add shop git:v1.2:openapi.yaml --id v1.2 --title "Refunds"',
        'specdrift snapshot add shop',
      ),
    )
    .action(async (api: string | undefined, source: string | undefined, flags: AddFlags, self: Command) => {
      const group = self.parent
      const isShort = group?.args[0] !== self.name()
      if (isShort && group?.args.length === 0) return group.help({ error: true })
      const commands = isShort ? (group?.commands ?? []).map((each) => each.name()) : []
      const config = await readSettings(shell)
      if (flags.all === true) return addAll(shell, config, api, flags)
      const name = api ?? pickApi(config, undefined).name
      return add(shell, config, name, source ?? sourceOf(config, name, commands), flags)
    })
}

async function addAll(shell: Shell, config: Config, api: string | undefined, flags: AddFlags): Promise<void> {
  // A credential belongs to one address. For multiple APIs, `sourceAuth` of the config applies.
  for (const flag of ['id', 'title', 'auth', 'header'] as const)
    if (flags[flag] !== undefined) throw toolError('USAGE', [`--${flag} can't be combined with --all.`])
  const apis = pickApis(config, api === undefined ? [] : [api], flags).filter(({ source }) => source !== undefined)
  if (apis.length === 0) throw toolError('USAGE', ['No API of the config has a `source`: set apis.<api>.source.'])
  await forEachApi(shell, apis, ({ name, source = '' }) => add(shell, config, name, source, flags))
}

/** Returns the source of an API. Throws USAGE with a suggestion, which may be one of `commands`. */
function sourceOf({ apis }: Config, api: string, commands: readonly string[]): string {
  const source = Object.hasOwn(apis, api) ? apis[api]?.source : undefined
  if (source !== undefined) return source
  const suggestion = Object.hasOwn(apis, api) ? '' : meant(api, [...commands, ...Object.keys(apis)])
  throw toolError('USAGE', [
    `Where does ${api} come from${suggestion}? Name a source, or set apis.${api}.source in the config.`,
  ])
}

async function add(shell: Shell, config: Config, api: string, source: string, flags: AddFlags): Promise<void> {
  const [{ loadDocument }, { captureSnapshot }, { printable }] = await Promise.all([
    import('../../description/reading/load.ts'),
    import('../../description/snapshots/capture.ts'),
    import('../../report/labels.ts'),
  ])
  const { cwd, stdin } = shell
  const { specsDir } = config
  const { all: _, auth, header, ...options } = flags
  // Credentials of the config are only sent to the config's source.
  const configured = Object.hasOwn(config.apis, api) ? config.apis[api] : undefined
  const credentials = auth ?? (configured?.source === source ? configured.sourceAuth : undefined) ?? []
  const { sourceAccess } = await import('./source-access.ts')
  const access = await sourceAccess(shell, api, credentials, header)
  const document = await loadDocument(source, { cwd, specsDir, stdin, access })
  const now = new Date(shell.clock())
  const { snapshot, created, check } = await captureSnapshot({
    ...{ specsDir, cwd, api, document, source, now },
    ...options,
  })
  for (const line of checkLines(check)) shell.note(`${printable(line)}\n`)
  const address = `${api}@${snapshot.id}`
  shell.print(
    created
      ? `stored ${address} as ${specsDir}/${api}/${snapshot.file}\n`
      : `unchanged: the description is equal to ${address}\n`,
  )
}

/** Configures `snapshot list`, which prints stored versions, oldest first. */
function asSnapshotList(command: Command, shell: Shell): Command {
  const [format, output, json] = outputOptions(['text', 'json'])
  return withApis(command)
    .summary('list the stored versions of an API')
    .description('Lists the stored versions of each API, oldest first, with the ids for <api>@<id>.')
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

/** Configures `snapshot show`, which prints one stored version. */
function asSnapshotShow(command: Command, shell: Shell): Command {
  const [format, output, json] = outputOptions(['text', 'json'])
  return command
    .summary('show one stored version of an API')
    .description('Shows a stored version: id, title, source, file, hash and number of operations.')
    .argument('[snapshot]', '<api>@<id|latest|previous>, or <api> for its latest (optional if there is only one API)')
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
