import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { withBasePath } from '../../config/base-path.ts'
import { describe } from '../../description/dialects/operations.ts'
import { captureSnapshot, requireReadable } from '../../description/snapshots/capture.ts'
import { writeWhole } from '../../files/write-whole.ts'
import { baseUrlOf } from '../../init/base-url.ts'
import { envFile } from '../../init/env-text.ts'
import { filesOf } from '../../init/files.ts'
import type { NewFile } from '../../init/new-file.ts'
import type { Setup } from '../../init/setup.ts'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import { printable } from '../../report/labels.ts'
import { httpUrl } from '../../suite/connection/base-url.ts'
import { parseApiName, reservedReason } from '../../util/api-name.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { plural } from '../../util/text.ts'
import { checkLines } from '../contract/check-lines.ts'
import type { NewApi } from '../doctor/operations-found.ts'
import type { Shell } from '../shell/shell.ts'
import { chooseCredentials } from './choose-credentials.ts'
import { environmentFile } from './environment.ts'
import type { InitFlags } from './flags.ts'
import { ciOf, descriptionsNear, ignoring, portable, requireFree, requireNoConfig } from './init-folder.ts'
import { caveats, dryRunText, nextSteps } from './next-steps.ts'
import { openSource, specsDir } from './open-source.ts'
import { openPrompt, type Prompt } from './prompt.ts'
import { addSuite, suiteFiles } from './suite-file.ts'

/** Sets up a project for an API. Throws USAGE if a file exists, and errors of taking a snapshot. */
export async function initProject(shell: Shell, flags: InitFlags): Promise<void> {
  const prompt = shell.stdin.isTTY === true && flags.yes !== true ? openPrompt(shell) : undefined
  try {
    if (flags.from !== undefined && flags.url === undefined && flags.file === undefined) {
      await addSuite(shell, flags)
      return
    }
    if (flags.force !== true) await requireNoConfig(shell.cwd)
    const { document, setup, published } = await decide(shell, flags, prompt)
    const check = await requireReadable(document, flags)
    const lines = [...checkLines(check), ...caveats(setup).map((caveat) => `note: ${caveat}`)]
    for (const line of lines) shell.note(`${printable(line)}\n`)
    const { api: name, operations } = setup
    const suites = await suiteFiles(shell, flags, { name, operations })
    const files = [...(await ignoring(shell.cwd)), ...suites, ...filesOf(setup)]
    if (flags.force !== true) await requireFree(shell.cwd, files)
    if (flags.dryRun === true) return shell.print(dryRunText(setup, files))
    const list = files.map(({ path, what }) => `  ${path}  (${what})\n`).join('')
    const sure = prompt === undefined || (await prompt.confirm(`Write a snapshot and these files?\n${list}`))
    if (!sure) return shell.note('nothing was written\n')
    await write(shell, flags, document, setup, files)
    shell.print(nextSteps(shell, setup, published))
  } finally {
    await prompt?.close()
  }
}

