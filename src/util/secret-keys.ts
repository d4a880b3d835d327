import { percentDecoded } from './pointer.ts'
import { memoOfText } from './text.ts'

/** Complete names of secrets in the form of `plainKey`. */
const usual = new Set(
  (
    'authorization proxyauthorization cookie setcookie jsessionid phpsessid session sessionid jwt otp totp ' +
    'pin cvv cvv2 cvc cvc2 mnemonic seedphrase recoverycode securitycode clientassertion sig'
  ).split(' '),
)
/** Endings of names of secrets: `newPassword`, `X-Vault-Token`. */
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
/** Tokens for pagination or request identity. */
const noSecretToken =
  /(?:cancellation|change|clientrequest|continuation|continue|cursor|delta|idempotency|marker|next|offset|page|pagination|previous|prev|resume|scroll|skip|start|sync)token$/
/** Flags that tell whether there is a secret. */
const noSecretFlag = new RegExp(`^(?:allow|has|include|is|needs?|requires?|show|uses?|with)(?:${endings.join('|')})$`)

/** Returns whether a key in the form of `plainKey` names a secret anywhere. `testing/secret-names.ts` has examples. */
export const isSecretKey = memoOfText(
  (key) => usual.has(key) || (secretEnding.test(key) && !noSecretToken.test(key) && !noSecretFlag.test(key)),
)

/** Normalizes a key: `X-Api-Key`, `x_api_key` and `xApiKey` are equal. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Returns whether a key names a credential only in headers and cookies; elsewhere it may be a resource: `/sessions/{session}`. */
export function isAmbiguousKey(key: string): boolean {
  return key === 'session'
}

/** Like `isAmbiguousKey`, for path parameters: `/secrets/{secret}`. */
export function isAmbiguousInPath(key: string): boolean {
  return isAmbiguousKey(key) || ['sessionid', 'credential', 'credentials', 'secret'].includes(key)
}

/** Names that are secrets in queries and headers, such as Google's `key`, but often not as properties. */
const inParameters = new Set(['key', 'auth', 'pass'])

/** Names of session cookies in common servers and frameworks. */
const cookieOfSession =
  /^(?:(?:__(?:host|secure)-)?(?:.*sess(?:ion)?(?:[._-]?id)?|(?:connect\.)?sid)|remember[_-]?(?:me|token).*)$/i

/** Returns whether a cookie's name indicates a credential. */
export const isSecretCookie = memoOfText((name) => cookieOfSession.test(name) || isSecretKey(plainKey(name)))

/** Returns whether an environment variable's name indicates a secret, also with a suffix: `DEPLOY_TOKEN_STAGING`. */
export function isSecretVariable(name: string): boolean {
  // Working directories of the shell (POSIX XCU §2.5.3).
  if (/^(?:OLD)?PWD$/.test(name)) return false
  const words = name.split(/[^\p{L}\p{N}]+/u)
  return words.some((_, index) => {
    const key = plainKey(words.slice(0, index + 1).join(''))
    const isWhole = index === words.length - 1
    return /secrets$/.test(key) || (isSecretKey(key) && !isAmbiguousKey(key) && (isWhole || !usual.has(key)))
  })
}

/** Removes credentials from a URL: user info, and parameters with secret names in query and fragment. Other text is unchanged. */
export function withoutSecrets(address: string): string {
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
    .replace(/([?#])([^?#]*)/g, (_, mark: string, parts: string) => {
      const kept = parts.split('&').filter((part) => !isSecretPart(part))
      return kept.length === 0 ? '' : `${mark}${kept.join('&')}`
    })
}

/** Returns whether the name of a header, parameter or property indicates a credential. */
export function namesSecret(name: string, kind: 'parameter' | 'property' = 'parameter'): boolean {
  const key = plainKey(name)
  return isSecretKey(key) || (kind === 'parameter' && inParameters.has(key))
}

function isSecretPart(part: string): boolean {
  const [name = ''] = part.split('=', 1)
  // Also matches nested names such as `auth[api_key]`.
  return (
    part.includes('=') &&
    percentDecoded(name)
      .split(/[[\].]+/)
      .some((each) => namesSecret(each))
  )
}
