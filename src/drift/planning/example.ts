import type { Document, Located } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { own, ownArray, ownEntries } from '../../util/json.ts'

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

/** A value for a schema: one that its author wrote down, else a sample. */
export function valueFor(schema: Located, document: Document): Json | undefined {
  const ref = own(schema.node, '$ref')
  const node = typeof ref === 'string' ? document.resolve(ref)?.node : schema.node
  const written = own(node, 'example') ?? ownArray(node, 'examples')[0] ?? own(node, 'default') ?? own(node, 'const')
  return written ?? ownArray(node, 'enum')[0] ?? sample(document, schema, { direction: 'request' })
}
