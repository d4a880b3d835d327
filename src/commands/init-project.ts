import { access, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { writeWhole } from '../files/write-whole.ts'
import { baseUrlOf } from '../init/base-url.ts'
import { suggestCredentials, variablesOf } from '../init/credentials.ts'
import { configFile, filesOf, type NewFile, withIgnored } from '../init/files.ts'
import type { Ci, Setup } from '../init/setup.ts'
import { baseUrlVariable } from '../init/variable-name.ts'
import type { Document } from '../model/document.ts'
import { toolError } from '../model/errors.ts'
import { printable } from '../report/words.ts'
import { toolVersion } from '../run/tool-version.ts'
import { captureSnapshot } from '../spec/capture.ts'
import { loadDocument } from '../spec/load.ts'
import { describe } from '../spec/operations.ts'
import { isObject, own } from '../util/json.ts'
import { plural } from '../util/text.ts'
import type { InitFlags } from './init.ts'
import { openPrompt, type Prompt } from './prompt.ts'
import type { Shell } from './shell.ts'
import { httpUrl } from './target.ts'

const specsDir = 'specs'

/** Sets a folder up for an API. Throws USAGE when a file is there already, and what a snapshot throws. */
export async function initProject(shell: Shell, flags: InitFlags): Promise<void> {
  const prompt = shell.stdin.isTTY === true && flags.yes !== true ? openPrompt(shell) : undefined
  try {
    const { document, setup } = await decide(shell, flags, prompt)
    const files = [...(await ignoring(shell.cwd)), ...filesOf(setup)]
    if (flags.force !== true) await requireFree(shell.cwd, files)
    if (flags.dryRun === true) return shell.print(foretold(setup, files))
    const list = files.map(({ path, what }) => `  ${path}  (${what})\n`).join('')
    const sure = prompt === undefined || (await prompt.confirm(`Write a snapshot and these files?\n${list}`))
    if (!sure) return shell.note('nothing was written\n')
    await write(shell, flags, document, setup, files)
  } finally {
    await prompt?.close()
  }
}

/** Takes each decision by a flag, else by asking, else by the description. */
async function decide(shell: Shell, flags: InitFlags, prompt: Prompt | undefined) {
  if (flags.url !== undefined && flags.file !== undefined) {
    throw toolError('USAGE', ['--url and --file exclude each other.'])
  }
  const source = flags.url ?? flags.file ?? (await prompt?.ask('Where is the description (URL or file)'))
  if (source === undefined) throw toolError('USAGE', ['Where is the description? Name it with --url or --file.'])
  const document = await loadDocument(source, { cwd: shell.cwd, specsDir })
  const description = describe(document)
  const name = slug(document.title)
  const api = apiName(flags.api ?? (await prompt?.ask('What is the API called here', name)) ?? name)
  const known = baseUrlOf(description, source)
  const named = flags.baseUrl ?? (await prompt?.ask('Where is the API called (URL)', known)) ?? known
  const baseUrl = named === undefined ? undefined : httpUrl(named)
  const { credentials, unknown } =
    flags.auth === undefined ? suggestCredentials(description, api) : { credentials: flags.auth, unknown: [] }
  for (const scheme of unknown) {
    shell.note(`${printable(`note: specdrift has no credential for the security scheme ${scheme}`)}\n`)
  }
  const workflow = flags.workflow && (await (prompt?.confirm('Write a GitHub workflow?') ?? true))
  const setup: Setup = {
    api,
    source,
    ...(baseUrl !== undefined && { baseUrl }),
    credentials,
    operations: description.operations,
    ...(workflow && { ci: await ciOf(shell.cwd) }),
  }
  return { document, setup }
}

/** `Crypto-Backed Lending Service` → `crypto-backed-lending-service`. */
function slug(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['api']
  return words.join('-').slice(0, 40).replace(/-$/, '')
}

function apiName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return name
  throw toolError('USAGE', [`The API name ${name} must be a plain folder name.`])
}

