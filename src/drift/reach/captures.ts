import type { Json } from '../../model/json.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import type { Description, Operation, OperationKey } from '../../model/operation.ts'
import { type ResourceGraph, resourceGraphOf } from '../../resources/graph.ts'
import type { Need } from '../../resources/needs.ts'
import { isEnding } from '../../resources/order.ts'
import { isSearch, shapeOf } from '../../resources/paths.ts'
import { namesIn } from '../harm/addressed.ts'
import { absentKey, createOwned, type MadeResource, type MadeWatcher, type Owned } from '../harm/owned.ts'
import { leavesOf, ownMembersOf, sentValuesOf } from '../harm/sent-values.ts'
import { stateReason } from '../learning/state-words.ts'
import { merged } from '../planning/merged.ts'
import type { RequestInput } from '../planning/plan.ts'
import { pathValues } from '../planning/runtime-expression.ts'
import { type Choice, choiceOf } from './choose.ts'
import { createForms, formOf, isUuid, mentionsUuid } from './forms.ts'
import { type Linked, linkChoice, linksOf } from './links.ts'
import { type CapturedValue, createPool } from './pool.ts'
import { givenName, isEmptyList, sentValue } from './read-request.ts'
import { itemAround, mostValues, parsed, valuesOfLocation } from './read-values.ts'
import { outerShapes, ownParentsOf, readServed, type ServedValues } from './served.ts'

/** Options of `choose`. */
export interface ChooseOptions {
  /** Fixed values; captured ones must be consistent with them. */
  readonly given?: RequestInput
  readonly onlyMade?: boolean
  fits?(need: Need, value: string | number): boolean
}

/** A response saying that a resource doesn't exist. */
export interface NotFound {
  readonly status: number
  readonly message?: string
  readonly input?: RequestInput
}

/** Values captured from responses for later calls. */
export interface Captures {
  readonly graph: ResourceGraph
  readonly owned: Owned
  /** Captures identifiers of existing resources from a successful response, by its links and the resource graph. */
  learn(operation: Operation, observation: Observation): void
  /** Returns the values an operation needs that may be captured. After a 404 or similar, also includes guesses. */
  needsOf(operation: Operation): readonly Need[]
  /** Returns the best captured values for an operation, except for refused choices. */
  choose(operation: Operation, options?: ChooseOptions): Choice
  /** Excludes a choice after a not-found response. */
  refuse(operation: Operation, choice: Choice, refusal: NotFound): void
  /** Withdraws a refusal because no other choice did better. */
  pardon(operation: Operation, choice: Choice): void
  /** Excludes a choice from further use. */
  skip(operation: Operation, choice: Choice): void
  /** Tests whether another kind of value, such as a name instead of an id, is known for the path. */
  hasOtherKind(operation: Operation, choice: Choice): boolean
  /** Tests whether an operation may delete a resource: another one remains, or this run created it. */
  hasSpare(operation: Operation): boolean
  /** Tests whether a parent was deleted, and this resource with it. */
  hasLostParent(resource: Pick<MadeResource, 'parents'>): boolean
  /** Registers a resource as created by this run. */
  adopt(resource: MadeResource): void
  inputFor(operation: Operation): RequestInput
}

/** Maximum number of identifiers per response that are recorded as existing. */
const mostShown = 10_000

