import type { Change, Trail, Use } from '../../model/diff/change.ts'
import type { Located } from '../../model/document.ts'
import type { Witness } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { Description, Operation, Parameter, Way } from '../../model/operation.ts'
import { spelled } from '../../numbers/exact.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { own } from '../../util/json.ts'
import { encodeValue, serializeCookie, serializeHeader, serializePath, serializeQuery } from '../../util/serialize.ts'
import { listFormOf } from '../written.ts'
import { createEffort } from './effort.ts'
import { createExhausted } from './exhausted.ts'
import type { Plan } from './messages.ts'
import { allSpent, checksOf, search } from './search.ts'
import { sideOf } from './side.ts'
import { createVerdicts } from './verdicts.ts'

/** Looks for a message that one version allows and the other refuses. */
export type Prover = (change: Change, use: Use) => Witness

/**
 * Builds whole messages around the changed location and validates them with ajv under both versions. A request that
 * breaks was valid in the base and is refused now; a response that breaks is valid now and was not before.
 */
export function createProver(base: Description, revision: Description): Prover {
  const effort = createEffort()
  const refining = createEffort(mostForRefining)
  const descriptions = { base, revision }
  const sides = { base: sideOf(base.document, effort), revision: sideOf(revision.document, effort) }
  const exhausted = { compiler: createExhausted(), unions: createExhausted() }
  const verdicts = createVerdicts()
  const planFor = (change: Change, trail: Trail, valid: 'base' | 'revision', way: Way): Plan => {
    const [side, other] = valid === 'base' ? [sides.base, sides.revision] : [sides.revision, sides.base]
    const { reader } = side
    const around = { valid, reader, sampleOf: (parts: readonly Located[]) => side.sampleOf(parts, way) }
    const root = reader.enter(trail[valid] ?? anything)
    const normal = reader.normal(valid === 'base' ? trail.before : trail.after)
    const description = descriptions[valid]
    return { effort, refining, description, change, trail, valid, side, other, way, around, root, normal }
  }
  return (change, use) => {
    const subject = { operation: use.operation, part: use.part }
    const unproven = (reason: string): Witness => ({ ...subject, proven: false, reason })
    if (isPresence(change)) return provePresence(use, revision)
    const { trail, direction } = use
    if (trail === undefined || direction === 'none') return unproven('no schema leads there')
    if (effort.isSpent()) return unproven(allSpent)
    if (trail.steps.length > maxSteps) return unproven(`the location is more than ${maxSteps} levels deep`)
    const [valid, invalid] = direction === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
    // How many branches match is a finding of its own: no other may depend on it.
    const reading = change.kind === 'schema.exclusivity' ? 'compiler' : 'unions'
    const allow = sides[valid][reading].compile(trail[valid] ?? anything, direction)
    const accept = allow.isUnited ? sides[valid].compiler.compile(trail[valid] ?? anything, direction) : allow
    const refuse = sides[invalid][reading].compile(trail[invalid] ?? anything, direction)
    const reject = refuse.isUnited ? sides[invalid].compiler.compile(trail[invalid] ?? anything, direction) : refuse
    const unread = accept.flaws.find(({ message }) => /cannot be followed|is not followed: behind/.test(message))
    if (unread !== undefined) return unproven(`${unread.message}: what it requires is not known`)
    const plan = planFor(change, trail, valid, direction)
    const checks = checksOf(plan, { allow, accept, refuse, reject }, verdicts)
    const found = search(plan, use, checks, exhausted[reading])
    if ('reason' in found) return unproven(found.reason)
    const request = requestLine(revision, use, found.body, descriptions[valid])
    const body = spelled(found.body)
    return { ...subject, body, ...request, validUnder: valid, invalidUnder: invalid, proven: true }
  }
}

/** Levels of schemas to which messages are built: each costs an instance around the one inside it. */
const maxSteps = 100
/** Values of messages that are tried to make proofs simpler. */
const mostForRefining = 50_000

/** Whether a change is about the presence of a part. */
function isPresence({ kind }: Change): boolean {
  return /^(parameter|request-body)(\.required)?$/.test(kind)
}

/** What must be sent now and need not have been: the call without it, which needs no validator. */
function provePresence(use: Use, revision: Description): Witness {
  const request = requestLine(revision, { ...use, part: `without ${use.part}` }, undefined, revision)
  const { operation, part } = use
  return { operation, part, ...request, validUnder: 'base', invalidUnder: 'revision', proven: true }
}

