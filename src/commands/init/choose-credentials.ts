import type { CredentialConfig } from '../../config/schema.ts'
import { variablesOf } from '../../config/variables.ts'
import { type SuggestedCredentials, suggestCredentials } from '../../init/credentials.ts'
import { credentialForms, parseCredential, writtenCredential } from '../../init/parse-credential.ts'
import { toolError } from '../../model/errors.ts'
import type { Description } from '../../model/operation.ts'
import { printable } from '../../report/labels.ts'
import type { Shell } from '../shell/shell.ts'
import type { InitFlags } from './flags.ts'
import type { Prompt } from './prompt.ts'

type Chosen = Pick<SuggestedCredentials, 'credentials' | 'published'>

/** Returns the credentials of `--auth`, or the required ones after confirmation on a terminal. */
export async function chooseCredentials(
  shell: Shell,
  { auth }: Pick<InitFlags, 'auth'>,
  prompt: Prompt | undefined,
  { description, api, baseUrl }: { description: Description; api: string; baseUrl: string | undefined },
): Promise<Chosen> {
  if (auth !== undefined) return { credentials: auth, published: {} }
  const suggested = suggestCredentials(description, api, baseUrl)
  for (const scheme of suggested.unknown) {
    shell.note(`${printable(`note: specdrift has no credential for the security scheme ${scheme}`)}\n`)
  }
  if (suggested.credentials.length === 0) return suggested
  const lines = suggested.credentials.map((credential, index) =>
    printable(`  ${lineOf(credential)}  (security scheme ${suggested.schemes[index]})`),
  )
  const list = lines.map((line) => `${line}\n`).join('')
  if (prompt === undefined) {
    shell.note(`note: credentials required by the description; override with --auth:\n${list}`)
    return suggested
  }
  if (await prompt.confirm(`Use these credentials, which the description requires?\n${list}`)) return suggested
  return { credentials: await askForCredentials(prompt), published: {} }
}

function lineOf(credential: CredentialConfig): string {
  const path = credential.prefix === undefined ? '' : `@${credential.prefix}`
  return writtenCredential(credential) ?? `${credential.type}:${variablesOf(credential).join(':')}${path}`
}

const noMore = 'none'

async function askForCredentials(prompt: Prompt): Promise<readonly CredentialConfig[]> {
  const credentials: CredentialConfig[] = []
  for (;;) {
    const what = credentials.length === 0 ? 'Credential' : 'One more'
    const credential = await prompt.ask(`${what}, as ${credentialForms}`, read, noMore)
    if (credential === undefined) return credentials
    credentials.push(credential)
  }
}

function read(text: string): CredentialConfig | undefined {
  const credential = text === noMore ? undefined : parseCredential(text)
  if (credential !== undefined || text === noMore) return credential
  throw toolError('USAGE', [`It must be ${credentialForms}.`])
}
