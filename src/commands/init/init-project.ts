import { resolve } from 'node:path'
import { variablesOf } from '../../config/variables.ts'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { captureSnapshot, requireReadable } from '../../description/snapshots/capture.ts'
import { writeWhole } from '../../files/write-whole.ts'
import { baseUrlOf, isOnThisMachine } from '../../init/base-url.ts'
import { safeMethods, suggestCredentials } from '../../init/credentials.ts'
import { envFile, filesOf, type NewFile } from '../../init/files.ts'
import type { Setup } from '../../init/setup.ts'
import { baseUrlVariable } from '../../init/variable-name.ts'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import { printable } from '../../report/labels.ts'
import { httpUrl } from '../../suite/connection/base-url.ts'
import { reservedReason } from '../../util/reserved-name.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { plural } from '../../util/text.ts'
import { checkLines } from '../contract/check-lines.ts'
import { adoptEnvFile } from '../shell/env-file.ts'
import type { Shell } from '../shell/shell.ts'
import type { InitFlags } from './flags.ts'
import { ciOf, ignoring, isThere, portable, requireFree, requireNoConfig } from './init-folder.ts'
import { openPrompt, type Prompt } from './prompt.ts'

const specsDir = 'specs'

/** Sets a folder up for an API. Throws USAGE when a file is there already, and what a snapshot throws. */
export async function initProject(shell: Shell, flags: InitFlags): Promise<void> {
  const prompt = shell.stdin.isTTY === true && flags.yes !== true ? openPrompt(shell) : undefined
  try {
    if (flags.force !== true) await requireNoConfig(shell.cwd)
    const { document, setup } = await decide(shell, flags, prompt)
    const check = await requireReadable(document, flags)
    const lines = [...checkLines(check), ...caveats(setup).map((caveat) => `note: ${caveat}`)]
    for (const line of lines) shell.note(`${printable(line)}\n`)
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
  const open = async (source: string) => ({
    source,
    document: await loadDocument(source, { cwd: shell.cwd, specsDir }),
  })
  const found = await settle(flags.url ?? flags.file, 'Where is the description (URL or file)', open)
  if (found === undefined) throw toolError('USAGE', ['Where is the description? Name it with --url or --file.'])
  const { source, document } = found
  const description = describe(document)
  const name = slug(document.title)
  const api = (await settle(flags.api, 'What is the API called here', apiName, name)) ?? name
  const known = baseUrlOf(description, source)
  const baseUrl = await settle(flags.baseUrl, 'Where is the API called (URL)', httpUrl, known)
  const { credentials, unknown, published } =
    flags.auth === undefined
      ? suggestCredentials(description, api, baseUrl)
      : { credentials: flags.auth, unknown: [], published: {} }
  for (const scheme of unknown) {
    shell.note(`${printable(`note: specdrift has no credential for the security scheme ${scheme}`)}\n`)
  }
  const committed = withoutSecrets(source)
  if (committed !== source)
    shell.note('note: the secret in the address is not written to any file: name the address at each snapshot\n')
  const workflow = flags.workflow && (await (prompt?.confirm('Write a GitHub workflow?') ?? true))
  const needs = { api, credentials, ...(baseUrl !== undefined && { baseUrl }) }
  const { variables: own, secrets } = variablesFor(needs)
  await adoptEnvFile(shell, [...own, ...secrets])
  const variables = (await isThere(shell.cwd, envFile)) ? [] : unsetOf(shell, needs)
  const setup: Setup = {
    api,
    source: portable(shell.cwd, committed),
    ...(baseUrl !== undefined && { baseUrl: withoutSecrets(baseUrl) }),
    credentials,
    operations: description.operations,
    environment: Object.fromEntries(variables.map((name) => [name, published[name] ?? ''])),
    ...(workflow && { ci: await ciOf(shell.cwd) }),
  }
  return { document, setup }
}

/** `Crypto-Backed Lending Service` → `crypto-backed-lending-service`. */
function slug(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? ['api']
  const name = words.join('-').slice(0, 40).replace(/-$/, '')
  return reservedReason(name) === undefined ? name : `${name}-api`
}

function apiName(name: string): string {
  const reason = reservedReason(name)
  if (reason !== undefined) throw toolError('USAGE', [`The API name ${name} cannot be used: ${reason}.`])
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return name
  throw toolError('USAGE', [`The API name ${name} must be a plain folder name.`])
}

function foretold({ api, operations }: Setup, files: readonly NewFile[]): string {
  const snapshot = `would store ${specsDir}/${api}/ (a snapshot of ${plural(operations.length, 'operation')})\n`
  return `${snapshot}${files.map(({ path, text }) => `would write ${path}\n\n${text.replace(/^(?=.)/gm, '    ')}\n`).join('')}`
}

/** What the files alone do not show. */
function caveats({ operations, baseUrl, ci }: Setup): readonly string[] {
  const nothingToCall =
    'the description has no GET, HEAD or OPTIONS, so there is nothing to call yet: write calls of your own into the suite, ' +
    'and allow them by `target: { writable: true }` in the config'
  const outOfReach = (url: string) =>
    `GitHub's machines cannot reach ${new URL(url).host}, which is this machine: for the workflow, name a base URL they ` +
    'reach in the config, or leave it out by --no-workflow'
  return [
    ...(operations.some(({ method }) => safeMethods.includes(method)) ? [] : [nothingToCall]),
    ...(ci !== undefined && baseUrl !== undefined && isOnThisMachine(baseUrl) ? [outOfReach(baseUrl)] : []),
  ]
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
    await writeWhole(resolve(cwd, path), text, path, path === envFile ? 0o600 : 0o666)
    print(`wrote ${path}  (${what})\n`)
  }
  print(nextSteps(shell, setup))
}

type Needs = Pick<Setup, 'api' | 'baseUrl' | 'credentials'>

/** The variables a project needs: where the API is, and who may call it. */
function variablesFor({ api, baseUrl, credentials }: Needs): { variables: string[]; secrets: string[] } {
  const variables = baseUrl === undefined ? [baseUrlVariable(api)] : []
  return { variables, secrets: [...new Set(credentials.flatMap(variablesOf))] }
}

function unsetOf({ env }: Shell, needs: Needs): string[] {
  const { variables, secrets } = variablesFor(needs)
  return [...variables, ...secrets].filter((name) => (env[name] ?? '') === '')
}

function nextSteps(shell: Shell, setup: Setup): string {
  const { api, ci, environment = {} } = setup
  const { variables, secrets } = variablesFor(setup)
  const missing = unsetOf(shell, setup).flatMap((name) => {
    if (environment[name] === undefined) return [`export ${name}=…`]
    return environment[name] === '' ? [`fill in ${name} in ${envFile}`] : []
  })
  const here = [...missing, `npx specdrift monitor ${api}`]
  const there = [...variables.map((name) => `variable ${name}`), ...secrets.map((name) => `secret ${name}`)]
  const lines = (steps: readonly string[]) => steps.map((step) => `  ${step}\n`).join('')
  const github = 'In GitHub, under Settings, Secrets and variables, Actions, for the workflow:'
  return `\nNext:\n${lines(here)}${ci === undefined || there.length === 0 ? '' : `\n${github}\n${lines(there)}`}`
}
