import type { Way } from '../../model/operation.ts'
import { isObject } from '../../util/json.ts'
import type { Conjunction, SchemaPart, SchemaReader } from '../normal-form/normal.ts'
import { droppedKeywords } from './dialect.ts'

/** Keywords that include another schema. */
const leading = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not']

/** Returns whether a property doesn't exist in this direction (OpenAPI 3.0 §4.7.24): `readOnly` in requests, `writeOnly` in responses. */
export function isHidden(reader: SchemaReader, parts: Conjunction, way: Way): boolean {
  const keyword = way === 'request' ? 'readOnly' : 'writeOnly'
  const mayBe = ({ node }: SchemaPart): boolean =>
    isObject(node) && (Object.hasOwn(node, keyword) || leading.some((key) => Object.hasOwn(node, key)))
  return parts.some(mayBe) && reader.normal(parts.flatMap(reader.enter)).annotations.get(keyword)?.value === true
}

/** Returns whether parts can have one of the keywords. True for parts with dropped keywords, because normalizing reports their flaws. */
export function mayState({ document }: SchemaReader, parts: Conjunction, keywords: readonly string[]): boolean {
  return parts.some(({ node }) => {
    if (droppedKeywords(node, document.dialect).length > 0) return true
    if (!isObject(node)) return false
    return keywords.some((key) => Object.hasOwn(node, key)) || leading.some((key) => Object.hasOwn(node, key))
  })
}
