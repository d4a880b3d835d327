import type { Pointer } from '../../model/json.ts'
import type { Shape } from '../../model/live/statistics.ts'
import type { MediaType, Operation } from '../../model/operation.ts'
import { joinPointer } from '../../util/pointer.ts'
import { parameterName } from './observe.ts'

/** A property of the responses of an operation. */
export interface DocumentedProperty {
  /** `200 application/json`. */
  readonly part: string
  readonly location: Pointer
  /** Of the object it belongs to. */
  readonly parent: Pointer
  readonly required: boolean
  readonly nullable: boolean
  readonly isText: boolean
  /** Where else the recursive schema that has it occurs: it is seen when one of them shows it. */
  readonly elsewhere?: readonly Pointer[]
}

/** A value of an enumeration in the responses of an operation, as canonical JSON. */
export interface DocumentedValue {
  readonly part: string
  readonly location: Pointer
  readonly value: string
  /** As of a property. */
  readonly elsewhere?: readonly Pointer[]
}

/** What a description says about an operation: all that can be seen of it. */
export interface DocumentedOperation {
  readonly operation: string
  readonly parameters: readonly string[]
  readonly responses: readonly string[]
  /** `200 ETag`. */
  readonly headers: readonly string[]
  readonly contentTypes: readonly string[]
  /** Those of a recursive schema once in a body, wherever it occurs there, and at most 2,000 of a body. */
  readonly properties: readonly DocumentedProperty[]
  readonly values: readonly DocumentedValue[]
}

const mostProperties = 2000

/** Lists what can be seen of each operation. `shapeOf`: what the description says of the bodies of a media type. */
export function documentedOf(
  operations: readonly Operation[],
  shapeOf: (media: MediaType) => Shape | undefined,
): readonly DocumentedOperation[] {
  return operations.map(({ key, parameters, responses }) => {
    const media = responses.flatMap(({ status, content }) =>
      content.map((one) => ({ part: `${status} ${one.type}`, shape: shapeOf(one) })),
    )
    const headers = responses.flatMap(({ status, headers: all }) => all.map(({ name }) => ({ status, name })))
    const bodies = media.map(({ part, shape }) => listBody(part, shape))
    return {
      operation: key,
      parameters: parameters.map(parameterName),
      responses: responses.map(({ status }) => status),
      headers: headers
        .filter(({ name }) => name.toLowerCase() !== 'content-type')
        .map(({ status, name }) => `${status} ${name}`),
      contentTypes: media.map(({ part }) => part),
      properties: bodies.flatMap(({ properties }) => properties),
      values: bodies.flatMap(({ values }) => values),
    }
  })
}

type Body = Pick<DocumentedOperation, 'properties' | 'values'>

/** The outermost occurrence of a recursive schema around a location. */
interface Owner {
  readonly base: Pointer
  /** Of every occurrence; grows. */
  readonly bases: Pointer[]
}

type Listed<T> = Omit<T, 'elsewhere'> & { readonly owner?: Owner }

function listBody(part: string, root: Shape | undefined): Body {
  if (root === undefined) return { properties: [], values: [] }
  const properties: Listed<DocumentedProperty>[] = []
  const values: Listed<DocumentedValue>[] = []
  const recursive = recursiveShapes(root)
  const known = new Map<Shape, Pointer[]>()
  const enter = (shape: Shape, location: Pointer, around: ReadonlySet<Shape>, owner: Owner | undefined): void => {
    if (properties.length >= mostProperties) return
    const content = shape.read()
    const bases = known.get(shape)
    if (bases !== undefined) bases.push(location)
    else values.push(...content.values.map((value) => ({ part, location, value, owner })))
    if (around.has(shape) || bases !== undefined) return
    const own = recursive.has(shape) ? { base: location, bases: [location] } : owner
    if (own !== undefined && own !== owner) known.set(shape, own.bases)
    const inner = new Set([...around, shape])
    for (const [name, { shape: child, required }] of content.properties) {
      const { nullable, isText } = child.read()
      const below = joinPointer(location, name)
      const facts = { part, location: below, parent: location, required, nullable, isText }
      properties.push({ ...facts, owner: own })
      enter(child, below, inner, own)
    }
    for (const many of [content.items, content.additional])
      if (many !== undefined) enter(many, `${location}/*`, inner, own)
  }
  enter(root, '', new Set(), undefined)
  return { properties: properties.map(withElsewhere), values: values.map(withElsewhere) }
}

function withElsewhere<T extends { readonly location: Pointer; readonly owner?: Owner }>({ owner, ...one }: T) {
  if (owner === undefined || owner.bases.length < 2) return one
  const rest = one.location.slice(owner.base.length)
  return { ...one, elsewhere: owner.bases.slice(1).map((base) => `${base}${rest}`) }
}

/** So many schemas of a body are searched for circles. */
const mostShapes = 5000

/** The shapes that lead back to themselves: Tarjan's strongly connected components, over a stack of its own. */
function recursiveShapes(root: Shape): ReadonlySet<Shape> {
  const found = new Set<Shape>()
  const order = new Map<Shape, { readonly index: number; low: number; isOpen: boolean }>()
  const open: Shape[] = []
  const calls: { readonly shape: Shape; readonly next: Iterator<Shape> }[] = []
  const begin = (shape: Shape): void => {
    order.set(shape, { index: order.size, low: order.size, isOpen: true })
    open.push(shape)
    calls.push({ shape, next: childrenOf(shape)[Symbol.iterator]() })
  }
  begin(root)
  for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
    const { shape, next } = call
    const own = order.get(shape)
    const { value: child, done } = next.next()
    const there = child && order.get(child)
    if (done !== true && child !== undefined && there === undefined) {
      if (order.size < mostShapes) begin(child)
    } else if (done !== true && own !== undefined && there?.isOpen === true) {
      own.low = Math.min(own.low, there.index)
      if (child === shape) found.add(shape)
    } else if (done === true && own !== undefined) {
      calls.pop()
      const caller = calls.at(-1)
      const above = caller && order.get(caller.shape)
      if (above !== undefined) above.low = Math.min(above.low, own.low)
      if (own.low === own.index) close(shape)
    }
  }
  return found

  function close(shape: Shape): void {
    const members = open.splice(open.lastIndexOf(shape))
    for (const member of members) {
      const one = order.get(member)
      if (one !== undefined) one.isOpen = false
      if (members.length > 1) found.add(member)
    }
  }
}

function childrenOf(shape: Shape): readonly Shape[] {
  const { properties, items, additional } = shape.read()
  const named = [...properties.values()].map((property) => property.shape)
  return [...named, ...(items === undefined ? [] : [items]), ...(additional === undefined ? [] : [additional])]
}
