import type { Located } from '../model/document.ts'
import type { Json } from '../model/json.ts'
import type { Exchange, NotChecked, SchemaCompiler } from '../model/observation.ts'
import type { Description, Operation } from '../model/operation.ts'
import { inspectHeaders } from './headers.ts'
import { matchMediaType, matchResponse } from './match.ts'
import { bareType, isJsonType } from './media-type.ts'
import { createProposer } from './patch.ts'

/** An exchange, and what of it could not be judged. */
export interface BuiltExchange {
  readonly exchange: Exchange
  readonly notChecked: readonly NotChecked[]
}

interface Body {
  readonly json?: Json
  readonly malformed?: string
}

/** Matches an answer with what the description says about it, and validates it. */
export function buildExchange(
  { document }: Description,
  compiler: SchemaCompiler,
  operation: Operation,
  observation: Exchange['observation'],
): BuiltExchange {
  const { status, headers, body, request } = observation
  const response = matchResponse(operation.responses, status)
  const header = headers['content-type']
  const contentType = header === undefined ? undefined : bareType(header)
  const hasBody = body !== undefined && body !== ''
  const mediaType =
    header === undefined || response === undefined ? undefined : matchMediaType(response.content, header)
  // A body under an undocumented or no type is reported as such, and still held against the JSON that is documented.
  const applied = mediaType ?? response?.content.find((media) => isJsonType(media.type))
  const isJson = contentType === undefined ? applied !== undefined : isJsonType(contentType)
  const read: Body = hasBody && request.method !== 'HEAD' ? readJson(body, isJson) : {}
  const held = hold(compiler, read.json, applied?.schema, response?.assumed === true)
  const exchange: Exchange = {
    operation,
    observation,
    ...(response === undefined ? {} : { response }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...read,
    hasBody,
    violations: held.violations,
    undocumented: held.undocumented,
    headers: response === undefined ? [] : inspectHeaders(document, compiler, response, headers),
    propose: createProposer(document, operation),
  }
  const notChecked = [...held.notChecked]
  if (hasBody && mediaType?.schema !== undefined && read.json === undefined && read.malformed === undefined) {
    notChecked.push({ what: `the body of ${status} ${contentType}`, because: 'only JSON is held against schemas' })
  }
  if (read.json !== undefined && hasLongNumber(body ?? '')) {
    const because = 'numbers of more than 15 digits lose some of them when they are read'
    notChecked.push({ what: `exact values of long numbers in the body of ${status}`, because })
  }
  return { exchange, notChecked: notChecked.map((row) => ({ operation: operation.key, ...row })) }
}

/** Says where parsing failed, but not at what: the parser's own words quote the body. */
function readJson(body: string, mustBeJson: boolean): Body {
  try {
    return { json: JSON.parse(body.replace(/^\uFEFF/, '')) as Json }
  } catch (error) {
    if (!mustBeJson) return {}
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return { malformed: position === undefined ? 'is not JSON' : `is not JSON from character ${position} on` }
  }
}

type Held = Pick<Exchange, 'violations' | 'undocumented'> & { readonly notChecked: readonly NotChecked[] }

function hold(compiler: SchemaCompiler, json: Json | undefined, schema: Located | undefined, assumed: boolean): Held {
  if (json === undefined || schema === undefined) return { violations: [], undocumented: [], notChecked: [] }
  const compiled = compiler.compile(schema, 'response')
  // Asked for last: a schema may turn out to be flawed only when a value reaches it.
  const notChecked = () => compiled.flaws.map(({ pointer, message }) => ({ what: `#${pointer}`, because: message }))
  try {
    const violations = compiled.validate(json)
    const refused = new Set(violations.map(({ instancePointer }) => instancePointer))
    const undocumented = compiled.undocumented(json).filter(({ instancePointer }) => !refused.has(instancePointer))
    return {
      violations: mark(violations, assumed),
      undocumented: mark(undocumented, assumed),
      notChecked: notChecked(),
    }
  } catch (error) {
    // RangeError: the stack. ReferenceError: code that ajv makes of rare schemas with unevaluatedProperties.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error
    const reason = error instanceof RangeError ? 'it is nested too deeply' : 'ajv cannot judge it'
    const row = { what: 'the body', because: `${reason} (${error.message})` }
    return { violations: [], undocumented: [], notChecked: [...notChecked(), row] }
  }
}

/** A response that is only assumed makes everything said about its body an assumption. */
function mark<T extends { readonly assumed: boolean }>(found: readonly T[], assumed: boolean): readonly T[] {
  return assumed ? found.map((one) => ({ ...one, assumed })) : found
}

/** An integer beyond 2^53, outside strings. */
function hasLongNumber(text: string): boolean {
  if (!/\d{16}/.test(text)) return false
  const found = text.match(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? []
  return found.some((token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)))
}
