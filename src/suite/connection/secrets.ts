import { secretsOf } from '../../drift/auth/credential.ts'
import { percentDecoded } from '../../util/pointer.ts'
import { isSecretVariable } from '../../util/secret-keys.ts'
import type { Target } from '../api/context.ts'

/** Shorter values are probably words, which would match everywhere. */
const shortest = 8

/** Returns the values of environment variables with secret-like names, because a suite may send them. */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    isSecretVariable(name) && value !== undefined && value.length >= shortest ? [value] : [],
  )
  return [...new Set(values)].sort()
}

/** Returns all secrets known before the first call: from credentials, the environment and URLs. */
export function secretsOfTarget({ baseUrl, credentials, proxy, secrets = [], tls }: Target): readonly string[] {
  const addresses = [baseUrl, ...(proxy === undefined ? [] : [proxy])].flatMap((address) => {
    const { username, password } = new URL(address)
    // The user name is no secret, unless it is a token without a password.
    const parts = password === '' ? [username] : [password]
    return parts.flatMap((part) => (part === '' ? [] : [part, percentDecoded(part)]))
  })
  return [...credentials.flatMap(secretsOf), ...addresses, ...secrets, ...(tls?.key === undefined ? [] : [tls.key])]
}
