import type { JsonObject } from '../../model/json.ts'
import type { Header, Response } from '../../model/operation.ts'
import { own, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { readContent } from './media-types.ts'
import { marksOf, type Part, type Reading } from './reading.ts'
import { inlineSchema, swaggerContent, swaggerSerialization } from './swagger.ts'

/** Reads the responses of an operation in document order. */
export function readResponses(reading: Reading, operation: Part): readonly Response[] {
  const isRead = (key: string): boolean => {
    if (isStatus(key)) return true
    if (!key.startsWith('x-'))
      reading.flaw(
        joinPointer(operation.pointer, 'responses', key),
        `skipped: ${key} is not a status, a range like 4XX or default`,
      )
    return false
  }
  return reading.parts(operation, 'responses', 'the response', isRead).map(([key, part]) => {
    const status = key === 'default' ? key : key.toUpperCase()
    const read = () => readResponse(reading, operation, status, part)
    // Swagger responses depend on the operation's `produces`.
    return reading.isSwagger ? read() : reading.once(`response ${status}`, part, read)
  })
}

/** Returns whether a key of `responses` is a status, a range or `default`. */
export function isStatus(key: string): boolean {
  return key === 'default' || /^[1-5](?:\d\d|XX)$/i.test(key)
}

function readResponse(reading: Reading, operation: Part, status: string, part: Part): Response {
  return {
    status,
    description: ownString(part.node, 'description'),
    headers: reading.parts(part, 'headers', 'the header').map(([name, header]) => readHeader(reading, name, header)),
    content: reading.isSwagger ? swaggerContent(reading, operation, part) : readContent(reading, part),
    assumed: part.assumed,
    node: part.node,
    pointer: part.pointer,
    ...marksOf(part),
  }
}

/** In Swagger 2.0, a header's description and sunset are in its schema. */
function withoutDescription({ description: _, 'x-sunset': __, ...rest }: JsonObject): JsonObject {
  return rest
}

function readHeader(reading: Reading, name: string, part: Part): Header {
  const { node, pointer, assumed } = part
  const content = reading.isSwagger ? [] : readContent(reading, part)
  const schema = reading.isSwagger
    ? { node: inlineSchema(withoutDescription(node)), pointer }
    : (reading.schema(part) ?? content[0]?.schema)
  return {
    name,
    required: own(node, 'required') === true,
    deprecated: own(node, 'deprecated') === true,
    style: reading.isSwagger ? swaggerSerialization(node, 'header').style : 'simple',
    assumed,
    pointer,
    schema,
    ...(content.length === 0 ? {} : { content }),
    ...marksOf(part),
  }
}
