import type { Json } from '../../model/json.ts'
import type { SentRequest } from '../../model/observation.ts'
import type { Description, Operation, OperationKey } from '../../model/operation.ts'
import {
  type CredentialChange,
  credentialChangeOf,
  credentialRankOf,
  isReference,
  referencedNounOf,
} from '../../resources/credentials.ts'
import { actingReadOf, type Effect, effectOf } from '../../resources/effect.ts'
import { resourceGraphOf } from '../../resources/graph.ts'
import { membersOf } from '../../resources/members.ts'
import { lastNounOf } from '../../resources/paths.ts'
import { isObject } from '../../util/json.ts'
import { matcherOf } from '../../util/operation-glob.ts'
import { settingText } from '../../util/writing/setting-text.ts'
import { pathValues } from '../planning/runtime-expression.ts'
import { leftOutOf, namedValues, type ReachSettings } from '../reach/settings.ts'
import { type Addressed, addressedBy, isWritten } from './addressed.ts'
import { absentKey, type Owned, type Parents } from './owned.ts'
import { issuePermit, type Permit } from './permit.ts'
import { type SentValues, sentValuesOf } from './sent-values.ts'

/** The ownership queries that the gate needs. */
export type Ownership = Pick<Owned, 'has' | 'hasNamed' | 'isOwnName' | 'isAbsent' | 'wasThere'>

/** A request about to be sent. */
export interface Intent {
  readonly operation: Operation
  readonly description: Description
  readonly request: SentRequest
  /** Whether the author of a test or specdrift chose the resource. */
  readonly author: 'user' | 'specdrift'
  readonly settings: ReachSettings
  /** The target exists only during this run, like the sandbox. */
  readonly isThrowaway: boolean
  /** Lazy, because suites with explicit values don't need the resource graph. */
  readonly captures: { readonly owned: Ownership }
}

/** A permit, or why the request must not be sent. */
export type Decision = { readonly permit: Permit } | Refusal

/** Why a request must not be sent. */
export interface Refusal {
  readonly because: string
  /** The request may be sent after this read shows that the resource doesn't exist. */
  readonly absent?: Absence
}

/** A read that tests whether a resource exists. */
export interface Absence {
  readonly read: OperationKey
  /** Path parameters of the read. */
  readonly path: Readonly<Record<string, string>>
  /** Key under which the missing resource is recorded; see `absentKey`. */
  readonly key: string
  /** Whether the path, not the body, of the request names the resource. */
  readonly isTarget: boolean
}

interface Judged {
  readonly effect: Effect
  readonly credential?: CredentialChange
}

/**
 * Decides whether a request may be sent. Specdrift may change or delete only resources that this run created or that the user named,
 * and its requests must not refer to others. Permissions may be changed only for resources that this run created.
 */
export function decide(intent: Intent): Decision {
  const { operation, request, author, settings } = intent
  if (author === 'user') return { permit: issuePermit(request) }
  const leftOut = leftOutOf(operation, intent.description, settings)
  if (leftOut?.isSafeIfMade === false) return { because: leftOut.because }
  if (intent.isThrowaway || isAllowed(operation, settings)) return { permit: issuePermit(request) }
  const { because, absent } = refusalOf(intent, leftOut?.because) ?? {}
  if (because === undefined) return { permit: issuePermit(request) }
  return {
    because: leftOut === undefined ? `${because}; ${allowance(operation, settings)}` : because,
    ...(absent && { absent }),
  }
}

function refusalOf(intent: Intent, leftOut: string | undefined): Refusal | undefined {
  const { request } = intent
  const { effect, credential } = judged(intent)
  const sent = sentValuesOf(request)
  if (effect === 'reads') {
    const acting = actingReadOf(intent.operation, request.path.split('?')[1]) ?? mutationIn(sent)
    return acting === undefined ? undefined : { because: `it may change something (${acting})` }
  }
  const chain = chainOf(intent)
  const names = addressedBy(intent, sent, effect)
  const refusal =
    effect === 'adds'
      ? addingRefusal(intent, chain, credential)
      : changingRefusal(intent, chain, names, leftOut ?? credential)
  const { path } = intent.operation
  const target = chain.at(-1)
  const isOne = effect === 'changes-one' && isItem(intent.operation)
  const mayBeAbsent = isOne && credential === undefined && leftOut === undefined
  if (refusal !== undefined)
    return { because: refusal, ...(mayBeAbsent && target && absenceAt(intent, chain, { ...target, path })) }
  const foreign = credential && foreignReference(intent, credential, sent)
  if (foreign !== undefined) return { because: foreign }
  const other = names.find((one) => !isFree(intent, chain, one))
  if (other === undefined) return undefined
  const { name, value, item } = other
  const because = `its ${JSON.stringify(name)} is ${JSON.stringify(value)}, which may be the one of something that this run did not create`
  return { because, ...(item && absenceAt(intent, chain, { ...item, value: String(value) })) }
}

