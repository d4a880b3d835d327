import type { Json } from '../../model/json.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Description, Operation, Parameter } from '../../model/operation.ts'
import { merged } from '../planning/merged.ts'
import type { RequestInput } from '../planning/plan.ts'
import { bodyVariations, invalidBodies, leastBody, type PlainBody, plainBodies } from './bodies.ts'
import { type CaseParts, type GeneratedCase, makeCase } from './case.ts'
import { combinedCases } from './combined.ts'
import { inputNames, inputOf, invalidParameters, parameterVariations, plainValue } from './parameters.ts'
import { type Sources, sourcesOf } from './sources.ts'

/** Kinds of requests to generate. */
export type GenerateMode = 'positive' | 'negative' | 'stateful'

/** The generated requests of one operation. */
export interface OperationCases {
  readonly operation: Operation
  /** The simplest valid request, with which the responses to the others are compared. */
  readonly plain: GeneratedCase
  readonly cases: readonly GeneratedCase[]
  /** Same cases with only required body members; undefined if the plain request has no others. */
  least?(): OperationCases | undefined
  /** Same cases with all optional query parameters, if there are any. */
  full?(): OperationCases | undefined
  /** Same cases with another valid body; case ids don't change. */
  as?(body: Json): OperationCases | undefined
}

/** All requests generated for a description, and the operations without any. */
export interface Generated {
  readonly operations: readonly OperationCases[]
  readonly notChecked: readonly NotChecked[]
}

/** Options for `generateCases`. */
export interface GenerateParts {
  readonly sources?: Sources
  /** Values that are added when a case is sent and don't need to be generated. */
  configured?(operation: Operation): RequestInput
}

/** A credential that no API issued. */
const wrongSecret = 'specdrift-wrong-credential'

/** Generates deterministic requests at the limits of each constraint. Skips requests if the description doesn't decide their validity. */
export function generateCases(
  description: Description,
  modes: readonly GenerateMode[],
  { sources = sourcesOf(description.document), configured = () => ({}) }: GenerateParts = {},
): Generated {
  const made = description.operations.map((operation) => ({
    operation,
    made: casesOf(sources, operation, modes, configured(operation)),
  }))
  return {
    operations: made.flatMap(({ made: one }) => (typeof one === 'string' ? [] : [one])),
    notChecked: made.flatMap(({ operation, made: one }) =>
      typeof one === 'string' ? [{ operation: operation.key, what: 'generated requests', because: one }] : [],
    ),
  }
}

function casesOf(
  sources: Sources,
  operation: Operation,
  modes: readonly GenerateMode[],
  configured: RequestInput,
  bodies = plainBodies(sources, operation),
): OperationCases | string {
  const [body] = bodies
  if (operation.requestBody?.required === true && body === undefined && configured.body === undefined)
    return 'no valid body could be made'
  const required = operation.parameters.filter((parameter) => parameter.required)
  const values = required.map((parameter) => ({ parameter, value: plainValue(sources, parameter) }))
  const unknown = values.find(({ parameter, value }) => value === undefined && !isGiven(configured, parameter))
  if (unknown !== undefined)
    return `no valid value could be made for the ${unknown.parameter.in} parameter ${unknown.parameter.name}`
  const inputs = values.flatMap(({ parameter, value }) => (value === undefined ? [] : [inputOf(parameter, value)]))
  const base = inputs.reduce(merged, bodyInput(body))
  const make = (mode: CaseParts['mode'], location: string, what: string, input: RequestInput): CaseParts => {
    // A raw body replaces the plain one.
    const { body: _, ...rest } = base
    return { operation, mode, location, what, input: merged(input.rawBody === undefined ? base : rest, input) }
  }
  const plain = makeCase(make('positive', 'request', 'has the simplest valid values', {}))
  const cases = [
    ...(modes.includes('positive') ? validCases(sources, operation, bodies, plain, make) : []),
    ...(modes.includes('negative') ? invalidCases(sources, operation, body, make).map(makeCase) : []),
  ]
  const least = (): OperationCases | undefined => {
    const lean = body && leastBody(sources, body)
    const made = lean && casesOf(sources, operation, modes, configured, [lean, ...bodies.slice(1)])
    return typeof made === 'string' ? undefined : made
  }
  const own = { operation, plain, cases: inTurns(distinct(plain, cases)) }
  const as = (value: Json): OperationCases | undefined => {
    const made = body && casesOf(sources, operation, modes, configured, [{ ...body, value }, ...bodies.slice(1)])
    return made === undefined || typeof made === 'string' ? undefined : withIdsOf(own, made)
  }
  return { ...own, least, as, full: () => withOptional(sources, own) }
}

