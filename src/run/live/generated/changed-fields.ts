import { bareType } from '../../../drift/checking/media-type.ts'
import type { Sources } from '../../../drift/generation/sources.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import type { Operation } from '../../../model/operation.ts'

/** Maximum number of properties changed at once, because one may be a reference. */
const mostChanged = 3

/** Returns different valid values for a few scalar properties of a valid body. */
export function changedFields(
  { compiler }: Sources,
  { requestBody }: Operation,
  body: JsonObject,
  contentType = 'application/json',
): JsonObject {
  const media = requestBody?.content.find(({ type }) => bareType(type) === bareType(contentType))
  if (media?.schema === undefined) return {}
  const compiled = compiler.compile(media.schema, 'request')
  let changed: JsonObject = {}
  for (const [name, value] of Object.entries(body)) {
    if (Object.keys(changed).length >= mostChanged) break
    // A changed identifier would refer to a missing resource.
    if (/id$/i.test(name)) continue
    const other = othersFor(value).find((one) => compiled.accepts({ ...body, ...changed, [name]: one }) === true)
    if (other !== undefined) changed = { ...changed, [name]: other }
  }
  return changed
}

function othersFor(value: Json | undefined): readonly Json[] {
  if (typeof value === 'string') return [`${value} b`, `${value}b`, `b${value.slice(1)}`]
  if (typeof value === 'number') return [value + 1, value - 1]
  return typeof value === 'boolean' ? [!value] : []
}