/** Determines each setting from a flag, otherwise by asking the user, otherwise from the description. */
async function decide(shell: Shell, flags: InitFlags, prompt: Prompt | undefined) {
  if (flags.url !== undefined && flags.file !== undefined) {
    throw toolError('USAGE', ['--url and --file cannot be combined.'])
  }
  const settle = async <T>(
    flag: string | undefined,
    question: string,
    read: (text: string) => T,
    fallback?: string,
  ) => {
    if (flag === undefined && prompt !== undefined) return prompt.ask(question, read, fallback)
    const text = flag ?? fallback
    return text === undefined ? undefined : read(text)
  }
  const open = (source: string) => openSource(shell, source, flags)
  const named = flags.url ?? flags.file
  const nearby = named === undefined ? await descriptionsNear(shell.cwd) : []
  if (nearby.length > 1 && prompt === undefined)
    throw toolError('USAGE', [`There are several descriptions (${nearby.join(', ')}): name one with --file.`])
  const [fallback] = nearby
  if (fallback !== undefined && prompt === undefined)
    shell.note(`${printable(`note: took ${fallback}, the only description here`)}\n`)
  const found = await settle(named, 'URL or file of the description', open, fallback)
  if (found === undefined)
    throw toolError('USAGE', [
      'Where is the description? Pass --url or --file, because there is no openapi.yaml, swagger.json or similar here or one folder below.',
    ])
  const { source, document, sourceAuth } = found
  const description = describe(document)
  const name = slug(document.title)
  const api = (await settle(flags.api, 'Name of the API', apiName, name)) ?? name
  const suggestedUrl =
    flags.baseUrl === undefined ? await knownBaseUrl(shell, { name: api, source, description }) : undefined
  const called = await settle(flags.baseUrl, 'Base URL of the API', httpUrl, suggestedUrl)
  const baseUrl = called === undefined ? undefined : withBasePath(called, description.operations)
  if (baseUrl !== called)
    shell.note(`${printable(`note: the base URL is ${baseUrl}, according to the servers of the description`)}\n`)
  const { credentials, published } = await chooseCredentials(shell, flags, prompt, { description, api, baseUrl })
  const committed = withoutSecrets(source)
  if (committed !== source)
    shell.note('note: the secret in the address is not stored in any file: pass the address for each snapshot\n')
  const workflow = flags.workflow && (await (prompt?.confirm('Write a GitHub workflow?') ?? true))
  const needs = { api, credentials, sourceAuth, baseUrl }
  const environment = await environmentFile(shell, needs, published)
  const setup: Setup = {
    api,
    source: portable(shell.cwd, committed),
    snapshot: flags.snapshot,
    ...(baseUrl !== undefined && { baseUrl: withoutSecrets(baseUrl) }),
    ...(flags.testTarget === true && { isTestTarget: true }),
    credentials,
    operations: description.operations,
    sourceAuth,
    environment,
    ...(workflow && { ci: await ciOf(shell.cwd) }),
  }
  return { document, setup, published }
}

/** Returns the description's base URL, or another path on the same host if the operations exist only there. */
async function knownBaseUrl(shell: Shell, api: Omit<NewApi, 'baseUrl'>): Promise<string | undefined> {
  const baseUrl = baseUrlOf(api.description, api.source)
  // Don't call any host other than the one that the user named.
  const isSame =
    baseUrl !== undefined && URL.canParse(api.source) && new URL(api.source).origin === new URL(baseUrl).origin
  if (!isSame) return baseUrl
  const { otherBaseUrl } = await import('../doctor/operations-found.ts')
  const other = await otherBaseUrl(shell, { ...api, baseUrl })
  // A base URL without a path would inherit the description's path.
  if (other === undefined || new URL(other).pathname === '/') return baseUrl
  shell.note(`${printable(`note: using ${other}, because the operations return 404 at ${withoutSecrets(baseUrl)}`)}\n`)
  return other
}

/** Converts a title to a name: `Crypto-Backed Lending Service` → `crypto-backed-lending-service`. */
function slug(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? ['api']
  const name = words.join('-').slice(0, 40).replace(/-$/, '')
  return reservedReason(name) === undefined ? name : `${name}-api`
}

function apiName(name: string): string {
  parseApiName(name)
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return name
  throw toolError('USAGE', [`The API name ${name} must be a plain folder name.`])
}

async function write(
  shell: Shell,
  { allowInvalid, strict }: InitFlags,
  document: Document,
  setup: Setup,
  files: readonly NewFile[],
): Promise<void> {
  const { api, source, operations } = setup
  const { cwd, print } = shell
  const now = new Date(shell.clock())
  const options = {
    specsDir,
    cwd,
    api,
    document,
    source,
    now,
    allowInvalid: allowInvalid === true,
    strict: strict === true,
  }
  const { snapshot, created } = await captureSnapshot(options)
  print(
    `${created ? 'wrote' : 'kept'} ${specsDir}/${api}/${snapshot.file}  (a snapshot of ${plural(operations.length, 'operation')})\n`,
  )
  for (const { path, text, what } of files) {
    const file = resolve(cwd, path)
    await writeWhole(file, text, path, path === envFile ? await modeOf(file) : 0o666)
    print(`wrote ${path}  (${what})\n`)
  }
}

/** Returns the permissions for a file with secrets: unchanged if it exists, otherwise readable by its owner only. */
async function modeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mode }) => mode & 0o777,
    () => 0o600,
  )
}
