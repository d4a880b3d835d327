import type { Document } from '../../../model/document.ts'
import type { Json } from '../../../model/json.ts'
import type { Operation, Parameter } from '../../../model/operation.ts'
import { isObject } from '../../../util/json.ts'
import { appliedSchemas } from '../text-value.ts'

/** Fast test of a parameter value. True means that it conforms; false means unknown. */
export type ConformsPlainly = (text: string) => boolean

/** A query parameter with its fast test; undefined if the schema is too complex. */
export interface PlainParameter {
  readonly parameter: Parameter
  readonly conforms: ConformsPlainly | undefined
}

const known = new WeakMap<Operation, { readonly document: Document; readonly parameters: readonly PlainParameter[] }>()

/** Returns the parameters of an operation; cached, because every exchange needs them. */
export function plainParameters(document: Document, operation: Operation): readonly PlainParameter[] {
  const before = known.get(operation)
  if (before?.document === document) return before.parameters
  const parameters = operation.parameters.map((parameter) => ({ parameter, conforms: plainTest(document, parameter) }))
  known.set(operation, { document, parameters })
  return parameters
}

/** Keywords that don't constrain a value. */
const annotations = new Set(['title', 'description', 'example', 'examples', 'default', 'deprecated', 'externalDocs'])

function plainTest(document: Document, { in: location, schema, content }: Parameter): ConformsPlainly | undefined {
  if (location !== 'query' || schema === undefined || content !== undefined) return undefined
  const [part, ...more] = appliedSchemas(document, schema)
  if (part === undefined || more.length > 0 || !isObject(part.node)) return undefined
  const { type, ...rest } = part.node
  const keywords = new Map(Object.entries(rest).filter(([key]) => !annotations.has(key)))
  if (type === 'integer') return integerTest(keywords)
  if (type === 'boolean') return keywords.size === 0 ? (text) => text === 'true' || text === 'false' : undefined
  return type === 'string' ? stringTest(keywords) : undefined
}

/** Numbers with at most this many digits satisfy every integer format. */
const fewDigits = 9

function integerTest(keywords: ReadonlyMap<string, Json>): ConformsPlainly | undefined {
  const minimum = keywords.get('minimum') ?? Number.NEGATIVE_INFINITY
  const maximum = keywords.get('maximum') ?? Number.POSITIVE_INFINITY
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return undefined
  const format = keywords.get('format')
  if (format !== undefined && format !== 'int32' && format !== 'int64') return undefined
  if ([...keywords.keys()].some((key) => key !== 'minimum' && key !== 'maximum' && key !== 'format')) return undefined
  return (text) => {
    if (text.length === 0 || text.length > fewDigits) return false
    let value = 0
    for (let at = 0; at < text.length; at++) {
      const digit = text.charCodeAt(at) - 0x30
      if (digit < 0 || digit > 9) return false
      value = value * 10 + digit
    }
    return value >= minimum && value <= maximum
  }
}

function stringTest(keywords: ReadonlyMap<string, Json>): ConformsPlainly | undefined {
  if (keywords.size === 0) return () => true
  const values = keywords.get('enum')
  if (keywords.size > 1 || !Array.isArray(values)) return undefined
  const texts = new Set(values)
  return (text) => texts.has(text)
}
