import type { Pointer } from '../../model/json.ts'
import type { Shape } from '../../model/live/statistics.ts'
import type { MediaType, Operation } from '../../model/operation.ts'
import { joinPointer } from '../../util/pointer.ts'
import { parameterName } from './observe.ts'

/** A property in an operation's responses. */
export interface DocumentedProperty {
  /** For example `200 application/json`. */
  readonly part: string
  readonly location: Pointer
  /** Location of the containing object. */
  readonly parent: Pointer
  readonly required: boolean
  readonly nullable: boolean
  readonly isText: boolean
  /** Other locations of the same recursive schema; the property counts as seen if any of them shows it. */
  readonly elsewhere?: readonly Pointer[]
}

/** An enum value in an operation's responses, as canonical JSON. */
export interface DocumentedValue {
  readonly part: string
  readonly location: Pointer
  readonly value: string
  /** See `DocumentedProperty`. */
  readonly elsewhere?: readonly Pointer[]
}

/** All parts of an operation that can be seen in traffic. */
export interface DocumentedOperation {
  readonly operation: string
  readonly parameters: readonly string[]
  readonly responses: readonly string[]
  /** For example `200 ETag`. */
  readonly headers: readonly string[]
  readonly contentTypes: readonly string[]
  /** At most 2,000 per body; properties of a recursive schema only once. */
  readonly properties: readonly DocumentedProperty[]
  readonly values: readonly DocumentedValue[]
}

const mostProperties = 2000

/** Lists the parts of each operation. `shapeOf` returns the shape of a media type's bodies. */
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

/** The outermost occurrence of a recursive schema. */
interface Owner {
  readonly base: Pointer
  /** Locations of all occurrences; mutable. */
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

/** Maximum number of schemas per body that are searched for cycles. */
const mostShapes = 5000

/** Finds recursive shapes: Tarjan's strongly connected components with an explicit stack. */
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
