import { percentDecoded } from './pointer.ts'

/** Whole names of secrets, as `plainKey` writes them. */
const usual = new Set(
  (
    'authorization proxyauthorization cookie setcookie jsessionid phpsessid session sessionid jwt otp totp ' +
    'pin cvv cvv2 cvc cvc2 mnemonic seedphrase recoverycode securitycode clientassertion sig'
  ).split(' '),
)
/** What names of secrets end with: `newPassword` and `X-Vault-Token`. */
const endings = [
  ...[
    'password',
    'passwd',
    'pwd',
    'passphrase',
    'passcode',
    'secret',
    'token',
    'signature',
    'credential',
    'credentials',
  ],
  ...[
    'access',
    'account',
    'api',
    'app',
    'auth',
    'encryption',
    'functions',
    'license',
    'master',
    'private',
    'secret',
  ].map((kind) => `${kind}key`),
  ...['signing', 'subscription', 'user'].map((kind) => `${kind}key`),
]
const secretEnding = new RegExp(`(?:${endings.join('|')})$`)
/** These say where a list goes on, or which request it is. */
const noSecretToken =
  /(?:cancellation|change|clientrequest|continuation|continue|cursor|delta|idempotency|marker|next|offset|page|pagination|previous|prev|resume|scroll|skip|start|sync)token$/
/** These say whether there is one. */
const noSecretFlag = new RegExp(`^(?:allow|has|include|is|needs?|requires?|show|uses?|with)(?:${endings.join('|')})$`)

/**
 * Whether a key, as `plainKey` writes it, names a secret wherever it is: a property, a header, a parameter, a variable. The one
 * definition of it; `testing/secret-names.ts` lists names that are and names that are not.
 */
export function isSecretKey(key: string): boolean {
  return usual.has(key) || (secretEnding.test(key) && !noSecretToken.test(key) && !noSecretFlag.test(key))
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

/** In a query and a header nothing else has these names: Google's `key`. As properties they are often none. */
const inParameters = new Set(['key', 'auth', 'pass'])

/** The login, as servers and frameworks call its cookie. */
const cookieOfSession =
  /^(?:(?:__(?:host|secure)-)?(?:.*sess(?:ion)?(?:[._-]?id)?|(?:connect\.)?sid)|remember[_-]?(?:me|token).*)$/i

/** Whether a cookie holds a credential by its name. */
export function isSecretCookie(name: string): boolean {
  return cookieOfSession.test(name) || isSecretKey(plainKey(name))
}

/**
 * Whether an environment variable holds a secret by its name. What follows the name of a secret counts as well, as CI systems have it:
 * `DEPLOY_TOKEN_STAGING`, `DB_CREDENTIALS`.
 */
export function isSecretVariable(name: string): boolean {
  // The folders of a shell (POSIX XCU §2.5.3).
  if (/^(?:OLD)?PWD$/.test(name)) return false
  const words = name.split(/[^\p{L}\p{N}]+/u)
  return words.some((_, index) => {
    const key = plainKey(words.slice(0, index + 1).join(''))
    const isWhole = index === words.length - 1
    return /secrets$/.test(key) || (isSecretKey(key) && !isAmbiguousKey(key) && (isWhole || !usual.has(key)))
  })
}

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

/** Whether a header or a parameter of that name holds a credential, or a property. */
export function namesSecret(name: string, kind: 'parameter' | 'property' = 'parameter'): boolean {
  const key = plainKey(name)
  return isSecretKey(key) || (kind === 'parameter' && inParameters.has(key))
}

function isSecretPart(part: string): boolean {
  const [name = ''] = part.split('=', 1)
  // `auth[api_key]` holds it as well.
  return (
    part.includes('=') &&
    percentDecoded(name)
      .split(/[[\].]+/)
      .some((each) => namesSecret(each))
  )
}
