import type { BodyCounts, ObservedExchange, OperationCounts, Shape, Statistics } from '../model/live/statistics.ts'
import type { Parameter } from '../model/operation.ts'
import { isObject, own } from '../util/json.ts'
import { type BodyCounter, createBodyCounter } from './count-body.ts'

/** Counts what many calls show, in place: what it keeps is bounded by the description. */
export interface StatisticsCounter {
  /** Counts a call with a response. `shape`: how the description describes its body. */
  count(exchange: ObservedExchange, shape: Shape | undefined): void
  /** What was counted so far. */
  result(): Statistics
}

/** Counts by name. */
type Counts = Map<string, number>

/** What was counted of one operation. */
interface Tally {
  calls: number
  readonly parameters: Counts
  readonly responses: Counts
  readonly headers: Counts
  readonly contentTypes: Counts
  /** By status and media type, which one schema describes. */
  readonly bodies: Map<string, BodyCounter>
}

/** Counts what one call with a response shows. */
export function observe(exchange: ObservedExchange, shape: Shape | undefined): Statistics {
  const counter = createStatisticsCounter()
  counter.count(exchange, shape)
  return counter.result()
}

/** Makes a counter. */
export function createStatisticsCounter(): StatisticsCounter {
  const tallies = new Map<string, Tally>()
  return {
    count(exchange, shape) {
      const { operation, response, mediaType, headers, json } = exchange
      let tally = tallies.get(operation.key)
      if (tally === undefined) {
        tally = createTally()
        tallies.set(operation.key, tally)
      }
      tally.calls++
      if (operation.parameters.length > 0) countAll(tally.parameters, new Set(sentParameters(exchange)))
      if (response === undefined) return
      countOne(tally.responses, response.status)
      const seen = response.headers.filter(({ name }) => Object.hasOwn(headers, name.toLowerCase()))
      countAll(tally.headers, new Set(seen.map(({ name }) => `${response.status} ${name}`)))
      if (mediaType === undefined) return
      const type = `${response.status} ${mediaType.type}`
      countOne(tally.contentTypes, type)
      if (shape === undefined || json === undefined) return
      const body = tally.bodies.get(type) ?? createBodyCounter(shape)
      tally.bodies.set(type, body)
      body.count(json)
    },
    result: () => ({
      runs: 0,
      operations: Object.fromEntries([...tallies].map(([key, tally]) => [key, countsOf(tally)])),
    }),
  }
}

function createTally(): Tally {
  const counts = { parameters: new Map(), responses: new Map(), headers: new Map(), contentTypes: new Map() }
  return { calls: 0, ...counts, bodies: new Map() }
}

function countOne(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function countAll(counts: Counts, names: ReadonlySet<string>): void {
  for (const name of names) countOne(counts, name)
}

/** The documented parameters that a request carries, as statistics call them. */
export function sentParameters(exchange: ObservedExchange): readonly string[] {
  return exchange.operation.parameters.filter((one) => isSent(one, exchange)).map(parameterName)
}

/** `query page`: what a parameter is called in statistics and coverage. */
export function parameterName({ in: location, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${location} ${name}`
}

function countsOf({ calls, parameters, responses, headers, contentTypes, bodies }: Tally): OperationCounts {
  const counted = [...bodies].map(([type, counter]): [string, BodyCounts] => [type, counter.result()])
  return {
    calls,
    parameters: Object.fromEntries(parameters),
    responses: Object.fromEntries(responses),
    headers: Object.fromEntries(headers),
    contentTypes: Object.fromEntries(contentTypes),
    bodies: Object.fromEntries(counted),
  }
}

/** Whether a request carries a parameter. An exploded object is spread over its properties, a deep one over brackets. */
function isSent(parameter: Parameter, { path, requestHeaders }: ObservedExchange): boolean {
  const { name, in: location, schema, explode } = parameter
  if (location === 'path') return true
  if (location === 'header') return Object.hasOwn(requestHeaders, name.toLowerCase())
  if (location === 'cookie') return new RegExp(`(?:^|;\\s*)${literally(name)}=`).test(requestHeaders.cookie ?? '')
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : ''
  if (location === 'querystring') return query !== ''
  const sent = [...new URLSearchParams(query).keys()]
  const properties = explode ? own(schema?.node, 'properties') : undefined
  return sent.some(
    (key) => key === name || key.startsWith(`${name}[`) || (isObject(properties) && Object.hasOwn(properties, key)),
  )
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
