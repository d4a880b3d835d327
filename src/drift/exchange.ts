import type { Json, Pointer } from '../model/json.ts'
import type {
  CompiledSchema,
  ExactValue,
  Exchange,
  NotChecked,
  SchemaCompiler,
  UndocumentedProperty,
  Violation,
} from '../model/observation.ts'
import type { Description, Operation } from '../model/operation.ts'
import { inspectHeaders } from './headers.ts'
import { matchMediaType, matchResponse } from './match.ts'
import { bareType, isJsonType } from './media-type.ts'
import { createProposer } from './patch.ts'

/** An exchange, and what of it could not be judged. */
export interface BuiltExchange {
  readonly exchange: Exchange
  /** Why the body is not JSON although its content type says so: then all but the body can be judged. */
  readonly malformed?: string
  readonly notChecked: NotChecked[]
}

/** Matches an answer with what the description says about it, and validates it. */
export function buildExchange(
  { document }: Description,
  compiler: SchemaCompiler,
  operation: Operation,
  observation: Exchange['observation'],
): BuiltExchange {
  const { status, headers, body = '', request } = observation
  const response = matchResponse(operation.responses, status)
  const header = headers['content-type']
  const contentType = header === undefined ? undefined : bareType(header)
  const mediaType =
    header === undefined || response === undefined ? undefined : matchMediaType(response.content, header)
  // A body under an undocumented or no type is reported as such, and still held against the JSON that is documented.
  const applied = mediaType ?? response?.content.find((media) => isJsonType(media.type))
  const compiled = applied?.schema === undefined ? undefined : compiler.compile(applied.schema, 'response')
  const read = body === '' || request.method === 'HEAD' ? {} : readJson(body, compiled)
  const held =
    read.json === undefined || compiled === undefined ? nothing : hold(compiled, read, response?.assumed === true)
  const exchange: Exchange = {
    operation,
    observation,
    ...(response === undefined ? {} : { response }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(read.json === undefined ? {} : { json: read.json }),
    hasBody: body !== '',
    violations: [...held.violations, ...held.unlisted],
    undocumented: held.undocumented,
    headers: response === undefined ? [] : inspectHeaders(document, compiler, response, headers),
    request: [],
    propose: createProposer(document, operation),
  }
  const notChecked = [...held.notChecked]
  if (read.malformed !== undefined && contentType !== undefined && isJsonType(contentType)) {
    return { exchange, malformed: read.malformed, notChecked }
  }
  if (read.malformed !== undefined && mediaType?.schema !== undefined) {
    notChecked.push({ what: `the body of ${status} ${contentType}`, because: 'only JSON is held against schemas' })
  }
  // Said of the whole description, and so once however many answers show it.
  const mislabelled = (compiled?.mislabelled ?? []).map((because) => ({
    what: 'the words of the description',
    because,
  }))
  return { exchange, notChecked: [...notChecked.map((row) => ({ operation: operation.key, ...row })), ...mislabelled] }
}

/** A body that was read, or why it could not be. */
type Read = Partial<ExactValue> & { readonly json?: Json; readonly text?: string; readonly malformed?: string }

/** Says where parsing failed, but not at what: the parser's own words quote the body. */
export function readJson(body: string, compiled: CompiledSchema | undefined): Read {
  const text = body.charCodeAt(0) === byteOrderMark ? body.slice(1) : body
  try {
    if (compiled?.needsDigits !== true) return { json: JSON.parse(text) as Json, text }
    const { value, ...rest } = compiled.readExact(text)
    return { json: value, text, ...rest }
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return { malformed: position === undefined ? 'it is not JSON' : `it is not JSON from character ${position} on` }
  }
}

const byteOrderMark = 0xfeff

/** What a body came to when it was held against its schema. */
export interface Held {
  readonly violations: readonly Violation[]
  /** Values that join open lists; none that is refused for another reason. */
  readonly unlisted: readonly Violation[]
  readonly undocumented: readonly UndocumentedProperty[]
  readonly notChecked: readonly NotChecked[]
}

const nothing: Held = { violations: [], unlisted: [], undocumented: [], notChecked: [] }

/** Holds a body against a schema; `assumed` makes everything said about it an assumption. */
export function hold(compiled: CompiledSchema, read: Read, assumed: boolean): Held {
  const { json = null, exact, lost = [], text = '' } = read
  // Asked for last: a schema may turn out to be flawed only when a value reaches it.
  const notChecked = (): NotChecked[] => [
    ...compiled.flaws.map(({ pointer, message }) => ({ what: `#${pointer}`, because: message })),
    ...(lost.length > 0
      ? [{ what: 'numbers in the body', because: 'some of their digits are lost when they are read' }]
      : []),
  ]
  try {
    const violations = compiled.validate(json, exact)
    if (violations.some(({ observed }) => isDeeper(observed, deepest))) throw new RangeError(`over ${deepest} levels`)
    // What is shown has all its digits, even where none of them matters.
    if (violations.length > 0 && exact === undefined && /\d{16}/.test(text)) {
      const { value, ...rest } = compiled.readExact(text)
      return hold(compiled, { json: value, ...rest }, assumed)
    }
    const refused = new Set(violations.map(({ instancePointer }) => instancePointer))
    const isNew = ({ instancePointer }: { readonly instancePointer: Pointer }): boolean => !refused.has(instancePointer)
    const undocumented = compiled.undocumented(json).filter(isNew)
    const unlisted = compiled.unlisted(json, exact).filter(isNew)
    return {
      violations: mark(violations, assumed),
      unlisted: mark(unlisted, assumed),
      undocumented: mark(undocumented, assumed),
      notChecked: notChecked(),
    }
  } catch (error) {
    // RangeError: the stack. ReferenceError: code that ajv makes of rare schemas with unevaluatedProperties.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error
    const reason = error instanceof RangeError ? 'it is nested too deeply' : 'ajv cannot judge it'
    const row = { what: 'the body', because: `${reason} (${error.message})` }
    return { ...nothing, notChecked: [...notChecked(), row] }
  }
}

/** What is shown and hashed of a value is written by functions that call themselves. */
const deepest = 1000

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child: Json) => isDeeper(child, levels - 1))
}

/** A response that is only assumed makes everything said about its body an assumption. */
function mark<T extends { readonly assumed: boolean }>(found: readonly T[], assumed: boolean): readonly T[] {
  return assumed ? found.map((one) => ({ ...one, assumed })) : found
}
