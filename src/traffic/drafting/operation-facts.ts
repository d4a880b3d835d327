import { bareType, isJsonType } from '../../drift/checking/media-type.ts'
import { isCommonHeader } from '../../drift/checking/request/common-headers.ts'
import type { Json } from '../../model/json.ts'
import type { Observation } from '../../model/observation.ts'
import { isSecretCookie, namesSecret } from '../../util/secret-keys.ts'
import { addText, addValue, type Budget, emptyShape, mergeShape, type Shape } from './shape.ts'

/** Bodies of one media type. `shape` is absent unless they are JSON or forms. */
export interface MediaFacts {
  count: number
  shape?: Shape
}

/** Aggregated exchanges of an operation. All counts are numbers of exchanges. */
export interface OperationFacts {
  /** Exchanges with a status below 400. */
  accepted: number
  /** Parameter values by name: `query page`. */
  readonly parameters: Map<string, Shape & { sent: number }>
  /** Values of path parameters, by segment index. */
  readonly segments: Map<number, Shape>
  /** Accepted requests with a body, and accepted requests with a known presence of a body. */
  bodies: number
  bodiesKnown: number
  readonly requestBody: Map<string, MediaFacts>
  readonly responses: Map<number, { count: number; readonly content: Map<string, MediaFacts> }>
  /** Kinds of credentials: `bearer`, `basic`, `header x-api-key`, `query key`. */
  readonly credentials: Map<string, number>
  isDeprecated: boolean
}

/** Limits for distinct names and media types, and for the length of names. */
const most = { parameters: 100, mediaTypes: 20, longestName: 100 }

export function noFacts(): OperationFacts {
  return {
    ...{ accepted: 0, bodies: 0, bodiesKnown: 0, isDeprecated: false },
    ...{ parameters: new Map(), segments: new Map(), requestBody: new Map(), responses: new Map() },
    credentials: new Map(),
  }
}

/** Adds an exchange. Of a rejected request only the response counts. */
export function addExchange(facts: OperationFacts, observation: Observation, budget: Budget): void {
  const { status, headers, request, body, unrecorded = [] } = observation
  if (status === undefined) return
  if (headers.deprecation !== undefined && headers.deprecation !== 'false') facts.isDeprecated = true
  if (headers.sunset !== undefined) facts.isDeprecated = true
  if (!isOfGateway(status)) {
    const response = facts.responses.get(status) ?? { count: 0, content: new Map() }
    facts.responses.set(status, response)
    response.count++
    const hasNoBody = request.method === 'HEAD' || status === 204 || status === 205 || status === 304
    if (!hasNoBody) addBody(response.content, headers['content-type'], body, budget)
  }
  if (status >= 400) return
  facts.accepted++
  addSent(facts, observation, budget)
  if (unrecorded.includes('requestBody')) return
  facts.bodiesKnown++
  if (request.body === undefined || request.body === '') return
  facts.bodies++
  addBody(facts.requestBody, request.headers['content-type'], request.body, budget)
}

/** A gateway sends 502 to 504, not the application. */
function isOfGateway(status: number): boolean {
  return status >= 502 && status <= 504
}

export function addBody(
  content: Map<string, MediaFacts>,
  type: string | undefined,
  body: string | undefined,
  budget: Budget,
): void {
  if (body === '' || (body === undefined && type === undefined)) return
  const json = type === undefined || isJsonType(type) ? parsed(body) : undefined
  const name =
    type === undefined ? (json === undefined ? 'application/octet-stream' : 'application/json') : bareType(type)
  if (!/^[^\s/]+\/[^\s/]+$/.test(name)) return
  const known = content.get(name)
  if (known === undefined && content.size >= most.mediaTypes) return
  const media = known ?? { count: 0 }
  content.set(name, media)
  media.count++
  const value = name === 'application/x-www-form-urlencoded' ? formOf(body) : json
  if (value !== undefined) {
    media.shape ??= emptyShape()
    addValue(media.shape, value, budget)
  }
}

function parsed(body: string | undefined): Json | undefined {
  if (body === undefined) return undefined
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''))
  } catch {
    // A body that isn't JSON only shows that one was sent.
    return undefined
  }
}

