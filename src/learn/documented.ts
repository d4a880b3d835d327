import type { Pointer } from '../model/json.ts'
import type { MediaType, Operation } from '../model/operation.ts'
import type { Shape } from '../model/statistics.ts'
import { joinPointer } from '../util/pointer.ts'
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
}

/** A value of an enumeration in the responses of an operation, as canonical JSON. */
export interface DocumentedValue {
  readonly part: string
  readonly location: Pointer
  readonly value: string
}

/** What a description says about an operation: all that can be seen of it. */
export interface DocumentedOperation {
  readonly operation: string
  readonly parameters: readonly string[]
  readonly responses: readonly string[]
  /** `200 ETag`. */
  readonly headers: readonly string[]
  readonly contentTypes: readonly string[]
  /** Those of recursive schemas once, and at most 2,000 of a body. */
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

function listBody(part: string, root: Shape | undefined): Body {
  const properties: DocumentedProperty[] = []
  const values: DocumentedValue[] = []
  const enter = (shape: Shape, location: Pointer, around: readonly Shape[]): void => {
    if (properties.length >= mostProperties) return
    const content = shape.read()
    values.push(...content.values.map((value) => ({ part, location, value })))
    if (around.includes(shape)) return
    const inner = [...around, shape]
    for (const [name, { shape: child, required }] of content.properties) {
      const { nullable, isText } = child.read()
      const below = joinPointer(location, name)
      properties.push({ part, location: below, parent: location, required, nullable, isText })
      enter(child, below, inner)
    }
    for (const many of [content.items, content.additional]) if (many !== undefined) enter(many, `${location}/*`, inner)
  }
  if (root !== undefined) enter(root, '', [])
  return { properties, values }
}
