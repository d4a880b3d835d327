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

/** A part of a request that a refusal names, with its schema. */
export interface LimitedPart {
  /** `query page`, `body /amount` */
  readonly location: string
  readonly limit: LearnedLimit
  readonly schema: Conjunction
  readonly parameter?: Parameter
  /** In the body; of `required` that of the object around the property that is missing. */
  readonly path: readonly string[]
  /** `required`: the name of the property. */
  readonly property?: string
  /** It is not described: a value for it. */
  readonly example?: Json
}

/** A refused request, and the operation whose limits its refusal may tell. */
export interface RefusedRequest {
  readonly operation: Operation
  readonly input: RequestInput
  /** A value that the API has shown under a name, for what a server asks for and the description lacks. */
  shown?(name: string): Json | undefined
}

/** Finds the part that a refusal names in the description; undefined where it has none of that name. */
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
  // `meta[0]`: of the items of a parameter that may be written as one.
  const isWhole = path.slice(1).every((token) => /^\d+$/.test(token))
  if (parameter?.schema === undefined || !isWhole || limit.keyword === 'required') return undefined
  const schema = sources.reader.enter(parameter.schema)
  return { location: `${parameter.in} ${parameter.name}`, limit, schema, parameter, path: [] }
}

/** The paths in a body that a refusal may mean, the likeliest first. */
function pathsOf(path: readonly string[], body: Json | undefined): readonly (readonly string[])[] {
  const [first = '', second] = path
  // A resource object (JSON:API 1.1 §7.2) stands for a plain body where the description has no such envelope.
  const bare = first === 'data' && second === 'attributes' ? path.slice(2) : first === 'body' ? path.slice(1) : []
  // A sentence names a property without what it is in.
  return [path, ...(bare.length > 0 ? [bare] : []), ...(second === undefined ? pathsTo(body, first, []) : [])]
}

/** Every path to a property of this name inside others. */
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

/** Frameworks write names in their own case: `Amount` for `amount`. */
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

/** The value that a request has at a part; undefined where it has none. */
function valueAt({ parameter, path }: LimitedPart, input: RequestInput): Json | undefined {
  if (parameter !== undefined)
    return parameter.in === 'querystring' ? undefined : input[inputNames[parameter.in]]?.[parameter.name]
  let at = input.body
  for (const token of path) at = Array.isArray(at) ? at[Number(token)] : own(at, token)
  return at
}

/** Whether a request breaks a limit: a refusal that says so of one that keeps it is not believed. */
export function breaksLimit(part: LimitedPart, input: RequestInput): boolean {
  const { limit, property } = part
  const value = valueAt(part, input)
  if (limit.keyword === 'required') return isObject(value) && own(value, property ?? '') === undefined
  return value !== undefined && !equalJson(within(limit, value), value)
}

/** Whether a request shows that a limit can be kept: it has the part, and it is within. */
export function keepsLimit(part: LimitedPart, input: RequestInput): boolean {
  const value = valueAt(part, input)
  const own = part.property === undefined ? value : isObject(value) ? value[part.property] : undefined
  return own !== undefined && !breaksLimit(part, input)
}

/** The request with a limit kept; as it was where that would break the description. */
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

/** A list with an item, an object with what it needs: what else it may have would be refused for reasons of its own. */
function requiredValue({ document }: Sources, parts: Conjunction): Json | undefined {
  const [lean, full] = [false, true].map((each) => sampleAll(document, parts, [], { direction: 'request', full: each }))
  return isObject(lean) ? lean : full
}
