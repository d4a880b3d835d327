import { secretsOf } from '../../drift/auth/credential.ts'
import { percentDecoded } from '../../util/pointer.ts'
import { isSecretVariable } from '../../util/secret-keys.ts'
import type { Target } from '../api/context.ts'

/** A shorter value is likelier a word than a secret, and would be found everywhere. */
const shortest = 8

/** Values of environment variables that are secrets by their names: a suite may send one under any name. */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    isSecretVariable(name) && value !== undefined && value.length >= shortest ? [value] : [],
  )
  return [...new Set(values)].sort()
}

/** Every secret known before the first call: of credentials, of the environment, of the addresses that are called. */
export function secretsOfTarget({ baseUrl, credentials, proxy, secrets = [], tls }: Target): readonly string[] {
  const addresses = [baseUrl, ...(proxy === undefined ? [] : [proxy])].flatMap((address) => {
    const { username, password } = new URL(address)
    // The user is a name, unless it is a token that needs no password.
    const parts = password === '' ? [username] : [password]
    return parts.flatMap((part) => (part === '' ? [] : [part, percentDecoded(part)]))
  })
  return [...credentials.flatMap(secretsOf), ...addresses, ...secrets, ...(tls?.key === undefined ? [] : [tls.key])]
}
