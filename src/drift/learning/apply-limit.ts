import type { Json } from '../../model/json.ts'
import type { Operation, Parameter } from '../../model/operation.ts'
import type { Conjunction } from '../../schema/normal-form/normal.ts'
import { sampleAll } from '../../schema/sampling/sample.ts'
import { equalJson, isObject, own } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { bareType } from '../checking/media-type.ts'
import { inputNames } from '../generation/parameters.ts'
import { withValue } from '../generation/slots.ts'
import type { Sources } from '../generation/sources.ts'
import type { RequestInput } from '../planning/plan.ts'
import type { LearnedLimit } from './learned-limit.ts'
import type { Refusal } from './refusal.ts'
import { within } from './within.ts'

/** A part of a request named by an error message, with its schema. */
export interface LimitedPart {
  /** For example `query page`, `body /amount`. */
  readonly location: string
  readonly limit: LearnedLimit
  readonly schema: Conjunction
  readonly parameter?: Parameter
  /** Path in the body; for `required` the path of the object that lacks the property. */
  readonly path: readonly string[]
  /** Only for `required`: name of the property. */
  readonly property?: string
  /** Value for an undocumented property. */
  readonly example?: Json
}

/** A rejected request and its operation. */
export interface RefusedRequest {
  readonly operation: Operation
  readonly input: RequestInput
  /** Returns a value from a response under this name, for required properties that the description lacks. */
  shown?(name: string): Json | undefined
}

/** Finds the part in the description that an error message names. */
export function partOf(sources: Sources, refused: RefusedRequest, refusal: Refusal): LimitedPart | undefined {
  const { operation, input } = refused
  const { in: where, path, limit } = refusal
  const [name = ''] = path
  const parts = (where === 'body' ? pathsOf(path, input.body) : []).flatMap(
    (one) => bodyPart(sources, refused, { ...refusal, path: one }) ?? [],
  )
  const inBody = parts.find((part) => breaksLimit(part, input)) ?? parts[0]
  if (inBody !== undefined) return inBody
  const parameter = operation.parameters.find(
    (one) => one.name.toLowerCase() === name.toLowerCase() && (where === 'body' || one.in === where),
  )
  // `meta[0]` names an item of an array parameter that may be written as a single value.
  const isWhole = path.slice(1).every((token) => /^\d+$/.test(token))
  if (parameter?.schema === undefined || !isWhole || limit.keyword === 'required') return undefined
  const schema = sources.reader.enter(parameter.schema)
  return { location: `${parameter.in} ${parameter.name}`, limit, schema, parameter, path: [] }
}

/** Returns the body paths that an error message may refer to, most likely first. */
function pathsOf(path: readonly string[], body: Json | undefined): readonly (readonly string[])[] {
  const [first = '', second] = path
  // A JSON:API 1.1 §7.2 pointer refers to a plain body if the description has no such envelope.
  const bare = first === 'data' && second === 'attributes' ? path.slice(2) : first === 'body' ? path.slice(1) : []
  // A message often names a property without its parents.
  return [path, ...(bare.length > 0 ? [bare] : []), ...(second === undefined ? pathsTo(body, first, []) : [])]
}

/** Returns all paths to nested properties with this name. */
function pathsTo(node: Json | undefined, name: string, above: readonly string[]): readonly (readonly string[])[] {
  if (typeof node !== 'object' || node === null || above.length > deepest) return []
  return Object.entries(node).flatMap(([key, value]) => {
    const at = [...above, key]
    return [...(key === name && above.length > 0 ? [at] : []), ...pathsTo(value, name, at)]
  })
}

const deepest = 5

