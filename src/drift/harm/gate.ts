import type { Json } from '../../model/json.ts'
import type { SentRequest } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import {
  type CredentialChange,
  credentialChangeOf,
  credentialRankOf,
  referencedRankOf,
} from '../../resources/credential-change.ts'
import { rankOrder } from '../../resources/credential-words.ts'
import { type Effect, effectOf } from '../../resources/effect.ts'
import { resourceGraphOf } from '../../resources/graph.ts'
import { membersOf } from '../../resources/members.ts'
import { shapeOf } from '../../resources/paths.ts'
import { isObject } from '../../util/json.ts'
import { matcherOf } from '../../util/operation-glob.ts'
import { pathValues } from '../planning/runtime-expression.ts'
import type { Held } from '../reach/pool.ts'
import { isRead, leftOutOf, namedValues, type ReachSettings } from '../reach/settings.ts'
import { issuePermit, type Permit } from './permit.ts'

/** What the run knows about the resources that a request names. */
export interface Ownership {
  /** Whether this run created it. `id`: the shape of the path, `/orders/{}`. */
  isOurs(id: string, value: string, parents: Held['parents']): boolean
  /** Whether this run created something with this value at a path whose last noun has this rank. */
  isOurHolder(value: string): boolean
  /** Whether a name is one that only this run gives. */
  isOwnName(name: string): boolean
  /** Whether reading this path has just shown that nothing is there. */
  isAbsent(path: string): boolean
}

/** A request that is about to be sent. */
export interface Intent {
  readonly operation: Operation
  readonly description: Description
  readonly request: SentRequest
  /** Who named the resource: the author of a test, or specdrift. */
  readonly author: 'user' | 'specdrift'
  readonly settings: ReachSettings
  /** The target lives and dies with this run: the sandbox. */
  readonly isThrowaway: boolean
  readonly ownership: Ownership
}

/** Whether a request may be sent, or why not. */
export type Decision =
  | { readonly permit: Permit }
  /** `mayBeAbsent`: it may be sent once a read has shown that its path names nothing. */
  | { readonly because: string; readonly mayBeAbsent?: true }

/** Operation with everything that the gate derives from the description alone. */
interface Judged {
  readonly effect: Effect
  readonly credential?: CredentialChange
}

/**
 * Decides whether a request may be sent. A request that changes or deletes something goes only to resources that this run
 * created or that the user names; one that changes what a credential may do only to those this run created.
 */
export function decide(intent: Intent): Decision {
  const { operation, request, author, settings } = intent
  if (author === 'user') return { permit: issuePermit(request) }
  const leftOut = leftOutOf(operation, settings.never)
  if (leftOut?.isSafeIfMade === false) return { because: leftOut.because }
  const { effect, credential } = judged(intent)
  if (effect === 'reads' || intent.isThrowaway || isAllowed(operation, settings))
    return { permit: issuePermit(request) }
  const chain = chainOf(intent)
  const refusal =
    effect === 'adds'
      ? addingRefusal(intent, chain, credential)
      : changingRefusal(intent, chain, leftOut?.because ?? credential)
  const references =
    refusal === undefined && credential !== undefined ? foreignReference(intent, credential) : undefined
  const because = refusal ?? references ?? (effect === 'adds' ? addressedByBody(intent) : undefined)
  if (because === undefined) return { permit: issuePermit(request) }
  const isOne = effect === 'changes-one' && operation.path.replace(/\/$/, '').endsWith('}')
  const mayBeAbsent = isOne && refusal !== undefined && credential === undefined && leftOut === undefined
  return {
    because: leftOut === undefined ? `${because}; ${allowance(operation)}` : because,
    ...(mayBeAbsent && { mayBeAbsent }),
  }
}

/** A permit for a request that asks an authorization server for a token. */
export function permitToken(request: SentRequest): Permit {
  return issuePermit(request)
}

/** Whether an operation may be sent only for resources that this run created. */
export function needsOwn(
  intent: Pick<Intent, 'operation' | 'description' | 'author' | 'settings' | 'isThrowaway'>,
): boolean {
  const { operation, settings, author, isThrowaway } = intent
  if (author === 'user') return false
  if (leftOutOf(operation, settings.never) !== undefined) return true
  const { effect, credential } = judged(intent)
  if (isThrowaway || effect === 'reads' || effect === 'adds' || isAllowed(operation, settings)) return false
  return credential !== undefined || settings.resources !== 'existing'
}

const memo = new WeakMap<Operation, Judged>()
const pathsOf = new WeakMap<Description, ReadonlySet<string>>()

