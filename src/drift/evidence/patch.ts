import { dialects } from '../../model/dialect.ts'
import type { Document } from '../../model/document.ts'
import type { PatchOperation } from '../../model/finding.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Patch, Proposer } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { isObject, own, ownArray } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { typeName } from '../../util/value.ts'

const add = (path: Pointer, value: Json): PatchOperation => ({ op: 'add', path, value })
const replace = (path: Pointer, value: Json): PatchOperation => ({ op: 'replace', path, value })
const remove = (path: Pointer): PatchOperation => ({ op: 'remove', path })

/** Creates the proposer of a document. Proposals apply only to this version of the description. */
export function createProposer(document: Document, operation: Operation): Proposer {
  const objectAt = (pointer: Pointer): JsonObject | undefined => {
    const node = document.at(pointer)
    return isObject(node) ? node : undefined
  }
  const { hasJsonSchema, isSwagger } = dialects[document.dialect]
  const legacy = !hasJsonSchema

  const proposer: Proposer = {
    nullable({ schemaPointer }) {
      const node = objectAt(schemaPointer)
      if (node === undefined) return []
      if (hasJsonSchema) return nullableByType(node, schemaPointer)
      return (isSwagger ? nullableIn20 : nullableIn30)(node, schemaPointer)
    },
    enumValue({ keyword, schemaPointer, observed }) {
      const node = objectAt(schemaPointer)
      if (Array.isArray(own(node, keyword))) return [add(joinPointer(schemaPointer, keyword, '-'), observed)]
      if (Array.isArray(own(node, 'enum'))) return [add(joinPointer(schemaPointer, 'enum', '-'), observed)]
      const constant = own(node, 'const')
      if (constant === undefined) return []
      return [
        remove(joinPointer(schemaPointer, 'const')),
        add(joinPointer(schemaPointer, 'enum'), [constant, observed]),
      ]
    },
    notRequired({ schemaPointer, property }) {
      const names = ownArray(objectAt(schemaPointer), 'required')
      const index = names.indexOf(property ?? '')
      const path = joinPointer(schemaPointer, 'required')
      if (index < 0) return []
      return [remove(names.length === 1 ? path : joinPointer(path, index))]
    },
    type({ schemaPointer, observed }) {
      const type = own(objectAt(schemaPointer), 'type')
      if (type === undefined) return []
      return [replace(joinPointer(schemaPointer, 'type'), widerType(type, typeName(observed), legacy))]
    },
    without({ schemaPointer, keyword }) {
      return own(objectAt(schemaPointer), keyword) === undefined ? [] : [remove(joinPointer(schemaPointer, keyword))]
    },
    admit(violation) {
      const { keyword, schemaPointer, expected } = violation
      if (keyword === 'nullable') return proposer.nullable(violation)
      if (keyword === 'enum' || keyword === 'const') return proposer.enumValue(violation)
      if (keyword === 'required') return proposer.notRequired(violation)
      if (keyword === 'type') return proposer.type(violation)
      if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return proposer.property(violation)
      if (keyword === 'discriminator') return []
      // `anyOf` allows multiple matches; without a match there is no obvious fix.
      if (keyword === 'oneOf')
        return Number(expected) > 1 ? anyInsteadOfOne(objectAt(schemaPointer), schemaPointer) : []
      return proposer.without(violation)
    },
    headerOptional({ pointer }) {
      return own(objectAt(pointer), 'required') === undefined ? [] : [remove(joinPointer(pointer, 'required'))]
    },
    property({ schemaPointer, location, observed }) {
      const name = location.slice(location.lastIndexOf('/') + 1)
      const node = objectAt(schemaPointer)
      const schema = schemaOf(observed, legacy)
      if (node === undefined || own(node, '$ref') !== undefined) return []
      const path = joinPointer(schemaPointer, 'properties')
      return own(node, 'properties') === undefined ? [add(path, { [name]: schema })] : [add(`${path}/${name}`, schema)]
    },
    response(status) {
      const path = joinPointer(operation.pointer, 'responses', status)
      return [add(path, { description: 'Seen by specdrift, not described yet.' })]
    },
    deprecated: () => [add(joinPointer(operation.pointer, 'deprecated'), true)],
    mediaType(response, type) {
      if (isSwagger) return []
      const path = joinPointer(response.pointer, 'content')
      const node = objectAt(response.pointer)
      return own(node, 'content') === undefined ? [add(path, { [type]: {} })] : [add(joinPointer(path, type), {})]
    },
  }
  return proposer
}

