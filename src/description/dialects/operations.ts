import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { isObject, layerWith, own, ownString } from '../../util/json.ts'
import { joinPointer, parentOf } from '../../util/pointer.ts'
import { danglingRefs } from '../references/dangling.ts'
import { LazyOperation, methods, PathItem, type PathItems } from './lazy-operation.ts'
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

/** Returns whether a skipped `$ref` was already reported, so that it isn't reported as dangling. */
function isReported({ pointer, message }: Flaw, flaws: readonly Flaw[]): boolean {
  return message.startsWith('skipped: $ref') && flaws.some((flaw) => flaw.pointer === pointer)
}

function readPathItems(reading: Reading, key: 'paths' | 'webhooks'): readonly Operation[] {
  const { root } = reading.document
  const map = own(root, key)
  const pointer = `/${key}`
  if (map !== undefined && !isObject(map)) reading.flaw(pointer, `skipped: ${key} is not an object`)
  const found: Operation[] = []
  if (!isObject(map)) return found
  const items = { reading, readCallbacks, pointer, outer: [] }
  for (const path of Object.keys(map)) {
    if (path.startsWith('x-')) continue
    if (key === 'webhooks' || path.startsWith('/')) addPathItem(found, items, path, map[path] ?? null)
    else reading.flaw(joinPointer(pointer, path), 'skipped: a path starts with a slash')
  }
  return found
}

/** Siblings of a `$ref` take precedence, which OpenAPI 3.1 §Path Item Object leaves undefined. */
function addPathItem(found: Operation[], items: PathItems, path: string, node: Json): void {
  const { reading } = items
  const item = isWritten(node) ? new PathItem(items, path, node) : referredItem(items, path, node)
  if (item === undefined) return
  const { layers } = item
  const parameters = own(layerWith(layers, 'parameters')?.node, 'parameters')
  // Checks parameters of the path item, but not of a sibling `$ref`'s target.
  const isSound = parameters === undefined || reading.isSound({ parameters }, 'path item')
  for (const key of keysOf(layers)) {
    const owner = methods.has(key) ? layerWith(layers, key) : undefined
    if (owner !== undefined) addOperation(found, { item, key, owner, isSound })
  }
  const more = layerWith(layers, 'additionalOperations')
  const additional = own(more?.node, 'additionalOperations')
  if (more === undefined || !isObject(additional)) return
  const owner = { node: additional, pointer: joinPointer(more.pointer, 'additionalOperations') }
  for (const key of Object.keys(additional)) addOperation(found, { item, key, owner, isSound })
}

function referredItem(items: PathItems, path: string, node: Json): PathItem | undefined {
  const target = items.reading.part(node, joinPointer(items.pointer, path), 'the path item')
  return target === undefined || !isObject(node) ? undefined : new PathItem(items, path, node, target)
}

function isWritten(node: Json): node is JsonObject {
  return isObject(node) && typeof own(node, '$ref') !== 'string'
}

function keysOf([first, ...others]: readonly Located<JsonObject>[]): readonly string[] {
  const keys = Object.keys(first?.node ?? {})
  return others.length === 0 ? keys : [...new Set([...keys, ...others.flatMap(({ node }) => Object.keys(node))])]
}

interface OperationPlace {
  readonly item: PathItem
  readonly key: string
  /** The path item, or the object with additional operations. */
  readonly owner: Located<JsonObject>
  /** The path item has no flaws. */
  readonly isSound: boolean
}

function addOperation(found: Operation[], { item, key, owner, isSound }: OperationPlace): void {
  const { reading } = item.items
  const written = own(owner.node, key) ?? null
  const isPlain = owner === item && isWritten(written) && own(written, 'x-assumed') === undefined
  const part = isPlain ? undefined : reading.part(written, joinPointer(owner.pointer, key), 'the operation')
  const node = isPlain ? written : part?.node
  if (node === undefined) return
  const operation = new LazyOperation({ item, key, node, part })
  // Swagger 2.0 parts depend on the root. Parts with flaws are read at once to report them.
  if (reading.isSwagger || !isSound || !reading.isSound(node, 'operation')) operation.readAll()
  found.push(operation)
}

const maxCallbackDepth = 4

function readCallbacks(reading: Reading, operation: Part, outer: readonly JsonObject[]): readonly Operation[] {
  const found: Operation[] = []
  if (outer.includes(operation.node) || outer.length >= maxCallbackDepth) return found
  const within = [...outer, operation.node]
  for (const [callback, { node, pointer }] of reading.parts(operation, 'callbacks', 'the callback')) {
    const items = { reading, readCallbacks, pointer, callback, outer: within }
    for (const [expression, item] of Object.entries(node))
      if (!expression.startsWith('x-')) addPathItem(found, items, expression, item)
  }
  return found
}

interface Member {
  readonly key: string
  readonly kind: PartKind
  readonly form: 'one' | 'list' | 'map'
}

/** Quick OpenAPI 3 check: true if reading a node finds no flaw. False isn't certain, because callbacks are skipped. */
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