/** A project that has specdrift among its packages runs that one. */
async function ciOf(cwd: string): Promise<Ci> {
  const manifest = await textOf(cwd, 'package.json')
  const root: unknown = manifest === undefined ? undefined : parsed(manifest)
  const listed = ['dependencies', 'devDependencies'].some(
    (key) => isObject(root) && own(own(root, key), 'specdrift') !== undefined,
  )
  const installs = listed && (await textOf(cwd, 'package-lock.json')) !== undefined
  return { installs, program: installs ? 'npx specdrift' : `npx --yes specdrift@${toolVersion()}` }
}

function parsed(manifest: string): unknown {
  try {
    return JSON.parse(manifest)
  } catch (cause) {
    throw toolError('FILE_UNREADABLE', ['package.json', 'it is not JSON'], cause)
  }
}

async function ignoring(cwd: string): Promise<readonly NewFile[]> {
  const text = withIgnored((await textOf(cwd, '.gitignore')) ?? '')
  return text === undefined ? [] : [{ path: '.gitignore', text, what: 'keeps reports out of git' }]
}

async function textOf(cwd: string, file: string): Promise<string | undefined> {
  try {
    return await readFile(resolve(cwd, file), 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw toolError('FILE_UNREADABLE', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  }
}

/** A config of another format would be left behind unread. `.gitignore` is only ever added to. */
async function requireFree(cwd: string, files: readonly NewFile[]): Promise<void> {
  const others = ['mts', 'mjs', 'js', 'json', 'yaml', 'yml'].map((end) => configFile.replace(/ts$/, end))
  const paths = [...files.map(({ path }) => path).filter((path) => path !== '.gitignore'), ...others]
  const taken = await Promise.all(paths.map((path) => access(resolve(cwd, path)).then(() => [path], nothing)))
  if (taken.flat().length === 0) return
  throw toolError('USAGE', [`${taken.flat().join(', ')} is there already; --force overwrites.`])
}

/** What cannot be seen cannot be overwritten either: writing will say why. */
function nothing(): readonly string[] {
  return []
}

function foretold({ api, operations }: Setup, files: readonly NewFile[]): string {
  const snapshot = `would store ${specsDir}/${api}/ (a snapshot of ${plural(operations.length, 'operation')})\n`
  return `${snapshot}${files.map(({ path, text }) => `would write ${path}\n\n${text.replace(/^(?=.)/gm, '    ')}\n`).join('')}`
}

async function write(
  shell: Shell,
  { allowInvalid }: InitFlags,
  document: Document,
  setup: Setup,
  files: readonly NewFile[],
): Promise<void> {
  const { api, source, operations } = setup
  const { cwd, print, note } = shell
  const now = new Date(shell.clock())
  const options = { specsDir, cwd, api, document, source, now, ...(allowInvalid === true && { allowInvalid }) }
  const { snapshot, created, flaws } = await captureSnapshot(options)
  for (const { message, pointer } of flaws) note(`${printable(`note: ${message} at ${pointer || 'the root'}`)}\n`)
  print(
    `${created ? 'wrote' : 'kept'} ${specsDir}/${api}/${snapshot.file}  (a snapshot of ${plural(operations.length, 'operation')})\n`,
  )
  for (const { path, text, what } of files) {
    await writeWhole(resolve(cwd, path), text)
    print(`wrote ${path}  (${what})\n`)
  }
  const wanted = [
    ...(setup.baseUrl === undefined ? [baseUrlVariable(api)] : []),
    ...setup.credentials.flatMap(variablesOf),
  ]
  const unset = [...new Set(wanted)].filter((variable) => (shell.env[variable] ?? '') === '')
  print(`\nNext:\n${unset.map((variable) => `  export ${variable}=…\n`).join('')}  npx specdrift monitor ${api}\n`)
}
