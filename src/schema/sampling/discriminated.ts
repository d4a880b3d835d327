import type { Document } from '../../model/document.ts'
import type { JsonObject } from '../../model/json.ts'
import { ownEntries, ownString } from '../../util/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { resolveMapped } from '../discriminator/subtypes.ts'
import { taggingOf } from '../discriminator/tags.ts'
import type { Conjunction, NormalSchema, SchemaReader, VariantGroup } from '../normal-form/normal.ts'

/** What extends a base, as branches of the choice that its discriminator makes (OpenAPI 3.1 §4.8.25). */
export function subtypesAsGroup(reader: SchemaReader, normal: NormalSchema): VariantGroup | undefined {
  const written = normal.annotations.get('discriminator')
  const tagging = written && taggingOf(reader, normal)
  const branches = (tagging?.schemas ?? []).flatMap(({ by, pointer = '' }): Conjunction[] => {
    const node = by === 'subtype' ? reader.document.at(pointer) : undefined
    return node === undefined ? [] : [[{ node, pointer }]]
  })
  return written && branches.length > 0 ? { keyword: 'anyOf', pointer: written.pointer, branches } : undefined
}

/** The discriminator's value for a branch, as one more schema that must hold. */
export function tagOfBranch(
  document: Document,
  normal: NormalSchema,
  group: VariantGroup,
  branch: Conjunction,
): Conjunction {
  const discriminator = normal.annotations.get('discriminator')?.value
  const property = typeof discriminator === 'string' ? discriminator : ownString(discriminator, 'propertyName')
  const [chosen] = branch
  if (property === '' || chosen === undefined) return []
  const mapping = ownEntries(discriminator, 'mapping')
  const mapped = mapping.find(([, ref]) => resolveMapped(document, ref)?.pointer === chosen.pointer)
  const stated = ownString(chosen.node, 'x-ms-discriminator-value')
  const name = mapped?.[0] ?? (stated || (pointerTokens(chosen.pointer).at(-1) ?? ''))
  const node: JsonObject = { required: [property], properties: { [property]: { enum: [name] } } }
  return [{ node, pointer: joinPointer(group.pointer, 'discriminator', name) }]
}
