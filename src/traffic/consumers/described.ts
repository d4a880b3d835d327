import type { Document, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { isObject, own, ownArray } from '../../util/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'

/** Keywords whose subschemas apply to the same value (JSON Schema 2020-12 core §10.2). */
const listed = ['allOf', 'anyOf', 'oneOf'] as const
const single = ['if', 'then', 'else'] as const

/** Returns all schema objects that apply to a value: the given ones and those reached by `$ref`, `allOf`, `oneOf` …, without duplicates. */
function layersOf(document: Document, schemas: readonly Located[]): readonly Located[] {
  const found = new Map<Pointer, Located>()
  const open = [...schemas]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at.pointer) || !isObject(at.node)) continue
    found.set(at.pointer, at)
    const ref = own(at.node, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target !== undefined) open.push(target)
    for (const keyword of listed) open.push(...membersOf(at, keyword))
    for (const keyword of single) open.push(...childOf(at, keyword))
  }
  return [...found.values()]
}

/** Returns the schemas for one step into a value: a property name, or `*` for array items and map values. */
function stepInto(layer: Located, token: string): readonly Located[] {
  if (token === '*') {
    const named = childOf(layer, 'patternProperties').flatMap((each) =>
      membersOf(layer, 'patternProperties', each.node),
    )
    const lists = [...childOf(layer, 'items'), ...membersOf(layer, 'prefixItems')]
    return [...lists, ...childOf(layer, 'additionalProperties'), ...named]
  }
  const [properties] = childOf(layer, 'properties')
  const named = properties === undefined ? [] : childOf(properties, token)
  return named.length > 0 ? named : childOf(layer, 'additionalProperties')
}

function childOf({ node, pointer }: Located, key: string): readonly Located[] {
  const child = own(node, key)
  return isObject(child) ? [{ node: child, pointer: joinPointer(pointer, key) }] : []
}

function membersOf({ node, pointer }: Located, key: string, of: Json | undefined = own(node, key)): readonly Located[] {
  if (typeof of !== 'object' || of === null) return []
  return Object.entries(of).flatMap(([name, child]) =>
    isObject(child) ? [{ node: child, pointer: joinPointer(pointer, key, name) }] : [],
  )
}

/** The described locations of a body. Locations are pointers with `*` for array indexes and map keys. */
export interface DescribedBody {
  /** Returns the schema objects for a location; empty if it isn't described. */
  schemasAt(location: Pointer): readonly Pointer[]
  /** Returns the location of a member; undefined if it isn't described. */
  enter(location: Pointer, step: string | number): Pointer | undefined
  /** Whether an enum at the location contains the value. */
  isListed(location: Pointer, value: Json): boolean
  /** Returns the location at a path; undefined if it isn't described. */
  locationOf(path: readonly (string | number)[]): Pointer | undefined
}

/** Resolves the schema of a body lazily, each location once. */
export function describedBody(document: Document, root: Located): DescribedBody {
  const known = new Map<Pointer, readonly Located[]>([['', layersOf(document, [root])]])
  const down = (above: Pointer, token: string): readonly Located[] => {
    const location = joinPointer(above, token)
    const before = known.get(location)
    if (before !== undefined) return before
    const layers = layersOf(
      document,
      layersAt(above).flatMap((layer) => stepInto(layer, token)),
    )
    known.set(location, layers)
    return layers
  }
  const layersAt = (location: Pointer): readonly Located[] => {
    const before = known.get(location)
    if (before !== undefined) return before
    let at: Pointer = ''
    for (const token of pointerTokens(location)) {
      down(at, token)
      at = joinPointer(at, token)
    }
    return known.get(location) ?? []
  }
  const enter = (at: Pointer, step: string | number): Pointer | undefined => {
    const isNamed = typeof step === 'string' && layersAt(at).some((layer) => hasProperty(layer, step))
    const token = isNamed ? step : '*'
    return down(at, token).length === 0 ? undefined : joinPointer(at, token)
  }
  return {
    schemasAt: (location) => layersAt(location).map(({ pointer }) => pointer),
    enter,
    isListed: (location, value) =>
      typeof value !== 'object' && layersAt(location).some(({ node }) => ownArray(node, 'enum').includes(value)),
    locationOf(path) {
      let at: Pointer | undefined = ''
      for (const step of path) {
        at = enter(at, step)
        if (at === undefined) return undefined
      }
      return at
    },
  }
}

function hasProperty({ node }: Located, name: string): boolean {
  const properties = own(node, 'properties')
  return isObject(properties) && Object.hasOwn(properties, name)
}
