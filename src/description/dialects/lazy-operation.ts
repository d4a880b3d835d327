import type { Located } from '../../model/document.ts'
import type { JsonObject, Pointer } from '../../model/json.ts'
import type { Operation, OperationKey, RequestBody, SecurityRequirement } from '../../model/operation.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { readContent } from './media-types.ts'
import { mergedParameters, readParameters, undeclaredPathParameters } from './parameters.ts'
import { marksOf, type Part, type Reading } from './reading.ts'
import { readResponses } from './responses.ts'
import { readBasePaths, readServers } from './servers.ts'
import { swaggerBody } from './swagger.ts'

/** What the operations of a path inherit. */
export interface PathItem {
  readonly path: string
  /** Inside a callback: the operations around it, for callbacks of callbacks may be endless. */
  readonly outer: readonly JsonObject[]
  readonly layers: Operation['pathItem']
  /** What holds parameters and servers for all its operations. */
  readonly parameters: Located<JsonObject> | undefined
  readonly servers: JsonObject | undefined
  /** Nothing of it is a flaw. */
  readonly isSound: boolean
}

/** What an operation is read from. */
export interface OperationSource {
  readonly item: PathItem
  /** The method, as written. */
  readonly key: string
  readonly part: Part
  readonly callbacks: () => readonly Operation[]
}

/** An operation whose parts are read when they are asked for: of two versions, most operations are never compared. */
export class LazyOperation implements Operation {
  readonly key: OperationKey
  readonly method: string
  readonly path: string
  readonly pointer: Pointer
  readonly node: JsonObject
  readonly #reading: Reading
  readonly #source: OperationSource
  #merged: readonly Part[] | undefined
  #parameters: Operation['parameters'] | undefined
  #requestBody: RequestBody | null | undefined
  #responses: Operation['responses'] | undefined
  #security: Operation['security'] | undefined
  #callbacks: Operation['callbacks'] | undefined

  constructor(reading: Reading, source: OperationSource) {
    const { item, key, part } = source
    this.method = key.toUpperCase()
    this.path = item.path
    this.key = `${this.method} ${this.path}`
    this.pointer = part.pointer
    this.node = part.node
    this.#reading = reading
    this.#source = source
  }

  get pathItem(): Operation['pathItem'] {
    return this.#source.item.layers
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
    return ownArray(this.node, 'tags').filter((tag) => typeof tag === 'string')
  }

  get deprecated(): boolean {
    return own(this.node, 'deprecated') === true
  }

  get parameters(): Operation['parameters'] {
    this.#parameters ??= this.#declared()
    return this.#parameters
  }

  get requestBody(): RequestBody | undefined {
    const { part } = this.#source
    if (this.#requestBody === undefined) {
      const body = this.#reading.isSwagger
        ? swaggerBody(this.#reading, part, this.#parts())
        : readBody(this.#reading, part)
      this.#requestBody = body ?? null
    }
    return this.#requestBody ?? undefined
  }

  get responses(): Operation['responses'] {
    this.#responses ??= readResponses(this.#reading, this.#source.part)
    return this.#responses
  }

  get security(): Operation['security'] {
    const { node } = this
    this.#security ??= readSecurity(own(node, 'security') === undefined ? this.#reading.document.root : node)
    return this.#security
  }

  get servers(): Operation['servers'] {
    return readServers(this.#reading, this.node, this.#source.item.servers)
  }

  get basePaths(): Operation['basePaths'] {
    return readBasePaths(this.#reading, this.node, this.#source.item.servers)
  }

  get callbacks(): Operation['callbacks'] {
    this.#callbacks ??= this.#source.callbacks()
    return this.#callbacks
  }

  /** Reads every part that may have a flaw. */
  readAll(): readonly unknown[] {
    return [this.#parts(), this.requestBody, this.parameters, this.responses, this.callbacks]
  }

  #parts(): readonly Part[] {
    const { item, part } = this.#source
    this.#merged ??= mergedParameters(this.#reading, item.parameters, part)
    return this.#merged
  }

  #declared(): Operation['parameters'] {
    const { path } = this
    const { item, part } = this.#source
    const declared = readParameters(this.#reading, this.#parts())
    // The name of a webhook and the expression of a callback are no templates.
    const isTemplate = path.startsWith('/') && item.outer.length === 0
    const undeclared = isTemplate ? undeclaredPathParameters(path, declared, part) : []
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
