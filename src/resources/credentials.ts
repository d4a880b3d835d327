import type { Description, Operation } from '../model/operation.ts'
import { singularOf, wordsOf } from './names.ts'
import { hasItems } from './paths.ts'

/**
 * How close a resource is to whoever calls: a `credential` is what somebody proves themselves with, a `grant` says what somebody
 * may do, a `group` collects grants, a `holder` is who has them. A resource changes the rights of everything that it names and
 * that is at least as close.
 */
export type CredentialRank = 'credential' | 'grant' | 'group' | 'holder'

/** Closeness by rank, the least first. */
const rankOrder: readonly CredentialRank[] = ['credential', 'grant', 'group', 'holder']

/** Nouns, singular and joined (`apikey`), of resources that decide what a credential may do. The last word of a name is enough. */
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

/** Words that mean credentials wherever they stand in a name: `access-rules`, `passwordReset`, `role_mappings`. */
const words: ReadonlySet<string> = new Set([
  ...['permission', 'privilege', 'entitlement', 'acl', 'access', 'credential', 'password', 'mfa', 'tfa', '2fa'],
  ...['totp', 'passkey', 'role', 'impersonate', 'grant', 'revoke'],
])

/** Names of properties that are credentials in a path and something else in a body: `keys: [id]` names items. */
const ambiguousProperties: ReadonlySet<string> = new Set(['key', 'token', 'right', 'subject', 'share', 'secret'])

/** Of these a plain POST makes another one, which replaces none. */
const additional: ReadonlySet<string> = new Set(['session', 'token', 'login', 'user', 'account', 'apikey'])

/** Segments that mean whoever calls. */
const selves = new Set(['me', 'self', 'whoami', 'current', 'currentuser', 'myself', 'myaccount', 'myprofile', 'my'])

/** What ends a session, whatever it is asked by. */
const leaving = /^(logout|logoff|signout|signoff|logoutall|signoutall|deauthorize|deauthenticate)$/

/** What stops the service itself, where nothing before it names one of several. */
const stopping = /^(shutdown|poweroff|halt|stopserver|shutdownserver|quit)$/

/** What takes the service itself out of use, so that all other calls are refused. */
const pausing =
  /^(maintenance(mode)?|(enable|enter|start|toggle|set)?maintenancemode|readonly(mode)?|restart|reboot|standby|hibernate)$/

/** Services do this by a GET too: no noun is called so. */
const restarting = /^(restart|reboot|hibernate)$/

/** What changes a resource by a segment of its own. */
const changes =
  /^(delete|remove|close|deactivate|disable|cancel|terminate|archive|revoke|rotate|refresh|renew|regenerate|reset|change|update|invalidate|expire|lock|suspend|forgot|set|roll|confirm|enable)/

/** Why an operation may change what a credential may do. */
export interface CredentialChange {
  /** The word of the description that says so, and where it is: `"roles" in the path`. */
  readonly because: string
  readonly rank: CredentialRank
}

/**
 * Whether an operation may change what a credential may do: by the segments of its path, its operationId, its tags, or
 * properties of its body that grant something to somebody. Whether it reads only is not decided here.
 */
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

/** The rank of what the last noun of a path names: the last word, or all of them joined. */
export function credentialRankOf(path: string): CredentialRank | undefined {
  const words = wordsOf(path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '')
  const last = singularOf(words.at(-1) ?? '')
  return rankOf([...words.slice(0, -1), last].join('')) ?? rankOf(last)
}

/** Whether a property refers to somebody, or a group, whose rights change with a resource of this rank: `userIds`, `owner_id`. */
export function isReference(property: string, { rank }: CredentialChange): boolean {
  const referenced = referencedRankOf(property)
  return isSomebody(referenced) && rankOrder.indexOf(referenced) >= rankOrder.indexOf(rank)
}

/** The noun that a property refers to: `user` of `userIds` and `user_id`. */
export function referencedNounOf(property: string): string {
  const words = wordsOf(property).map(singularOf)
  const isId = words.length > 1 && ['id', 'uuid', 'uid', 'name', 'key'].includes(words.at(-1) ?? '')
  return (isId ? words.at(-2) : words.at(-1)) ?? ''
}

/** The rank of what a property refers to. */
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

/** Why an operation may take away what all other calls need, and how far it is safe. */
export interface OwnCredential {
  readonly because: string
  /** It is safe with an id that this very run has made. */
  readonly isSafeIfMade: boolean
}

/** A segment of a path: its words joined, the last one singular; `{}` for a parameter. */
interface Segment {
  readonly word: string
  readonly shown: string
  /** It names one thing, of which the caller has one: `/account`, where nothing is below `/account/{id}`. */
  readonly isOne: boolean
}

/**
 * Whether an operation changes what our own credential is or belongs to: the account, token, session or password of the
 * current user; or stops the service. After it every other call may be refused. Undefined where it does not.
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
  // What makes a token or an account of its own changes none.
  const isAnother = method === 'POST' && !isVerb && isMadeAnew(operation, last, description)
  // What is put into a list below `/me`, and is one of several there, is not the account itself.
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

/** `/users/{id}`, `/users/{id}/password`: of one that this run has made they may be changed. */
function ofSomebody(segments: readonly Segment[], index: number): OwnCredential | undefined {
  const [target, before, holder] = [segments[index], segments[index - 1], segments[index - 2]]
  if (target?.word === '{}' && before !== undefined && isCredential(before.word))
    return { because: `the ${before.shown} may be the one that our own credential belongs to`, isSafeIfMade: true }
  if (target === undefined || before?.word !== '{}' || !isCredential(target.word)) return undefined
  return holder !== undefined && isCredential(holder.word)
    ? { because: `the ${target.word} may be the one of our own credential`, isSafeIfMade: true }
    : undefined
}

/** Whether a POST to what a path ends with makes another one, as those of sessions and tokens do. */
function isMadeAnew({ path }: Operation, last: string, { operations }: Description): boolean {
  if (/^(register|signup|signin)$/.test(last)) return true
  const isSingle = isHolder(last) && operations.some((one) => one.path === path && one.method !== 'POST')
  return additional.has(last) && !isSingle
}

/** Whether a noun is somebody who calls, or what they prove themselves with. */
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
