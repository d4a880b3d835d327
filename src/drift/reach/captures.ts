import type { Json } from '../../model/json.ts'
import type { Observation } from '../../model/observation.ts'
import type { Description, Operation, OperationKey } from '../../model/operation.ts'
import { type Candidate, type ResourceGraph, resourceGraphOf } from '../../resources/graph.ts'
import type { Need } from '../../resources/needs.ts'
import { isEnding } from '../../resources/order.ts'
import { merged } from '../planning/merged.ts'
import type { RequestInput } from '../planning/plan.ts'
import { pathValues } from '../planning/runtime-expression.ts'
import { type Choice, choiceOf } from './choose.ts'
import { type Linked, linksOf } from './links.ts'
import { createMade, type MadeResource, type MadeWatcher } from './made.ts'
import { createPool, type Held } from './pool.ts'
import { identifiersIn, parsed, type ReadValue, valuesAt, valuesOfLocation } from './read-values.ts'

/** What a caller asks of the values. */
export interface ChooseOptions {
  /** Values that are chosen already: captured ones must fit them. */
  readonly given?: RequestInput
  /** Only what this very run has made. */
  readonly onlyMade?: boolean
  /** Whether a value may be sent there at all. */
  fits?(need: Need, value: string | number): boolean
}

/** Values captured from responses, for later calls. */
export interface Captures {
  readonly graph: ResourceGraph
  /** Captures what a successful response shows to exist: by its links, and by what the resource graph looks for in it. */
  learn(operation: Operation, observation: Observation): void
  /** The captured values for an operation, the likeliest that were not refused. */
  choose(operation: Operation, options?: ChooseOptions): Choice
  /** Notes that what a choice names was not found: it is not chosen again. */
  refuse(operation: Operation, choice: Choice, status: number): void
  /** Whether another resource is left, or one that this run has made is taken, when the operation ends one. */
  hasSpare(operation: Operation): boolean
  /** What this run has made and not deleted, the last first. */
  made(): readonly MadeResource[]
  /** How often a response has named what was made, also what was there before. */
  timesNamed(): number
  /** Notes that something it has made is not there any more. */
  unmake(resource: Pick<MadeResource, 'id' | 'value' | 'parents'>): void
  /** The input of the likeliest choice. */
  inputFor(operation: Operation): RequestInput
}

