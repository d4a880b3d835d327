import type { Located } from '../../model/document.ts'
import type { JsonObject } from '../../model/json.ts'
import type { MediaType } from '../../model/operation.ts'
import { own } from '../../util/json.ts'
import { markOf } from '../../util/marks.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { Reading } from './reading.ts'

/** Reads the `content` of a body, response, header or parameter (OpenAPI 3). */
export function readContent(reading: Reading, owner: Located<JsonObject>): readonly MediaType[] {
  return reading.parts(owner, 'content', 'the media type').map(([type, part]) => {
    const schema = reading.schema(part)
    const mark = markOf(part.node)
    const item = own(part.node, 'itemSchema')
    return {
      type,
      pointer: part.pointer,
      node: part.node,
      schema,
      ...(item === undefined ? {} : { itemSchema: { node: item, pointer: joinPointer(part.pointer, 'itemSchema') } }),
      marks: mark,
    }
  })
}