function mutationIn({ body }: SentValues): string | undefined {
  const text = isObject(body) ? body.query : undefined
  return typeof text === 'string' && /\bmutation\b/.test(text) ? 'a GraphQL mutation' : undefined
}

/** Returns the read that tests whether a resource exists. */
function absenceAt(
  { description, operation, request }: Intent,
  chain: readonly Link[],
  {
    path,
    id,
    name,
    value,
  }: { readonly path: string; readonly id: string; readonly name: string; readonly value: string },
): { readonly absent: Absence } | undefined {
  const read = description.operations.find((one) => one.method === 'GET' && one.path === path)
  if (read === undefined) return undefined
  const isTarget = path === operation.path
  const values = { ...pathValues(operation, request.path), [name]: value }
  return { absent: { read: read.key, path: values, key: absentKey(id, parentsOf(chain), value), isTarget } }
}

/** Tests whether a value belongs to no foreign resource: it is ours, has a name unique to this run, or doesn't exist. */
function isFree(intent: Intent, chain: readonly Link[], named: Addressed): boolean {
  const { value, item, isSure } = named
  const { captures, description } = intent
  const { owned } = captures
  const text = String(value)
  if (uuid.test(text) && !isWritten(text, description)) return true
  if (owned.isOwnName(text) || isOwned(intent, chain, named)) return true
  // A name may be the same by chance, so it counts as foreign only if a read showed it.
  if (!isSure) return !owned.wasThere('', text, {})
  return item !== undefined && owned.isAbsent(absentKey(item.id, parentsOf(chain), text))
}

function isOwned({ captures: { owned } }: Intent, chain: readonly Link[], { value, item }: Addressed): boolean {
  return item !== undefined && owned.has(item.id, String(value), parentsOf(chain))
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Issues the permit for a token request to an authorization server. */
export function permitToken(request: SentRequest): Permit {
  return issuePermit(request)
}

/** Tests whether an operation may be called only with resources that this run created. */
export function needsOwn(
  intent: Pick<Intent, 'operation' | 'description' | 'author' | 'settings' | 'isThrowaway'>,
): boolean {
  const { operation, settings, author, isThrowaway } = intent
  if (author === 'user') return false
  if (leftOutOf(operation, intent.description, settings) !== undefined) return true
  const { effect, credential } = judged(intent)
  if (isThrowaway || effect === 'reads' || effect === 'adds' || isAllowed(operation, settings)) return false
  return credential !== undefined || settings.resources !== 'existing'
}

const memo = new WeakMap<Operation, Judged>()

function judged({ operation, description }: Pick<Intent, 'operation' | 'description'>): Judged {
  const known = memo.get(operation)
  if (known !== undefined) return known
  const isMaking = resourceGraphOf(description)
    .serves.get(operation.key)
    ?.some(({ candidate }) => candidate.isMaking)
  const schema = operation.requestBody?.content[0]?.schema
  const properties = schema === undefined ? [] : membersOf(description.document, schema).properties.keys()
  const credential = credentialChangeOf(operation, properties)
  const result: Judged = {
    effect: effectOf(operation, description, isMaking === true),
    ...(credential && { credential }),
  }
  memo.set(operation, result)
  return result
}

function isAllowed({ key }: Operation, { resources, never = [], reads = [] }: ReachSettings): boolean {
  if (reads.some((glob) => matcherOf(glob)(key))) return true
  if (never.some((glob) => glob.startsWith('!') && matcherOf(glob.slice(1))(key))) return true
  return Array.isArray(resources) && resources.some((glob: string) => matcherOf(glob)(key))
}

function allowance({ key }: Operation, { configFile }: ReachSettings): string {
  return `${settingText(configFile, { resources: [key] })} allows it`
}

interface Link {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly parents: Parents
}

/** Returns the resources in the path of a request, outermost first. */
function chainOf({ operation, description, request }: Intent): readonly Link[] {
  const values = pathValues(operation, request.path)
  const needs = (resourceGraphOf(description).needs.get(operation.key) ?? []).filter((need) => need.in === 'path')
  const links: Link[] = []
  for (const { id, name } of needs) {
    const parents = Object.fromEntries(links.map((link) => [link.id, link.value]))
    links.push({ id, name, value: values[name] ?? '', parents })
  }
  return links
}

function parentsOf(chain: readonly Link[]): Parents {
  return Object.fromEntries(chain.map((link) => [link.id, link.value]))
}

function isOurs({ captures: { owned } }: Intent, link: Link | undefined): boolean {
  return link !== undefined && owned.has(link.id, link.value, link.parents)
}

function isItem({ path }: Operation): boolean {
  return /\}\)?\/?$/.test(path)
}

