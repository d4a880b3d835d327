import type { Change, Trail, Use } from '../../model/diff/change.ts'
import type { Located } from '../../model/document.ts'
import type { Witness } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { Description, Operation, Parameter, Way } from '../../model/operation.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { own } from '../../util/json.ts'
import { spelled } from '../../util/numbers/exact.ts'
import { encodeValue, serializeCookie, serializeHeader, serializePath, serializeQuery } from '../../util/serialize.ts'
import { listFormOf } from '../written.ts'
import { operationNamed } from './documented.ts'
import { createEffort } from './effort.ts'
import { createExhausted } from './exhausted.ts'
import type { Plan } from './messages.ts'
import { allSpent, checksOf, search } from './search.ts'
import { sideOf } from './side.ts'
import { createVerdicts } from './verdicts.ts'

/** Searches a message that one version allows and the other rejects. */
export type Prover = (change: Change, use: Use) => Witness

/**
 * Validates complete messages with ajv under both versions: breaking requests were valid before, breaking responses are valid now.
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
    if (direction === 'none') return unproven('no schema leads there')
    if (trail === undefined) return unproven('too much was edited around it: it is judged by its own location alone')
    if (effort.isSpent()) return unproven(allSpent)
    if (trail.steps.length > maxSteps) return unproven(`the location is more than ${maxSteps} levels deep`)
    const [valid, invalid] = direction === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
    // Exclusivity has its own findings, so other proofs must not depend on it.
    const reading = change.kind === 'schema.exclusivity' ? 'compiler' : 'unions'
    const allow = sides[valid][reading].compile(trail[valid] ?? anything, direction)
    const refuse = sides[invalid][reading].compile(trail[invalid] ?? anything, direction)
    const schemas = {
      allow,
      refuse,
      // The parts that no message has reached so far are not read.
      accept: () => (allow.isUnited ? sides[valid].compiler.compile(trail[valid] ?? anything, direction) : allow),
      reject: () => (refuse.isUnited ? sides[invalid].compiler.compile(trail[invalid] ?? anything, direction) : refuse),
    }
    const plan = planFor(change, trail, valid, direction)
    const found = search(plan, use, checksOf(plan, schemas, verdicts), exhausted[reading])
    const unread = schemas
      .accept()
      .flaws.find(({ message }) => /cannot be followed|is not followed: behind/.test(message))
    if (unread !== undefined) return unproven(`${unread.message}: what it requires is not known`)
    if ('reason' in found) return unproven(found.reason)
    const request = requestLine(revision, use, found.body, descriptions[valid])
    const body = spelled(found.body)
    return { ...subject, body, ...request, validUnder: valid, invalidUnder: invalid, proven: true }
  }
}

/** Maximum nesting of messages; each level needs an instance around the inner one. */
const maxSteps = 100
/** Maximum number of message values tried to simplify proofs. */
const mostForRefining = 50_000

function isPresence({ kind }: Change): boolean {
  return /^(parameter|request-body)(\.required)?$/.test(kind)
}

/** Proves a newly required part by a call without it, which needs no validator. */
function provePresence(use: Use, revision: Description): Witness {
  const request = requestLine(revision, { ...use, part: `without ${use.part}` }, undefined, revision)
  const { operation, part } = use
  return { operation, part, ...request, validUnder: 'base', invalidUnder: 'revision', proven: true }
}

const anything: Located = { node: true, pointer: '' }

/** Returns the request line for the parameter in `use.part` (`query pageSize`, or `without query pageSize` to omit it). */
function requestLine(
  description: Description,
  { operation: key, part }: Use,
  value: Json | undefined,
  sender: Description,
): { readonly request?: string } {
  const about = part.replace(/^without /, '')
  const operation = /^(path|query|querystring|header|cookie) /.test(about)
    ? operationNamed(description, key)
    : undefined
  // Parts below a media type of the parameter start with the parameter's name.
  const isNamed = ({ in: location, name }: Parameter): boolean => `${about} `.startsWith(`${location} ${name} `)
  if (operation === undefined || !operation.parameters.some(isNamed)) return {}
  const given = (parameter: Parameter): Json | undefined => {
    if (isNamed(parameter)) return about === part ? value : undefined
    return parameter.required ? exampleOf(description.document, parameter) : undefined
  }
  const written = senderOf(sender, operation)?.parameters.find(isNamed)
  const sent = operation.parameters.flatMap((parameter) => {
    const sentValue = given(parameter)
    return sentValue === undefined
      ? []
      : [{ parameter: (isNamed(parameter) && written) || parameter, value: sentValue }]
  })
  return { request: lineOf(operation, sent) }
}

function senderOf(sender: Description, { key, operationId }: Operation): Operation | undefined {
  const byId = (other: Operation): boolean => operationId !== undefined && other.operationId === operationId
  return operationNamed(sender, key) ?? sender.operations.find(byId)
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
  // An empty list is omitted (RFC 6570 §2.3), but shown for readability.
  if (parameter.content === undefined) return serializeQuery(value, parameter) || `${encodeValue(parameter.name)}=`
  return `${encodeValue(parameter.name)}=${encodeValue(asContent(value))}`
}

function inHeader(value: Json, parameter: Parameter): string {
  if (parameter.content !== undefined) return asContent(value)
  return listed(value, parameter, (text) => text) ?? serializeHeader(value, parameter)
}

/** Joins an array with the delimiter of its `collectionFormat`, which Swagger 2.0 also allows in paths and headers. Otherwise returns undefined. */
function listed(value: Json, parameter: Parameter, encode: (text: string) => string): string | undefined {
  if (!Array.isArray(value) || !parameter.style.endsWith('Delimited')) return undefined
  const items = value.map((item) => encode(serializeHeader(item, { explode: false })))
  return items.join(encode(listFormOf(parameter)))
}

function inCookie(value: Json, parameter: Parameter): string {
  if (parameter.content === undefined) return serializeCookie(value, parameter)
  return `${parameter.name}=${encodeValue(asContent(value))}`
}

/** Parameters with a media type are usually JSON: OpenAPI provides them for values no style can express. */
function asContent(value: Json): string {
  return JSON.stringify(value)
}

function exampleOf(document: Description['document'], parameter: Parameter): Json | undefined {
  const example = own(parameter.node, 'example')
  if (example !== undefined || parameter.schema === undefined) return example ?? parameter.name
  return sample(document, parameter.schema, { direction: 'request' }) ?? parameter.name
}