function formOf(body: string | undefined): Json | undefined {
  if (body === undefined) return undefined
  const form = new URLSearchParams(body)
  return Object.fromEntries(
    [...new Set(form.keys())].map((key) => {
      const values = form.getAll(key)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function addSent(facts: OperationFacts, { request, unrecorded = [] }: Observation, budget: Budget): void {
  const query = request.path.split('#', 1)[0]?.replace(/^[^?]*\??/, '') ?? ''
  const sent = new URLSearchParams(query)
  for (const name of new Set(sent.keys())) addParameter(facts, 'query', name, sent.getAll(name), budget)
  if (unrecorded.includes('requestHeaders')) return
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'authorization') addScheme(facts, value)
    else if (name === 'cookie') addCookies(facts, value)
    else if (namesSecret(name) && !/cookie|xsrf|csrf/.test(name)) addOne(facts.credentials, `header ${name}`)
    else if (!isCommonHeader(name)) addParameter(facts, 'header', name, [value], budget)
  }
}

function addCookies({ credentials }: OperationFacts, value: string): void {
  for (const pair of value.split(';')) {
    const name = pair.split('=', 1)[0]?.trim() ?? ''
    if (name.length <= most.longestName && isSecretCookie(name)) addOne(credentials, `cookie ${name}`)
  }
}

function addScheme({ credentials }: OperationFacts, value: string): void {
  const scheme = /^(bearer|basic)\b/i.exec(value)?.[1]?.toLowerCase()
  addOne(credentials, scheme ?? 'header authorization')
}

export function addParameter(
  { parameters, credentials }: Pick<OperationFacts, 'parameters' | 'credentials'>,
  location: 'query' | 'header',
  name: string,
  values: readonly string[],
  { exchange }: Budget,
): void {
  if (name === '' || name.length > most.longestName) return
  const isSecret = namesSecret(name)
  if (isSecret && location === 'query') {
    addOne(credentials, `query ${name}`)
    return
  }
  const key = `${location} ${name}`
  const known = parameters.get(key)
  if (known === undefined && parameters.size >= most.parameters) return
  const shape = known ?? { ...emptyShape(), sent: 0 }
  parameters.set(key, shape)
  shape.sent++
  if (values.length > 1) shape.arrays ??= { count: 0, items: emptyShape() }
  for (const value of values) {
    shape.count++
    addText(shape, value, exchange, isSecret)
  }
}

function addOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Adds the counts of another operation, after both paths turned out to match one template. */
export function mergeFacts(into: OperationFacts, from: OperationFacts): void {
  into.accepted += from.accepted
  into.bodies += from.bodies
  into.bodiesKnown += from.bodiesKnown
  into.isDeprecated ||= from.isDeprecated
  for (const [key, shape] of from.parameters) {
    const known = into.parameters.get(key)
    if (known === undefined) into.parameters.set(key, shape)
    else {
      known.sent += shape.sent
      mergeShape(known, shape)
    }
  }
  mergeShapes(into.segments, from.segments)
  mergeContent(into.requestBody, from.requestBody)
  for (const [status, response] of from.responses) {
    const known = into.responses.get(status)
    if (known === undefined) into.responses.set(status, response)
    else {
      known.count += response.count
      mergeContent(known.content, response.content)
    }
  }
  for (const [name, count] of from.credentials) into.credentials.set(name, (into.credentials.get(name) ?? 0) + count)
}

function mergeShapes(into: Map<number, Shape>, from: ReadonlyMap<number, Shape>): void {
  for (const [key, shape] of from) {
    const known = into.get(key)
    if (known === undefined) into.set(key, shape)
    else mergeShape(known, shape)
  }
}

function mergeContent(into: Map<string, MediaFacts>, from: ReadonlyMap<string, MediaFacts>): void {
  for (const [type, media] of from) {
    const known = into.get(type)
    if (known === undefined) {
      into.set(type, media)
      continue
    }
    known.count += media.count
    if (media.shape === undefined) continue
    if (known.shape === undefined) known.shape = media.shape
    else mergeShape(known.shape, media.shape)
  }
}
