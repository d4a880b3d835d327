import type { Document, Located } from '../../model/document.ts'
import type { Way } from '../../model/operation.ts'
import { refAlone } from '../../util/json.ts'
import { createAccess } from '../keywords/access.ts'
import type { Component, Edge, Generated, Loss, Origin, Reading, Scope, Sensitive } from './generated.ts'
import { writeSchema } from './write.ts'

/** Maximum depth of nested references to the same value, because validators call themselves for each one. */
const maxReferences = 250

/** Turns the schemas of a description into schemas for ajv, one component per `$ref` target and context. */
export interface SchemaBuilder {
  /** Returns the component of a schema. `assumed`: the reference itself is marked `x-assumed`. */
  component(schema: Located, assumed: boolean): Component
  /** Returns a component by its id. Throws RangeError for an unknown id. */
  target(id: string): Component
  origin(schema: Generated): Origin
  /** Returns the number of components written so far. */
  built(): number
}

interface BuilderOptions {
  readonly reading: Reading
  /** Write a `$ref` target only when `target` requests it, unless the `$ref` applies to the same value or a keyword needs it. */
  readonly isLazy: boolean
  /** Called when a component is written. */
  onBuilt(made: Component): void
}

/** Creates the schema builder of a document for one direction. Each schema is built once, on first use; `$ref`s are kept. */
export function createSchemaBuilder(
  document: Document,
  way: Way,
  { reading, isLazy, onBuilt }: BuilderOptions,
): SchemaBuilder {
  const access = createAccess(document, way)
  const byKey = new Map<string, Component>()
  const byId = new Map<string, Component>()
  const origins = new WeakMap<Generated, Origin>()
  const pending = new Map<Component, () => Generated>()
  const complete = new Set<Component>()
  const weaken = createWeakening()
  let isEager = !isLazy

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
    const writer = { document, way, access, origins, into: made, reading, enter }
    pending.set(made, () => writeSchema(writer, node, pointer, { ...scope, inPlace: true }))
    return made
  }

  /** Writes a component and the components that must be written with it. */
  function write(start: Component): Component {
    if (!pending.has(start)) return start
    const [fresh, completed]: [Component[], Component[]] = [[], []]
    const open: ToWrite[] = [{ one: start, isWhole: isEager }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { one, isWhole } = next
      const make = pending.get(one)
      if (make !== undefined) {
        one.schema = make()
        pending.delete(one)
        fresh.push(one)
        addWrittenWith(one, open)
      }
      if (!isWhole || complete.has(one)) continue
      complete.add(one)
      completed.push(one)
      addTo(open, one.refs, true)
    }
    weaken(fresh, completed)
    fresh.forEach(onBuilt)
    return start
  }

  function addWrittenWith({ edges, sensitive, needs }: Component, open: ToWrite[]): void {
    for (const { to } of edges) addTo(open, [to], false)
    for (const { refs } of sensitive) addTo(open, refs, true)
    // ajv follows references itself then.
    if (needs.unevaluated && !isEager) {
      isEager = true
      addTo(open, byId.values(), true)
    }
  }

  return {
    component: (schema, assumed) =>
      write(enter(throughRef(document, schema), { assumed, hidden: new Set(), plain: false, inPlace: true })),
    target(id) {
      const component = byId.get(id)
      if (component === undefined) throw new RangeError(`no component ${id}`)
      return write(component)
    },
    built: () => byId.size - pending.size,
    origin(schema) {
      const origin = origins.get(schema)
      if (origin === undefined) throw new RangeError('a schema that was not built here')
      return origin
    },
  }
}

/** A component to write; `isWhole`: with all its references. */
interface ToWrite {
  readonly one: Component
  readonly isWhole: boolean
}

function addTo(open: ToWrite[], components: Iterable<Component>, isWhole: boolean): void {
  for (const one of components) open.push({ one, isWhole })
}

/** Follows a schema that consists of a single `$ref`, so that sixty responses with the same schema are compiled once. */
function throughRef(document: Document, schema: Located): Located {
  const ref = refAlone(schema.node)
  return (ref === undefined ? undefined : document.resolve(ref)) ?? schema
}

/**
 * Removes constructs that would give wrong results, such as `$ref` cycles on one value and `not` around a dropped part. Adds a flaw for
 * each removal, except for `required` properties that don't exist in this direction. The references of `completed` are built as well.
 */
function createWeakening(): (fresh: readonly Component[], completed: readonly Component[]) => void {
  /** Longest chain of references followed from a component for one value. */
  const depths = new Map<Component, number>()
  /** The parts dropped from each component or from its references. */
  const losses = new Map<Component, Loss>()
  return (fresh, completed) => {
    for (const component of fresh) if (!depths.has(component)) cutWays(component, depths)
    spreadLosses(completed, losses)
    for (const component of fresh) for (const site of component.sensitive) weakenOne(component, site, losses)
  }
}

/** Depth-first search with an explicit stack, because the chains it cuts can be too deep for the call stack. */
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
      const list = users.get(ref)
      if (list === undefined) users.set(ref, [component])
      else list.push(component)
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