/** Creates captures, which keep up to ten values per resource, latest first. */
export function createCaptures(description: Description, baseUrl: string, watcher?: MadeWatcher): Captures {
  const { document, operations } = description
  const graph = resourceGraphOf(description)
  const pool = createPool()
  const linked = new Map<OperationKey, RequestInput>()
  const refused = new Set<string>()
  const forms = createForms()
  const owned = createOwned(watcher)
  /** Guessed needs per operation, used once its values were not found. */
  const guessing = new Map<OperationKey, ReadonlySet<Need>>()
  /** Operations and locations that rejected a value because it isn't a UUID. */
  const ofUuids = new Set<string>()
  let exchanges = 0

  const takesUuid = ({ key, parameters }: Operation, { in: where, name, location }: Need): boolean =>
    ofUuids.has(`${key} ${location}`) ||
    mentionsUuid(parameters.find((one) => one.in === where && one.name === name)?.description)

  function capture(operation: Operation, observation: Observation): void {
    exchanges += 1
    const above = parentsOf(graph, operation, pathValues(operation, observation.request.path))
    const base = { from: operation.key, exchange: exchanges }
    const isCreated = observation.status === 201
    const body = parsed(observation.body)
    // Created resources whose response contains no identifier.
    const unnamed = new Map<string, Need>()
    const shown = new Set<string>()
    const all = readServed(graph.serves.get(operation.key) ?? [], body, mostShown)
    if (isReading(operation)) {
      noteThere(operation, observation.request, body, all, above)
      owned.noteThere('', namesIn(body, owned.isOwnName), {})
    }
    const served = all.map((one) => ({ ...one, values: one.values.slice(0, mostValues) }))
    // A POST with an existing name may respond as if it had created the resource; only 201 proves it (RFC 9110 §15.3.2).
    const request = sentValuesOf(observation.request).body
    const sent = new Set(
      ownMembersOf(request, '')
        .flatMap(({ values }) => values)
        .map(String),
    )
    const isEcho = (value: string | number): boolean => sent.has(String(value)) && !owned.isOwnName(String(value))
    const isNamedByUs = leavesOf(body).some((value) => owned.isOwnName(String(value)))
    const isNew = (...[id, value, parents]: Parameters<typeof pool.wasFound>): boolean => {
      // A service may overwrite its only resource and respond 201.
      if (owned.wasThere(id, value, parents)) return false
      const isBelowOurs = Object.entries(parents).some(([outer, one]) => owned.has(outer, one, parents))
      if (owned.isAbsent(absentKey(id, parents, String(value)))) return true
      const isKnownNew = isNamedByUs || owned.isListed(id) || isBelowOurs
      return isCreated || (!isEcho(value) && !pool.wasFound(id, value, parents) && isKnownNew)
    }
    // The best value is stored last, because the latest is offered first.
    for (const { need, candidate, values } of served.toReversed()) {
      const isMade = candidate.isMaking && operation.method === 'POST' && (observation.status ?? 0) < 300
      if (candidate.from === 'header') {
        const located = valuesOfLocation(observation, need.id)
        const value = located.at(-1)
        if (value === undefined) continue
        shown.add(need.id)
        const parents = Object.fromEntries(outerShapes(need).map((shape, index) => [shape, located[index] ?? '']))
        const isOurs = isMade && isNew(need.id, value, parents)
        pool.add(need.id, [{ ...base, value, at: '', parents, isCertain: true, isMade: isOurs }])
        if (isOurs) owned.note({ ...base, id: need.id, value, parents })
        continue
      }
      const parents = below(need.id, above)
      const { isCertain } = candidate
      const found = values.map((one) => {
        const isOurs = isMade && isNew(need.id, one.value, parents)
        return { ...one, ownParents: ownParentsOf(need, one.at, served), isMade: isOurs }
      })
      const [first] = found
      const isWhole = isCreated && Object.keys(first?.ownParents ?? {}).length > 0
      // A request with an array of new objects creates all of them.
      const isList = Array.isArray(request)
      if (need.in === 'path' && (isCertain || isWhole))
        for (const one of isList ? found : found.slice(0, 1))
          if (one.isMade)
            owned.note({ ...base, id: need.id, value: one.value, parents: { ...one.ownParents, ...parents } })
      pool.add(
        need.id,
        found.map((one) => ({ ...base, ...one, parents, isCertain })),
      )
      if (values.length > 0) shown.add(need.id)
      else if (isMade) unnamed.set(need.id, need)
      // A resource named by the request counts as created once a list shows it.
      for (const { value } of isCertain && need.in === 'path' ? values : [])
        if (pool.wasMade(need.id, value, parents)) owned.note({ ...base, id: need.id, value, parents })
    }
    for (const [id, need] of unnamed) {
      const named = shown.has(id) ? undefined : givenName(request, need)
      const parents = below(id, above)
      if (named === undefined) continue
      const isMade = owned.isOwnName(named.value) || (isCreated && !owned.wasThere(id, named.value, parents))
      pool.add(id, [{ ...base, value: named.value, at: '', parents, isCertain: named.isExact, isMade }])
      if (named.isExact && isMade) owned.note({ ...base, id, value: named.value, parents })
    }
    // A successful request proves that the resources in its path exist, unless a missing one gives the same empty list.
    const isSilent = operation.method === 'GET' && body !== undefined && isEmptyList(body)
    for (const [id, value] of Object.entries(above)) {
      if (isSilent && !pool.of(id).some((one) => String(one.value) === value)) continue
      const parents = below(id, above)
      const isOwn = id === shapeOf(operation.path)
      if (isOwn) pool.revive(id, value, parents)
      const known = pool.of(id).find((one) => String(one.value) === value)
      if (known?.isCertain === true && known.mayBeGone === undefined) continue
      const isMade = isOwn && operation.method === 'PUT' && isCreated
      pool.add(id, [{ ...base, value, at: '', parents, isCertain: true, isMade }])
      if (isMade) owned.note({ ...base, id, value, parents })
    }
  }

  /** Records values from a read as existing before, unless this run created or named them. */
  function noteThere(
    operation: Operation,
    { path }: SentRequest,
    body: Json | undefined,
    served: readonly ServedValues[],
    above: CapturedValue['parents'],
  ): void {
    for (const { need, values } of served) {
      const parents = below(need.id, above)
      const shown = values.map(({ value }) => String(value))
      // A query may filter the list.
      if (need.id === `${shapeOf(operation.path)}/{}` && !path.includes('?'))
        owned.noteListed(need.id, new Set(shown), parents)
      const others = values.filter(
        ({ at }) => !leavesOf(itemAround(body, at)).some((leaf) => owned.isOwnName(String(leaf))),
      )
      owned.noteThere(
        need.id,
        others.map(({ value }) => value),
        parents,
      )
    }
  }

  function hasEnded(operation: Operation, path: string): boolean {
    if (operation.method !== 'DELETE') return false
    const above = parentsOf(graph, operation, pathValues(operation, path))
    const [id, value] = Object.entries(above).at(-1) ?? []
    // `DELETE /posts/{id}/likes` doesn't delete the post.
    if (value !== undefined && id === shapeOf(operation.path)) drop(id, value, above)
    return true
  }

  /** Marks values as uncertain: an update may rename a resource, a deletion may remove others. */
  function doubtAfter(operation: Operation, path: string): void {
    // Creating something below a resource doesn't change its name.
    const isMaking = graph.serves.get(operation.key)?.some(({ candidate }) => candidate.isMaking) === true
    if (isSafe(operation) || (operation.method === 'POST' && isMaking)) return
    const [id, value] = Object.entries(parentsOf(graph, operation, pathValues(operation, path))).at(-1) ?? []
    if (isEnding(operation)) pool.doubt()
    else if (id !== undefined) pool.doubt(id, value)
  }

  function drop(id: string, value: string, above: CapturedValue['parents']): void {
    const parents = Object.fromEntries(Object.entries(above).filter(([outer]) => outer !== id))
    pool.drop(id, value, parents)
    owned.end({ id, value, parents })
  }

  function needsOf({ key }: Operation): readonly Need[] {
    return [...(graph.needs.get(key) ?? []), ...(guessing.get(key) ?? [])]
  }

  function choose(operation: Operation, { given = {}, onlyMade = false, fits }: ChooseOptions = {}): Choice {
    const link = linked.get(operation.key)
    const needs = needsOf(operation)
    const isRefused = (choice: Choice): boolean => refused.has(refusalOf(operation, choice))
    const byLink = link === undefined || onlyMade ? undefined : linkChoice(link, needs)
    const usable = byLink !== undefined && !isRefused(byLink) ? byLink : undefined
    const under = merged(usable?.input, given)
    // A parameter that expects a UUID never gets a name.
    const isUnliked = (need: Need, captured: CapturedValue): boolean =>
      forms.isUnliked(operation.key, need, captured) || (takesUuid(operation, need) && !isUuid(captured.value))
    const writing = isEnding(operation) ? ('ends' as const) : ('changes' as const)
    const effect = isSafe(operation) ? ('reads' as const) : writing
    const how = { onlyMade, effect, isRefused, isUnliked, fits }
    const open = { pool, needs, given: under, ...how }
    const choice = choiceOf(open)
    if (usable === undefined) return choice
    return { input: merged(choice.input, usable.input), used: [...usable.used, ...choice.used] }
  }

  return {
    graph,
    owned,
    learn(operation, observation) {
      const { status = 0, request } = observation
      if (status < 200 || status > 299) return
      const isGone = hasEnded(operation, request.path)
      if (!isGone) capture(operation, observation)
      doubtAfter(operation, request.path)
      if (isGone) return
      for (const link of linksOf(document, operations, { operation, observation, baseUrl })) learnLink(link)
    },
    needsOf,
    choose,
    pardon: (operation, choice) => void refused.delete(refusalOf(operation, choice)),
    skip: (operation, choice) => void refused.add(refusalOf(operation, choice)),
    refuse(operation, choice, { status, message, input }) {
      if (mentionsUuid(message)) for (const { need } of choice.used) ofUuids.add(`${operation.key} ${need.location}`)
      refused.add(refusalOf(operation, choice))
      if (status === 404 || stateReason(message) === 'unknown') {
        const guesses = graph.guesses.get(operation.key) ?? []
        const named = guesses.filter((need) => input !== undefined && isQuoted(message, sentValue(input, need)))
        const known = guessing.get(operation.key) ?? []
        guessing.set(operation.key, new Set([...known, ...(named.length > 0 ? named : guesses)]))
      }
      const isMalformed = status === 400 || status === 422
      for (const { need, value } of choice.used)
        forms.refuse(operation.key, need, formOf(pool, need, value), isMalformed)
      const values = Object.fromEntries(
        choice.used.filter(({ need }) => need.in === 'path').map(({ need, value }) => [need.id, String(value)]),
      )
      const [id, value] =
        Object.entries(values)
          .sort(([a], [b]) => a.length - b.length)
          .at(-1) ?? []
      if (status < 400) for (const [moved, name] of Object.entries(values)) pool.doubt(moved, name)
      // A 404 for a subresource, or because of missing permissions, doesn't prove that the resource is gone.
      const isOwn = id === shapeOf(operation.path)
      if (id === undefined || value === undefined || (status !== 404 && status !== 410) || !isOwn) return
      const known = pool.of(id).find((one) => String(one.value) === value)
      // A recently captured value may still exist, but under another name here.
      if (status === 404 && known?.isCertain === true && known.mayBeGone === undefined) pool.doubt(id, value)
      else drop(id, value, values)
    },
    hasOtherKind: (operation, { used }) =>
      used.some(({ need, value }) => {
        const form = formOf(pool, need, value)
        const isOther = (one: CapturedValue): boolean =>
          formOf(pool, need, one.value) !== form && !forms.isUnliked(operation.key, need, one)
        return need.in === 'path' && pool.of(need.id).some(isOther)
      }),
    hasSpare(operation) {
      const own = (graph.needs.get(operation.key) ?? []).filter((need) => need.in === 'path').at(-1)
      if (own === undefined) return false
      const known = pool.of(own.id)
      return known.length > 1 || known.some(({ isMade }) => isMade)
    },
    hasLostParent: ({ parents }) => Object.entries(parents).some(([id, value]) => pool.isDropped(id, value)),
    adopt({ id, value, parents, from }) {
      pool.add(id, [{ value, parents, from, at: '', exchange: exchanges, isCertain: true, isMade: true }])
      owned.note({ id, value, parents, from })
    },
    inputFor: (operation) => choose(operation).input,
  }

  function learnLink({ target, name, input }: Linked): void {
    linked.set(target.key, merged(linked.get(target.key), input))
    for (const need of graph.needs.get(target.key) ?? []) {
      const value = need.in === 'path' ? input.path?.[need.name] : undefined
      if (typeof value !== 'string' && typeof value !== 'number') continue
      const base = { from: target.key, exchange: exchanges, at: name, parents: {} }
      pool.add(need.id, [{ ...base, value, isCertain: true, isMade: false }])
    }
  }
}

function refusalOf({ key }: Operation, { used }: Choice): string {
  return JSON.stringify([key, ...used.map(({ need, value }) => `${need.location} ${value}`).sort()])
}

/** Returns the path values of a request, keyed by the path shape up to each, outermost first. */
function parentsOf(
  { needs }: ResourceGraph,
  { key }: Operation,
  requested: Readonly<Record<string, string>>,
): CapturedValue['parents'] {
  const path = (needs.get(key) ?? []).filter((need) => need.in === 'path')
  return Object.fromEntries(
    path.flatMap(({ id, name }) => (Object.hasOwn(requested, name) ? [[id, requested[name] ?? '']] : [])),
  )
}

function isQuoted(message = '', value: Json | undefined): boolean {
  return typeof value === 'string' && value !== '' && message.includes(value)
}

function isSafe({ method }: Operation): boolean {
  return /^(GET|HEAD|OPTIONS|QUERY)$/.test(method)
}

function below(id: string, above: CapturedValue['parents']): CapturedValue['parents'] {
  return Object.fromEntries(Object.entries(above).filter(([outer]) => id.startsWith(`${outer}/`)))
}

function isReading(operation: Operation): boolean {
  return /^(GET|QUERY)$/.test(operation.method) || isSearch(operation)
}
