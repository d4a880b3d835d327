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

export interface OpenedSource {
  readonly source: string
  readonly document: Document
  readonly sourceAuth: readonly SourceCredentialConfig[]
}

/** Default snapshot folder before a config exists. */
export const specsDir = 'specs'

/** Sends `--header` always, and credentials only to the API's host or after a failure without them. Throws CREDENTIAL_MISSING. */
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
    printNote(
      shell,
      `the description was fetched without the credential, because the API has another host: use --header to send one to ${new URL(source).host}`,
    )
    return { ...without, document: plain }
  }
  const names = [...auth.flatMap(variablesOf), ...headerVariables(header)]
  await adoptEnvFile(shell, names)
  const unset = names.filter((name) => (shell.env[name] ?? '') === '')
  if (!(plain instanceof ToolError) && header.length === 0 && unset.length > 0) {
    printNote(
      shell,
      `${unset.join(', ')} not set: the description was fetched without a credential and may be incomplete`,
    )
    return { ...without, document: plain }
  }
  const access = await sourceAccess(shell, flags.api ?? 'the description', auth, header)
  const full = await loadDocument(source, { cwd, specsDir, access }).catch((error: unknown) => {
    if (plain instanceof ToolError || header.length > 0) throw error
    return plain
  })
  if (!(plain instanceof ToolError) && equalJson(plain.root, full.root)) return { ...without, document: plain }
  noteRequirement(shell, plain, full)
  return { source, document: full, sourceAuth: [...storableHeaders(shell, header), ...auth] }
}

/** Returns the credentials that can be used for a single request to the description. */
function forDescription(auth: readonly CredentialConfig[], source: string): readonly SourceCredentialConfig[] {
  const path = URL.canParse(source) ? new URL(source).pathname : ''
  return auth.flatMap(({ prefix = '', ...credential }) =>
    credential.type === 'oauth2' || credential.type === 'custom' || !path.startsWith(prefix) ? [] : [credential],
  )
}

/** Returns the error if it means that a credential may be missing. Rethrows any other error. */
function refusal(error: unknown): ToolError {
  if (error instanceof ToolError && refusals.has(error.code)) return error
  throw error
}

const refusals: ReadonlySet<string> = new Set(['LOGIN_REQUIRED', 'FETCH_FAILED', 'NOT_A_DESCRIPTION', 'PARSE_FAILED'])

function isAtApi(document: Document, source: string, named: string | undefined): boolean {
  // A local address is trusted.
  if (isOnThisMachine(source)) return true
  const baseUrl = named ?? baseUrlOf(describe(document), source)
  return baseUrl !== undefined && URL.canParse(baseUrl) && new URL(baseUrl).origin === new URL(source).origin
}

function noteRequirement(shell: Shell, plain: Document | ToolError, full: Document): void {
  if (plain instanceof ToolError) {
    printNote(shell, 'the description requires the credential')
    return
  }
  const [few, all] = [plain, full].map((document) => describe(document).operations.length)
  const what = few === all ? 'is different' : `has ${few} of ${plural(all ?? 0, 'operation')}`
  printNote(shell, `without the credential the description ${what}, so it is fetched with it`)
}

/** Returns the headers that can be stored in the config. */
function storableHeaders(shell: Shell, headers: readonly SourceHeader[]): readonly SourceCredentialConfig[] {
  return headers.flatMap((header) => {
    const credential = headerCredential(header)
    if (credential !== undefined) return [credential]
    const { name } = header
    printNote(
      shell,
      `the header ${name} is not stored in any file: pass it to each \`snapshot add\`, or use a variable: --header "${name}: \${VARIABLE}"`,
    )
    return []
  })
}

function printNote(shell: Shell, text: string): void {
  shell.note(`note: ${printable(text)}\n`)
}
