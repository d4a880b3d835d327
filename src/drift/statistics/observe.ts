import type { BodyCounts, ObservedExchange, OperationCounts, Shape, Statistics } from '../../model/live/statistics.ts'
import type { MediaType, Parameter, Response } from '../../model/operation.ts'
import { isObject, own } from '../../util/json.ts'
import { queryOf } from '../../util/serialize.ts'
import { type BodyCounter, createBodyCounter } from './count-body.ts'

/** Counts calls in place; memory is bounded by the description. */
export interface StatisticsCounter {
  /** Counts a call with a response. `shape` describes the body. */
  count(exchange: ObservedExchange, shape: Shape | undefined): void
  result(): Statistics
}

/** A documented item, such as a header, with its count. */
interface Shown<T> {
  readonly name: string
  /** Any of these parts counts as the item. */
  readonly parts: T[]
  times: number
}

interface ResponseTally {
  times: number
  /** By name, for example `200 ETag`; parts are header names. */
  readonly headers: readonly Shown<string>[]
  readonly media: Map<MediaType, MediaTally>
}

interface MediaTally {
  readonly status: string
  times: number
  body?: BodyCounter
}

interface Tally {
  calls: number
  readonly parameters: readonly Shown<Parameter>[]
  readonly responses: Map<Response, ResponseTally>
}

/** Counts a single call. */
export function observe(exchange: ObservedExchange, shape: Shape | undefined): Statistics {
  const counter = createStatisticsCounter()
  counter.count(exchange, shape)
  return counter.result()
}

/** Creates an empty counter. */
export function createStatisticsCounter(): StatisticsCounter {
  const tallies = new Map<string, Tally>()
  return {
    count(exchange, shape) {
      const { operation, response, mediaType, headers, json } = exchange
      let tally = tallies.get(operation.key)
      if (tally === undefined) {
        tally = {
          calls: 0,
          parameters: byName(operation.parameters, parameterName, (one) => one),
          responses: new Map(),
        }
        tallies.set(operation.key, tally)
      }
      tally.calls++
      for (const shown of tally.parameters) if (shown.parts.some((one) => isSent(one, exchange))) shown.times++
      if (response === undefined) return
      let received = tally.responses.get(response)
      if (received === undefined) {
        received = tallyOf(response)
        tally.responses.set(response, received)
      }
      received.times++
      for (const shown of received.headers) if (shown.parts.some((name) => Object.hasOwn(headers, name))) shown.times++
      if (mediaType === undefined) return
      let media = received.media.get(mediaType)
      if (media === undefined) {
        media = { status: response.status, times: 0 }
        received.media.set(mediaType, media)
      }
      media.times++
      if (shape === undefined || json === undefined) return
      media.body ??= createBodyCounter(shape)
      media.body.count(json)
    },
    result: () => ({
      runs: 0,
      operations: Object.fromEntries([...tallies].map(([key, tally]) => [key, countsOf(tally)])),
    }),
  }
}

function tallyOf({ status, headers }: Response): ResponseTally {
  const named = byName(
    headers,
    ({ name }) => `${status} ${name}`,
    ({ name }) => name.toLowerCase(),
  )
  return { times: 0, headers: named, media: new Map() }
}

function byName<T, P>(all: readonly T[], nameOf: (one: T) => string, partOf: (one: T) => P): Shown<P>[] {
  const found = new Map<string, Shown<P>>()
  for (const one of all) {
    const known = found.get(nameOf(one))
    if (known === undefined) found.set(nameOf(one), { name: nameOf(one), parts: [partOf(one)], times: 0 })
    else known.parts.push(partOf(one))
  }
  return [...found.values()]
}

/** Returns the names of documented parameters in a request. */
export function sentParameters(exchange: ObservedExchange): readonly string[] {
  return exchange.operation.parameters.filter((one) => isSent(one, exchange)).map(parameterName)
}

/** Returns a parameter's name in statistics and coverage, for example `query page`. */
export function parameterName({ in: location, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${location} ${name}`
}

function countsOf({ calls, parameters, responses }: Tally): OperationCounts {
  const all = [...responses]
  const media = all.flatMap(([, tally]) => [...tally.media])
  return {
    calls,
    parameters: summed(seenIn(parameters)),
    responses: summed(all.map(([{ status }, { times }]) => [status, times])),
    headers: summed(all.flatMap(([, tally]) => seenIn(tally.headers))),
    contentTypes: summed(media.map(([{ type }, { status, times }]) => [`${status} ${type}`, times])),
    bodies: Object.fromEntries(
      media.flatMap(([{ type }, { status, body }]): [string, BodyCounts][] =>
        body === undefined ? [] : [[`${status} ${type}`, body.result()]],
      ),
    ),
  }
}

function seenIn(shown: readonly { readonly name: string; readonly times: number }[]): [string, number][] {
  return shown.filter(({ times }) => times > 0).map(({ name, times }) => [name, times])
}

function summed(all: readonly (readonly [string, number])[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const [name, times] of all) sums.set(name, (sums.get(name) ?? 0) + times)
  return Object.fromEntries(sums)
}

/** Tests whether a request contains a parameter. Exploded objects use their property names, deep objects use brackets. */
function isSent(parameter: Parameter, { path, requestHeaders }: ObservedExchange): boolean {
  const { name, in: location, schema, explode } = parameter
  if (location === 'path') return true
  if (location === 'header') return Object.hasOwn(requestHeaders, name.toLowerCase())
  if (location === 'cookie') return new RegExp(`(?:^|;\\s*)${literally(name)}=`).test(requestHeaders.cookie ?? '')
  if (location === 'querystring') return path.includes('?') && path.indexOf('?') < path.length - 1
  const { pairs } = queryOf(path)
  for (const [key] of pairs) if (key === name) return true
  const properties = explode ? own(schema?.node, 'properties') : undefined
  for (const [key] of pairs)
    if (key.startsWith(`${name}[`) || (isObject(properties) && Object.hasOwn(properties, key))) return true
  return false
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
