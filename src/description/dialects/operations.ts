import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import {
  type Description,
  httpMethods,
  type Operation,
  type RequestBody,
  type SecurityRequirement,
} from '../../model/operation.ts'
import { isObject, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer, parentOf } from '../../util/pointer.ts'
import { danglingRefs } from '../references/dangling.ts'
import { readContent } from './media-types.ts'
import { mergedParameters, readParameters, undeclaredPathParameters } from './parameters.ts'
import { marksOf, type Part, Reading } from './reading.ts'
import { readResponses } from './responses.ts'
import { readBasePaths, readServers } from './servers.ts'
import { swaggerBody } from './swagger.ts'

interface Read {
  readonly operations: readonly Operation[]
  readonly webhooks: readonly Operation[]
  readonly flaws: readonly Flaw[]
}

const memo = new WeakMap<Document, Read>()

/** The operations of a description in document order, with everything they inherit; read once per document. */
export function operationsOf(document: Document): readonly Operation[] {
  return read(document).operations
}

/** The webhooks of an OpenAPI 3.1 description: `path` is the webhook's name, the roles are swapped. */
export function webhooksOf(document: Document): readonly Operation[] {
  return read(document).webhooks
}

/** What is wrong with a description as far as it was read: `$ref`s that were refused or lead nowhere, and skipped parts. */
export function flawsOf(document: Document): readonly Flaw[] {
  const known = flawMemo.get(document)
  if (known !== undefined) return known
  const { flaws } = read(document)
  const flawed = new Set(flaws.map(({ pointer }) => pointer))
  const all = [...flaws, ...danglingRefs(document).filter(({ pointer }) => !flawed.has(parentOf(pointer)))]
  flawMemo.set(document, all)
  return all
}

const flawMemo = new WeakMap<Document, readonly Flaw[]>()

/** A document with its operations. */
export function describe(document: Document): Description {
  return { document, operations: operationsOf(document), webhooks: webhooksOf(document) }
}

function read(document: Document): Read {
  const known = memo.get(document)
  if (known !== undefined) return known
  const reading = new Reading(document)
  const result = {
    operations: readPathItems(reading, 'paths'),
    webhooks: readPathItems(reading, 'webhooks'),
    flaws: [...document.flaws, ...reading.flaws.filter((flaw) => !isReported(flaw, document.flaws))],
  }
  memo.set(document, result)
  return result
}

/** A `$ref` that was not followed is reported already: it is not reported as dangling too. */
function isReported({ pointer, message }: Flaw, flaws: readonly Flaw[]): boolean {
  return message.startsWith('skipped: $ref') && flaws.some((flaw) => flaw.pointer === pointer)
}

function readPathItems(reading: Reading, key: 'paths' | 'webhooks'): readonly Operation[] {
  const { root } = reading.document
  const items = own(root, key)
  if (items !== undefined && !isObject(items)) reading.flaw(`/${key}`, `skipped: ${key} is not an object`)
  return ownEntries(root, key).flatMap(([path, node]) => {
    if (path.startsWith('x-')) return []
    const pointer = joinPointer('', key, path)
    if (key === 'webhooks' || path.startsWith('/')) return readPathItem(reading, path, node, pointer)
    reading.flaw(pointer, 'skipped: a path starts with a slash')
    return []
  })
}

/** A path item may be a `$ref` with siblings, which win (OpenAPI 3.1 §Path Item Object leaves it open). */
function readPathItem(
  reading: Reading,
  path: string,
  node: Json,
  pointer: Pointer,
  outer: readonly JsonObject[] = [],
): readonly Operation[] {
  const target = reading.part(node, pointer, 'the path item')
  if (target === undefined) return []
  const item: PathItem = {
    path,
    layers: target.node === node || !isObject(node) ? [target] : [{ node, pointer }, target],
    outer,
  }
  const keys = new Set(item.layers.flatMap((layer) => Object.keys(layer.node)))
  const operations = [...keys].flatMap((key) => {
    return isMethod(key) ? readOperation(reading, item, key, layerWith(item, key)) : []
  })
  const more = layerWith(item, 'additionalOperations')
  if (more === undefined) return operations
  const additional = ownEntries(more.node, 'additionalOperations').flatMap(([method]) =>
    readOperation(reading, item, method, {
      // Checked by ownEntries to be an object.
      node: own(more.node, 'additionalOperations') as JsonObject,
      pointer: joinPointer(more.pointer, 'additionalOperations'),
    }),
  )
  return [...operations, ...additional]
}

