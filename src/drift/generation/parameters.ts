import type { Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { CompiledSchema } from '../../model/observation.ts'
import type { Operation, Parameter } from '../../model/operation.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { isObject } from '../../util/json.ts'
import { isJsonType } from '../checking/media-type.ts'
import { exampleOf, valueFor } from '../planning/example.ts'
import { merged } from '../planning/merged.ts'
import type { RequestInput } from '../planning/plan.ts'
import { invalidInside, validInside } from './bodies.ts'
import type { CaseParts, ValueCase, Variation } from './case.ts'
import type { Sources } from './sources.ts'
import { invalidValues, validValues } from './values.ts'

/** Maps parameter locations to members of `RequestInput`. */
export const inputNames = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const

type MakeParts = (mode: CaseParts['mode'], location: string, what: string, input: RequestInput) => CaseParts

/** Returns a valid value of a parameter: the example or a sample; undefined if none is valid. */
export function plainValue({ document, compiler }: Sources, parameter: Parameter): Json | undefined {
  const media = parameter.content?.[0]
  const schema = schemaOf(parameter)
  const example = exampleOf(parameter.node, document) ?? (media && exampleOf(media.node, document))
  if (schema === undefined) return example
  const compiled = compiler.compile(schema, 'request')
  // A format is an annotation (JSON Schema 2020-12 §7.2), so an example that violates it is still used.
  const isMeant = example !== undefined && compiled.validate(example).every(({ keyword }) => keyword === 'format')
  const proposals = [
    valueFor(schema, document),
    sample(document, schema, { direction: 'request' }),
    sample(document, schema, { direction: 'request', full: true }),
  ].filter((value): value is Json => value !== undefined && compiled.accepts(value) === true)
  if (isMeant) proposals.unshift(example)
  // An empty array or object is not serialised or tests little.
  return proposals.find((value) => isSendable(parameter, value) && !isEmpty(value)) ?? proposals[0]
}

function schemaOf({ schema, content }: Parameter): Located | undefined {
  return schema ?? content?.[0]?.schema
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Returns the input that sets one parameter. */
export function inputOf({ in: location, name }: Parameter, value: Json): RequestInput {
  return location === 'querystring' ? { query: { [name]: value } } : { [inputNames[location]]: { [name]: value } }
}

/** Returns values that the schema rejects under every interpretation of their text, and omissions of required parameters. */
export function invalidParameters(sources: Sources, operation: Operation, make: MakeParts): CaseParts[] {
  return varied(operation).flatMap((parameter) => {
    const location = `${parameter.in} ${parameter.name}`
    const missing = make('negative', location, 'is missing', { omit: [location] })
    const left = parameter.required && parameter.in !== 'path' ? [missing] : []
    const schema = schemaOf(parameter)
    const plain = plainValue(sources, parameter)
    if (schema === undefined || plain === undefined) return left
    if (parameter.content !== undefined) {
      const refused = invalidInside(sources, schema, plain)
      return [...left, ...refused.map(({ what, value }) => make('negative', location, what, inputOf(parameter, value)))]
    }
    if (isObject(plain)) return left
    const compiled = sources.compiler.compile(schema, 'request')
    const normal = sources.reader.normal(sources.reader.enter(schema))
    // Parameters are sent as text, so a string schema accepts any type.
    const isTyped = !normal.types.has('string')
    const values = invalidValues(normal, plain).filter(
      ({ what, value }) =>
        (isTyped || (what !== 'has a wrong type' && what !== 'is false')) &&
        isSendable(parameter, value) &&
        isRefused(compiled, value),
    )
    return [...left, ...values.map(({ what, value }) => make('negative', location, what, inputOf(parameter, value)))]
  })
}

/** Returns valid values per parameter, at the bounds and unusual ones; for optional parameters presence comes first. */
export function parameterVariations(sources: Sources, operation: Operation): readonly (readonly Variation[])[] {
  return varied(operation).map((parameter) =>
    acceptedValues(sources, parameter).map(({ what, value }) => ({
      location: `${parameter.in} ${parameter.name}`,
      what,
      apply: (input) => merged(input, inputOf(parameter, value)),
    })),
  )
}

/** Returns valid values except for the plain one of a required parameter, which is sent anyway. */
function acceptedValues(sources: Sources, parameter: Parameter): readonly ValueCase[] {
  const { in: location, required } = parameter
  const schema = schemaOf(parameter)
  const plain = plainValue(sources, parameter)
  // A generated id does not name an existing resource.
  if (schema === undefined || plain === undefined || location === 'path') return []
  const compiled = sources.compiler.compile(schema, 'request')
  const normal = sources.reader.normal(sources.reader.enter(schema))
  const given = required ? [] : [{ what: 'is there', value: plain }]
  const sent = required ? new Set([JSON.stringify(plain)]) : new Set<string>()
  const values =
    parameter.content === undefined ? validValues(sources.reader, normal, plain) : validInside(sources, schema, plain)
  return [...given, ...values].filter(({ value }) => {
    const isNew = !sent.has(JSON.stringify(value))
    sent.add(JSON.stringify(value))
    return isNew && isSendable(parameter, value) && compiled.accepts(value) === true
  })
}

/** Returns the parameters to vary: those with text or JSON values, without credentials and media types. */
function varied({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter(({ in: location, name, content }) => {
    const isWritable = content === undefined || content.every(({ type }) => isJsonType(type))
    const isOurs = location === 'header' && /^(accept|content-type|authorization)$/i.test(name)
    return location !== 'querystring' && isWritable && !isOurs
  })
}

/** Tests whether a value can be serialised: not null or empty, only ASCII in headers, no dot segments in paths. */
function isSendable({ in: location, content }: Parameter, value: Json): boolean {
  if (content !== undefined) return true
  if (isObject(value)) return location === 'query' && isFlat(Object.values(value))
  if (value === null || (Array.isArray(value) && !isFlat(value))) return false
  const text = Array.isArray(value) ? value.map(textOf).join() : textOf(value)
  if (text === '') return location === 'query'
  if (location === 'header' || location === 'cookie') return /^[!-~]([ -~]*[!-~])?$/.test(text)
  return location !== 'path' || (text !== '.' && text !== '..')
}

/** Tests for a non-empty list without null or nested values, which styles cannot serialise (RFC 6570 §2.3). */
function isFlat(values: readonly Json[]): boolean {
  return values.length > 0 && values.every((value) => value !== null && value !== '' && typeof value !== 'object')
}

/** Tests whether every interpretation of the text is invalid; `12` may be a string or a number. */
function isRefused(compiled: CompiledSchema, value: Json): boolean {
  return readings(value).every((reading) => compiled.accepts(reading) === false)
}

function readings(value: Json): readonly Json[] {
  if (!Array.isArray(value)) {
    const single = scalarReadings(value)
    return [...single, ...single.map((reading) => [reading])]
  }
  const items: readonly Json[] = value
  const texts = items.map(textOf)
  const read = items.map((item) => scalarReadings(item).at(-1) ?? null)
  const alone = items.length === 1 ? scalarReadings(items[0] ?? null) : []
  return [texts, read, texts.join(), ...alone]
}

function scalarReadings(value: Json): readonly Json[] {
  const text = textOf(value)
  if (text === 'true' || text === 'false') return [text, text === 'true']
  if (text === 'null') return [text, null]
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? [text, Number(text)] : [text]
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
