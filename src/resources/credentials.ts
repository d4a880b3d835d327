import type { Description, Operation } from '../model/operation.ts'
import { singularOf, wordsOf } from './names.ts'
import { hasItems } from './paths.ts'

/** A `credential` proves an identity, a `grant` defines permissions, a `group` collects grants, and a `holder` has them. */
export type CredentialRank = 'credential' | 'grant' | 'group' | 'holder'

/** Closest to the caller's rights last. A resource changes the rights of everything it references that is at least as close. */
const rankOrder: readonly CredentialRank[] = ['credential', 'grant', 'group', 'holder']

/** Nouns, singular and joined (`apikey`), of resources that determine a credential's permissions. Matches a name's last word. */
const nouns: Readonly<Record<string, CredentialRank>> = {
  ...same('credential', [
    ...['token', 'key', 'apikey', 'accesskey', 'accesstoken', 'refreshtoken', 'apitoken', 'personalaccesstoken'],
    ...['authtoken', 'session', 'password', 'credential', 'secret', 'mfa', 'tfa', '2fa', 'otp', 'totp', 'twofactor'],
    ...['passkey', 'login'],
  ]),
  ...same('grant', [
    ...['permission', 'privilege', 'grant', 'entitlement', 'acl', 'access', 'authorization', 'right', 'member'],
    ...['membership', 'collaborator', 'binding', 'assignment', 'share', 'invitation'],
  ]),
  ...same('group', ['role', 'group', 'policy', 'team']),
  ...same('holder', ['user', 'account', 'profile', 'owner', 'principal', 'subject', 'assignee', 'identity', 'admin']),
}

/** Words that indicate credentials anywhere in a name: `access-rules`, `passwordReset`, `role_mappings`. */
const words: ReadonlySet<string> = new Set([
  ...['permission', 'privilege', 'entitlement', 'acl', 'access', 'credential', 'password', 'mfa', 'tfa', '2fa'],
  ...['totp', 'passkey', 'role', 'impersonate', 'grant', 'revoke'],
])

/** Property names that mean credentials in a path but not in a body: `keys: [id]` references items. */
const ambiguousProperties: ReadonlySet<string> = new Set(['key', 'token', 'right', 'subject', 'share', 'secret'])

/** Resources of which a POST creates an additional one without replacing another. */
const additional: ReadonlySet<string> = new Set(['session', 'token', 'login', 'user', 'account', 'apikey'])

/** Path segments for the current user. */
const selves = new Set(['me', 'self', 'whoami', 'current', 'currentuser', 'myself', 'myaccount', 'myprofile', 'my'])

/** Actions that end a session. */
const leaving = /^(logout|logoff|signout|signoff|logoutall|signoutall|deauthorize|deauthenticate)$/

/** Actions that stop the service, unless an earlier segment identifies a resource. */
const stopping = /^(shutdown|poweroff|halt|stopserver|shutdownserver|quit)$/

/** Actions that make the service unavailable, so that all other calls fail. */
const pausing =
  /^(maintenance(mode)?|(enable|enter|start|toggle|set)?maintenancemode|readonly(mode)?|restart|reboot|standby|hibernate)$/

/** Actions of `pausing` that some services offer as GET. These words aren't nouns. */
const restarting = /^(restart|reboot|hibernate)$/

/** Actions, as the last path segment, that change a resource. */
const changes =
  /^(delete|remove|close|deactivate|disable|cancel|terminate|archive|revoke|rotate|refresh|renew|regenerate|reset|change|update|invalidate|expire|lock|suspend|forgot|set|roll|confirm|enable)/

export interface CredentialChange {
  /** The matching word in the description and its location: `"roles" in the path`. */
  readonly because: string
  readonly rank: CredentialRank
}

