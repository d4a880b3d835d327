import { dialects } from '../../model/dialect.ts'
import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Marks } from '../../model/mark.ts'
import { isObject, own } from '../../util/json.ts'
import { markOf } from '../../util/marks.ts'
import { joinPointer } from '../../util/pointer.ts'

/** An object with its actual pointer, and whether it is marked as assumed. */
export interface Part extends Located<JsonObject> {
  readonly assumed: boolean
  /** If set, only these members are assumed. */
  readonly marks?: Marks
}

interface Shared extends Pick<Part, 'pointer' | 'assumed'> {
  readonly made: unknown
}

/** OpenAPI 3 objects read as parts of an operation, and their parents. */
export type PartKind = 'path item' | 'operation' | 'parameter' | 'body' | 'response' | 'header' | 'media type'

/** A pass over a description. Malformed parts are skipped and reported once as a flaw. */
export class Reading {
  readonly document: Document
  readonly isSwagger: boolean
  readonly #flaws = new Map<string, Flaw>()
  /** Returns whether reading a node finds no flaw; false isn't certain. */
  readonly isSound: (node: Json, kind: PartKind) => boolean
  readonly #shared = new Map<string, Map<JsonObject, Shared>>()

  constructor(document: Document, isSound: (node: Json, kind: PartKind) => boolean) {
    this.document = document
    this.isSound = isSound
    this.isSwagger = dialects[document.dialect].isSwagger === true
  }

  get flaws(): readonly Flaw[] {
    return [...this.#flaws.values()]
  }

  flaw(pointer: Pointer, message: string): undefined {
    this.#flaws.set(`${pointer} ${message}`, { pointer, message })
  }

  /** Creates a shared part only once. `kind` identifies the type of the value. */
  once<T>(kind: string, { node, pointer, assumed }: Part, make: () => T): T {
    const shared = this.#shared.get(kind) ?? new Map<JsonObject, Shared>()
    this.#shared.set(kind, shared)
    const known = shared.get(node)
    // Each kind has one type of value. With YAML aliases, one node has multiple locations.
    if (known?.pointer === pointer && known.assumed === assumed) return known.made as T
    const made = make()
    shared.set(node, { pointer, assumed, made })
    return made
  }

  /** Follows `$ref`s to an object; `x-assumed` counts on both ends. `what` and `name` describe it in a flaw. */
  part(node: Json, pointer: Pointer, what: string, name?: string): Part | undefined {
    let at: Located = { node, pointer }
    let assumed = isAssumed(node)
    for (let ref = own(at.node, '$ref'); typeof ref === 'string'; ref = own(at.node, '$ref')) {
      const target = this.document.resolve(ref)
      if (target === undefined) return this.flaw(at.pointer, `skipped: $ref ${ref} leads nowhere`)
      assumed ||= isAssumed(target.node)
      at = target
    }
    if (!isObject(at.node))
      return this.flaw(at.pointer, `skipped: ${name === undefined ? what : `${what} ${name}`} is not an object`)
    const mark = markOf(at.node) ?? markOf(node)
    const marks = mark !== undefined && typeof mark !== 'boolean' && { marks: mark }
    return { node: at.node, pointer: at.pointer, assumed, ...marks }
  }

  /** Reads the entries of a map such as `content` with `wanted` names. */
  parts(
    owner: Located<JsonObject>,
    key: string,
    what: string,
    wanted: (name: string) => boolean = () => true,
  ): readonly (readonly [string, Part])[] {
    const map = own(owner.node, key)
    if (map === undefined) return []
    const pointer = joinPointer(owner.pointer, key)
    if (!isObject(map)) {
      this.flaw(pointer, `skipped: ${key} is not an object`)
      return []
    }
    const found: (readonly [string, Part])[] = []
    for (const name of Object.keys(map)) {
      if (!wanted(name)) continue
      const part = this.part(map[name] ?? null, joinPointer(pointer, name), what, name)
      if (part !== undefined) found.push([name, part])
    }
    return found
  }

  /** Returns the schema under a key without following a `$ref`. */
  schema(owner: Located<JsonObject>, key = 'schema'): Located | undefined {
    const node = own(owner.node, key)
    if (node === undefined) return undefined
    const pointer = joinPointer(owner.pointer, key)
    if (isObject(node) || typeof node === 'boolean') return { node, pointer }
    return this.flaw(pointer, 'skipped: the schema is not an object')
  }
}

function isAssumed(node: Json): boolean {
  return markOf(node) === true
}

export function marksOf({ marks }: Part): { readonly marks?: Marks } {
  return marks === undefined ? {} : { marks }
}
