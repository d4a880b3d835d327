import type { Change, ChangeKind, ChangeValues, PropertyFacts } from '../../model/diff/change.ts'
import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { SecurityRequirement } from '../../model/operation.ts'
import { canonical, ownArray } from '../../util/json.ts'
import { componentDepth, joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import { ownerAt } from './objects.ts'

/** The locations of one document that changes account for. */
export interface Claims {
  /** Claimed with everything below. */
  readonly whole: Set<Pointer>
  /** Claimed without what is below. */
  readonly exact: Set<Pointer>
  /** Locations whose references lead to what the change is about: `#/components/schemas/Pet` of an added operation. */
  readonly roots: Set<Pointer>
  /** Schemas of which several keywords are one edit: `enum` that becomes `maxLength`. */
  readonly joint: Set<Pointer>
}

/** A change without its uses. */
type Fact = Omit<Change, 'uses'>

/** Something only one version has: its location is claimed with everything below. */
const presences: ReadonlySet<ChangeKind> = new Set([
  'operation',
  'callback',
  'webhook',
  'parameter',
  'request-body',
  'response',
  'media-type',
  'header',
  'schema.property',
  'schema.variant',
])

const serialization = ['style', 'explode', 'allowReserved', 'allowEmptyValue', 'collectionFormat', 'content', 'schema']
const types = ['type', 'nullable', 'x-nullable', 'enum', 'const', 'oneOf', 'anyOf', 'allOf', 'not']

/** Changes that sum up several keywords of one schema. */
const joint: ReadonlySet<ChangeKind> = new Set([
  'schema.type',
  'schema.nullable',
  'schema.enum',
  'schema.keyword',
  'schema.closed',
  'schema.variant',
  'schema.exclusivity',
  'schema.discriminator',
])

/** The keywords that a change is about, if its site is the object around them. */
const keywords: Partial<Readonly<Record<ChangeKind, readonly string[]>>> = {
  'operation.id': ['operationId'],
  'operation.stability': ['x-stability-level'],
  deprecation: ['deprecated'],
  sunset: ['x-sunset', 'sunset'],
  'parameter.required': ['required'],
  'parameter.renamed': ['name'],
  'parameter.serialization': serialization,
  'header.required': ['required'],
  'header.serialization': serialization,
  'request-body.required': ['required'],
  'security.scheme': ['type', 'scheme', 'name', 'in', 'openIdConnectUrl', 'oauth2MetadataUrl', 'flows', 'flow'].concat([
    'authorizationUrl',
    'tokenUrl',
  ]),
  'schema.type': types,
  'schema.nullable': types,
  'schema.enum': ['enum', 'const'],
  'schema.extensible-enum': ['x-extensible-enum', 'x-ms-enum', 'enum'],
  'schema.access': ['readOnly', 'writeOnly'],
  'schema.closed': ['additionalProperties', 'unevaluatedProperties', 'items', 'additionalItems', 'unevaluatedItems'],
  'schema.exclusivity': ['oneOf', 'anyOf'],
  'schema.discriminator': ['discriminator'],
  'server.variable': ['enum'],
}

/** The part of a change that is about one document. */
interface Part {
  readonly change: Fact
  readonly pointer: Pointer
  /** The value of this version, and that of the other one. */
  readonly value: unknown
  readonly other: unknown
}

/** Adds the locations of one document that a change accounts for. */
export function addClaims(claims: Claims, change: Fact, side: 'base' | 'revision', document: Document): void {
  const pointer = change.site[side]
  if (pointer === undefined) return
  const { kind, before, after } = change
  const [value, other] = side === 'base' ? [before, after] : [after, before]
  const part = { change, pointer, value, other }
  if (kind === 'documentation') addTexts(claims, pointer, { ...(before as Texts), ...(after as Texts) })
  else if (kind === 'security' || kind === 'servers') addInherited(claims, part)
  else if (kind === 'operation.moved' || kind === 'callback.moved') claims.exact.add(pointer)
  else if (kind === 'schema.required') addName(claims, pointer, String(value ?? other), document)
  else if (kind === 'schema.keyword') addKeyword(claims, pointer, change)
  else if (presences.has(kind)) addPresence(claims, part, document)
  else addKeywords(claims, part, document)
}

function addKeywords(claims: Claims, { change: { kind }, pointer, value }: Part, document: Document): void {
  const named = keywords[kind] ?? []
  const tokens = pointerTokens(pointer)
  const isKeyword =
    kind !== 'server.variable' && (ownerAt(tokens).keyword ?? named.find((one) => one === tokens.at(-1))) !== undefined
  const owner = isKeyword ? parentOf(pointer) : pointer
  if (isKeyword && value !== undefined && !isOfSchemas(tokens.at(-1) ?? '')) claims.whole.add(pointer)
  for (const one of named) claims[isOfSchemas(one) ? 'exact' : 'whole'].add(joinPointer(owner, one))
  if (joint.has(kind)) claims.joint.add(owner)
  if (kind === 'schema.nullable') addNullBranches(claims, owner, document)
  if (kind === 'links' || kind === 'encoding') claims.roots.add(pointer)
  if (kind === 'schema.type' || kind.endsWith('.serialization')) claims.roots.add(owner)
}

/** The branches of a schema that allow `null` alone. */
function addNullBranches(claims: Claims, owner: Pointer, document: Document): void {
  const node = document.at(owner)
  for (const keyword of ['oneOf', 'anyOf'])
    for (const [index, branch] of ownArray(node, keyword).entries())
      if (canonical(branch) === '{"type":"null"}') claims.exact.add(joinPointer(owner, keyword, index))
}

/** A keyword that is compared as a whole: at its location, or at the schema that has it. */
function addKeyword(claims: Claims, pointer: Pointer, { before, after }: Fact): void {
  // The kind of the change says what its values are; the union lost the tie.
  const { keyword, property } = (after ?? before) as ChangeValues['schema.keyword']
  const tokens = pointerTokens(pointer)
  const isAt = tokens.at(-1) === keyword || tokens.at(-2) === keyword
  const isOfBranches = before !== undefined && after !== undefined && isOfSchemas(keyword)
  const location = isAt ? pointer : joinPointer(pointer, keyword)
  claims[isOfBranches ? 'exact' : 'whole'].add(location)
  const owner = tokens.at(-1) === keyword ? parentOf(pointer) : isAt ? parentOf(parentOf(pointer)) : pointer
  claims.joint.add(owner)
  // What a branch names counts for the object around the branches.
  if (property !== undefined && tokens.at(-1) === property) claims.whole.add(pointer)
  if (keyword === 'if') for (const one of ['then', 'else']) claims.whole.add(joinPointer(owner, one))
}

type Requirements = readonly SecurityRequirement[] | undefined
type Texts = Readonly<Record<string, Json>> | undefined

/** The schema that has a branch, or the schema at the location of the keyword. */
function schemaAround(pointer: Pointer): Pointer {
  const match = /^(.*?)\/(?:oneOf|anyOf)(?:\/\d+)?$/.exec(pointer)
  return match?.[1] ?? pointer
}

function isOfSchemas(keyword: string): boolean {
  return ['oneOf', 'anyOf', 'allOf', 'schema', 'content'].includes(keyword)
}

function isPresence({ kind, before, after }: Fact, pointer: Pointer): boolean {
  const tokens = pointerTokens(pointer)
  if (kind === 'schema.property') return tokens.at(-1) === ((before ?? after) as PropertyFacts).name
  return kind !== 'response' || ownerAt(tokens).kind !== 'operation'
}

function addPresence(claims: Claims, { change, pointer, value, other }: Part, document: Document): void {
  const tokens = pointerTokens(pointer)
  if (change.kind === 'schema.property') addRequired(claims, pointer, change, document)
  if (change.kind === 'schema.variant') claims.joint.add(schemaAround(pointer))
  if (value === undefined || !isPresence(change, pointer)) return
  const isComponent = componentDepth(tokens) === tokens.length
  // Others use a component, too: only what this version alone has below it belongs to the change.
  claims[isComponent || other !== undefined ? 'exact' : 'whole'].add(pointer)
  claims.roots.add(pointer)
  // An operation change also explains the parameters of its path item.
  if (change.kind === 'operation') claims.roots.add(joinPointer(parentOf(pointer), 'parameters'))
}

/** The texts of `documentation` by name, below the site or beside it: `info.title`, `scope read of implicit`. */
function addTexts(claims: Claims, pointer: Pointer, texts: Readonly<Record<string, Json>>): void {
  const { keyword } = ownerAt(pointerTokens(pointer))
  const owner = keyword === undefined ? pointer : parentOf(pointer)
  let isNamed = false
  for (const name of Object.keys(texts)) {
    const text = /^(?:info\.|path |server \S* )?(\S+)/.exec(name)?.[1] ?? name
    if (name.startsWith('info.')) claims.whole.add(`/info${joinPointer('', text)}`)
    else if (name.startsWith('root ')) claims.whole.add(pointer)
    else if (text === 'scope') for (const one of ['flows', 'scopes']) claims.whole.add(joinPointer(owner, one))
    else if (/(^| )variable /.test(name)) claims.whole.add(joinPointer(owner, 'variables'))
    else claims.whole.add(joinPointer(owner, text))
    claims.roots.add(joinPointer(owner, text))
    isNamed ||= name.startsWith('info.') || text === keyword
  }
  if (!isNamed && keyword !== undefined) claims.whole.add(pointer)
  if (Object.keys(texts).some((name) => name.startsWith('the declaration'))) claims.whole.add(pointer)
}

/** Security and servers of an operation, of its path and of the description as a whole. */
function addInherited(claims: Claims, { change: { kind }, pointer, value, other }: Part): void {
  const operation = pointer.endsWith(`/${kind}`) ? parentOf(pointer) : pointer
  const owners = [operation, parentOf(operation), '']
  const names = kind === 'security' ? ['security'] : ['servers', 'host', 'basePath', 'schemes']
  for (const owner of owners) for (const name of names) claims.whole.add(joinPointer(owner, name))
  // The kind says what the values are; the union lost the tie.
  if (kind === 'security') addSchemes(claims, value as Requirements, other as Requirements)
}

/** Schemes that only one version requires. */
function addSchemes(claims: Claims, held: Requirements = [], other: Requirements = []): void {
  const names = (list: Requirements = []): string[] => list.flatMap((alternative) => Object.keys(alternative))
  const others = new Set(names(other))
  for (const name of names(held)) {
    if (others.has(name)) continue
    claims.exact.add(joinPointer('/components/securitySchemes', name))
    claims.exact.add(joinPointer('/securityDefinitions', name))
  }
}

/** The entry in `required` of a property that is added or removed. */
function addRequired(claims: Claims, pointer: Pointer, { before, after }: Fact, document: Document): void {
  const { name } = (before ?? after) as PropertyFacts
  const isProperty = pointer.endsWith(joinPointer('', 'properties', name))
  addName(claims, joinPointer(isProperty ? parentOf(parentOf(pointer)) : pointer, 'required'), name, document)
}

function addName(claims: Claims, pointer: Pointer, name: string, document: Document): void {
  const list = pointer.endsWith('/required') ? ownArray(document.at(parentOf(pointer)), 'required') : []
  if (list.includes(name)) claims.whole.add(joinPointer(pointer, list.indexOf(name)))
  else if (/\/required\/\d+$/.test(pointer)) claims.whole.add(pointer)
}

/** Claims of nothing. */
export function emptyClaims(): Claims {
  return { whole: new Set(), exact: new Set(), roots: new Set(), joint: new Set() }
}

/** Whether claims cover a location. */
export function isClaimed({ whole, exact }: Claims, pointer: Pointer): boolean {
  if (exact.has(pointer)) return true
  for (let at = pointer; at !== ''; at = parentOf(at)) if (whole.has(at)) return true
  return false
}
