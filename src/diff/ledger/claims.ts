import type { Change, ChangeKind, ChangeValues, PropertyFacts } from '../../model/diff/change.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { SecurityRequirement } from '../../model/operation.ts'
import { componentDepth, joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import { ownerAt } from './objects.ts'

/** Locations in one document that changes account for. */
export interface Claims {
  /** Locations claimed including everything below. */
  readonly whole: Set<Pointer>
  /** Locations claimed without the ones below. */
  readonly exact: Set<Pointer>
  /** Locations whose references lead to the subject of the change: `#/components/schemas/Pet` for an added operation. */
  readonly roots: Set<Pointer>
  /** Objects in which one edit affects two or more keywords, such as replacing `enum` by `maxLength`. */
  readonly joint: Set<Pointer>
}

type Fact = Omit<Change, 'uses'>

/** Kinds of changes for a part that only one version has. They claim its location including everything below. */
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

/** Kinds of changes that combine keywords of a schema. */
const sums = /^schema\.(type|nullable|enum|keyword|closed|variant|exclusivity|discriminator)$/

/** Keywords of a change that the ledger would otherwise consider meaningless. */
const keywords: Partial<Readonly<Record<ChangeKind, readonly string[]>>> = {
  'operation.stability': ['x-stability-level'],
  sunset: ['x-sunset', 'sunset'],
  'schema.extensible-enum': ['x-extensible-enum', 'x-ms-enum'],
  'schema.nullable': ['x-nullable'],
  'schema.access': ['readOnly', 'writeOnly'],
  'schema.required': ['required'],
}

interface Part {
  readonly change: Fact
  readonly pointer: Pointer
  /** The values in this version and in the other one. */
  readonly value: unknown
  readonly other: unknown
}

/** Adds the locations of one document that a change accounts for. */
export function addClaims(claims: Claims, change: Fact, side: 'base' | 'revision'): void {
  const pointer = change.site[side]
  if (pointer === undefined) return
  const { kind, before, after } = change
  const [value, other] = side === 'base' ? [before, after] : [after, before]
  const part = { change, pointer, value, other }
  if (kind === 'documentation') addTexts(claims, pointer, { ...(before as Texts), ...(after as Texts) })
  else if (kind === 'security' || kind === 'servers') addInherited(claims, part)
  else if (kind === 'operation.moved' || kind === 'callback.moved') claims.exact.add(pointer)
  else if (kind === 'schema.keyword') addKeyword(claims, pointer, change)
  else if (presences.has(kind)) addPresence(claims, part)
  else addObject(claims, part)
}

/** Claims the object of a change, and the keyword if there is one. */
function addObject(claims: Claims, { change: { kind }, pointer, value }: Part): void {
  const tokens = pointerTokens(pointer)
  const { depth, keyword, isCollection } = ownerAt(tokens)
  const owner = joinPointer('', ...tokens.slice(0, depth))
  if (keyword !== undefined && value !== undefined && !isCollection) claims.whole.add(pointer)
  for (const one of keywords[kind] ?? []) claims.whole.add(joinPointer(owner, one))
  const isSum = kind.startsWith('schema.') ? sums.test(kind) : keyword === undefined
  if (isSum) claims.joint.add(kind === 'schema.closed' && owner === pointer ? schemaAround(pointer) : owner)
  if (['links', 'encoding'].includes(kind)) claims.roots.add(pointer)
  if (kind === 'schema.type' || kind.endsWith('.serialization')) claims.roots.add(owner)
}

/** Claims a keyword that is compared as a whole, at its location or at its schema. */
function addKeyword(claims: Claims, pointer: Pointer, { before, after }: Fact): void {
  // The kind of the change determines the type of the values, which the union lost.
  const { keyword, property } = (after ?? before) as ChangeValues['schema.keyword']
  const tokens = pointerTokens(pointer)
  const depth = tokens.lastIndexOf(keyword)
  const owner = depth >= tokens.length - 2 ? joinPointer('', ...tokens.slice(0, Math.max(0, depth))) : pointer
  claims.joint.add(owner)
  // A name in a branch counts for the object that contains the branches.
  if (owner !== pointer || (property !== undefined && tokens.at(-1) === property)) claims.whole.add(pointer)
  else if (!isOfSchemas(keyword)) claims.whole.add(joinPointer(owner, keyword))
}

type Requirements = readonly SecurityRequirement[] | undefined
type Texts = Readonly<Record<string, Json>> | undefined

/** The schema that has a branch or property, or the schema at the location of the keyword. */
function schemaAround(pointer: Pointer): Pointer {
  const match =
    /^(.*)\/(?:(?:oneOf|anyOf)(?:\/\d+)?|properties\/[^/]*|(?:additional|unevaluated)?(?:Properties|Items)|items|required(?:\/\d+)?)$/.exec(
      pointer,
    )
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

function addPresence(claims: Claims, { change, pointer, value, other }: Part): void {
  const tokens = pointerTokens(pointer)
  if (change.kind === 'schema.variant') claims.joint.add(schemaAround(pointer))
  if (change.kind === 'schema.property') claims.whole.add(joinPointer(schemaAround(pointer), 'required'))
  if (value === undefined || !isPresence(change, pointer)) return
  const isComponent = componentDepth(tokens) === tokens.length
  // Other parts may use the component, so the change owns only content that is missing in the other version.
  claims[isComponent || other !== undefined ? 'exact' : 'whole'].add(pointer)
  claims.roots.add(pointer)
  // A change to an operation also explains parameters of the path item.
  if (change.kind === 'operation') claims.roots.add(joinPointer(parentOf(pointer), 'parameters'))
}

/** Claims the differing texts that a `documentation` change names (`info.title`, `scope read of implicit`): below its location or next to it. */
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

/** Claims the security or servers of an operation, its path item and the root. */
function addInherited(claims: Claims, { change: { kind }, pointer, value, other }: Part): void {
  const operation = pointer.endsWith(`/${kind}`) ? parentOf(pointer) : pointer
  const owners = [operation, parentOf(operation), '']
  const names = kind === 'security' ? ['security'] : ['servers', 'host', 'basePath', 'schemes']
  for (const owner of owners) for (const name of names) claims.whole.add(joinPointer(owner, name))
  // The kind determines the type of the values, which the union lost.
  if (kind === 'security') addSchemes(claims, value as Requirements, other as Requirements)
}

function addSchemes(claims: Claims, required: Requirements = [], other: Requirements = []): void {
  const names = (list: Requirements = []): string[] => list.flatMap((alternative) => Object.keys(alternative))
  const others = new Set(names(other))
  for (const name of names(required)) {
    if (others.has(name)) continue
    claims.exact.add(joinPointer('/components/securitySchemes', name))
    claims.exact.add(joinPointer('/securityDefinitions', name))
  }
}

export function emptyClaims(): Claims {
  return { whole: new Set(), exact: new Set(), roots: new Set(), joint: new Set() }
}

export function isClaimed({ whole, exact }: Claims, pointer: Pointer): boolean {
  if (exact.has(pointer)) return true
  for (let at = pointer; at !== ''; at = parentOf(at)) if (whole.has(at)) return true
  return false
}
