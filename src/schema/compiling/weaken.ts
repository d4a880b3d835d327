import type { Component, Edge, Loss, Sensitive } from './generated.ts'

/** How many references that apply to one value may be nested: a validator is recursive in them. */
const maxReferences = 250

/**
 * Removes what would be wrong rather than only weaker: a `$ref` that leads to itself without entering
 * the value (ajv would not come back), one behind more others than a call stack holds, and keywords that refuse
 * values because something inside them was left out. Each costs a flaw, but for what the contract does not claim: whether a value has
 * properties that do not exist this way. To be called with components as they are built.
 */
export function createWeakening(): (fresh: readonly Component[]) => void {
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
