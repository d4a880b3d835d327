import type { Document, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { isObject, own, ownArray } from '../../util/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'

/** Keywords whose schemas speak of the same value (JSON Schema 2020-12 core §10.2). */
const listed = ['allOf', 'anyOf', 'oneOf'] as const
const single = ['if', 'then', 'else'] as const

/** Every schema object that describes a value: the one it starts from, and what `$ref`, `allOf`, `oneOf` … add. Each once. */
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

/** The schemas of one step into a value: a property by its name, or `*` for items of a list and values of a map. */
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

/** What a description says of the locations of a body. Locations are pointers with array indexes and keys of maps as `*`. */
export interface DescribedBody {
  /** The schema objects that describe a location; none of one that is not described. */
  schemasAt(location: Pointer): readonly Pointer[]
  /** The location of a member of what is at a location; undefined where it is not described. */
  enter(location: Pointer, step: string | number): Pointer | undefined
  /** Whether a value is one that an enum lists there. */
  isListed(location: Pointer, value: Json): boolean
  /** The location of a member by the names and indexes that lead to it; undefined where it is not described. */
  locationOf(path: readonly (string | number)[]): Pointer | undefined
}

/** Reads the schema of a body on demand, each location once. */
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