function judged({ operation, description }: Pick<Intent, 'operation' | 'description'>): Judged {
  const known = memo.get(operation)
  if (known !== undefined) return known
  const paths = pathsOf.get(description) ?? new Set(description.operations.map(({ path }) => path))
  pathsOf.set(description, paths)
  const isMaking = resourceGraphOf(description)
    .serves.get(operation.key)
    ?.some(({ candidate }) => candidate.isMaking)
  const schema = operation.requestBody?.content[0]?.schema
  const properties = schema === undefined ? [] : membersOf(description.document, schema).properties.keys()
  const credential = credentialChangeOf(operation, properties)
  const result: Judged = { effect: effectOf(operation, paths, isMaking === true), ...(credential && { credential }) }
  memo.set(operation, result)
  return result
}

function isAllowed(operation: Operation, settings: ReachSettings): boolean {
  const { key } = operation
  const { resources, never = [] } = settings
  if (isRead(operation, settings)) return true
  if (never.some((glob) => glob.startsWith('!') && matcherOf(glob.slice(1))(key))) return true
  return Array.isArray(resources) && resources.some((glob: string) => matcherOf(glob)(key))
}

function allowance({ key }: Operation): string {
  return `resources: [${JSON.stringify(key)}] in the config allows it`
}

/** A resource that the path of a request names. */
interface Link {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly parents: Held['parents']
}

/** The resources in the path of a request, the outermost first. */
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

function isOurs({ ownership }: Intent, { id, value, parents }: Link): boolean {
  return ownership.isOurs(id, value, parents)
}

function addingRefusal(
  intent: Intent,
  chain: readonly Link[],
  credential: CredentialChange | undefined,
): string | undefined {
  const parent = chain.at(-1)
  if (credential === undefined || parent === undefined) return undefined
  const noun = parent.id.split('/').findLast((segment) => segment !== '{}') ?? ''
  if (credentialRankOf(noun) === undefined || isOurs(intent, parent)) return undefined
  return `it may change what a credential may do (${credential.because}), and this run has created no ${parent.name} to call it with`
}

function changingRefusal(
  intent: Intent,
  chain: readonly Link[],
  own: CredentialChange | string | undefined,
): string | undefined {
  const { operation, request, settings, ownership } = intent
  const { path, method } = operation
  const target = chain.at(-1)
  const isOne = path.replace(/\/$/, '').endsWith('}')
  if (isOne && target !== undefined) {
    const isAbsent = own === undefined && ownership.isAbsent(request.path.split('?', 1)[0] ?? '')
    const isNew = isAbsent || ownership.isOwnName(target.value)
    // A new name below somebody's rights may still change them.
    if (isNew && (own === undefined || chain.length === 1 || chain.slice(0, -1).some((link) => isOurs(intent, link))))
      return undefined
  }
  const isTargetOurs = target !== undefined && isOurs(intent, target)
  if (own !== undefined) {
    const isInside = !isOne || rankOf(target) !== 'holder'
    if (isTargetOurs || (typeof own !== 'string' && isInside && chain.some((link) => isOurs(intent, link))))
      return undefined
    const lacking = `this run has created ${target === undefined ? 'nothing' : `no ${target.name}`} to call it with`
    return typeof own === 'string'
      ? `${lacking}, and ${own}`
      : `it may change what a credential may do (${own.because}), and ${lacking}`
  }
  if (chain.some((link) => isOurs(intent, link))) return undefined
  if (method === 'DELETE' && !isOne) return 'it deletes a whole collection'
  if (isNamed(intent, target)) return undefined
  if (settings.resources === 'existing' && isOne) return undefined
  if (namesOnlyOurs(intent, chain)) return undefined
  if (target === undefined) return 'it names no resource that this run created'
  return `this run has created no ${target.name} to call it with`
}

function rankOf(link: Link | undefined): string | undefined {
  return link && credentialRankOf(link.id.split('/').findLast((segment) => segment !== '{}') ?? '')
}

/** Whether the config gives this very value to this operation. */
function isNamed({ operation, settings }: Intent, target: Link | undefined): boolean {
  const named = namedValues(settings.parameters, operation).path ?? {}
  return target !== undefined && named[target.name] !== undefined && String(named[target.name]) === target.value
}

/** Properties that hold the identifiers of what a bulk operation changes. */
const keyProperties = /^(id|ids|key|keys|uuid|uuids|name|names)$/i

