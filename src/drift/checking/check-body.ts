import type { Json, Pointer } from '../../model/json.ts'
import type {
  CompiledSchema,
  ExactValue,
  NotChecked,
  UndocumentedProperty,
  Violation,
} from '../../model/observation.ts'
import type { MediaType } from '../../model/operation.ts'
import {
  type Budget,
  createBudget,
  mostKept,
  mostUnnamed,
  OverBudget,
  withBudget,
} from '../../schema/validation/budget.ts'
import { isGuessWithin } from '../../util/marks.ts'
import { isJsonText, readTextBody } from './text-body.ts'
import type { TextReader } from './text-value.ts'

/** The part of the description that applies to a body. */
export interface BodyToCheck {
  readonly media: MediaType | undefined
  /** The documented Content-Type; undefined if the received one is undocumented, in which case the body is parsed as JSON. */
  readonly type: string | undefined
  /** The enclosing parts of the description are assumed; media type and schema have their own marks. */
  readonly assumed: boolean
  /** The Content-Type is undocumented, so the body is validated only if it parses as an object or array. */
  readonly isMislabelled?: boolean
  /** The body is known to be empty, which the media type allows. */
  readonly isEmpty?: boolean
}

interface CheckedBody {
  readonly validated: ValidatedBody
  readonly json?: Json
  /** Some numbers are stand-ins for values that a double cannot represent. */
  readonly hasDigits?: true
  /** Parse error, if the body should be JSON. */
  readonly malformed?: string
  /** Why a body other than JSON was not validated. */
  readonly because?: string
  readonly mislabelled: readonly string[]
}

/** Parses a body (`''` for none) by its media type and validates it against its schema. */
export function checkBody(reader: TextReader, body: string, input: BodyToCheck): CheckedBody {
  const { media, type, assumed, isMislabelled = false, isEmpty = false } = input
  const { compiler, way } = reader
  const found = { validated: nothing, mislabelled: [] }
  if (body === '' && !isEmpty) return found
  const text = media && type !== undefined ? readTextBody(reader, media, type, body) : undefined
  const { items, because, value } = text ?? {}
  if (because !== undefined) return { ...found, because }
  if (text !== undefined && items === undefined && value === undefined) return found
  const compiled = media?.schema && compiler.compile(media.schema, way, isGuessWithin(media.marks, 'schema', assumed))
  const perItem =
    media?.itemSchema && compiler.compile(media.itemSchema, way, isGuessWithin(media.marks, 'itemSchema', assumed))
  const mislabelled = united(compiled?.mislabelled ?? none, perItem?.mislabelled ?? none)
  if (items !== undefined) {
    const broken = items.findIndex((item) => readJson(item, undefined).malformed !== undefined)
    if (broken >= 0) return { ...found, because: `its item ${broken} is not JSON` }
    // Validates a sequential body as an array of items (OpenAPI 3.2 §4.14.3.1).
    const list = compiled === undefined ? nothing : validateInBudget(compiled, readJson(`[${items.join()}]`, compiled))
    return { validated: perItem === undefined ? list : withItems(list, perItem, items), mislabelled }
  }
  // Re-reads a number from text, because a double may not represent all digits.
  const exact = typeof value === 'number' ? readJson(body.trim(), compiled) : undefined
  const spelled = exact?.json === undefined ? { json: value ?? null } : exact
  const read: Read = text === undefined ? readJson(body, compiled) : spelled
  if (isMislabelled && (typeof read.json !== 'object' || read.json === null)) return found
  if (read.malformed !== undefined) return { ...found, malformed: read.malformed }
  const validated = compiled === undefined || read.json === undefined ? nothing : validateInBudget(compiled, read)
  const isSkipped = perItem !== undefined && { because: 'itemSchema is of sequential media types' }
  if (text !== undefined || read.json === undefined) return { validated, mislabelled, ...isSkipped }
  const hasDigits = read.exact !== undefined && read.exact.size > 0 && { hasDigits: true as const }
  // Fast path for nearly all bodies: no copy.
  if (isSkipped === false && hasDigits === false) return { validated, mislabelled, json: read.json }
  return { validated, mislabelled, ...isSkipped, json: read.json, ...hasDigits }
}

/** Returns the schema of bodies that are plain JSON without special cases; otherwise undefined. */
export function jsonSchemaOf(
  { document, compiler, way }: TextReader,
  { media, type, assumed, isMislabelled }: BodyToCheck,
): (() => CompiledSchema) | undefined {
  const { schema, itemSchema, marks } = media ?? {}
  if (schema === undefined || itemSchema !== undefined || isMislabelled === true) return undefined
  if (type !== undefined && !isJsonText(document, schema, type)) return undefined
  let compiled: CompiledSchema | undefined
  return () => {
    compiled ??= compiler.compile(schema, way, isGuessWithin(marks, 'schema', assumed))
    return compiled
  }
}

/** Fast version of `checkBody` for the bodies of `jsonSchemaOf`. */
export function checkJson(compiled: CompiledSchema, body: string): CheckedBody {
  const read = readJson(body, compiled)
  const { json, exact, malformed } = read
  if (malformed !== undefined) return { validated: nothing, mislabelled: none, malformed }
  const validated = json === undefined ? nothing : validateInBudget(compiled, read)
  // Read last, because compiling fills `mislabelled`.
  const { mislabelled } = compiled
  if (exact === undefined || exact.size === 0) return { validated, mislabelled, json } as CheckedBody
  return { validated, mislabelled, json, hasDigits: true } as CheckedBody
}