function anyInsteadOfOne(node: JsonObject | undefined, pointer: Pointer): Patch {
  const variants = own(node, 'oneOf')
  if (variants === undefined || own(node, 'anyOf') !== undefined) return []
  return [remove(joinPointer(pointer, 'oneOf')), add(joinPointer(pointer, 'anyOf'), variants)]
}

/** OpenAPI 2.0 ignores siblings of `$ref`, so it is wrapped. `x-nullable` is the common extension. */
function nullableIn20(node: JsonObject, pointer: Pointer): Patch {
  if (own(node, '$ref') !== undefined) return [replace(pointer, { 'x-nullable': true, allOf: [node] })]
  return [add(joinPointer(pointer, 'x-nullable'), true), ...nullInEnum(node, pointer)]
}

const combining = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not'] as const

/**
 * OpenAPI 3.0 `nullable` affects only the `type` in the same schema; null must still satisfy `$ref`, `allOf` and the like
 * (https://github.com/OAI/OpenAPI-Specification/blob/main/proposals/2019-10-31-Clarify-Nullable.md). Schemas with those, or without
 * a type, become one of two branches.
 */
function nullableIn30(node: JsonObject, pointer: Pointer): Patch {
  const isPlain = own(node, 'type') !== undefined && combining.every((keyword) => own(node, keyword) === undefined)
  if (isPlain) return [add(joinPointer(pointer, 'nullable'), true), ...nullInEnum(node, pointer)]
  return [replace(pointer, { anyOf: [node, { type: 'object', nullable: true, enum: [null] }] })]
}

function nullInEnum(node: JsonObject, pointer: Pointer): Patch {
  const values = own(node, 'enum')
  return Array.isArray(values) && !values.includes(null) ? [add(joinPointer(pointer, 'enum', '-'), null)] : []
}

function nullableByType(node: JsonObject, pointer: Pointer): Patch {
  const { type, enum: values } = node
  if (node.$ref !== undefined || node.const !== undefined || type === undefined) {
    return [replace(pointer, { anyOf: [node, { type: 'null' }] })]
  }
  const inType = Array.isArray(type) ? add(joinPointer(pointer, 'type', '-'), 'null') : undefined
  const isMissing = Array.isArray(values) && !values.includes(null)
  return [
    inType ?? replace(joinPointer(pointer, 'type'), [type, 'null']),
    ...(isMissing ? [add(joinPointer(pointer, 'enum', '-'), null)] : []),
  ]
}

/** Returns `number` if an integer was documented, else a type union if the dialect supports it, else the received type. */
function widerType(type: Json, seen: string, legacy: boolean): Json {
  if (type === 'integer' && seen === 'number') return 'number'
  if (legacy) return seen
  const types = Array.isArray(type) ? type : [type]
  return seen === 'number' && types.includes('integer')
    ? types.map((one) => (one === 'integer' ? 'number' : one))
    : [...types, seen]
}

/** Infers a schema from one value without including the value. */
function schemaOf(value: Json, legacy: boolean, depth = 0): JsonObject {
  if (value === null) return legacy ? { nullable: true } : { type: 'null' }
  if (depth < 3 && Array.isArray(value))
    return { type: 'array', items: value[0] === undefined ? {} : schemaOf(value[0], legacy, depth + 1) }
  if (depth >= 3 || !isObject(value)) return { type: typeName(value) === 'integer' ? 'number' : typeName(value) }
  const properties = Object.entries(value).map(([name, child]) => [name, schemaOf(child, legacy, depth + 1)] as const)
  return { type: 'object', properties: Object.fromEntries(properties) }
}