/**
 * Whether a body lists what is to be changed, and lists only what this run created. An empty list may mean everything, and a
 * PUT removes what its list leaves out.
 */
function namesOnlyOurs({ operation, request, ownership }: Intent, chain: readonly Link[]): boolean {
  if (operation.method === 'DELETE' || operation.method === 'PUT') return false
  const body = bodyOf(request)
  const id = `${shapeOf(operation.path)}/{}`
  const parents = Object.fromEntries(chain.map((link) => [link.id, link.value]))
  const items = Array.isArray(body) ? body : [body]
  const lists = items.map((item: Json) =>
    isObject(item) ? Object.entries(item).find(([name]) => keyProperties.test(name))?.[1] : undefined,
  )
  if (lists.length === 0) return false
  return lists.every((list) => {
    if (list === undefined) return false
    const values = Array.isArray(list) ? list : [list]
    if (values.length === 0) return false
    return values.every(
      (value: Json) =>
        (typeof value === 'string' || typeof value === 'number') && ownership.isOurs(id, String(value), parents),
    )
  })
}

function bodyOf({ body = '' }: SentRequest): Json | undefined {
  try {
    // JSON.parse returns JSON; its type is `any`.
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}

/** Members of a body that may say which resource it is. */
const identifying = /^_?(id|uuid|guid|uid|key|slug)$/i
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Whether a creation may overwrite something: its body gives an identifier that is neither of something of ours nor a name that only
 * we give. A UUID that the description does not have is new.
 */
function addressedByBody({ operation, description, request, ownership }: Intent): string | undefined {
  const query = Object.fromEntries(new URLSearchParams(request.path.split('?')[1]))
  const body = bodyOf(request) ?? Object.fromEntries(new URLSearchParams(request.body))
  const id = `${shapeOf(operation.path)}/{}`
  const param = description.operations
    .map(({ path }) =>
      path.startsWith(`${operation.path}/{`) ? /^\/\{([^{}]+)\}$/.exec(path.slice(operation.path.length)) : null,
    )
    .find((match) => match !== null)?.[1]
  const isTaken = (value: Json): boolean => {
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return false
    const text = String(value)
    if (ownership.isOwnName(text) || ownership.isOurs(id, text, {})) return false
    return !(uuid.test(text) && !descriptionHas(description, text))
  }
  // An envelope, as JSON:API has it; other objects inside refer to something.
  const items = (Array.isArray(body) ? body : [body]).flatMap((item: Json) =>
    isObject(item) ? [item, ...['data', 'attributes', 'resource', 'item'].flatMap((name) => item[name] ?? [])] : [],
  )
  for (const item of [query, ...items])
    if (isObject(item))
      for (const [name, value] of Object.entries(item))
        if ((identifying.test(name) || name === param) && isTaken(value))
          return `its ${JSON.stringify(name)} is ${JSON.stringify(value)}, which may be the one of something that this run did not create`
  return undefined
}

const texts = new WeakMap<Description, string>()

function descriptionHas(description: Description, text: string): boolean {
  const known = texts.get(description) ?? JSON.stringify(description.document.root).toLowerCase()
  texts.set(description, known)
  return known.includes(text.toLowerCase())
}

/** A reference in the body to somebody whose rights would change with it, unless this run created them. */
function foreignReference(intent: Intent, credential: CredentialChange): string | undefined {
  const { request, ownership } = intent
  const isAtLeast = (name: string): boolean => {
    const rank = referencedRankOf(name)
    return rank !== undefined && rank !== 'grant' && rankOrder.indexOf(rank) >= rankOrder.indexOf(credential.rank)
  }
  const foreign = (node: Json | undefined, name: string | undefined): string | undefined => {
    if (Array.isArray(node)) return node.map((item: Json) => foreign(item, name)).find((found) => found !== undefined)
    if (isObject(node)) {
      for (const [key, value] of Object.entries(node)) {
        const found = foreign(
          value,
          isAtLeast(key) ? key : name !== undefined && keyProperties.test(key) ? name : undefined,
        )
        if (found !== undefined) return found
      }
      return undefined
    }
    const isSomebody =
      name !== undefined && node !== undefined && node !== null && node !== '' && typeof node !== 'boolean'
    return isSomebody && !ownership.isOurHolder(String(node)) && !ownership.isOwnName(String(node))
      ? `it may change what a credential may do (${credential.because}): "${name}" names ${JSON.stringify(node)}, which this run did not create`
      : undefined
  }
  const body = bodyOf(request)
  // What cannot be read may name anybody.
  return foreign(body, undefined)
}
