import type { CredentialConfig, SourceCredentialConfig } from '../../config/schema.ts'
import { variablesOf } from '../../config/variables.ts'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { baseUrlOf, isOnThisMachine } from '../../init/base-url.ts'
import type { Document } from '../../model/document.ts'
import { ToolError } from '../../model/errors.ts'
import { printable } from '../../report/labels.ts'
import { equalJson } from '../../util/json.ts'
import { plural } from '../../util/text.ts'
import { headerCredential, headerVariables, type SourceHeader, sourceAccess } from '../contract/source-access.ts'
import { adoptEnvFile } from '../shell/env-file.ts'
import type { Shell } from '../shell/shell.ts'
import type { InitFlags } from './flags.ts'

/** A description, and what it is to be fetched with from now on. */
export interface OpenedSource {
  readonly source: string
  readonly document: Document
  readonly sourceAuth: readonly SourceCredentialConfig[]
}

/** Where snapshots are before there is a config that says otherwise. */
export const specsDir = 'specs'

/**
 * Loads a description, with a credential where it needs one: `--header` is for the description; a credential of the API
 * is sent to where the API is, and elsewhere only when the description is refused without. Throws what `loadDocument`
 * throws, and CREDENTIAL_MISSING.
 */
export async function openSource(shell: Shell, source: string, flags: InitFlags): Promise<OpenedSource> {
  const { cwd } = shell
  const { header = [] } = flags
  const auth = forDescription(flags.auth ?? [], source)
  const without = { source, sourceAuth: [] }
  if (!/^https?:/i.test(source) || auth.length + header.length === 0)
    return { ...without, document: await loadDocument(source, { cwd, specsDir }) }
  const plain = await loadDocument(source, { cwd, specsDir }).catch(refusal)
  const isGiven = header.length > 0 || plain instanceof ToolError || isAtApi(plain, source, flags.baseUrl)
  if (!(plain instanceof ToolError) && !isGiven) {
    say(
      shell,
      `the description was fetched without the credential, as the API is elsewhere: --header sends one to ${new URL(source).host}`,
    )
    return { ...without, document: plain }
  }
  const names = [...auth.flatMap(variablesOf), ...headerVariables(header)]
  await adoptEnvFile(shell, names)
  const unset = names.filter((name) => (shell.env[name] ?? '') === '')
  if (!(plain instanceof ToolError) && header.length === 0 && unset.length > 0) {
    say(shell, `${unset.join(', ')} not set: the description was fetched without a credential, and may be a part of it`)
    return { ...without, document: plain }
  }
  const access = await sourceAccess(shell, flags.api ?? 'the description', auth, header)
  const full = await loadDocument(source, { cwd, specsDir, access }).catch((error: unknown) => {
    if (plain instanceof ToolError || header.length > 0) throw error
    return plain
  })
  if (!(plain instanceof ToolError) && equalJson(plain.root, full.root)) return { ...without, document: plain }
  sayNeed(shell, plain, full)
  return { source, document: full, sourceAuth: [...kept(shell, header), ...auth] }
}

/** Of the credentials of an API those that can go with one request for its description. */
function forDescription(auth: readonly CredentialConfig[], source: string): readonly SourceCredentialConfig[] {
  const path = URL.canParse(source) ? new URL(source).pathname : ''
  return auth.flatMap(({ prefix = '', ...credential }) =>
    credential.type === 'oauth2' || credential.type === 'custom' || !path.startsWith(prefix) ? [] : [credential],
  )
}

/** What an address says to somebody without a credential, instead of the description. */
function refusal(error: unknown): ToolError {
  if (error instanceof ToolError && refusals.has(error.code)) return error
  throw error
}

const refusals: ReadonlySet<string> = new Set(['LOGIN_REQUIRED', 'FETCH_FAILED', 'NOT_A_DESCRIPTION', 'PARSE_FAILED'])

function isAtApi(document: Document, source: string, named: string | undefined): boolean {
  // Nobody else listens there.
  if (isOnThisMachine(source)) return true
  const baseUrl = named ?? baseUrlOf(describe(document), source)
  return baseUrl !== undefined && URL.canParse(baseUrl) && new URL(baseUrl).origin === new URL(source).origin
}

function sayNeed(shell: Shell, plain: Document | ToolError, full: Document): void {
  if (plain instanceof ToolError) {
    say(shell, 'the description is fetched with the credential, which it needs')
    return
  }
  const [few, all] = [plain, full].map((document) => describe(document).operations.length)
  const what = few === all ? 'is another one' : `has ${few} of ${plural(all ?? 0, 'operation')}`
  say(shell, `without the credential the description ${what}: it is fetched with it`)
}

/** Headers that the config can have. */
function kept(shell: Shell, headers: readonly SourceHeader[]): readonly SourceCredentialConfig[] {
  return headers.flatMap((header) => {
    const credential = headerCredential(header)
    if (credential !== undefined) return [credential]
    const { name } = header
    say(
      shell,
      `the header ${name} is written to no file: give it at each \`snapshot add\`, or name a variable: --header "${name}: \${VARIABLE}"`,
    )
    return []
  })
}

function say(shell: Shell, text: string): void {
  shell.note(`note: ${printable(text)}\n`)
}