function bodyPart(
  sources: Sources,
  { operation, input, shown }: RefusedRequest,
  { path, limit }: Refusal,
): LimitedPart | undefined {
  const root = mediaSchema(operation, input)
  if (root === undefined) return undefined
  let schema = sources.reader.enter(root)
  const names: string[] = []
  const isProperty = limit.keyword === 'required'
  for (const token of isProperty ? path.slice(0, -1) : path) {
    const normal = sources.reader.normal(schema)
    const [name, child] = childOf(normal.properties, token)
    const next = child ?? (/^\d+$/.test(token) ? normal.items : undefined)
    if (next === undefined) return undefined
    names.push(child === undefined ? token : name)
    schema = next.flatMap(sources.reader.enter)
  }
  if (!isProperty) return { location: locationOf(names), limit, schema, path: names }
  const [property, child] = childOf(sources.reader.normal(schema).properties, path.at(-1) ?? '')
  const example = child === undefined ? shown?.(property) : undefined
  if (child === undefined && example === undefined) return undefined
  const at = { location: locationOf([...names, property]), limit, schema, path: names, property }
  return example === undefined ? at : { ...at, example }
}

/** Matches names case-insensitively, because frameworks change the case: `Amount` for `amount`. */
function childOf(
  properties: ReadonlyMap<string, Conjunction>,
  token: string,
): readonly [string, Conjunction | undefined] {
  const name = properties.has(token)
    ? token
    : ([...properties.keys()].find((one) => one.toLowerCase() === token.toLowerCase()) ?? token)
  return [name, properties.get(name)]
}

function locationOf(names: readonly string[]): string {
  return `body ${joinPointer('', ...names.map((name) => (/^\d+$/.test(name) ? '*' : name)))}`
}

function mediaSchema({ requestBody }: Operation, input: RequestInput) {
  const type = bareType(input.contentType ?? 'application/json')
  return requestBody?.content.find((one) => bareType(one.type) === type)?.schema
}

/** Returns the value at a part of a request; undefined if absent. */
function valueAt({ parameter, path }: LimitedPart, input: RequestInput): Json | undefined {
  if (parameter !== undefined)
    return parameter.in === 'querystring' ? undefined : input[inputNames[parameter.in]]?.[parameter.name]
  let at = input.body
  for (const token of path) at = Array.isArray(at) ? at[Number(token)] : own(at, token)
  return at
}

/** Tests whether a request violates a limit. An error message about a satisfied limit is ignored. */
export function breaksLimit(part: LimitedPart, input: RequestInput): boolean {
  const { limit, property } = part
  const value = valueAt(part, input)
  if (limit.keyword === 'required') return isObject(value) && own(value, property ?? '') === undefined
  return value !== undefined && !equalJson(within(limit, value), value)
}

/** Tests whether a request contains the part and satisfies the limit. */
export function keepsLimit(part: LimitedPart, input: RequestInput): boolean {
  const value = valueAt(part, input)
  const own = part.property === undefined ? value : isObject(value) ? value[part.property] : undefined
  return own !== undefined && !breaksLimit(part, input)
}

/** Changes a request to satisfy a limit, unless that would violate the description. */
export function keepLimit(
  sources: Sources,
  operation: Operation,
  part: LimitedPart,
  input: RequestInput,
): RequestInput {
  if (!breaksLimit(part, input)) return input
  const { parameter, path, property, limit, schema } = part
  const value = valueAt(part, input)
  if (parameter !== undefined) {
    if (value === undefined || parameter.in === 'querystring' || parameter.schema === undefined) return input
    const kept = within(limit, value)
    if (sources.compiler.compile(parameter.schema, 'request').accepts(kept) !== true) return input
    const name = inputNames[parameter.in]
    return { ...input, [name]: { ...input[name], [parameter.name]: kept } }
  }
  const root = mediaSchema(operation, input)
  if (input.body === undefined || root === undefined) return input
  const parts = property === undefined ? undefined : sources.reader.normal(schema).properties.get(property)
  const made = part.example ?? (parts && requiredValue(sources, parts))
  const body =
    property === undefined
      ? withValue(input.body, path, value === undefined ? undefined : within(limit, value))
      : made === undefined
        ? undefined
        : withValue(input.body, [...path, property], made)
  return body !== undefined && sources.compiler.compile(root, 'request').accepts(body) === true
    ? { ...input, body }
    : input
}

/** Samples an array with one item or an object with only required members; optional members might be rejected for other reasons. */
function requiredValue({ document }: Sources, parts: Conjunction): Json | undefined {
  const [lean, full] = [false, true].map((each) => sampleAll(document, parts, [], { direction: 'request', full: each }))
  return isObject(lean) ? lean : full
}
