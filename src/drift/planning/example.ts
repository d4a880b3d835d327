import type { Document, Located } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Parameter } from '../../model/operation.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { canonical, own, ownArray, ownEntries } from '../../util/json.ts'

/** Returns the `example` of a parameter or media type, or else the first value in `examples`. */
export function exampleOf(node: JsonObject, document: Document): Json | undefined {
  for (const name of ['example', 'x-example']) if (Object.hasOwn(node, name)) return node[name]
  for (const [, entry] of ownEntries(node, 'examples')) {
    const ref = own(entry, '$ref')
    const example = typeof ref === 'string' ? document.resolve(ref)?.node : entry
    // OpenAPI 3.2: `dataValue` is the value, `serializedValue` its serialised form.
    const value = own(example, 'value') ?? own(example, 'dataValue')
    if (value !== undefined) return value
  }
  return undefined
}

/** Returns described values of a parameter, best first: examples, default, enum values. */
export function describedValues({ node, schema, content }: Parameter, document: Document): readonly Json[] {
  const media = content?.[0]
  const nodes = [node, ...(media === undefined ? [] : [media.node])]
  const own = nodes.flatMap((each) => examplesOf(each, document))
  const at = schema ?? media?.schema
  return distinct([...own, ...(at === undefined ? [] : writtenValues(at, document))])
}

function examplesOf(node: JsonObject, document: Document): readonly Json[] {
  const single = ['example', 'x-example'].flatMap((name) => own(node, name) ?? [])
  const named = ownEntries(node, 'examples').flatMap(([, entry]) => {
    const ref = own(entry, '$ref')
    const example = typeof ref === 'string' ? document.resolve(ref)?.node : entry
    return own(example, 'value') ?? own(example, 'dataValue') ?? []
  })
  return [...single, ...named]
}

function writtenValues(schema: Located, document: Document): readonly Json[] {
  const ref = own(schema.node, '$ref')
  const node = typeof ref === 'string' ? document.resolve(ref)?.node : schema.node
  const single = ['example', 'x-example', 'default', 'const'].flatMap((name) => own(node, name) ?? [])
  return [...single.slice(0, 1), ...ownArray(node, 'examples'), ...single.slice(1), ...ownArray(node, 'enum')]
}

function distinct(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [canonical(value), value])).values()]
}

/** Returns a value from the schema (example, default, const, enum), or else a sample. */
export function valueFor(schema: Located, document: Document): Json | undefined {
  const ref = own(schema.node, '$ref')
  const node = typeof ref === 'string' ? document.resolve(ref)?.node : schema.node
  const written = own(node, 'example') ?? ownArray(node, 'examples')[0] ?? own(node, 'default') ?? own(node, 'const')
  return written ?? ownArray(node, 'enum')[0] ?? sample(document, schema, { direction: 'request' })
}
