import type { CredentialConfig } from '../config/schema.ts'

/** Supported credential formats on the command line. */
export const credentialForms =
  'bearer:VARIABLE, header:NAME:VARIABLE, query:NAME:VARIABLE, cookie:NAME:VARIABLE or basic:USER_VARIABLE:PASSWORD_VARIABLE'

const variable = '[A-Za-z_]\\w*'
// Token of RFC 9110 §5.6.2. Names of query parameters and cookies use the same characters.
const token = "[\\w!#$%&'*+.^`|~-]+"
const forms = [
  `(?<bearer>bearer):(?<token>${variable})`,
  `(?<location>header|query|cookie):(?<name>${token}):(?<key>${variable})(?::prefix=(?<valuePrefix>[\\x20-\\x7e]+?))?`,
  `(?<basic>basic):(?<user>${variable}):(?<password>${variable})`,
  // Deprecated syntax for headers.
  `(?<old>apiKey):(?<oldKey>${variable}):(?<oldName>${token})`,
].join('|')
const written = new RegExp(`^(?:${forms})(?:@(?<path>/\\S*))?$`)

/**
 * Parses `bearer:VAR`, `header:NAME:VAR[:prefix=…]`, `query:NAME:VAR`, `cookie:NAME:VAR`, `basic:VAR:VAR`, each with optional
 * `@/prefix`.
 */
export function parseCredential(text: string): CredentialConfig | undefined {
  const found = written.exec(text)?.groups
  if (found === undefined) return undefined
  const { token = '', user = '', password = '', location, name = '', key = '', valuePrefix, path } = found
  const prefix = path === undefined ? {} : { prefix: path }
  if (found.bearer !== undefined) return { type: 'bearer', ...prefix, env: token }
  if (found.basic !== undefined) return { type: 'basic', ...prefix, usernameEnv: user, passwordEnv: password }
  const before = valuePrefix === undefined ? {} : { valuePrefix }
  if (location === 'query' || location === 'cookie' || location === 'header')
    return { type: 'apiKey', ...prefix, in: location, name, ...before, env: key }
  return { type: 'apiKey', ...prefix, in: 'header', name: found.oldName ?? '', env: found.oldKey ?? '' }
}

/** Formats a credential for the command line; undefined if the syntax can't express it. */
export function writtenCredential(credential: CredentialConfig): string | undefined {
  const path = credential.prefix === undefined ? '' : `@${credential.prefix}`
  switch (credential.type) {
    case 'bearer':
      return `bearer:${credential.env}${path}`
    case 'basic':
      return `basic:${credential.usernameEnv}:${credential.passwordEnv}${path}`
    case 'apiKey': {
      const before = credential.valuePrefix === undefined ? '' : `:prefix=${credential.valuePrefix}`
      return `${credential.in}:${credential.name}:${credential.env}${before}${path}`
    }
    default:
      return undefined
  }
}
