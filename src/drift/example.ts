import type { Document } from '../model/document.ts'
import type { Json, JsonObject } from '../model/json.ts'
import { own, ownEntries } from '../util/json.ts'

/** The example a parameter or media type object carries: `example`, else the first of `examples` with a value. */
export function exampleOf(node: JsonObject, document: Document): Json | undefined {
  for (const name of ['example', 'x-example']) if (Object.hasOwn(node, name)) return node[name]
  for (const [, entry] of ownEntries(node, 'examples')) {
    const ref = own(entry, '$ref')
    const example = typeof ref === 'string' ? document.resolve(ref)?.node : entry
    // 3.2 has `dataValue` for the data and `serializedValue` for how it is written.
    const value = own(example, 'value') ?? own(example, 'dataValue')
    if (value !== undefined) return value
  }
  return undefined
}
