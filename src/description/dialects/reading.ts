import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Marks } from '../../model/mark.ts'
import { equalJson, isObject, own } from '../../util/json.ts'
import { markOf } from '../../util/marks.ts'
import { joinPointer } from '../../util/pointer.ts'

/** An object with its actual pointer, and whether the description only guesses it. */
export interface Part extends Located<JsonObject> {
  readonly assumed: boolean
  /** Only these of its members are guessed. */
  readonly marks?: Marks
}

interface Shared extends Pick<Part, 'pointer' | 'assumed'> {
  readonly made: unknown
  readonly followed: Followed
  readonly isFlawed: boolean
}

/** References with where they led, and those of parts that were made before: a list of theirs would be as long as all that use them. */
type Followed = readonly (Followed | { readonly ref: string; readonly target: Located })[]

/** What was made of a node, and what it depends on beside the node. */
interface MadeAnywhere {
  readonly context: Json
  readonly followed: Followed
  readonly made: unknown
}

/** By the node: two versions of a description share those that both write alike. */
const madeAnywhere = new WeakMap<JsonObject, MadeAnywhere>()

/** One pass over a description: what is malformed becomes a flaw, reported once, and is skipped. */
export class Reading {
  readonly document: Document
  readonly isSwagger: boolean
  readonly #flaws = new Map<string, Flaw>()
  readonly #shared = new Map<string, Map<JsonObject, Shared>>()
  /** By what is being made; absent when nothing is. */
  #followed: Followed[number][] | undefined
  readonly #leading = new Map<Followed, boolean>()
  #faults = 0

  constructor(document: Document) {
    this.document = document
    this.isSwagger = document.dialect === '2.0'
  }

  get flaws(): readonly Flaw[] {
    return [...this.#flaws.values()]
  }

  flaw(pointer: Pointer, message: string): undefined {
    this.#faults++
    this.#flaws.set(`${pointer} ${message}`, { pointer, message })
  }

  /** What is made of a part, once however many refer to it. `kind` names the making. */
  once<T>(kind: string, { node, pointer, assumed }: Part, make: () => T): T {
    const shared = this.#shared.get(kind) ?? new Map<JsonObject, Shared>()
    this.#shared.set(kind, shared)
    const known = shared.get(node)
    // Each kind makes values of one type. A YAML alias is one node at many locations.
    if (known?.pointer === pointer && known.assumed === assumed) {
      this.#followed?.push(known.followed)
      if (known.isFlawed) this.#faults++
      return known.made as T
    }
    const made = this.#making(make)
    shared.set(node, { pointer, assumed, ...made })
    return made.made
  }

  /**
   * What is made of a node, once for all documents that share the node: where the context is the same, all references lead to the
   * same nodes, and there was no flaw to report.
   */
  anywhere<T>(node: JsonObject, context: Json, make: () => T): T {
    const known = madeAnywhere.get(node)
    if (known !== undefined && equalJson(known.context, context) && this.#leadThere(known.followed)) {
      this.#followed?.push(known.followed)
      // There is one making of one node and context.
      return known.made as T
    }
    const { made, followed, isFlawed } = this.#making(make)
    if (!isFlawed) madeAnywhere.set(node, { context, followed, made })
    return made
  }

  #making<T>(make: () => T): { readonly made: T } & Pick<Shared, 'followed' | 'isFlawed'> {
    const faults = this.#faults
    const outer = this.#followed
    const followed: Followed[number][] = []
    this.#followed = followed
    const made = make()
    this.#followed = outer
    outer?.push(followed)
    return { made, followed, isFlawed: this.#faults !== faults }
  }

  /** Whether references lead in this document where they led in another one. */
  #leadThere(followed: Followed): boolean {
    const known = this.#leading.get(followed)
    if (known !== undefined) return known
    const isSame = followed.every((one) => {
      if (!('ref' in one)) return this.#leadThere(one)
      const target = this.document.resolve(one.ref)
      return target?.node === one.target.node && target.pointer === one.target.pointer
    })
    this.#leading.set(followed, isSame)
    return isSame
  }

  /** Follows `$ref`s to an object; `x-assumed` counts on either end. `what` and `name` name it in a flaw. */
  part(node: Json, pointer: Pointer, what: string, name?: string): Part | undefined {
    let at: Located = { node, pointer }
    let assumed = isAssumed(node)
    for (let ref = own(at.node, '$ref'); typeof ref === 'string'; ref = own(at.node, '$ref')) {
      const target = this.document.resolve(ref)
      if (target === undefined) return this.flaw(at.pointer, `skipped: $ref ${ref} leads nowhere`)
      this.#followed?.push({ ref, target })
      assumed ||= isAssumed(target.node)
      at = target
    }
    if (!isObject(at.node))
      return this.flaw(at.pointer, `skipped: ${name === undefined ? what : `${what} ${name}`} is not an object`)
    const mark = markOf(at.node) ?? markOf(node)
    const marks = mark !== undefined && typeof mark !== 'boolean' && { marks: mark }
    return { node: at.node, pointer: at.pointer, assumed, ...marks }
  }

  /** The entries of a map of parts, e.g. `content`; entries whose name is not `wanted` are not read. */
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

  /** The schema under a key, at the location where it is written; a `$ref` there is not followed. */
  schema(owner: Located<JsonObject>, key = 'schema'): Located | undefined {
    const node = own(owner.node, key)
    if (node === undefined) return undefined
    const pointer = joinPointer(owner.pointer, key)
    if (isObject(node) || typeof node === 'boolean') return { node, pointer }
    return this.flaw(pointer, 'skipped: the schema is not an object')
  }
}

/** Whether a part of a description says it is a guess. */
function isAssumed(node: Json): boolean {
  return markOf(node) === true
}

/** The marks of a part's members, for what is made of it. */
export function marksOf({ marks }: Part): { readonly marks?: Marks } {
  return marks === undefined ? {} : { marks }
}
