import { Option } from 'commander'
import type { CredentialConfig, SourceCredentialConfig } from '../../config/schema.ts'
import { variablesOf } from '../../config/variables.ts'
import type { SourceAccess } from '../../description/reading/download.ts'
import { withApiKey } from '../../drift/auth/api-key.ts'
import { createAuthorizer } from '../../drift/auth/authorizer.ts'
import { credentialForms, parseCredential } from '../../init/parse-credential.ts'
import { toolError } from '../../model/errors.ts'
import { credentialsOf } from '../../suite/connection/credentials.ts'
import { adoptEnvFile } from '../shell/env-file.ts'
import type { Shell } from '../shell/shell.ts'

/** A header of a command line; `${NAME}` in its value is taken from the environment. */
export interface SourceHeader {
  readonly name: string
  readonly value: string
}

/** `--auth`, repeatable. What it was given instead of a name may be a secret: it is not repeated. */
export function authOption(description: string): Option {
  const add = (text: string, previous: readonly CredentialConfig[] = []): readonly CredentialConfig[] => {
    const credential = parseCredential(text)
    if (credential !== undefined) return [...previous, credential]
    throw toolError('USAGE', [
      `--auth names the variable that holds a secret. It must be ${credentialForms}, with :prefix=<text> after a header for what goes before the key, and @/prefix for some paths only.`,
    ])
  }
  return new Option('--auth <kind:VARIABLE>', description).argParser(add)
}

/** `--header`, repeatable. */
export function headerOption(): Option {
  const what = `request header for downloading the description; may contain \${VARIABLE} (repeatable)`
  const add = (text: string, previous: readonly SourceHeader[] = []): readonly SourceHeader[] => {
    // RFC 9110 §5.1, §5.5.
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/.exec(text) ?? []
    // What it was given instead may hold a secret.
    if (name === undefined || value === undefined) throw toolError('USAGE', ['--header must be "Name: value".'])
    return [...previous, { name, value: value.trim() }]
  }
  return new Option('--header <name: value>', what).argParser(add)
}

/** A header as the config can have it: by the name of its only variable. Undefined for one that is written out. */
export function headerCredential({ name, value }: SourceHeader): SourceCredentialConfig | undefined {
  const [, valuePrefix = '', env] = /^([^$]*)\$\{(\w+)\}$/.exec(value) ?? []
  if (env === undefined) return undefined
  return { type: 'apiKey', in: 'header', name, ...(valuePrefix !== '' && { valuePrefix }), env }
}

/** The variables that headers are filled in from. */
export function headerVariables(headers: readonly SourceHeader[]): readonly string[] {
  return headers.flatMap(({ value }) => Array.from(value.matchAll(/\$\{(\w+)\}/g), ([, name = '']) => name))
}

/**
 * What a description is fetched with, the variables read from the environment and `.env`; undefined for nothing.
 * Throws CREDENTIAL_MISSING.
 */
export async function sourceAccess(
  shell: Shell,
  api: string,
  auth: readonly CredentialConfig[],
  headers: readonly SourceHeader[] = [],
): Promise<SourceAccess | undefined> {
  if (auth.length + headers.length === 0) return undefined
  const named = headerVariables(headers)
  await adoptEnvFile(shell, [...auth.flatMap(variablesOf), ...named])
  const { env } = shell
  const unset = named.filter((name) => (env[name] ?? '') === '')
  if (unset.length > 0) throw toolError('CREDENTIAL_MISSING', [unset.join(', '), api])
  const credentials = credentialsOf({ api, auth, configFile: undefined, baseUrl: '', env })
  const written = headers.reduce(
    (request, { name, value }) => withApiKey(request, { in: 'header', parameter: name }, filledIn(value, env)),
    { method: 'GET', path: '/', headers: {} },
  )
  const { request } = await createAuthorizer(noTokens, noFunctions).authorize(written, credentials)
  const [, query = ''] = request.path.split('?')
  return { headers: request.headers, query: query === '' ? [] : [query] }
}

function filledIn(value: string, env: Shell['env']): string {
  return value.replace(/\$\{(\w+)\}/g, (_, name: string) => env[name] ?? '')
}

/** Of the credentials of a description none has a token to be renewed, or is a function. */
const noTokens = { tokenOf: refuse, forget: () => false, fetched: () => [] }
const noFunctions = refuse

async function refuse(): Promise<never> {
  throw toolError('USAGE', ['A description is fetched with a token, a key, or a name and a password.'])
}
