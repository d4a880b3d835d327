import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { type Description, httpMethods, type Operation } from '../../model/operation.ts'
import { isObject, layerWith, own, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer, parentOf } from '../../util/pointer.ts'
import { danglingRefs } from '../references/dangling.ts'
import { LazyOperation, type PathItem } from './lazy-operation.ts'
import { isLocation } from './parameters.ts'
import { type Part, type PartKind, Reading } from './reading.ts'
import { isStatus } from './responses.ts'

const parameters: Member = { key: 'parameters', kind: 'parameter', form: 'list' }

const content: Member = { key: 'content', kind: 'media type', form: 'map' }

/** Members of each kind that are read as parts. */
const membersOf: Readonly<Record<PartKind, readonly Member[]>> = {
  'path item': [parameters],
  operation: [
    parameters,
    { key: 'requestBody', kind: 'body', form: 'one' },
    { key: 'responses', kind: 'response', form: 'map' },
  ],
  parameter: [content],
  body: [content],
  response: [{ key: 'headers', kind: 'header', form: 'map' }, content],
  header: [content],
  'media type': [],
}

const withSchema: ReadonlySet<PartKind> = new Set(['parameter', 'header', 'media type'])

interface Read {
  readonly operations: readonly Operation[]
  readonly webhooks: readonly Operation[]
  readonly reading: Reading
}

const memo = new WeakMap<Document, Read>()

/** Returns the operations of a description in document order, including inherited members; read once per document. */
export function operationsOf(document: Document): readonly Operation[] {
  return read(document).operations
}

/** Returns the webhooks of an OpenAPI 3.1 description: `path` is the webhook's name, and request and response are swapped. */
export function webhooksOf(document: Document): readonly Operation[] {
  return read(document).webhooks
}

/** Returns the flaws found so far: rejected or dangling `$ref`s and skipped parts. */
export function flawsOf(document: Document): readonly Flaw[] {
  const known = flawMemo.get(document)
  if (known !== undefined) return known
  const { reading } = read(document)
  const flaws = [...document.flaws, ...reading.flaws.filter((flaw) => !isReported(flaw, document.flaws))]
  const flawed = new Set(flaws.map(({ pointer }) => pointer))
  const all = [...flaws, ...danglingRefs(document).filter(({ pointer }) => !flawed.has(parentOf(pointer)))]
  flawMemo.set(document, all)
  return all
}

const flawMemo = new WeakMap<Document, readonly Flaw[]>()

/** Reads a document with its operations. */
export function describe(document: Document): Description {
  return { document, operations: operationsOf(document), webhooks: webhooksOf(document) }
}

function read(document: Document): Read {
  const known = memo.get(document)
  if (known !== undefined) return known
  const reading = new Reading(document, createSoundness(document))
  const result = {
    operations: readPathItems(reading, 'paths'),
    webhooks: readPathItems(reading, 'webhooks'),
    reading,
  }
  memo.set(document, result)
  return result
}

/** Returns whether a `$ref` that wasn't followed is already reported, so that it isn't reported as dangling too. */
function isReported({ pointer, message }: Flaw, flaws: readonly Flaw[]): boolean {
  return message.startsWith('skipped: $ref') && flaws.some((flaw) => flaw.pointer === pointer)
}

function readPathItems(reading: Reading, key: 'paths' | 'webhooks'): readonly Operation[] {
  const { root } = reading.document
  const items = own(root, key)
  if (items !== undefined && !isObject(items)) reading.flaw(`/${key}`, `skipped: ${key} is not an object`)
  const operations: Operation[] = []
  if (!isObject(items)) return operations
  for (const path of Object.keys(items)) {
    if (path.startsWith('x-')) continue
    const pointer = joinPointer('', key, path)
    if (key === 'webhooks' || path.startsWith('/'))
      operations.push(...readPathItem(reading, path, items[path] ?? null, pointer))
    else reading.flaw(pointer, 'skipped: a path starts with a slash')
  }
  return operations
}

