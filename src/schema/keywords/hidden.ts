import type { Way } from '../../model/operation.ts'
import { isObject } from '../../util/json.ts'
import type { Conjunction, SchemaPart, SchemaReader } from '../normal-form/normal.ts'
import { droppedKeywords } from './dialect.ts'

/** Keywords through which a schema includes another one. */
const leading = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not']

/**
 * Whether a property does not exist this way: `readOnly` in requests, `writeOnly` in responses (OpenAPI 3.0 §4.7.24). Most
 * schemas evidently do not restrict it, and then they are not brought to their normal form.
 */
export function isHidden(reader: SchemaReader, parts: Conjunction, way: Way): boolean {
  const keyword = way === 'request' ? 'readOnly' : 'writeOnly'
  const mayBe = ({ node }: SchemaPart): boolean =>
    isObject(node) && (Object.hasOwn(node, keyword) || leading.some((key) => Object.hasOwn(node, key)))
  return parts.some(mayBe) && reader.normal(parts.flatMap(reader.enter)).annotations.get(keyword)?.value === true
}

/**
 * Whether the normal form of parts may have one of some keywords. Most evidently have not, and then they need none; a part of
 * which something is dropped does, because its normal form reports that.
 */
export function mayState({ document }: SchemaReader, parts: Conjunction, keywords: readonly string[]): boolean {
  return parts.some(({ node }) => {
    if (droppedKeywords(node, document.dialect).length > 0) return true
    if (!isObject(node)) return false
    return keywords.some((key) => Object.hasOwn(node, key)) || leading.some((key) => Object.hasOwn(node, key))
  })
}
