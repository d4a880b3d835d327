import type { Document, Located } from '../model/document.ts'
import type { Json, JsonObject, Pointer } from '../model/json.ts'
import { isObject, own, ownArray, ownEntries } from '../util/json.ts'
import { joinPointer } from '../util/pointer.ts'

/** Names and types of a schema's instances, following `$ref`, `allOf` and union branches. */
export interface Members {
  readonly properties: ReadonlyMap<string, Located>
  readonly items?: Located
  /** Schema of map values. */
  readonly values?: Located
  /** `string`, `integer` …; empty if unspecified. */
  readonly types: ReadonlySet<string>
  readonly format?: string
  readonly isEnum: boolean
  readonly required: ReadonlySet<string>
  readonly components: readonly Pointer[]
}

/** Keyed by node, because pointers are slow to build, and by document, because versions share nodes with different targets. */
const memos = new WeakMap<Document, WeakMap<JsonObject, Members>>()
const nothing: Members = { properties: new Map(), types: new Set(), isEnum: false, required: new Set(), components: [] }

/** Returns the members of a schema, cached per document. Stops at cycles of `$ref` and `allOf`. */
export function membersOf(document: Document, schema: Located): Members {
  if (!isObject(schema.node)) return nothing
  const memo = memos.get(document) ?? new WeakMap<JsonObject, Members>()
  memos.set(document, memo)
  const known = memo.get(schema.node)
  if (known !== undefined) return known
  const read = readMembers(document, schema)
  memo.set(schema.node, read)
  return read
}

function readMembers(document: Document, schema: Located): Members {
  const properties = new Map<string, Located>()
  const types = new Set<string>()
  const required = new Set<string>()
  const components: Pointer[] = []
  const seen = new Set<JsonObject>()
  let items: Located | undefined
  let values: Located | undefined
  let format: string | undefined
  let isEnum = false
  const enter = ({ node, pointer }: Located): void => {
    if (!isObject(node) || seen.has(node)) return
    seen.add(node)
    const ref = own(node, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target !== undefined) {
      components.push(target.pointer)
      enter(target)
    }
    for (const [name, property] of ownEntries(node, 'properties')) {
      if (!properties.has(name))
        properties.set(name, { node: property, pointer: joinPointer(pointer, 'properties', name) })
    }
    for (const name of ownArray(node, 'required')) if (typeof name === 'string') required.add(name)
    for (const type of typesOf(node)) types.add(type)
    items ??= childOf(node, pointer, 'items')
    values ??= childOf(node, pointer, 'additionalProperties')
    const ownFormat = own(node, 'format')
    if (typeof ownFormat === 'string') format ??= ownFormat
    isEnum ||= Array.isArray(own(node, 'enum')) || own(node, 'const') !== undefined
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
      for (const [index, branch] of ownArray(node, keyword).entries())
        enter({ node: branch, pointer: joinPointer(pointer, keyword, index) })
    }
  }
  enter(schema)
  return {
    ...{ properties, types, isEnum, required, components },
    ...(items && { items }),
    ...(values && { values }),
    ...(format !== undefined && { format }),
  }
}

function typesOf(node: JsonObject): readonly string[] {
  const type: Json | undefined = own(node, 'type')
  const listed = Array.isArray(type) ? type : [type]
  return listed.filter((each): each is string => typeof each === 'string')
}

function childOf(node: JsonObject, pointer: Pointer, keyword: string): Located | undefined {
  const child = own(node, keyword)
  return isObject(child) ? { node: child, pointer: joinPointer(pointer, keyword) } : undefined
}
