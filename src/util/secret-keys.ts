const usual =
  'authorization proxyauthorization cookie setcookie token accesstoken refreshtoken idtoken authtoken bearertoken sessiontoken ' +
  'password passwd passphrase secret clientsecret secretkey apikey xapikey xauthtoken privatekey credential credentials ' +
  'session sessionid jwt otp pin cvv cvc mnemonic seedphrase csrftoken xcsrftoken xxsrftoken clientassertion ' +
  'signature sig xamzsignature xamzsecuritytoken xamzcredential xgoogsignature'

/** Names of properties and headers whose values are secrets, as `plainKey` writes them. */
const usualSecrets: ReadonlySet<string> = new Set(usual.split(' '))
const secretEndings = [
  ...['password', 'passwd', 'passphrase', 'passcode', 'secret', 'token', 'accesskey', 'apikey', 'authkey'],
  ...['encryptionkey', 'privatekey', 'secretkey', 'signingkey', 'subscriptionkey'],
]
/** These say where a list goes on, or which request it is. */
const noSecretToken =
  /(?:change|continuation|continue|cursor|delta|idempotency|marker|next|offset|page|pagination|previous|prev|resume|skip|start|sync)token$/

/** Whether a key, as `plainKey` writes it, names a secret: one of the usual, or one that ends like them, `newPassword` and `X-Vault-Token`. */
export function isSecretKey(key: string): boolean {
  return usualSecrets.has(key) || (secretEndings.some((ending) => key.endsWith(ending)) && !noSecretToken.test(key))
}

/** `X-Api-Key`, `x_api_key` and `xApiKey` are one key. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Whether a key, as `plainKey` writes it, names a credential in headers and cookies only: as a parameter or a property it
 * is as often a resource, `/sessions/{session}`.
 */
export function isAmbiguousKey(key: string): boolean {
  return key === 'session'
}

/** The same of what a path calls a resource by: `/secrets/{secret}`. */
export function isAmbiguousInPath(key: string): boolean {
  return isAmbiguousKey(key) || ['sessionid', 'credential', 'credentials', 'secret'].includes(key)
}

// In the address of a file, where nothing else has these names: GitLab's `private_token`, Azure's `subscription-key`,
// Google's `key` …
const inAddresses = new Set([...usualSecrets, 'key', 'auth', 'pass', 'pwd', 'xgoogcredential'])
const secretEnding =
  /(?:token|secret|password|passphrase|signature|(?:api|access|auth|app|secret|user|subscription|license)key)$/

/**
 * An address without the credentials it holds: what precedes an `@` of the host, and the parts of the query and
 * the fragment that have the name of a secret (RFC 3986 §3). The rest stays as it was written; a text that is no
 * address does too.
 */
export function withoutSecrets(address: string): string {
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
    .replace(/([?#])([^?#]*)/g, (_, mark: string, parts: string) => {
      const kept = parts.split('&').filter((part) => !isSecretPart(part))
      return kept.length === 0 ? '' : `${mark}${kept.join('&')}`
    })
}

/** Whether a header or parameter of that name holds a credential. */
export function namesSecret(name: string): boolean {
  const key = plainKey(name)
  return inAddresses.has(key) || secretEnding.test(key)
}

function isSecretPart(part: string): boolean {
  const [name = ''] = part.split('=', 1)
  // `auth[api_key]` holds it as well.
  return (
    part.includes('=') &&
    decoded(name)
      .split(/[[\].]+/)
      .some(namesSecret)
  )
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // A lone percent sign.
    return name
  }
}