/** Adds optional query parameters, because some operations reject every request without a parameter that is documented as optional. */
function withOptional(sources: Sources, own: OperationCases): OperationCases | undefined {
  const optional = own.operation.parameters.filter(({ in: location, required }) => location === 'query' && !required)
  const inputs = optional.flatMap((parameter) => {
    const value = plainValue(sources, parameter)
    return value === undefined ? [] : [inputOf(parameter, value)]
  })
  if (inputs.length === 0) return undefined
  const optionalInput = inputs.reduce(merged, {})
  const add = (one: GeneratedCase): GeneratedCase => ({
    ...one,
    input: merged(optionalInput, one.input),
    ...(one.parts && { parts: one.parts.map(add) }),
  })
  const plain = add(own.plain)
  return { operation: own.operation, plain, cases: distinct(plain, own.cases.map(add)) }
}

/** Reuses the ids of the original cases, because bodies taken from responses vary between runs. */
function withIdsOf(own: OperationCases, made: OperationCases): OperationCases {
  const about = ({ mode, location, what }: GeneratedCase): string => JSON.stringify([mode, location, what])
  const ids = new Map([own.plain, ...own.cases].map((one) => [about(one), one.id]))
  const named = (one: GeneratedCase): GeneratedCase => ({ ...one, id: ids.get(about(one)) ?? one.id })
  return { ...made, plain: named(made.plain), cases: made.cases.map(named) }
}

function isGiven(input: RequestInput, { in: location, name }: Parameter): boolean {
  return location !== 'querystring' && input[inputNames[location]]?.[name] !== undefined
}

/** Removes duplicate requests and those equal to the plain request, such as a value that is both minimum and maximum. */
function distinct(plain: GeneratedCase, cases: readonly GeneratedCase[]): readonly GeneratedCase[] {
  const sent = ({ mode, input, auth }: GeneratedCase): string => JSON.stringify([mode, input, auth])
  const seen = new Set([sent(plain)])
  return cases.filter((one) => {
    const isNew = !seen.has(sent(one))
    seen.add(sent(one))
    return isNew
  })
}

function bodyInput(body: PlainBody | undefined): RequestInput {
  return body === undefined ? {} : { body: body.value, contentType: body.media.type }
}

type MakeParts = (mode: CaseParts['mode'], location: string, what: string, input: RequestInput) => CaseParts

function invalidCases(
  sources: Sources,
  operation: Operation,
  body: PlainBody | undefined,
  make: MakeParts,
): CaseParts[] {
  const bodies = body === undefined ? [] : invalidBodies(sources, operation, body, make)
  return [
    ...authCases(operation, make),
    ...unknownCases(sources, operation, make),
    ...invalidParameters(sources, operation, make),
    ...bodies,
  ]
}

/** Identifiers that don't exist: a string, a number and a UUID. */
const nobody: readonly Json[] = ['specdrift-none', 987_654_321, '00000000-0000-4000-8000-5bec00000000']

