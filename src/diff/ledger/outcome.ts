import type { EffectReason, NotComparedReason } from '../../model/diff/ledger.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { equalJson, ownString } from '../../util/json.ts'
import { isWithin, joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import type { Doubt } from '../compare/schema/unexplained.ts'
import { isClaimed } from './claims.ts'
import type { Difference } from './differences.ts'
import { type ObjectKind, type Owner, ownerAt } from './objects.ts'
import { ancestorsOf, type Context, componentOf, isAt, nearest, type Side, sides, targetOf } from './side.ts'

/** A differing location and the innermost object that contains it. */
export interface OwnedDifference extends Difference {
  readonly owner: Owner
}

export function withOwner(entry: Difference): OwnedDifference {
  return { ...entry, owner: ownerAt(pointerTokens(entry.revision ?? entry.base ?? '')) }
}

export type Outcome =
  | { readonly kind: 'finding' }
  | { readonly kind: 'without-effect'; readonly reason: EffectReason }
  | { readonly kind: 'not-compared'; readonly reason: NotComparedReason }

const finding: Outcome = { kind: 'finding' }

/** Returns undefined if the comparison lost the edit. */
export function outcomeOf(context: Context, entry: OwnedDifference): Outcome | undefined {
  if (isInFinding(context, entry)) return finding
  const unread = unreadReason(context, entry)
  if (unread !== undefined) return { kind: 'not-compared', reason: unread }
  const reason = ineffectiveReason(context, entry) ?? meaninglessReason(context, entry)
  if (reason !== undefined) return { kind: 'without-effect', reason }
  if (isReadByFinding(context, entry)) return finding
  const doubt = doubtAt(context, entry)
  if (doubt === 'lost') return undefined
  if (doubt === 'open') return { kind: 'not-compared', reason: { kind: 'unproven' } }
  if (isAt(context, entry, (pointer, side) => isBeside(pointer, side, entry.owner, side.joint()))) return finding
  return withoutDoubt(context, entry)
}

function isInFinding(context: Context, entry: Difference): boolean {
  // An object that was replaced by another type of value is one location.
  const isLeaf = entry.kind === undefined && entry.base !== undefined && entry.revision !== undefined
  return isAt(context, entry, (pointer, { above, document, findings }) => {
    if ((isLeaf && above.has(pointer)) || isClaimed(findings, pointer)) return true
    const target = targetOf(document, document.at(pointer.endsWith('/$ref') ? parentOf(pointer) : pointer))
    return target !== undefined && (isClaimed(findings, target) || above.has(target))
  })
}

function unreadReason(context: Context, entry: Difference): NotComparedReason | undefined {
  for (const name of sides) {
    const pointer = entry[name]
    const flaw = context[name].flaws.find(
      (one) => one.pointer !== '' && pointer !== undefined && isWithin(pointer, one.pointer),
    )
    if (flaw !== undefined) return { kind: 'unread', message: flaw.message }
  }
  const isDropped = isAt(context, entry, (pointer, { unread }) => isClaimed(unread, pointer))
  return isDropped ? { kind: 'unread', message: 'a part of the other description could not be read' } : undefined
}

function ineffectiveReason(context: Context, entry: Difference): EffectReason | undefined {
  for (const name of sides) {
    const { whole, exact } = context[name].ineffective
    const pointer = entry[name]
    if (pointer === undefined || whole.size + exact.size === 0) continue
    const reason = exact.get(pointer) ?? whole.get(nearest(pointer, (one) => whole.has(one)) ?? '')
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Keywords that restrict no value, in any object. */
const annotations = new Set([
  ...['$comment', '$id', '$schema', '$anchor', '$self', 'jsonSchemaDialect', 'openapi', 'swagger', 'xml'],
  ...['title', 'summary', 'description', 'example', 'examples', 'externalDocs', 'contact', 'license', 'termsOfService'],
])

const flags = { required: false, deprecated: false, allowEmptyValue: false, allowReserved: false, description: '' }
/** Default values of keywords in objects other than schemas. */
const defaults: Partial<Readonly<Record<ObjectKind, Readonly<Record<string, Json>>>>> = {
  operation: { deprecated: false, tags: [], description: '', summary: '', parameters: [], callbacks: {} },
  parameter: flags,
  header: flags,
  'request-body': flags,
}

/** Returns the reason for an edit that needs no comparison: an extension, an order or a default. */
function meaninglessReason(context: Context, entry: OwnedDifference): EffectReason | undefined {
  if (entry.kind === 'order') return { kind: 'order' }
  if (entry.kind === 'key') return { kind: 'same-meaning' }
  const { kind, keyword } = entry.owner
  if (keyword === undefined) return undefined
  const values = sides.map((name) => context[name].document.at(entry[name] ?? '/'))
  if (keyword === 'x-stability-level' && values.every((level) => level === undefined || level === 'stable'))
    return { kind: 'default', keyword }
  if (['x-stability-level', 'x-sunset', 'sunset'].includes(keyword)) return { kind: 'unknown-value', keyword }
  if (annotations.has(keyword) || (keyword.startsWith('x-') && !/^x-(nullable|external-files)$/.test(keyword)))
    return { kind: 'annotation', keyword }
  const absent = defaults[kind]?.[keyword]
  const isDefault = absent !== undefined && values.every((value) => equalJson(value ?? absent, absent))
  return isDefault ? { kind: 'default', keyword } : undefined
}

/** Whether a finding concerns a user of the component, for an edit that only one version has or in an example or link. */
function isReadByFinding(context: Context, entry: OwnedDifference): boolean {
  const isOfOne = entry.base === undefined || entry.revision === undefined
  return (isOfOne || ['example', 'link'].includes(entry.owner.kind)) && isReached(context, entry, 'findings')
}

/** Whether a keyword belongs to one of the objects, or to a schema that applies to the same values. */
function isBeside(
  pointer: Pointer,
  { inPlace }: Side,
  owner: Owner,
  objects: Pick<ReadonlySet<Pointer>, 'has'>,
): boolean {
  if (owner.kind !== 'schema')
    return owner.keyword !== undefined && objects.has(joinPointer('', ...pointerTokens(pointer).slice(0, owner.depth)))
  const schema = nearest(parentOf(pointer), (one) => inPlace().has(one))
  return schema !== undefined && !isOfMember(pointer.slice(schema.length)) && objects.has(schema)
}

/** Whether a location below a schema concerns a property or item rather than the value itself. */
function isOfMember(below: Pointer): boolean {
  return /^\/(properties|patternProperties|items|prefixItems|additionalProperties)\//.test(below)
}

/** Whether the component that contains the edit is referenced. */
function isReached(context: Context, entry: Difference, from: keyof Side['reached']): boolean {
  return isAt(
    context,
    entry,
    (pointer, { reached }) => nearest(pointer, (one) => reached[from]().has(one)) !== undefined,
  )
}

/** Keywords that the containment proof ignores. */
const beyondValues = /\b(format|default|deprecated|readOnly|writeOnly|content\w+|xml|discriminator)\b/

/** Returns a doubt about the claim that an edit has no effect. */
function doubtAt(context: Context, entry: OwnedDifference): Doubt | undefined {
  const found = sides.map((name) => {
    const pointer = entry[name]
    if (pointer === undefined) return undefined
    const { kind } = entry.owner
    if (kind === 'example' || kind === 'link') return undefined
    return kind === 'schema'
      ? doubtAtSchema(context[name], pointer)
      : doubtAtObject(context[name], context.doubted()[name], pointer, entry.owner)
  })
  return found.includes('lost') ? 'lost' : found.find((one) => one === 'open')
}

function doubtAtSchema(side: Side, pointer: Pointer): Doubt | undefined {
  const { compared, inPlace, unexplained, reached, document } = side
  if (unexplained().size === 0) return undefined
  const schema = nearest(pointer, (one) => compared.has(one) || inPlace().has(one))
  if (schema === undefined)
    return nearest(pointer, (one) => reached.unexplained().has(one)) === undefined ? undefined : 'open'
  const doubt = unexplained().get(schema)
  if (doubt !== 'values') return doubt
  const text = `${pointer.slice(schema.length)} ${JSON.stringify(document.at(pointer))}`
  return beyondValues.test(text) ? 'open' : undefined
}

function doubtAtObject(
  { document }: Side,
  doubted: ReadonlyMap<Pointer, Doubt>,
  pointer: Pointer,
  { kind, keyword = `${kind}s`, depth }: Owner,
): Doubt | undefined {
  const object = joinPointer('', ...pointerTokens(pointer).slice(0, depth))
  const targets = [object, pointer].map((one) => targetOf(document, document.at(one)))
  const around = [object, ...targets, `/${keyword}`]
  for (const [at, doubt] of doubted) if (around.some((one) => one !== undefined && isWithin(at, one))) return doubt
  return undefined
}

function withoutDoubt(context: Context, entry: OwnedDifference): Outcome | undefined {
  const same: Outcome = { kind: 'without-effect', reason: { kind: 'same-meaning' } }
  const { kind, keyword = kind } = entry.owner
  const ignored = ignoredName(context, entry)
  if (ignored !== undefined) return { kind: 'without-effect', reason: { kind: 'ignored', keyword: ignored } }
  const component = componentOf(entry.revision ?? entry.base ?? '')
  const isUsed = (): boolean => component === undefined || isReached(context, entry, 'operations')
  if (kind === 'schema' ? isCompared(context, entry) || isOfForm(entry) : isUsed()) return same
  if (isReached(context, entry, 'findings')) return finding
  if (kind === 'example' || kind === 'link') return { kind: 'without-effect', reason: { kind: 'annotation', keyword } }
  if (component !== undefined && !isUsed()) return { kind: 'not-compared', reason: { kind: 'unused', component } }
  // The comparison skipped it, because a schema that contains the reference allows no value.
  if (component !== undefined && isReached(context, entry, 'compared'))
    return { kind: 'without-effect', reason: { kind: 'allowed-around', at: component } }
  const flaw = sides.flatMap((name) => context[name].flaws).find(({ message }) => message.includes('$ref'))
  return flaw && { kind: 'not-compared', reason: { kind: 'unread', message: flaw.message } }
}

/** Whether the edit is the whole schema of a parameter or header that `content` replaces in an equivalent form. */
function isOfForm({ base, revision }: Difference): boolean {
  const { kind, keyword, isCollection } = ownerAt(pointerTokens(parentOf(revision ?? base ?? '')))
  return keyword === undefined && !isCollection && (kind === 'parameter' || kind === 'header')
}

function isCompared(context: Context, entry: Difference): boolean {
  const isNear = (pointer: Pointer, { compared, inPlace }: Side): boolean =>
    nearest(pointer, (one) => compared.has(one) || inPlace().has(one)) !== undefined
  return isAt(context, entry, isNear)
}

/** Returns the name of a header that OpenAPI ignores because other parts define it (OpenAPI 3.1 §4.8.12.2, §4.8.17). */
function ignoredName(context: Context, { base, revision }: Difference): string | undefined {
  const { document } = context[revision === undefined ? 'base' : 'revision']
  for (const pointer of ancestorsOf(revision ?? base ?? '')) {
    const node = document.at(targetOf(document, document.at(pointer)) ?? pointer)
    const name = ownString(node, 'name')
    if (ownString(node, 'in') === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return name
    if (/\/headers\/content-type$/i.test(pointer)) return pointer.slice(-'content-type'.length)
  }
  return undefined
}
