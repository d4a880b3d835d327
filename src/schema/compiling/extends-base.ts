import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { ownArray, ownString } from '../../util/json.ts'
import { alternativesOf, discriminatorSite } from '../normal-form/alternatives.ts'

/**
 * Whether a member of `allOf` is the base that the schema extends as one of its alternatives: then the
 * base's own discriminator would lead back to it. A lone `allOf: [{ $ref }]` is a `$ref` with annotations.
 */
export function extendsBase(document: Document, pointer: Pointer, schema: Json, member: Json): boolean {
  const target = referred(document, member)
  const stated = target && discriminatorSite(document, target)
  if (stated === undefined) return false
  const alternatives = alternativesOf(document, stated)
  const { list = [], untagged = [], fallback } = alternatives ?? {}
  const choices = [...list.flatMap((one) => one.choices), ...untagged, ...(fallback === undefined ? [] : [fallback])]
  const leadsBack = choices.some(
    (choice) => choice.schema.pointer === pointer || referred(document, choice.schema.node)?.pointer === pointer,
  )
  return leadsBack || (alternatives?.keyword === undefined && ownArray(schema, 'allOf').length > 1)
}

function referred(document: Document, node: Json): ReturnType<Document['resolve']> {
  const ref = ownString(node, '$ref')
  return ref === '' ? undefined : document.resolve(ref)
}
