import type { Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import {
  httpMethods,
  type Operation,
  type OperationKey,
  type RequestBody,
  type SecurityRequirement,
} from '../../model/operation.ts'
import { isObject, layerWith, own, ownArray, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { readContent } from './media-types.ts'
import { mergedParameters, readParameters, undeclaredPathParameters } from './parameters.ts'
import { marksOf, type Part, type Reading } from './reading.ts'
import { readResponses } from './responses.ts'
import { swaggerBody, swaggerServers } from './swagger.ts'

/** Default of OpenAPI 3 (§OpenAPI Object, `servers`). */
const defaultServers: readonly string[] = ['/']

/** Cached by owner, because most operations have the servers and the security of the root. */
const securityOf = new WeakMap<JsonObject, readonly SecurityRequirement[]>()

const serversOf = new WeakMap<JsonObject, readonly string[]>()

const basePathsOf = new WeakMap<JsonObject, readonly string[]>()

/** Methods by their keys in a path item. */
export const methods: ReadonlyMap<string, string> = new Map(httpMethods.map((key) => [key, key.toUpperCase()]))

/** Maximum number of URLs from server variables per operation. */
const mostAddresses = 256

/** A map of path items: `paths`, `webhooks` or a callback. */
export interface PathItems {
  readonly reading: Reading
  readonly readCallbacks: ReadCallbacks
  readonly pointer: Pointer
  /** Name of the callback, which becomes part of its operations' paths. */
  readonly callback?: string
  /** Inside a callback: the enclosing operations, because nested callbacks can be cyclic. */
  readonly outer: readonly JsonObject[]
}

/** Reads the callbacks of an operation, within others. */
export type ReadCallbacks = (reading: Reading, operation: Part, outer: readonly JsonObject[]) => readonly Operation[]

/** Members that the operations of a path inherit. Pointers are joined on demand, because a diff never compares most operations. */
export class PathItem implements Located<JsonObject> {
  readonly node: JsonObject
  readonly items: PathItems
  readonly #key: string
  readonly #target: Located<JsonObject> | undefined

  constructor(items: PathItems, key: string, node: JsonObject, target?: Located<JsonObject>) {
    this.items = items
    this.node = node
    this.#key = key
    this.#target = target
  }

  get path(): string {
    const { callback } = this.items
    return callback === undefined ? this.#key : `${callback} ${this.#key}`
  }

  get pointer(): Pointer {
    return joinPointer(this.items.pointer, this.#key)
  }

  /** The path item, then the target of its `$ref`. The first takes precedence. */
  get layers(): Operation['pathItem'] {
    return this.#target === undefined ? [this] : [this, this.#target]
  }
}

interface OperationSource {
  readonly item: PathItem
  /** The method as written. */
  readonly key: string
  readonly node: JsonObject
  /** Set if the operation isn't a plain member of the path item. */
  readonly part: Part | undefined
}

interface Read {
  merged?: readonly Part[]
  parameters?: Operation['parameters']
  requestBody?: RequestBody | null
  responses?: Operation['responses']
  callbacks?: Operation['callbacks']
}

/** An operation whose parts are read on first use, because a diff never compares most operations. */
export class LazyOperation implements Operation {
  readonly node: JsonObject
  readonly #item: PathItem
  readonly #key: string
  readonly #found: Part | undefined
  #known: Read | undefined

  constructor({ item, key, node, part }: OperationSource) {
    this.node = node
    this.#item = item
    this.#key = key
    this.#found = part
  }

  get key(): OperationKey {
    return `${this.method} ${this.path}`
  }

  get method(): string {
    return methods.get(this.#key) ?? this.#key.toUpperCase()
  }

  get path(): string {
    return this.#item.path
  }

  get pointer(): Pointer {
    return this.#found?.pointer ?? joinPointer(this.#item.pointer, this.#key)
  }

  get pathItem(): Operation['pathItem'] {
    return this.#item.layers
  }

  get operationId(): string | undefined {
    return ownString(this.node, 'operationId') || undefined
  }

  get summary(): string {
    return ownString(this.node, 'summary')
  }

  get description(): string {
    return ownString(this.node, 'description')
  }

  get tags(): readonly string[] {
    const tags = ownArray(this.node, 'tags')
    const isText = (tag: Json): tag is string => typeof tag === 'string'
    return tags.every(isText) ? tags : tags.filter(isText)
  }

  get deprecated(): boolean {
    return own(this.node, 'deprecated') === true
  }

  get parameters(): Operation['parameters'] {
    const read = this.#read()
    read.parameters ??= this.#declared()
    return read.parameters
  }

  get requestBody(): RequestBody | undefined {
    const read = this.#read()
    if (read.requestBody === undefined) {
      const body = this.#reading.isSwagger
        ? swaggerBody(this.#reading, this.#part, this.#parts())
        : readBody(this.#reading, this.#part)
      read.requestBody = body ?? null
    }
    return read.requestBody ?? undefined
  }

  get responses(): Operation['responses'] {
    const read = this.#read()
    read.responses ??= readResponses(this.#reading, this.#part)
    return read.responses
  }

  get security(): Operation['security'] {
    const { node } = this
    const owner = own(node, 'security') === undefined ? this.#reading.document.root : node
    const known = securityOf.get(owner) ?? readSecurity(owner)
    securityOf.set(owner, known)
    return known
  }

  get servers(): Operation['servers'] {
    return readServers(this.#reading, this.node, this.#servers())
  }

  get basePaths(): Operation['basePaths'] {
    return readBasePaths(this.#reading, this.node, this.#servers())
  }

  get callbacks(): Operation['callbacks'] {
    const read = this.#read()
    read.callbacks ??= this.#item.items.readCallbacks(this.#reading, this.#part, this.#item.items.outer)
    return read.callbacks
  }

  /** Reads every part that may have a flaw. */
  readAll(): readonly unknown[] {
    return [this.#parts(), this.requestBody, this.parameters, this.responses, this.callbacks]
  }

  get #reading(): Reading {
    return this.#item.items.reading
  }

  get #part(): Part {
    return this.#found ?? { node: this.node, pointer: this.pointer, assumed: false }
  }

  #read(): Read {
    this.#known ??= {}
    return this.#known
  }

  #servers(): JsonObject | undefined {
    return layerWith(this.#item.layers, 'servers')?.node
  }

  #parts(): readonly Part[] {
    const read = this.#read()
    read.merged ??= mergedParameters(this.#reading, layerWith(this.#item.layers, 'parameters'), this.#part)
    return read.merged
  }

  #declared(): Operation['parameters'] {
    const { path } = this
    const declared = readParameters(this.#reading, this.#parts())
    // Webhook names and callback expressions aren't path templates.
    const isTemplate = path.startsWith('/') && this.#item.items.outer.length === 0
    const undeclared = isTemplate ? undeclaredPathParameters(path, declared, this.#part) : []
    return undeclared.length === 0 ? declared : [...declared, ...undeclared]
  }
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
    description: ownString(node, 'description'),
    pointer,
    ...marksOf(part),
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

/** Returns the servers of an operation, its path or the root, with default values of variables. */
function readServers(reading: Reading, operation: JsonObject, pathItem: JsonObject | undefined): readonly string[] {
  const { root } = reading.document
  if (reading.isSwagger) return swaggerServers(root, operation)
  const owner = [operation, pathItem, root].find((node) => ownArray(node, 'servers').length > 0)
  if (owner === undefined) return defaultServers
  const known = serversOf.get(owner) ?? ownArray(owner, 'servers').map((server) => expanded(server))
  serversOf.set(owner, known)
  return known
}

function expanded(server: Parameters<typeof ownString>[0]): string {
  const variables = own(server, 'variables')
  return ownString(server, 'url').replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const value = own(own(variables, name), 'default')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : written
  })
}

/** Returns a base path per enum value, and `{name}` for a variable without enum (OpenAPI 3.x §Server Variable Object). */
function readBasePaths(reading: Reading, operation: JsonObject, pathItem: JsonObject | undefined): readonly string[] {
  const { root } = reading.document
  if (reading.isSwagger) return [...new Set(swaggerServers(root, operation).map(pathOf))]
  const owner = [operation, pathItem, root].find((node) => ownArray(node, 'servers').length > 0)
  if (owner === undefined) return []
  const known = basePathsOf.get(owner) ?? [...new Set(ownArray(owner, 'servers').flatMap(addressesOf).map(pathOf))]
  basePathsOf.set(owner, known)
  return known
}

function addressesOf(server: Parameters<typeof ownString>[0]): readonly string[] {
  const variables = own(server, 'variables')
  const url = ownString(server, 'url')
  const names = [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))]
  const values = names.map((name) => [name, valuesOf(own(variables, name), name)] as const)
  const count = values.reduce((product, [, list]) => product * list.length, 1)
  const known = count > mostAddresses ? names.map((name) => [name, [`{${name}}`]] as const) : values
  return known.reduce<readonly string[]>(
    (addresses, [name, list]) =>
      addresses.flatMap((address) => list.map((value) => address.replaceAll(`{${name}}`, () => value))),
    [url],
  )
}

/** A `default` may contain slashes, unlike values matched by `{name}`. */
function valuesOf(variable: Parameters<typeof ownString>[0], name: string): readonly string[] {
  const listed = ownArray(variable, 'enum').filter(isScalar).map(String)
  const written = own(variable, 'default')
  const byDefault = isScalar(written) ? [String(written)] : []
  return listed.length > 0 ? [...new Set([...listed, ...byDefault])] : [...byDefault, `{${name}}`]
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Returns the path of a URL; `''` if a variable is the whole URL. */
function pathOf(address: string): string {
  return (
    address
      .replace(/^(?:[a-z][a-z0-9+.-]*|\{[^{}]*\}):\/\/[^/]*/i, '')
      .replace(/^\/\/[^/]*/, '')
      .replace(/^\{[^{}]*\}/, '')
      .replace(/[?#].*$/, '')
      // Relative to the description's location (RFC 3986 §5.2.4).
      .replace(/^(?:\.{1,2}(?:\/|$))+/, '')
      .replace(/\/+$/, '')
  )
}