const none: readonly string[] = []

function united(a: readonly string[], b: readonly string[]): readonly string[] {
  return a.length + b.length === 0 ? none : [...new Set([...a, ...b])]
}

function withItems(list: ValidatedBody, compiled: CompiledSchema, items: readonly string[]): ValidatedBody {
  const each = items.map((item) => validateInBudget(compiled, readJson(item, compiled)))
  const all = <T extends { readonly instancePointer: Pointer; readonly location: Pointer }>(
    pick: (validated: ValidatedBody) => readonly T[],
  ): T[] =>
    each.flatMap((validated, index) =>
      pick(validated).map((one) => ({
        ...one,
        ...{ instancePointer: `/${index}${one.instancePointer}`, location: `/*${one.location}` },
      })),
    )
  const rows = new Map([list, ...each].flatMap(({ notChecked }) => notChecked).map((row) => [JSON.stringify(row), row]))
  return {
    violations: [...list.violations, ...all(({ violations }) => violations)],
    unlisted: [...list.unlisted, ...all(({ unlisted }) => unlisted)],
    undocumented: [...list.undocumented, ...all(({ undocumented }) => undocumented)],
    notChecked: [...rows.values()],
  }
}

type Read = Partial<ExactValue> & { readonly json?: Json; readonly text?: string; readonly malformed?: string }

/** Parses JSON. Reports only the error position, because the parser's message quotes the body. */
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

/** The result of validating a body against its schema. */
export interface ValidatedBody {
  readonly violations: readonly Violation[]
  /** Values missing from an extensible enum, unless they violate another keyword. */
  readonly unlisted: readonly Violation[]
  readonly undocumented: readonly UndocumentedProperty[]
  readonly notChecked: readonly NotChecked[]
}

const nothing: ValidatedBody = { violations: [], unlisted: [], undocumented: [], notChecked: [] }

function validateInBudget(compiled: CompiledSchema, read: Read): ValidatedBody {
  const budget = createBudget()
  const validated = withBudget(budget, () => validate(compiled, read))
  return isKept(budget) ? validated : { ...validated, notChecked: [...validated.notChecked, ...leftOut(budget)] }
}

function isKept({ cut, steps }: Budget): boolean {
  return cut === 0 && steps >= 0
}

/** Returns rows for the parts that the limits and the budget excluded. */
function leftOut({ cut, steps }: Budget): NotChecked[] {
  const because = `only the first ${mostUnnamed} properties of an object that are not named and ${mostKept} violations are counted`
  return [
    ...(cut > 0 ? [{ what: `${cut} more violations and undocumented properties in the body`, because }] : []),
    ...(steps < 0 ? [{ what: 'the rest of the body', because: 'checking all of it takes too many steps' }] : []),
  ]
}

function validate(compiled: CompiledSchema, read: Read): ValidatedBody {
  const { json = null, exact, lost = [], text = '' } = read
  // Read last: some schema flaws appear only during validation.
  const notChecked = (): NotChecked[] => [
    ...compiled.flaws.map(({ pointer, message }) => ({ what: `#${pointer}`, because: message })),
    ...(lost.length > 0
      ? [{ what: 'numbers in the body', because: 'some of their digits are lost when they are read' }]
      : []),
  ]
  try {
    const violations = compiled.validate(json, exact)
    if (violations.length === 0) {
      const undocumented = compiled.undocumented(json)
      const unlisted = compiled.unlisted(json, exact)
      if (undocumented.length + unlisted.length + compiled.flaws.length + lost.length === 0) return nothing
      return { violations, unlisted, undocumented, notChecked: notChecked() }
    }
    if (isDeeper(json, deepest) && violations.some(({ observed }) => isDeeper(observed, deepest)))
      throw new RangeError(`over ${deepest} levels`)
    // Findings print all digits even if validation doesn't need them.
    if (exact === undefined && /\d{16}/.test(text)) {
      const { value, ...rest } = compiled.readExact(text)
      return validate(compiled, { json: value, ...rest })
    }
    const refused = new Set(violations.map(({ instancePointer }) => instancePointer))
    const isNew = ({ instancePointer }: { readonly instancePointer: Pointer }): boolean => !refused.has(instancePointer)
    const undocumented = compiled.undocumented(json).filter(isNew)
    const unlisted = compiled.unlisted(json, exact).filter(isNew)
    return { violations, unlisted, undocumented, notChecked: notChecked() }
  } catch (error) {
    // RangeError: call stack. ReferenceError: invalid code from ajv for rare schemas with unevaluatedProperties.
    if (error instanceof OverBudget) return { ...nothing, notChecked: notChecked() }
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error
    const { message } = error
    const because = error instanceof RangeError ? tooDeep(message) : `ajv cannot validate it (${message})`
    const row = { what: 'the body', because }
    return { ...nothing, notChecked: [...notChecked(), row] }
  }
}

/** Replaces the engine's message about its call stack. */
const tooDeep = (message: string): string =>
  `it is nested too deeply${message.includes('call stack') ? ', or its schema' : ` (${message})`}`

/** Maximum nesting depth, because printing and hashing values is recursive. */
const deepest = 1000

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child: Json) => isDeeper(child, levels - 1))
}