/** Judges path segments, operationId, tags and body properties that grant rights, even if the operation is read-only. */
export function credentialChangeOf(
  { path, operationId = '', tags }: Operation,
  properties: Iterable<string> = [],
): CredentialChange | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  const last = segments.at(-1)
  const rank = last === undefined ? undefined : credentialRankOf(last)
  if (last !== undefined && rank !== undefined) return { because: `"${last}" in the path`, rank }
  const inside = segments.find(hasCredentialWord)
  if (inside !== undefined) return { because: `"${inside}" in the path`, rank: credentialRankOf(inside) ?? 'grant' }
  if (hasCredentialWord(operationId)) return { because: `its operationId "${operationId}"`, rank: 'grant' }
  const tag = tags.find(hasCredentialWord)
  if (tag !== undefined) return { because: `its tag "${tag}"`, rank: 'grant' }
  const names = [...properties]
  const granting = names.find((name) => isGranting(referencedRankOf(name)) && hasCredentialWord(name))
  const holder = names.find((name) => isSomebody(referencedRankOf(name)))
  if (granting === undefined || holder === undefined) return undefined
  return { because: `its properties "${granting}" and "${holder}"`, rank: 'grant' }
}

/** Returns the rank of a path's last noun: its last word, or all words joined. */
export function credentialRankOf(path: string): CredentialRank | undefined {
  const words = wordsOf(path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '')
  const last = singularOf(words.at(-1) ?? '')
  return rankOf([...words.slice(0, -1), last].join('')) ?? rankOf(last)
}

/** Returns whether a property references a user or group whose rights a resource of this rank changes: `userIds`, `owner_id`. */
export function isReference(property: string, { rank }: CredentialChange): boolean {
  const referenced = referencedRankOf(property)
  return isSomebody(referenced) && rankOrder.indexOf(referenced) >= rankOrder.indexOf(rank)
}

/** Returns the noun a property references: `user` for `userIds` and `user_id`. */
export function referencedNounOf(property: string): string {
  const words = wordsOf(property).map(singularOf)
  const isId = words.length > 1 && ['id', 'uuid', 'uid', 'name', 'key'].includes(words.at(-1) ?? '')
  return (isId ? words.at(-2) : words.at(-1)) ?? ''
}

export function referencedRankOf(property: string): CredentialRank | undefined {
  const noun = referencedNounOf(property)
  return ambiguousProperties.has(noun) ? undefined : rankOf(noun)
}

function isSomebody(rank: CredentialRank | undefined): rank is 'group' | 'holder' {
  return rank === 'group' || rank === 'holder'
}

function isGranting(rank: CredentialRank | undefined): boolean {
  return rank === 'grant' || rank === 'credential'
}

function rankOf(noun: string): CredentialRank | undefined {
  return Object.hasOwn(nouns, noun) ? nouns[noun] : undefined
}

function hasCredentialWord(name: string): boolean {
  return wordsOf(name).some((word) => words.has(singularOf(word)))
}

/** Why an operation may disable our own access, and when it is safe nevertheless. */
export interface OwnCredential {
  readonly because: string
  /** Safe for resources created by this run. */
  readonly isSafeIfMade: boolean
}

/** Words joined, the last one in singular; `{}` for a parameter. */
interface Segment {
  readonly word: string
  readonly shown: string
  /** A singleton of the caller, such as `/account` without an `/account/{id}`. */
  readonly isOne: boolean
}

/**
 * Returns whether an operation changes the caller's own credential or account, or stops the service, so that other calls may fail.
 */