function isMethod(key: string): boolean {
  return (httpMethods as readonly string[]).includes(key)
}

interface PathItem {
  readonly path: string
  /** The path item as written, then the target of its `$ref`. */
  readonly layers: readonly Located<JsonObject>[]
  /** Inside a callback: the operations around it, for callbacks of callbacks may be endless. */
  readonly outer: readonly JsonObject[]
}

function layerWith(item: PathItem, key: string): Located<JsonObject> | undefined {
  return item.layers.find((layer) => own(layer.node, key) !== undefined)
}

function readOperation(
  reading: Reading,
  item: PathItem,
  key: string,
  owner: Located<JsonObject> | undefined,
): readonly Operation[] {
  const written = own(owner?.node, key)
  if (owner === undefined || written === undefined) return []
  const part = reading.part(written, joinPointer(owner.pointer, key), 'the operation')
  if (part === undefined) return []
  const make = () => [readPart(reading, item, key, part)]
  // A callback depends on the operations around it; what a part of Swagger 2.0 means depends on the root.
  if (item.outer.length > 0 || reading.isSwagger) return make()
  const { root, dialect } = reading.document
  const inherited = (from: JsonObject, ...keys: readonly string[]) => keys.map((key) => own(from, key) ?? null)
  const layers = item.layers.map((layer) => [layer.pointer, ...inherited(layer.node, 'parameters', 'servers')])
  const context = [dialect, item.path, key, part.pointer, ...inherited(root, 'security', 'servers'), ...layers]
  return reading.anywhere(part.node, context, make)
}

function readPart(reading: Reading, item: PathItem, key: string, part: Part): Operation {
  const { node, pointer } = part
  const { root } = reading.document
  const method = key.toUpperCase()
  const operationId = ownString(node, 'operationId')
  const parameters = mergedParameters(reading, layerWith(item, 'parameters'), part)
  const requestBody = reading.isSwagger ? swaggerBody(reading, part, parameters) : readBody(reading, part)
  const declared = readParameters(reading, parameters)
  // The name of a webhook and the expression of a callback are no templates.
  const isTemplate = item.path.startsWith('/') && item.outer.length === 0
  const undeclared = isTemplate ? undeclaredPathParameters(item.path, declared, part) : []
  return {
    key: `${method} ${item.path}`,
    method,
    path: item.path,
    ...(operationId === '' ? {} : { operationId }),
    summary: ownString(node, 'summary'),
    description: ownString(node, 'description'),
    tags: ownArray(node, 'tags').filter((tag) => typeof tag === 'string'),
    deprecated: own(node, 'deprecated') === true,
    parameters: undeclared.length === 0 ? declared : [...declared, ...undeclared],
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: readResponses(reading, part),
    security: readSecurity(own(node, 'security') === undefined ? root : node),
    servers: readServers(reading, node, layerWith(item, 'servers')?.node),
    basePaths: readBasePaths(reading, node, layerWith(item, 'servers')?.node),
    callbacks: readCallbacks(reading, part, item.outer),
    pointer,
    node,
  }
}

const maxCallbackDepth = 4

function readCallbacks(reading: Reading, operation: Part, outer: readonly JsonObject[]): readonly Operation[] {
  if (outer.includes(operation.node) || outer.length >= maxCallbackDepth) return []
  const around = [...outer, operation.node]
  return reading.parts(operation, 'callbacks', 'the callback').flatMap(([name, callback]) =>
    Object.entries(callback.node).flatMap(([expression, node]) => {
      if (expression.startsWith('x-')) return []
      return readPathItem(reading, `${name} ${expression}`, node, joinPointer(callback.pointer, expression), around)
    }),
  )
}

function readBody(reading: Reading, operation: Part): RequestBody | undefined {
  const written = own(operation.node, 'requestBody')
  if (written === undefined) return undefined
  const part = reading.part(written, joinPointer(operation.pointer, 'requestBody'), 'the request body')
  if (part === undefined) return undefined
  const { node, pointer, assumed } = part
  return {
    required: own(node, 'required') === true,
    content: readContent(reading, part),
    assumed,
    ...marksOf(part),
    description: ownString(node, 'description'),
    pointer,
  }
}

function readSecurity(owner: JsonObject): readonly SecurityRequirement[] {
  return ownArray(owner, 'security')
    .filter(isObject)
    .map((requirement) =>
      Object.fromEntries(
        Object.keys(requirement).map((scheme) => [
          scheme,
          ownArray(requirement, scheme).filter((scope) => typeof scope === 'string'),
        ]),
      ),
    )
}
