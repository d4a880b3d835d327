import type { Operation } from '../model/operation.ts'
import { singularOf, wordsOf } from './names.ts'

/** What credentials belong to or are. */
const holders = new Set([
  ...['account', 'user', 'profile', 'session', 'token', 'password', 'credential', 'apikey', 'accesskey', 'accesstoken'],
  ...['refreshtoken', 'apitoken', 'personalaccesstoken', 'authtoken', 'passkey', 'mfa', 'twofactor', 'login'],
  ...['tfa', '2fa', 'otp', 'totp'],
])

/** Of these everybody has one, so that a POST replaces it. */
const single = new Set(['password', 'mfa', 'twofactor', 'tfa', '2fa', 'otp', 'totp'])

/** Segments that mean whoever calls. */
const selves = new Set(['me', 'self', 'whoami', 'current', 'currentuser', 'myself', 'myaccount', 'myprofile', 'my'])

/** What ends a session, whatever it is asked by. */
const leaving = /^(logout|logoff|signout|signoff|logoutall|signoutall|deauthorize|deauthenticate)$/

/** What stops the service itself, where nothing before it names one of several. */
const stopping = /^(shutdown|poweroff|halt|stopserver|shutdownserver|quit)$/

/** What takes the service itself out of use, so that all other calls are refused. */
const pausing =
  /^(maintenance(mode)?|(enable|enter|start|toggle|set)?maintenancemode|readonly(mode)?|restart|reboot|standby|hibernate)$/

/** Of these what some services do by a GET: no noun is called so. */
const restarting = /^(restart|reboot|hibernate)$/

/** What changes a resource by a segment of its own. */
const changes =
  /^(delete|remove|close|deactivate|disable|cancel|terminate|archive|revoke|rotate|refresh|renew|regenerate|reset|change|update|invalidate|expire|lock|suspend|forgot|set|roll|enable|confirm)/

/** Why an operation may take away what all other calls need, and how far it is safe. */
export interface OwnCredential {
  readonly because: string
  /** It is safe with an id that this very run has made. */
  readonly isSafeIfMade: boolean
}

/**
 * Whether an operation changes what our own credential is or belongs to: the account, token, session or password of the
 * current user; or stops the service. After it every other call may be refused. Undefined where it does not.
 */
export function ownCredentialOf({ method, path, operationId = '' }: Operation): OwnCredential | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  const words = segments.map((segment) => (segment.includes('{') ? '{}' : joined(segment)))
  if ([...words, joined(operationId)].some((word) => leaving.test(word)))
    return { because: 'it ends the session of the current user', isSafeIfMade: false }
  const [last = '', before = ''] = [...words].reverse()
  const isRead = /^(GET|HEAD|OPTIONS|TRACE)$/.test(method)
  if (isRead && !stopping.test(last) && !restarting.test(last)) return undefined
  if (isRead && words.includes('{}')) return { because: 'it stops or restarts what it names', isSafeIfMade: true }
  if (stopping.test(last) && !words.includes('{}')) return { because: 'it stops the service', isSafeIfMade: false }
  if (pausing.test(last) && !words.includes('{}'))
    return { because: 'it may take the service out of use', isSafeIfMade: false }
  if (isRead) return undefined
  const isVerb = changes.test(last) && last !== 'settings'
  const target = isVerb && words.length > 1 ? before : last
  const index = isVerb && words.length > 1 ? words.length - 2 : words.length - 1
  const isOther = method === 'POST' && !isVerb
  if (selves.has(target))
    return isOther ? undefined : { because: 'it changes the account of the current user', isSafeIfMade: false }
  // What is below `/me` belongs to whoever calls.
  if (words.slice(0, -1).some((word) => selves.has(word)) && isVerb && !holders.has(target) && !words.includes('{}'))
    return { because: 'it changes the account of the current user', isSafeIfMade: false }
  if (holders.has(target)) {
    const isAnothers = words.slice(0, index).includes('{}')
    // A plain POST makes another one, unless everybody has one only.
    if (isOther && !single.has(target)) return undefined
    if (isAnothers) return guarded(words.slice(0, index), target)
    const what = named(segments[index] ?? '')
    const because = what === 'user' ? 'it changes the current user' : `it changes the ${what} of the current user`
    return { because, isSafeIfMade: false }
  }
  if (target !== '{}') return undefined
  const holder = words[index - 1] ?? ''
  if (!holders.has(holder) || isOther) return undefined
  return {
    because: `the ${named(segments[index - 1] ?? '')} may be the one that our own credential belongs to`,
    isSafeIfMade: true,
  }
}

/** `/users/{id}/password`: of one that this run has made it may be changed. */
function guarded(before: readonly string[], target: string): OwnCredential | undefined {
  const owner = before.at(-2) ?? ''
  if (!holders.has(owner)) return undefined
  return { because: `the ${target} may be the one of our own credential`, isSafeIfMade: true }
}

function joined(segment: string): string {
  const words = wordsOf(segment)
  return [...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join('')
}

function named(segment: string): string {
  const words = wordsOf(segment)
  return [...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join(' ')
}