/** Creates a request for a missing resource if the path ends with its identifier. */
function unknownCases(sources: Sources, operation: Operation, make: MakeParts): CaseParts[] {
  const last = /\{([^{}]+)\}$/.exec(operation.path)?.[1]
  const parameter = operation.parameters.find(({ in: location, name }) => location === 'path' && name === last)
  const { schema } = parameter ?? {}
  if (parameter === undefined || schema === undefined) return []
  const { enum: listed } = sources.reader.normal(sources.reader.enter(schema))
  const compiled = sources.compiler.compile(schema, 'request')
  const value = nobody.find((one) => compiled.accepts(one) === true)
  if (value === undefined || listed !== undefined) return []
  return [make('unknown', `path ${parameter.name}`, 'names nothing that exists', inputOf(parameter, value))]
}

/** Creates requests without a credential and with a wrong one, if every security requirement needs one. */
function authCases({ security }: Operation, make: MakeParts): CaseParts[] {
  if (security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0)) return []
  return [
    { ...make('auth', 'request', 'has no credential', {}), auth: false },
    { ...make('auth', 'request', 'has a wrong credential', {}), auth: wrongSecret },
  ]
}

/** Prefix of `what` for cases that send another media type. */
export const sentAs = 'is sent as '

function validCases(
  sources: Sources,
  operation: Operation,
  bodies: readonly PlainBody[],
  plain: GeneratedCase,
  make: MakeParts,
): GeneratedCase[] {
  const [first, ...others] = bodies
  const types = others.map((body) => {
    // With the same value, only the media type can cause a failure.
    const { schema, type } = body.media
    const isSame = first && (!schema || sources.compiler.compile(schema, 'request').accepts(first.value) === true)
    return make('positive', 'body', `${sentAs}${type}`, bodyInput(isSame ? { ...body, value: first.value } : body))
  })
  const left =
    operation.requestBody?.required === false ? [make('positive', 'body', 'is left out', { rawBody: '' })] : []
  const variations = [
    ...parameterVariations(sources, operation),
    ...(first === undefined ? [] : bodyVariations(sources, first)),
  ]
  return [...[...types, ...left].map(makeCase), ...combinedCases(plain, variations)]
}

/** Sorts cases so that a limited number still covers every kind and location. */
function inTurns(cases: readonly GeneratedCase[]): readonly GeneratedCase[] {
  const negative = cases.filter(({ mode }) => mode === 'negative')
  const ranks = new Map([
    ...varied(negative).map((one, at): [GeneratedCase, number] => [one, Math.floor(at / mostInTurn)]),
  ])
  const seen = new Map<string, number>()
  for (const one of cases) {
    if (one.mode === 'negative') continue
    const key = `${one.mode} ${one.location}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    // A combined case covers more than an invalid one.
    ranks.set(one, one.parts === undefined ? count : Math.floor(count / mostInTurn))
  }
  return [...cases].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
}

const mostInTurn = 4

/** Sorts cases with a new reason first, then those with a new location. */
function varied(cases: readonly GeneratedCase[]): readonly GeneratedCase[] {
  const used = new Map<string, number>()
  const usesOf = ({ what, location }: GeneratedCase) =>
    (used.get(what) ?? 0) * cases.length + (used.get(location) ?? 0) - (isHidden(what, location) ? 0.5 : 0)
  const open = [...cases]
  const ordered: GeneratedCase[] = []
  while (open.length > 0 && ordered.length < mostOrdered) {
    let least = 0
    for (const [at, one] of open.entries()) if (usesOf(one) < usesOf(open[least] ?? one)) least = at
    for (const one of open.splice(least, 1)) {
      ordered.push(one)
      for (const key of [one.what, one.location]) used.set(key, (used.get(key) ?? 0) + 1)
    }
  }
  return [...ordered, ...open]
}

/** Tests for null inside an array, which validators often miss although they check the array. */
function isHidden(what: string, location: string): boolean {
  return what === 'is null' && location.endsWith('/*')
}

/** Maximum number of sorted cases; more are rarely sent. */
const mostOrdered = 200