/** What a part without a schema allows. */
const anything: Located = { node: true, pointer: '' }

/**
 * The request line of a call in which the parameter that `use.part` names (`query pageSize`) has a value, the others
 * that are required their examples; `without query pageSize` leaves it out. Nothing for parts that are no parameter.
 * Values are written as `sender` describes them, which may be the older version.
 */
function requestLine(
  { document, operations }: Description,
  { operation: key, part }: Use,
  value: Json | undefined,
  sender: Description,
): { readonly request?: string } {
  const about = part.replace(/^without /, '')
  const operation = /^(path|query|querystring|header|cookie) /.test(about)
    ? operations.find((one) => one.key === key)
    : undefined
  // What is below a media type of the parameter is named after it.
  const isNamed = ({ in: location, name }: Parameter): boolean => `${about} `.startsWith(`${location} ${name} `)
  if (operation === undefined || !operation.parameters.some(isNamed)) return {}
  const given = (parameter: Parameter): Json | undefined => {
    if (isNamed(parameter)) return about === part ? value : undefined
    return parameter.required ? exampleOf(document, parameter) : undefined
  }
  const written = senderOf(sender, operation)?.parameters.find(isNamed)
  const sent = operation.parameters.flatMap((parameter) => {
    const held = given(parameter)
    return held === undefined ? [] : [{ parameter: (isNamed(parameter) && written) || parameter, value: held }]
  })
  return { request: lineOf(operation, sent) }
}

function senderOf({ operations }: Description, { key, operationId }: Operation): Operation | undefined {
  const byId = (other: Operation): boolean => operationId !== undefined && other.operationId === operationId
  return operations.find((other) => other.key === key) ?? operations.find(byId)
}

type Given = readonly { readonly parameter: Parameter; readonly value: Json }[]

function lineOf({ method, path }: Operation, given: Given): string {
  const of = (location: string, write: (value: Json, parameter: Parameter) => string): string[] =>
    given.flatMap(({ parameter, value }) => (parameter.in === location ? [write(value, parameter)] : []))
  const filled = given.reduce(
    (address, { parameter, value }) =>
      parameter.in === 'path' ? address.replace(`{${parameter.name}}`, () => inPath(value, parameter)) : address,
    path,
  )
  const query = of('query', inQuery)
  const headers = of('header', (value, parameter) => ` (${parameter.name}: ${inHeader(value, parameter)})`)
  const cookies = of('cookie', (value, parameter) => ` (Cookie: ${inCookie(value, parameter)})`)
  return [`${method} ${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`, ...headers, ...cookies].join('')
}

function inPath(value: Json, parameter: Parameter): string {
  if (parameter.content !== undefined) return encodeValue(asContent(value))
  return listed(value, parameter, encodeValue) ?? serializePath(value, parameter)
}

function inQuery(value: Json, parameter: Parameter): string {
  // An empty list is written as nothing (RFC 6570 §2.3); a reader is shown what it would look like.
  if (parameter.content === undefined) return serializeQuery(value, parameter) || `${encodeValue(parameter.name)}=`
  return `${encodeValue(parameter.name)}=${encodeValue(asContent(value))}`
}

function inHeader(value: Json, parameter: Parameter): string {
  if (parameter.content !== undefined) return asContent(value)
  return listed(value, parameter, (text) => text) ?? serializeHeader(value, parameter)
}

/** Swagger 2.0 lets lists in paths and headers have any delimiter. */
function listed(value: Json, parameter: Parameter, encode: (text: string) => string): string | undefined {
  if (!Array.isArray(value) || !parameter.style.endsWith('Delimited')) return undefined
  const items = value.map((item) => encode(serializeHeader(item, { explode: false })))
  return items.join(encode(listFormOf(parameter)))
}

function inCookie(value: Json, parameter: Parameter): string {
  if (parameter.content === undefined) return serializeCookie(value, parameter)
  return `${parameter.name}=${encodeValue(asContent(value))}`
}

/** A parameter with a media type is mostly JSON: OpenAPI has it for values that no style writes. */
function asContent(value: Json): string {
  return JSON.stringify(value)
}

function exampleOf(document: Description['document'], parameter: Parameter): Json | undefined {
  const example = own(parameter.node, 'example')
  if (example !== undefined || parameter.schema === undefined) return example ?? parameter.name
  return sample(document, parameter.schema, { direction: 'request' }) ?? parameter.name
}
