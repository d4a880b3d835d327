import type { Document, Located } from '../../model/document.ts'
import type { Way } from '../../model/operation.ts'
import { isObject, own } from '../../util/json.ts'
import { createAccess } from '../keywords/access.ts'
import type { Component, Edge, Generated, Loss, Origin, Reading, Scope, Sensitive } from './generated.ts'
import { writeSchema } from './write.ts'

/** How many references that apply to one value may be nested: a validator is recursive in them. */
const maxReferences = 250

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
      hasOpenList: false,
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

/**
 * Removes what would be wrong rather than only weaker: a `$ref` that leads to itself without entering
 * the value (ajv would not come back), one behind more others than a call stack holds, and keywords that refuse
 * values because something inside them was left out. Each costs a flaw, but for what the contract does not claim: whether a value has
 * properties that do not exist this way. To be called with components as they are built.
 */
function createWeakening(): (fresh: readonly Component[]) => void {
  /** How many references are followed from a component for one value, at most. */
  const depths = new Map<Component, number>()
  /** What was left out of them, or of what they refer to. */
  const losses = new Map<Component, Loss>()
  return (fresh) => {
    for (const component of fresh) if (!depths.has(component)) cutWays(component, depths)
    spreadLosses(fresh, losses)
    for (const component of fresh) for (const site of component.sensitive) weakenOne(component, site, losses)
  }
}

/** Depth first by a list of its own: what is cut would be too deep for the call stack. */
function cutWays(root: Component, depths: Map<Component, number>): void {
  const open = new Set([root])
  const ways = [{ at: root, edge: 0, depth: 0 }]
  for (let way = ways.at(-1); way !== undefined; way = ways.at(-1)) {
    const edge = way.at.edges[way.edge]
    if (edge === undefined) {
      ways.pop()
      open.delete(way.at)
      depths.set(way.at, way.depth)
      continue
    }
    const depth = depths.get(edge.to)
    if (depth === undefined && !open.has(edge.to)) {
      open.add(edge.to)
      ways.push({ at: edge.to, edge: 0, depth: 0 })
      continue
    }
    way.edge++
    if (depth === undefined) cut(way.at, edge, 'a $ref leads back to itself; it is not followed')
    else if (depth < maxReferences) way.depth = Math.max(way.depth, depth + 1)
    else cut(way.at, edge, `a $ref is not followed: behind it are more than ${maxReferences} for the same value`)
  }
}

function cut({ pointer, flaws }: Component, { schema }: Edge, message: string): void {
  delete schema.$ref
  flaws.push({ pointer, message })
}

function spreadLosses(fresh: readonly Component[], losses: Map<Component, Loss>): void {
  const users = new Map<Component, Component[]>()
  for (const component of fresh)
    for (const ref of component.refs) {
      const held = users.get(ref)
      if (held === undefined) users.set(ref, [component])
      else held.push(component)
    }
  for (const loss of ['unchecked', 'hidden'] as const) {
    const isOwn = ({ flaws, hides }: Component): boolean => (loss === 'unchecked' ? flaws.length > 0 : hides > 0)
    const open = fresh.filter((one) => isOwn(one) || one.refs.some((ref) => losses.get(ref) === loss))
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (losses.has(next)) continue
      losses.set(next, loss)
      open.push(...(users.get(next) ?? []))
    }
  }
}

function weakenOne(component: Component, site: Sensitive, losses: ReadonlyMap<Component, Loss>): void {
  const { schema, keyword, pointer, refs } = site
  const found = [site.loss, ...refs.map((ref) => losses.get(ref))]
  const isUnchecked = found.includes('unchecked')
  if (!isUnchecked && !found.includes('hidden')) return
  const note = (message: string): void => {
    if (isUnchecked)
      component.flaws.push({ pointer, message: `${message}, because a schema inside it cannot be checked in full` })
  }
  if (keyword === 'oneOf') {
    if (schema.oneOf === undefined || schema.anyOf !== undefined) delete schema.oneOf
    else {
      schema.anyOf = schema.oneOf
      delete schema.oneOf
    }
    note('oneOf is not checked for several matches')
    return
  }
  for (const word of keyword === 'if' ? ['if', 'then', 'else'] : [keyword === 'contains' ? 'maxContains' : keyword]) {
    delete schema[word]
  }
  if (keyword !== 'contains') note(`${keyword} is not checked`)
}