/** Remembers what later calls can use: up to ten values of each resource, the freshest first. */
export function createCaptures(description: Description, baseUrl: string, watcher?: MadeWatcher): Captures {
  const { document, operations } = description
  const graph = resourceGraphOf(description)
  const pool = createPool()
  const linked = new Map<OperationKey, RequestInput>()
  const refused = new Set<string>()
  const made = createMade(watcher)
  let exchanges = 0

  function hold(operation: Operation, observation: Observation): void {
    exchanges += 1
    const requested = pathValues(operation, observation.request.path)
    const above = parentsOf(graph, operation, requested)
    const base = { from: operation.key, exchange: exchanges }
    const isCreated = observation.status === 201
    const body = parsed(observation.body)
    for (const { need, candidate } of graph.serves.get(operation.key) ?? []) {
      if (candidate.from === 'link' || candidate.from === 'request') continue
      const isMade = candidate.isMaking && operation.method === 'POST' && (observation.status ?? 0) < 300
      if (candidate.from === 'header') {
        const values = valuesOfLocation(observation, need.id)
        const value = values.at(-1)
        if (value === undefined) continue
        const parents = Object.fromEntries(outerShapes(need).map((shape, index) => [shape, values[index] ?? '']))
        pool.hold(need.id, [{ ...base, value, at: '', parents, isCertain: true, isMade }])
        if (isMade) made.note({ ...base, id: need.id, value, parents })
        continue
      }
      const parents = Object.fromEntries(Object.entries(above).filter(([id]) => need.id.startsWith(`${id}/`)))
      const { isCertain } = candidate
      const values = body === undefined ? [] : read(candidate, need, body)
      const [first] = values
      if (isMade && isCertain && need.in === 'path' && first !== undefined)
        made.note({ ...base, id: need.id, value: first.value, parents })
      pool.hold(
        need.id,
        values.map(({ value, at }) => ({ ...base, value, at, parents, isCertain, isMade })),
      )
    }
    // The request names something that exists.
    for (const [id, value] of Object.entries(above)) {
      const parents = Object.fromEntries(Object.entries(above).filter(([outer]) => id.startsWith(`${outer}/`)))
      const isOwn = operation.path.endsWith('}') && isInnermost(id, above)
      if (isOwn) pool.revive(id, value, parents)
      const known = pool.of(id).find((one) => String(one.value) === value)
      if (known?.isCertain === true && known.mayBeGone === undefined) continue
      const isMade = isOwn && operation.method === 'PUT' && isCreated
      pool.hold(id, [{ ...base, value, at: '', parents, isCertain: true, isMade }])
      if (isMade) made.note({ ...base, id, value, parents })
    }
  }

  function hasEnded(operation: Operation, path: string): boolean {
    if (operation.method !== 'DELETE') return false
    const above = parentsOf(graph, operation, pathValues(operation, path))
    const [id, value] = Object.entries(above).at(-1) ?? []
    if (id !== undefined && value !== undefined) drop(id, value, above)
    return true
  }

  /** A change may give a resource another name, and what ends one may take others along. */
  function doubtAfter(operation: Operation, path: string): void {
    if (/^(GET|HEAD|OPTIONS|QUERY)$/.test(operation.method)) return
    const [id, value] = Object.entries(parentsOf(graph, operation, pathValues(operation, path))).at(-1) ?? []
    if (isEnding(operation)) pool.doubt()
    else if (id !== undefined) pool.doubt(id, value)
  }

  function drop(id: string, value: string, above: Held['parents']): void {
    const parents = Object.fromEntries(Object.entries(above).filter(([outer]) => outer !== id))
    pool.drop(id, value, parents)
    made.end({ id, value, parents })
  }

  function choose(operation: Operation, { given = {}, onlyMade = false, fits }: ChooseOptions = {}): Choice {
    const link = linked.get(operation.key)
    const needs = graph.needs.get(operation.key) ?? []
    const isRefused = (choice: Choice): boolean => refused.has(refusalOf(operation, choice))
    const byLink = link === undefined || onlyMade ? undefined : linkChoice(link, needs)
    const usable = byLink !== undefined && !isRefused(byLink) ? byLink : undefined
    const under = merged(usable?.input, given)
    const open = { pool, needs, given: under, onlyMade, isLast: isEnding(operation), isRefused, ...(fits && { fits }) }
    const choice = choiceOf(open)
    if (usable === undefined) return choice
    return { input: merged(choice.input, usable.input), used: [...usable.used, ...choice.used] }
  }

  return {
    graph,
    learn(operation, observation) {
      const { status = 0, request } = observation
      if (status < 200 || status > 299) return
      const isGone = hasEnded(operation, request.path)
      if (!isGone) hold(operation, observation)
      doubtAfter(operation, request.path)
      if (isGone) return
      for (const link of linksOf(document, operations, { operation, observation, baseUrl })) learnLink(link)
    },
    choose,
    refuse(operation, choice, status) {
      refused.add(refusalOf(operation, choice))
      const values = Object.fromEntries(
        choice.used.filter(({ need }) => need.in === 'path').map(({ need, value }) => [need.id, String(value)]),
      )
      const [id, value] =
        Object.entries(values)
          .sort(([a], [b]) => a.length - b.length)
          .at(-1) ?? []
      // A refusal of what is below a resource, or of somebody who may not see it, says nothing of the resource.
      if (id === undefined || value === undefined || status === 403 || !operation.path.endsWith('}')) return
      if (id === operation.path.replaceAll(/\{[^{}]+\}/g, '{}')) drop(id, value, values)
    },
    hasSpare(operation) {
      const own = (graph.needs.get(operation.key) ?? []).filter((need) => need.in === 'path').at(-1)
      if (own === undefined) return false
      const known = pool.of(own.id)
      return known.length > 1 || known.some(({ isMade }) => isMade)
    },
    made: made.all,
    timesNamed: made.timesNamed,
    unmake: made.end,
    inputFor: (operation) => choose(operation).input,
  }

  function learnLink({ target, name, input }: Linked): void {
    linked.set(target.key, merged(linked.get(target.key), input))
    for (const need of graph.needs.get(target.key) ?? []) {
      const value = need.in === 'path' ? input.path?.[need.name] : undefined
      if (typeof value !== 'string' && typeof value !== 'number') continue
      const base = { from: target.key, exchange: exchanges, at: name, parents: {} }
      pool.hold(need.id, [{ ...base, value, isCertain: true, isMade: false }])
    }
  }
}

function linkChoice(input: RequestInput, needs: readonly Need[]): Choice {
  const used = needs.flatMap((need) => {
    const value = need.in === 'path' ? input.path?.[need.name] : undefined
    if (typeof value !== 'string' && typeof value !== 'number') return []
    return [{ need, value, from: 'a link', isCertain: true, isMade: false }]
  })
  return { input, used }
}

function refusalOf({ key }: Operation, { used }: Choice): string {
  return JSON.stringify([key, ...used.map(({ need, value }) => `${need.location} ${value}`).sort()])
}

/** The values of a request's path by the shape of the path up to each, the outermost first. */
function parentsOf(
  { needs }: ResourceGraph,
  { key }: Operation,
  requested: Readonly<Record<string, string>>,
): Held['parents'] {
  const path = (needs.get(key) ?? []).filter((need) => need.in === 'path')
  return Object.fromEntries(
    path.flatMap(({ id, name }) => (Object.hasOwn(requested, name) ? [[id, requested[name] ?? '']] : [])),
  )
}

function isInnermost(id: string, all: Held['parents']): boolean {
  return Object.keys(all).every((other) => other.length <= id.length)
}

/** The shapes of the path parameters before that of a need: `/a/{}` of `/a/{}/b/{}`. */
function outerShapes({ id }: Need): readonly string[] {
  return Array.from(id.matchAll(/\{\}/g), ({ index }) => id.slice(0, index + 2)).slice(0, -1)
}

function read({ from, at }: Candidate, need: Need, body: Json): readonly ReadValue[] {
  return from === 'entity' ? identifiersIn(body, need) : valuesAt(body, at, from === 'key')
}
