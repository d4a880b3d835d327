import type { EffectReason } from '../../model/diff/ledger.ts'
import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { httpMethods } from '../../model/operation.ts'
import { equalJson, isObject, own, ownArray, ownString } from '../../util/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import type { Difference } from './differences.ts'
import { type ObjectKind, type Owner, ownerAt } from './objects.ts'
import { type Context, componentOf, isAt, nearest, sides, targetOf } from './side.ts'

/** A location that differs, with the innermost object around it. */
export interface OwnedDifference extends Difference {
  readonly owner: Owner
}

/** Finds the innermost object around an edit. */
export function withOwner(entry: Difference): OwnedDifference {
  return { ...entry, owner: ownerAt(pointerTokens(entry.revision ?? entry.base ?? '')) }
}

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
export function meaninglessReason(context: Context, entry: OwnedDifference): EffectReason | undefined {
  if (entry.kind === 'order') return { kind: 'order' }
  if (entry.kind === 'key') return { kind: 'same-meaning' }
  const { kind, keyword } = entry.owner
  if (keyword === undefined) return undefined
  const values = sides.map((name) => context[name].document.at(entry[name] ?? '/'))
  if (keyword === 'x-stability-level' && values.every((level) => level === undefined || level === 'stable'))
    return { kind: 'default', keyword }
  if (['x-stability-level', 'x-sunset', 'sunset'].includes(keyword)) return { kind: 'unknown-value', keyword }
  if (keyword.startsWith('x-') && keyword !== 'x-nullable' && keyword !== 'x-external-files')
    return { kind: 'annotation', keyword }
  if (annotations.has(keyword)) return { kind: 'annotation', keyword }
  const absent = defaults[kind]?.[keyword]
  const isDefault = absent !== undefined && values.every((value) => equalJson(value ?? absent, absent))
  return isDefault ? { kind: 'default', keyword } : undefined
}

/** The reason of an edit inside something that was compared without a difference. */
export function sameMeaning(context: Context, entry: OwnedDifference): EffectReason | undefined {
  const { kind, keyword } = entry.owner
  const ignored = ignoredName(context, entry)
  if (ignored !== undefined) return { kind: 'ignored', keyword: ignored }
  if (isItselfCompared(context, entry) || (kind === 'operation' && isOfMovedOperation(context, entry)))
    return { kind: 'same-meaning' }
  if (kind === 'operation' && keyword !== undefined) {
    if (['security', 'servers', 'consumes', 'produces', 'schemes'].includes(keyword)) return { kind: 'same-meaning' }
    return operationKeywords.has(keyword) ? undefined : { kind: 'ignored', keyword }
  }
  if (kind !== 'operation' && isInCompared(context, entry)) return { kind: 'same-meaning' }
  if (readWhole.has(kind) && componentOf(entry.revision ?? entry.base ?? '') === undefined)
    return { kind: 'same-meaning' }
  return kind === 'example' || kind === 'link' ? { kind: 'annotation', keyword: keyword ?? kind } : undefined
}

/** Objects that the comparison reads as a whole, with everything that uses them. */
const readWhole: ReadonlySet<ObjectKind> = new Set([
  ...(['document', 'components', 'path', 'server', 'security-scheme', 'info', 'tag', 'callback'] as const),
])

/** Keywords of an operation whose edits are findings. */
const operationKeywords = new Set(['operationId', 'deprecated', 'parameters', 'requestBody', 'responses', 'callbacks'])

/** Whether the location, what it refers to, or an operation of the path that it is was compared with something. */
function isItselfCompared(context: Context, entry: OwnedDifference): boolean {
  return isAt(context, entry, (pointer, { compared, document }) => {
    const node = document.at(pointer)
    const target = targetOf(document, pointer.endsWith('/$ref') ? { $ref: node ?? null } : node)
    if (compared.has(pointer) || (target !== undefined && compared.has(target))) return true
    const keys = entry.owner.kind === 'path' && isObject(node) ? Object.keys(node) : []
    return keys.some((key) => compared.has(joinPointer(pointer, key)))
  })
}

/** Whether the operation was compared with one at another location: its members are all of one version there. */
function isOfMovedOperation(context: Context, entry: Difference): boolean {
  return isAt(context, entry, (pointer, { compared }, name) => {
    const operation = nearest(pointer, (one) => compared.has(one))
    const other = context[name === 'base' ? 'revision' : 'base']
    return operation !== undefined && other.document.at(operation) === undefined
  })
}

/** Whether an object around an edit was compared with its other version. */
function isInCompared(context: Context, entry: Difference): boolean {
  return isAt(
    context,
    entry,
    (pointer, { compared, inPlace }) =>
      nearest(pointer, (one) => compared.has(one) || inPlace().has(one)) !== undefined,
  )
}

/** Headers that other parts of a description define (OpenAPI 3.1 §4.8.12.2, §4.8.17). */
function ignoredName(context: Context, { base, revision, owner: { depth } }: OwnedDifference): string | undefined {
  const { document } = context[revision === undefined ? 'base' : 'revision']
  const tokens = pointerTokens(revision ?? base ?? '')
  const { name, location } = parameterAt(document, joinPointer('', ...tokens.slice(0, depth)))
  if (location === 'header' && name !== undefined && /^(accept|content-type|authorization)$/i.test(name)) return name
  const path = joinPointer('', ...tokens.slice(0, Math.max(0, depth - 2)))
  if (tokens[depth - 2] === 'parameters' && name !== undefined && isOverridden(document, path, `${location} ${name}`))
    return name
  const header = tokens[depth - 2] === 'headers' ? tokens[depth - 1] : undefined
  return header !== undefined && /^content-type$/i.test(header) ? header : undefined
}

/** Whether every operation of a path has a parameter of its own in place of one of the path. */
function isOverridden(document: Document, path: Pointer, id: string): boolean {
  const operations = httpMethods.filter((method) => isObject(own(document.at(path), method)))
  const has = (method: string): boolean => {
    const at = joinPointer(path, method, 'parameters')
    return ownArray(own(document.at(path), method), 'parameters').some((_, index) => {
      const { name, location } = parameterAt(document, joinPointer(at, index))
      return `${location} ${name}` === id
    })
  }
  return operations.length > 0 && operations.every(has)
}

/** The name and location of a parameter, with its `$ref` followed. */
function parameterAt(document: Document, pointer: Pointer): { readonly name?: string; readonly location?: string } {
  const node = document.at(pointer)
  const parameter = document.at(targetOf(document, node) ?? pointer)
  const [name, location] = [ownString(parameter, 'name'), ownString(parameter, 'in')]
  return { ...(name && { name }), ...(location && { location }) }
}
