import type { Component, Sensitive } from './generated.ts'
import { reachable } from './generated.ts'

/**
 * Takes back what would be wrong rather than just weaker: a `$ref` that leads to itself without entering
 * the value (ajv would not come back), and keywords that refuse values because something inside them was
 * left out. Each costs a flaw.
 */
export function weaken(fresh: readonly Component[]): void {
  breakCycles(fresh)
  for (const component of fresh) for (const site of component.sensitive) weakenOne(component, site)
}

function breakCycles(fresh: readonly Component[]): void {
  const state = new Map<Component, 'open' | 'done'>()
  const visit = (component: Component): void => {
    state.set(component, 'open')
    for (const { schema, to } of component.edges) {
      if (state.get(to) === 'open') {
        delete schema.$ref
        component.flaws.push({ pointer: component.pointer, message: 'a $ref leads back to itself; it is not followed' })
      } else if (!state.has(to)) visit(to)
    }
    state.set(component, 'done')
  }
  for (const component of fresh) if (!state.has(component)) visit(component)
}

function weakenOne(component: Component, { schema, keyword, pointer, lossy, refs }: Sensitive): void {
  const isLossy = lossy || refs.some((ref) => reachable(ref).some(({ flaws }) => flaws.length > 0))
  if (!isLossy) return
  const because = 'because a schema inside it cannot be checked in full'
  if (keyword === 'oneOf') {
    if (schema.oneOf === undefined || schema.anyOf !== undefined) delete schema.oneOf
    else {
      schema.anyOf = schema.oneOf
      delete schema.oneOf
    }
    component.flaws.push({ pointer, message: `oneOf is not checked for several matches, ${because}` })
    return
  }
  for (const word of keyword === 'if' ? ['if', 'then', 'else'] : [keyword === 'contains' ? 'maxContains' : keyword]) {
    delete schema[word]
  }
  if (keyword !== 'contains') component.flaws.push({ pointer, message: `${keyword} is not checked, ${because}` })
}