/** Reads a path item, which can be a `$ref` with siblings. The siblings take precedence (undefined in OpenAPI 3.1 §Path Item Object). */
function readPathItem(
  reading: Reading,
  path: string,
  node: Json,
  pointer: Pointer,
  outer: readonly JsonObject[] = [],
): readonly Operation[] {
  const target = reading.part(node, pointer, 'the path item')
  if (target === undefined) return []
  const layers = target.node === node || !isObject(node) ? [target] : [{ node, pointer }, target]
  const parameters = own(layerWith(layers, 'parameters')?.node, 'parameters')
  // Checks parameters written there, not those of a sibling `$ref`'s target.
  const isSound = parameters === undefined || reading.isSound({ parameters }, 'path item')
  const item: PathItem = { path, outer, layers, isSound }
  const operations: Operation[] = []
  for (const key of keysOf(layers))
    if (isMethod(key)) operations.push(...readOperation(reading, item, key, layerWith(layers, key)))
  const more = layerWith(layers, 'additionalOperations')
  if (more === undefined) return operations
  const additional = ownEntries(more.node, 'additionalOperations').flatMap(([method]) =>
    readOperation(reading, item, method, {
      // ownEntries has checked that it is an object.
      node: own(more.node, 'additionalOperations') as JsonObject,
      pointer: joinPointer(more.pointer, 'additionalOperations'),
    }),
  )
  return [...operations, ...additional]
}

function keysOf([first, ...others]: readonly Located<JsonObject>[]): readonly string[] {
  const keys = Object.keys(first?.node ?? {})
  return others.length === 0 ? keys : [...new Set([...keys, ...others.flatMap(({ node }) => Object.keys(node))])]
}

function isMethod(key: string): boolean {
  return (httpMethods as readonly string[]).includes(key)
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
  const operation = new LazyOperation(reading, { item, key, part }, readCallbacks)
  // Swagger 2.0 parts depend on the root. Parts with flaws are read at once to report them.
  if (reading.isSwagger || !item.isSound || !reading.isSound(part.node, 'operation')) operation.readAll()
  return [operation]
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

interface Member {
  readonly key: string
  readonly kind: PartKind
  readonly form: 'one' | 'list' | 'map'
}

/**
 * Creates a quick check for OpenAPI 3: true if reading a node finds no flaw. False isn't certain, because callbacks are skipped.
 * Shared targets are checked once.
 */
function createSoundness({ resolve }: Document): (node: Json, kind: PartKind) => boolean {
  const targets = new Map<PartKind, Map<string, boolean>>()

  function isTargetSound(ref: string, kind: PartKind): boolean {
    const known = targets.get(kind) ?? new Map<string, boolean>()
    targets.set(kind, known)
    let found = known.get(ref)
    if (found === undefined) {
      const target = resolve(ref)
      found = target !== undefined && isSound(target.node, kind)
      known.set(ref, found)
    }
    return found
  }

  function isSound(node: Json, kind: PartKind): boolean {
    if (!isObject(node)) return false
    const ref = own(node, '$ref')
    if (typeof ref === 'string') return isTargetSound(ref, kind)
    if (kind === 'parameter' && (ownString(node, 'name') === '' || !isLocation(ownString(node, 'in')))) return false
    if (kind === 'operation' && own(node, 'callbacks') !== undefined) return false
    const schema = withSchema.has(kind) ? own(node, 'schema') : undefined
    if (schema !== undefined && !isObject(schema) && typeof schema !== 'boolean') return false
    return membersOf[kind].every((member) => {
      const value = own(node, member.key)
      return value === undefined || isMemberSound(value, member)
    })
  }

  function isMemberSound(value: Json, { kind, form }: Member): boolean {
    if (form === 'one') return isSound(value, kind)
    if (form === 'list') return Array.isArray(value) && value.every((node: Json) => isSound(node, kind))
    if (!isObject(value)) return false
    return Object.keys(value).every((name) => {
      if (kind === 'response' && !isStatus(name)) return name.startsWith('x-')
      return isSound(value[name] ?? null, kind)
    })
  }

  return isSound
}
