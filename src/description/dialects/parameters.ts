import type { Located } from '../../model/document.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Parameter, ParameterLocation } from '../../model/operation.ts'
import { own, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { readContent } from './media-types.ts'
import { marksOf, type Part, type Reading } from './reading.ts'
import { inlineSchema, swaggerSerialization } from './swagger.ts'

/** Merges parameters of path item and operation by name and location; the operation takes precedence. */
export function mergedParameters(
  reading: Reading,
  pathItem: Located<JsonObject> | undefined,
  operation: Located<JsonObject>,
): readonly Part[] {
  const merged = new Map<string, Part>()
  for (const owner of pathItem === undefined ? [operation] : [pathItem, operation])
    for (const part of listed(reading, owner)) {
      const name = ownString(part.node, 'name')
      const location = ownString(part.node, 'in')
      // Header names are case-insensitive (RFC 9110 §5.1).
      merged.set(`${location} ${location === 'header' ? name.toLowerCase() : name}`, part)
    }
  return [...merged.values()]
}

function listed(reading: Reading, owner: Located<JsonObject>): readonly Part[] {
  const list = own(owner.node, 'parameters')
  if (list === undefined) return []
  const pointer = joinPointer(owner.pointer, 'parameters')
  if (!Array.isArray(list)) {
    reading.flaw(pointer, 'skipped: parameters is not a list')
    return []
  }
  const found: Part[] = []
  for (let index = 0; index < list.length; index++) {
    const part = reading.part(list[index] ?? null, joinPointer(pointer, index), 'the parameter')
    if (part === undefined) continue
    if (ownString(part.node, 'name') !== '' && ownString(part.node, 'in') !== '') found.push(part)
    else reading.flaw(part.pointer, 'skipped: the parameter has no `name` or no `in`')
  }
  return found
}

const defaultStyles = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
  // A querystring has a media type instead of a style (OpenAPI 3.2).
  querystring: '',
} satisfies Record<ParameterLocation, string>

/** Reads parameters other than Swagger's `body` and `formData`. */
export function readParameters(reading: Reading, parts: readonly Part[]): readonly Parameter[] {
  return parts.flatMap((part) => {
    const location = ownString(part.node, 'in')
    if (reading.isSwagger && (location === 'body' || location === 'formData')) return []
    if (isLocation(location)) return [reading.once('parameter', part, () => readParameter(reading, part, location))]
    reading.flaw(part.pointer, `skipped: a parameter cannot be in ${location}`)
    return []
  })
}

/** Declares missing path parameters, so that calls are possible (OpenAPI 3.x §Path Templating, Swagger 2.0 §Parameter Object). */
export function undeclaredPathParameters(
  path: string,
  declared: readonly Parameter[],
  { pointer }: Part,
): readonly Parameter[] {
  const names = (path.match(/\{[^{}]+\}/g) ?? []).map((template) => template.slice(1, -1))
  const isMissing = (name: string, index: number): boolean =>
    names.indexOf(name) === index && !declared.some((parameter) => parameter.in === 'path' && parameter.name === name)
  return names.filter(isMissing).map((name) => {
    const schema: JsonObject = { type: 'string' }
    return {
      name,
      in: 'path',
      required: true,
      deprecated: false,
      ...{ style: defaultStyles.path, explode: false, allowReserved: false },
      schema: { node: schema, pointer },
      description: '',
      assumed: true,
      undeclared: true,
      pointer,
      node: { name, in: 'path', required: true, schema },
    }
  })
}

export function isLocation(location: string): location is ParameterLocation {
  return Object.hasOwn(defaultStyles, location)
}

function readParameter(reading: Reading, part: Part, location: ParameterLocation): Parameter {
  const { node, pointer, assumed } = part
  const content = reading.isSwagger ? [] : readContent(reading, part)
  const schema = reading.isSwagger ? { node: inlineSchema(withoutSunset(node)), pointer } : reading.schema(part)
  return {
    name: ownString(node, 'name'),
    in: location,
    // Without the segment it would be another path.
    required: location === 'path' || own(node, 'required') === true,
    deprecated: own(node, 'deprecated') === true,
    allowReserved: own(node, 'allowReserved') === true,
    description: ownString(node, 'description'),
    assumed,
    pointer,
    node,
    ...(reading.isSwagger ? swaggerSerialization(node, location) : serialization(node, location)),
    schema,
    ...(content.length === 0 ? {} : { content }),
    ...marksOf(part),
  }
}

/** In Swagger 2.0 the parameter is also its schema; its sunset belongs to the parameter. */
function withoutSunset({ 'x-sunset': _, ...rest }: JsonObject): JsonObject {
  return rest
}

function serialization(node: JsonObject, location: ParameterLocation): Pick<Parameter, 'style' | 'explode'> {
  const style = ownString(node, 'style') || defaultStyles[location]
  const explode = own(node, 'explode')
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie' }
}
