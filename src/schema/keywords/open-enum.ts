import type { Json, JsonObject } from '../../model/json.ts'
import { own, ownArray } from '../../util/json.ts'

/** Returns the values of an open list, which APIs may extend: Zalando's `x-extensible-enum`, or Azure's `x-ms-enum` (`modelAsString`). */
export function extensibleValues(schema: JsonObject): readonly Json[] | undefined {
  const listed = own(schema, 'x-extensible-enum')
  if (Array.isArray(listed)) return listed
  const isOpen = listed === true || own(own(schema, 'x-ms-enum'), 'modelAsString') === true
  return isOpen && Array.isArray(own(schema, 'enum')) ? ownArray(schema, 'enum') : undefined
}
