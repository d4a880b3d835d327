import type { Document, Located } from '../../model/document.ts'
import { isObject, own } from '../../util/json.ts'
import { createAccess } from '../keywords/access.ts'
import type { Component, Generated, Origin, Reading, Scope, Way } from './generated.ts'
import { createWeakening } from './weaken.ts'
import { writeSchema } from './write.ts'

/** Turns the schemas of a description into schemas for ajv, one component per `$ref` target and context. */
export interface SchemaBuilder {
  /**
   * The component of a schema; it and all it refers to are complete, each passed to `onBuilt` once.
   * `assumed`: the reference to the schema is assumed.
   */
  component(schema: Located, assumed: boolean): Component
  target(id: string): Component
  origin(schema: Generated): Origin
}

/**
 * Makes the builder of a document for values travelling one way.
 * Lazy: only what a schema reaches is built, once. `$ref`s are kept, so recursion in a description is recursion in ajv and costs nothing.
 */
export function createSchemaBuilder(
  document: Document,
  way: Way,
  onBuilt: (made: Component) => void,
  reading: Reading = {},
): SchemaBuilder {
  const access = createAccess(document, way)
  const byKey = new Map<string, Component>()
  const byId = new Map<string, Component>()
  const origins = new WeakMap<Generated, Origin>()
  const queue: (() => Component)[] = []
  const weaken = createWeakening()

  function enter({ node, pointer }: Located, scope: Scope): Component {
    const own = access.hiddenNames(node)
    const inherited = scope.hidden.size === 0 ? [] : [...scope.hidden].filter((name) => !own.has(name)).sort()
    const key = `${scope.assumed} ${scope.plain} ${JSON.stringify(inherited)} ${pointer}`
    const known = byKey.get(key)
    if (known !== undefined) return known
    const id = `specdrift:${way}/${byKey.size}`
    const lists = { refs: [], edges: [], sensitive: [], flaws: [] }
    const needs = { ownProperties: false, unevaluated: false }
    const made: Component = {
      id,
      pointer,
      schema: {},
      ...lists,
      mislabelled: new Set(),
      needs,
      isUnaccepted: false,
      isUnited: false,
      hides: 0,
    }
    byKey.set(key, made)
    byId.set(id, made)
    queue.push(() => {
      const writer = { document, way, access, origins, into: made, reading, enter }
      made.schema = writeSchema(writer, node, pointer, { ...scope, inPlace: true })
      return made
    })
    return made
  }

  return {
    component(schema, assumed) {
      const made = enter(throughRef(document, schema), {
        assumed,
        hidden: new Set(),
        plain: false,
        inPlace: true,
      })
      const fresh: Component[] = []
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) fresh.push(next())
      weaken(fresh)
      fresh.forEach(onBuilt)
      return made
    },
    target(id) {
      const component = byId.get(id)
      if (component === undefined) throw new RangeError(`no component ${id}`)
      return component
    },
    origin(schema) {
      const origin = origins.get(schema)
      if (origin === undefined) throw new RangeError('a schema that was not built here')
      return origin
    },
  }
}

/** Of a schema that is only a `$ref` the target: sixty responses of one kind are compiled once. */
function throughRef(document: Document, schema: Located): Located {
  const ref = own(schema.node, '$ref')
  const isAll = isObject(schema.node) && Object.keys(schema.node).length === 1
  return (isAll && typeof ref === 'string' ? document.resolve(ref) : undefined) ?? schema
}
