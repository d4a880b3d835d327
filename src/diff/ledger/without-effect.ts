import type { EffectReason } from '../../model/diff/ledger.ts'
import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { equalJson, isObject } from '../../util/json.ts'
import { componentDepth, joinPointer, pointerTokens } from '../../util/pointer.ts'
import { ancestorsOf, type Context, type Side, targetsOf } from './context.ts'
import type { Difference } from './differences.ts'
import { type ObjectKind, type Owner, ownerAt } from './objects.ts'

/** Keywords that restrict no value, wherever they are. */
const annotations = new Set([
  ...['$comment', '$id', '$schema', '$anchor', '$self', 'jsonSchemaDialect', 'openapi', 'swagger', 'xml'],
  ...['title', 'summary', 'description', 'example', 'examples', 'externalDocs', 'contact', 'license', 'termsOfService'],
])

/** Keywords that the comparison reads, and their value if they are absent. */
const defaults: Partial<Readonly<Record<ObjectKind, Readonly<Record<string, Json>>>>> = {
  operation: { deprecated: false, tags: [], description: '', summary: '', parameters: [], callbacks: {} },
  parameter: { required: false, deprecated: false, allowEmptyValue: false, allowReserved: false, description: '' },
  header: { required: false, deprecated: false, description: '' },
  'request-body': { required: false, description: '' },
}

/** The reason of an edit that needs no comparison: an extension, an order, a default. */
export function neutralReason(context: Context, entry: Difference): EffectReason | undefined {
  if (entry.kind === 'order') return { kind: 'order' }
  if (entry.kind === 'key') return { kind: 'same-meaning' }
  const { kind, keyword } = ownerOf(entry)
  if (keyword === undefined) return undefined
  if (keyword === 'x-stability-level' && isDefaultLevel(context, entry)) return { kind: 'default', keyword }
  if (keyword === 'x-stability-level' || keyword === 'x-sunset' || keyword === 'sunset')
    return { kind: 'unknown-value', keyword }
  if (keyword.startsWith('x-') && keyword !== 'x-nullable' && keyword !== 'x-external-files')
    return { kind: 'annotation', keyword }
  if (annotations.has(keyword)) return { kind: 'annotation', keyword }
  const [was, is] = [nodeOf(context.base, entry.base), nodeOf(context.revision, entry.revision)]
  const absent = defaults[kind]?.[keyword]
  const isDefault = absent !== undefined && equalJson(was ?? absent, is ?? absent)
  return isDefault ? { kind: 'default', keyword } : undefined
}

/** Without a level an operation is stable. */
function isDefaultLevel(context: Context, entry: Difference): boolean {
  const levels = [nodeOf(context.base, entry.base), nodeOf(context.revision, entry.revision)]
  return levels.every((level) => level === undefined || level === 'stable')
}

/** The reason of an edit inside something that was compared without a difference. */
export function fallbackReason(context: Context, entry: Difference): EffectReason | undefined {
  const owner = ownerOf(entry)
  const ignored = ignoredName(context, entry, owner)
  if (ignored !== undefined) return { kind: 'ignored', keyword: ignored }
  const { kind, keyword } = owner
  if (isItselfCompared(context, entry) || (kind === 'path' && holdsCompared(context, entry)))
    return { kind: 'same-meaning' }
  if (kind === 'operation' && isOfMovedOperation(context, entry)) return { kind: 'same-meaning' }
  if (kind === 'operation' && keyword !== undefined) {
    if (['security', 'servers', 'consumes', 'produces', 'schemes'].includes(keyword)) return { kind: 'same-meaning' }
    return operationKeywords.has(keyword) ? undefined : { kind: 'ignored', keyword }
  }
  if (isCompared(context, entry, owner)) return { kind: 'same-meaning' }
  // Objects that the comparison reads as a whole, with everything that uses them.
  const isRead = ['document', 'components', 'path', 'server', 'security-scheme', 'info', 'tag', 'callback'].includes(
    kind,
  )
  if (isRead && componentOf(entry.revision ?? entry.base ?? '') === undefined) return { kind: 'same-meaning' }
  return kind === 'example' || kind === 'link' ? { kind: 'annotation', keyword: keyword ?? kind } : undefined
}

/** Whether the operation was compared with one at another location: its members are all of one version there. */
function isOfMovedOperation(context: Context, entry: Difference): boolean {
  return (['base', 'revision'] as const).some((side) => {
    const other = context[side === 'base' ? 'revision' : 'base']
    const operation = ancestorsOf(entry[side] ?? '').find((one) => context[side].compared.has(one))
    return operation !== undefined && entry[side] !== undefined && other.document.at(operation) === undefined
  })
}

/** Keywords of an operation whose edits are findings. */
const operationKeywords = new Set(['operationId', 'deprecated', 'parameters', 'requestBody', 'responses', 'callbacks'])

/** Whether the location, or what it refers to, was compared with something. */
function isItselfCompared(context: Context, entry: Difference): boolean {
  return (['base', 'revision'] as const).some((side) => {
    const { compared, document } = context[side]
    const pointer = entry[side]
    return pointer !== undefined && [pointer, ...targetsOf(document, pointer)].some((one) => compared.has(one))
  })
}

/** Whether an operation of a path that is written elsewhere was compared. */
function holdsCompared(context: Context, entry: Difference): boolean {
  return (['base', 'revision'] as const).some((side) => {
    const pointer = entry[side]
    const node = nodeOf(context[side], pointer)
    if (pointer === undefined || !isObject(node)) return false
    return Object.keys(node).some((key) => context[side].compared.has(joinPointer(pointer, key)))
  })
}

/** Whether the nearest object around an edit was compared with its other version. */
function isCompared({ base, revision }: Context, entry: Difference, { kind }: Owner): boolean {
  const isSeen = ({ compared, inPlace }: Side, pointer: Pointer | undefined): boolean => {
    if (pointer === undefined) return false
    const around = ancestorsOf(pointer)
    return around.some((one) => compared.has(one)) || around.some((one) => inPlace().has(one))
  }
  return kind !== 'operation' && (isSeen(base, entry.base) || isSeen(revision, entry.revision))
}

/** Headers that other parts of a description define (OpenAPI 3.1 §4.8.12.2, §4.8.17). */
function ignoredName(context: Context, entry: Difference, { depth }: Owner): string | undefined {
  const side = entry.revision === undefined ? 'base' : 'revision'
  const tokens = pointerTokens(entry[side] ?? '')
  const node = context[side].document.at(joinPointer('', ...tokens.slice(0, depth)))
  const [name, location] = isObject(node) ? [node.name, node.in] : []
  if (location === 'header' && typeof name === 'string' && /^(accept|content-type|authorization)$/i.test(name))
    return name
  const header = tokens[depth - 2] === 'headers' ? tokens[depth - 1] : undefined
  return header !== undefined && /^content-type$/i.test(header) ? header : undefined
}

/** The innermost object around an edit. */
export function ownerOf({ base, revision }: Difference): Owner {
  return ownerAt(pointerTokens(revision ?? base ?? ''))
}

function nodeOf({ document }: { readonly document: Document }, pointer: Pointer | undefined): Json | undefined {
  return pointer === undefined ? undefined : document.at(pointer)
}

/** The component around a location. */
export function componentOf(pointer: Pointer): Pointer | undefined {
  const tokens = pointerTokens(pointer)
  const depth = componentDepth(tokens)
  return depth > 0 && tokens.length >= depth ? joinPointer('', ...tokens.slice(0, depth)) : undefined
}