export function ownCredentialOf(operation: Operation, description: Description): OwnCredential | undefined {
  const { method, operationId = '' } = operation
  const segments = segmentsOf(operation, description)
  const words = segments.map(({ word }) => word)
  if ([...words, joined(wordsOf(operationId))].some((word) => leaving.test(word)))
    return { because: 'it ends the session of the current user', isSafeIfMade: false }
  const last = words.at(-1) ?? ''
  const isOneOfSeveral = words.includes('{}')
  const isRead = /^(GET|HEAD|OPTIONS|TRACE)$/.test(method)
  if (isRead && !stopping.test(last) && !restarting.test(last)) return undefined
  if (isRead && isOneOfSeveral) return { because: 'it stops or restarts what it names', isSafeIfMade: true }
  if (stopping.test(last) && !isOneOfSeveral) return { because: 'it stops the service', isSafeIfMade: false }
  if (pausing.test(last) && !isOneOfSeveral)
    return { because: 'it may take the service out of use', isSafeIfMade: false }
  if (isRead) return undefined
  const isVerb = changes.test(last) && last !== 'settings' && words.length > 1
  const index = words.length - (isVerb ? 2 : 1)
  // Creating another token or account changes no existing one.
  const isAnother = method === 'POST' && !isVerb && isMadeAnew(operation, last, description)
  // An item added to a list below `/me` isn't the account itself.
  const isInList = (at: number): boolean =>
    segments.slice(at + 1).some(({ word }) => word === '{}') ||
    (method === 'POST' && !isVerb && at < index && segments[index]?.isOne === false)
  const own = segments.findLast(({ word, isOne }, at) => {
    if (selves.has(word)) return !isInList(at)
    const above = segments.slice(0, at)
    const isSomebodys = above.some((one, index) => one.word === '{}' && isCredential(above[index - 1]?.word ?? ''))
    const isOurs = isHolder(word) ? !isSomebodys : isCredential(word) && !above.some((one) => one.word === '{}')
    return isOurs && (isOne || (isVerb && at === index)) && !isAnother
  })
  if (own !== undefined) return ofSelf(own)
  const isAddition = method === 'POST' && !isVerb && segments[index]?.isOne !== true
  return isAnother || isAddition ? undefined : ofSomebody(segments, index)
}

function ofSelf({ word, shown }: Segment): OwnCredential {
  const isUser = word === 'user'
  const what = selves.has(word) ? 'account' : shown
  const because = isUser ? 'it changes the current user' : `it changes the ${what} of the current user`
  return { because, isSafeIfMade: false }
}

/** Handles `/users/{id}` and `/users/{id}/password`, which are safe for users created by this run. */
function ofSomebody(segments: readonly Segment[], index: number): OwnCredential | undefined {
  const [target, before, holder] = [segments[index], segments[index - 1], segments[index - 2]]
  if (target?.word === '{}' && before !== undefined && isCredential(before.word))
    return { because: `the ${before.shown} may be the one that our own credential belongs to`, isSafeIfMade: true }
  if (target === undefined || before?.word !== '{}' || !isCredential(target.word)) return undefined
  return holder !== undefined && isCredential(holder.word)
    ? { because: `the ${target.word} may be the one of our own credential`, isSafeIfMade: true }
    : undefined
}

function isMadeAnew({ path }: Operation, last: string, { operations }: Description): boolean {
  if (/^(register|signup|signin)$/.test(last)) return true
  const isSingle = isHolder(last) && operations.some((one) => one.path === path && one.method !== 'POST')
  return additional.has(last) && !isSingle
}

function isCredential(word: string): boolean {
  return isHolder(word) || (rankOf(word) === 'credential' && word !== 'key' && word !== 'secret')
}

function isHolder(word: string): boolean {
  return /^(account|user|profile)$/.test(word)
}

function segmentsOf({ path }: Operation, description: Description): readonly Segment[] {
  const parts = path.split('/')
  return parts.flatMap((part, at) => {
    if (part === '') return []
    if (part.includes('{')) return [{ word: '{}', shown: '', isOne: false }]
    const words = wordsOf(part)
    const singular = [...words.slice(0, -1), singularOf(words.at(-1) ?? '')]
    const isOne = joined(words) === words.join('') && !hasItems(description, parts.slice(0, at + 1).join('/'))
    return [{ word: singular.join(''), shown: singular.join(' '), isOne }]
  })
}

function joined(words: readonly string[]): string {
  return [...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join('')
}

function same(rank: CredentialRank, names: readonly string[]): Readonly<Record<string, CredentialRank>> {
  return Object.fromEntries(names.map((name) => [name, rank]))
}