function addingRefusal(
  intent: Intent,
  chain: readonly Link[],
  credential: CredentialChange | undefined,
): string | undefined {
  const parent = chain.at(-1)
  if (credential === undefined || parent === undefined) return undefined
  if (credentialRankOf(parent.id) === undefined || isOurs(intent, parent)) return undefined
  return `it may change what a credential may do (${credential.because}), and this run has created no ${parent.name} to call it with`
}

function changingRefusal(
  intent: Intent,
  chain: readonly Link[],
  names: readonly Addressed[],
  own: CredentialChange | string | undefined,
): string | undefined {
  const { operation, settings } = intent
  const { owned } = intent.captures
  const target = chain.at(-1)
  const isOne = isItem(operation)
  // Shared resources may exist below ours, so the target itself must be ours.
  if (isOurs(intent, target)) return undefined
  if (isOne && target !== undefined) {
    const isAbsent = own === undefined && owned.isAbsent(absentKey(target.id, parentsOf(chain), target.value))
    const isNew = isAbsent || owned.isOwnName(target.value)
    // Adding something below a foreign role or user may still change its permissions.
    if (isNew && (own === undefined || chain.length === 1 || isOurs(intent, chain.at(-2)))) return undefined
  }
  // An empty list may select everything, and a PUT removes items missing from its list.
  const isBulk = !isOne && operation.method !== 'PUT' && names.length > 0
  const isNamedFree = isBulk && names.every((one) => one.isSure && isFree(intent, chain, one))
  if (own !== undefined) {
    if (isNamedFree && operation.method === 'PATCH' && names.every((one) => isOwned(intent, chain, one)))
      return undefined
    const lacking = `this run has created ${target === undefined ? 'nothing' : `no ${target.name}`} to call it with`
    return typeof own === 'string'
      ? `${lacking}, and ${own}`
      : `it may change what a credential may do (${own.because}), and ${lacking}`
  }
  if (operation.method === 'DELETE' && !isOne) return 'it deletes a whole collection'
  if (isNamed(intent, target) || (settings.resources === 'existing' && isOne)) return undefined
  if (isNamedFree) return undefined
  if (target === undefined) return 'it names no resource that this run created'
  return `this run has created no ${target.name} to call it with`
}

/** Tests whether the config gives this value to this operation. */
function isNamed({ operation, settings }: Intent, target: Link | undefined): boolean {
  const named = namedValues(settings.parameters, operation).path ?? {}
  return target !== undefined && named[target.name] !== undefined && String(named[target.name]) === target.value
}

/** Finds a reference to a user, role or the like whose permissions the request would change and that this run didn't create. */
function foreignReference(
  intent: Intent,
  credential: CredentialChange,
  { query, body }: SentValues,
): string | undefined {
  const { description } = intent
  const { owned } = intent.captures
  const isOurHolder = (name: string, value: string): boolean => {
    const noun = referencedNounOf(name)
    const isKind = description.operations.some(({ path }) => lastNounOf(path) === noun)
    // `owner` may refer to any kind of account; `user` refers to users only.
    const isAny = !isKind && credentialRankOf(noun) === 'holder'
    return owned.hasNamed(value, (one) => (isAny ? credentialRankOf(one) === 'holder' : one === noun))
  }
  const foreign = (node: Json | undefined, name: string | undefined): string | undefined => {
    if (Array.isArray(node)) return node.map((item: Json) => foreign(item, name)).find((found) => found !== undefined)
    if (isObject(node))
      return Object.entries(node)
        .map(([key, value]) =>
          foreign(value, isReference(key, credential) ? key : isKeyOf(name, key) ? name : undefined),
        )
        .find((found) => found !== undefined)
    const isSomebody =
      name !== undefined && node !== undefined && node !== null && node !== '' && typeof node !== 'boolean'
    return isSomebody && !isOurHolder(name, String(node)) && !owned.isOwnName(String(node))
      ? `it may change what a credential may do (${credential.because}): "${name}" names ${JSON.stringify(node)}, which this run did not create`
      : undefined
  }
  return foreign(query, undefined) ?? foreign(body, undefined)
}

/** Tests whether a member identifies the object that its parent refers to, as in `{ user: { id: 7 } }`. */
function isKeyOf(name: string | undefined, key: string): boolean {
  return name !== undefined && /^(id|ids|key|keys|uuid|uuids|name|names)$/i.test(key)
}
