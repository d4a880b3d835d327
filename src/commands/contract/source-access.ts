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

/** Header from the command line. `${NAME}` in its value refers to an environment variable. */
export interface SourceHeader {
  readonly name: string
  readonly value: string
}

/** Repeatable option `--auth`. An invalid value may be a secret, so the error doesn't repeat it. */
export function authOption(description: string): Option {
  const add = (text: string, previous: readonly CredentialConfig[] = []): readonly CredentialConfig[] => {
    const credential = parseCredential(text)
    if (credential !== undefined) return [...previous, credential]
    throw toolError('USAGE', [
      `--auth takes the name of an environment variable, not the secret itself. It must be ${credentialForms}, with :prefix=<text> after a header for text before the key, and @/prefix to limit it to some paths.`,
    ])
  }
  return new Option('--auth <kind:VARIABLE>', description).argParser(add)
}

/** Repeatable option `--header`. */
export function headerOption(): Option {
  const what = `request header for downloading the description; may contain \${VARIABLE} (repeatable)`
  const add = (text: string, previous: readonly SourceHeader[] = []): readonly SourceHeader[] => {
    // Syntax of RFC 9110 §5.1 and §5.5.
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/.exec(text) ?? []
    // The invalid value may contain a secret, so it is not repeated.
    if (name === undefined || value === undefined) throw toolError('USAGE', ['--header must be "Name: value".'])
    return [...previous, { name, value: value.trim() }]
  }
  return new Option('--header <name: value>', what).argParser(add)
}

/** Converts a header with a single variable to a credential for the config. Returns undefined for a literal value. */
export function headerCredential({ name, value }: SourceHeader): SourceCredentialConfig | undefined {
  const [, valuePrefix = '', env] = /^([^$]*)\$\{(\w+)\}$/.exec(value) ?? []
  if (env === undefined) return undefined
  return { type: 'apiKey', in: 'header', name, ...(valuePrefix !== '' && { valuePrefix }), env }
}

export function headerVariables(headers: readonly SourceHeader[]): readonly string[] {
  return headers.flatMap(({ value }) => Array.from(value.matchAll(/\$\{(\w+)\}/g), ([, name = '']) => name))
}

/** Reads values from the environment and `.env`. Returns undefined without credentials. Throws CREDENTIAL_MISSING. */
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

/** Stubs: credentials for descriptions never use renewable tokens or functions. */
const noTokens = { tokenOf: refuse, forget: () => false, fetched: () => [] }
const noFunctions = refuse

async function refuse(): Promise<never> {
  throw toolError('USAGE', ['A description can only be fetched with a token, an API key, or a user name and password.'])
}
