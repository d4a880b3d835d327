import type { NotChecked } from '../../model/observation.ts'
import type { Description, Operation, Parameter } from '../../model/operation.ts'
import { merged } from '../planning/merged.ts'
import type { RequestInput } from '../planning/plan.ts'
import { invalidBodies, type PlainBody, plainBodies, validBodies } from './bodies.ts'
import { type CaseParts, type GeneratedCase, makeCase } from './case.ts'
import { inputNames, inputOf, invalidParameters, plainValue, validParameters } from './parameters.ts'
import { type Sources, sourcesOf } from './sources.ts'

/** Which requests are generated. */
export type GenerateMode = 'positive' | 'negative'

/** The generated requests of one operation. */
export interface OperationCases {
  readonly operation: Operation
  /** The plainest valid request: its response is compared with those to the others. */
  readonly plain: GeneratedCase
  readonly cases: readonly GeneratedCase[]
}

/** All requests generated for a description, and the operations without any. */
export interface Generated {
  readonly operations: readonly OperationCases[]
  readonly notChecked: readonly NotChecked[]
}

/** What requests are generated with. */
export interface GenerateParts {
  readonly sources?: Sources
  /** Values that are given when a case is sent: none has to be made for them. */
  configured?(operation: Operation): RequestInput
}

/** A credential that no API has issued. */
const wrongSecret = 'specdrift-wrong-credential'

/**
 * Generates requests at the boundaries of each constraint, the same in every run. Invalid ones are validated against the
 * schema first, and so are valid ones: a request whose validity is not decided by the description is not sent.
 */
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

/** The cases, or why there are none. */
function casesOf(
  sources: Sources,
  operation: Operation,
  modes: readonly GenerateMode[],
  configured: RequestInput,
): OperationCases | string {
  const bodies = plainBodies(sources, operation)
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
    // A body that is given as bytes replaces the plain one.
    const { body: _, ...rest } = base
    return { operation, mode, location, what, input: merged(input.rawBody === undefined ? base : rest, input) }
  }
  const parts = [
    ...(modes.includes('negative') ? invalidCases(sources, operation, body, make) : []),
    ...(modes.includes('positive') ? validCases(sources, operation, bodies, make) : []),
  ]
  const plain = make('positive', 'request', 'is the plainest valid one', {})
  return { operation, plain: makeCase(plain), cases: inTurns(distinct(plain, parts).map(makeCase)) }
}

function isGiven(input: RequestInput, { in: location, name }: Parameter): boolean {
  return location !== 'querystring' && input[inputNames[location]]?.[name] !== undefined
}

/** One case for each request: a value at two ends of what is allowed is sent once, and the plain one by itself. */
function distinct(plain: CaseParts, parts: readonly CaseParts[]): readonly CaseParts[] {
  const sent = ({ mode, input, auth }: CaseParts): string => JSON.stringify([mode, input, auth])
  const seen = new Set([sent(plain)])
  return parts.filter((one) => {
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
  return [...authCases(operation, make), ...invalidParameters(sources, operation, make), ...bodies]
}

/** Where every security requirement needs a credential: a request without one, and one with a wrong one. */
function authCases({ security }: Operation, make: MakeParts): CaseParts[] {
  if (security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0)) return []
  return [
    { ...make('auth', 'request', 'has no credential', {}), auth: false },
    { ...make('auth', 'request', 'has a wrong credential', {}), auth: wrongSecret },
  ]
}

function validCases(
  sources: Sources,
  operation: Operation,
  bodies: readonly PlainBody[],
  make: MakeParts,
): CaseParts[] {
  const [first, ...others] = bodies
  const types = others.map((body) => make('positive', 'body', `is sent as ${body.media.type}`, bodyInput(body)))
  return [
    ...types,
    ...(operation.requestBody?.required === false ? [make('positive', 'body', 'is left out', { rawBody: '' })] : []),
    ...validParameters(sources, operation, make),
    ...(first === undefined ? [] : validBodies(sources, first, make)),
  ]
}

/** One case of each location in turn, so that a limit on their number leaves cases of every location. */
function inTurns(cases: readonly GeneratedCase[]): readonly GeneratedCase[] {
  const seen = new Map<string, number>()
  const turn = cases.map(({ mode, location }) => {
    const key = `${mode} ${location}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count
  })
  return cases
    .map((one, index) => ({ one, rank: turn[index] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}
