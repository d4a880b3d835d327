import { leavesOf, sentValuesOf } from '../../../../drift/harm/sent-values.ts'
import type { RequestInput } from '../../../../drift/planning/plan.ts'
import { pathValues } from '../../../../drift/planning/runtime-expression.ts'
import { allIdentifiersIn, parsed } from '../../../../drift/reach/read-values.ts'
import type { Json } from '../../../../model/json.ts'
import type { Observation } from '../../../../model/observation.ts'
import type { Operation } from '../../../../model/operation.ts'
import { type Lifecycle, lifecyclesOf } from '../../../../resources/lifecycle.ts'
import { type Performer, type perform, performIfPossible } from '../../../../suite/calls/perform.ts'
import type { CallRecord } from '../../../../suite/calls/record.ts'

/** Identifies resources whose creation response has no identifier. */
export interface Recogniser {
  /** Returns whether a created resource can be identified later: by a name that only this run uses, or as earlier with such a query. */
  mayFind(operation: Operation, input: RequestInput): boolean
  /** Reads the list before the first creation. */
  before(operation: Operation): Promise<void>
  /** Compares the list with the one before the creation: a new item with a name from the request is ours. */
  after(operation: Operation, observation: Observation): Promise<void>
}

/**
 * Recognises a created resource in the list: the only new item with a name that only this request used. Other new items may
 * belong to someone else.
 */
export function createRecogniser(
  performer: Performer,
  inputOf: (list: Operation) => Parameters<typeof perform>[2],
  took: (record: CallRecord) => void,
): Recogniser {
  const { captures, description } = performer
  const lifecycles = lifecyclesOf(description).filter(({ create, list }) => create !== undefined && list !== undefined)
  const of = (operation: Operation) => lifecycles.find(({ create }) => create?.key === operation.key)
  const known = new Map<string, ReadonlySet<string>>()
  /** Operations without identifiers in responses: their list is read before each creation. */
  const nameless = new Set<string>()
  /** Queries with which a response has named what was made: one may leave out what names it. */
  const telling = new Set<string>()
  let named = 0
  const itemsOf = ({ list, need }: Lifecycle, path: Record<string, string>) =>
    list && readItems(performer, { list, need, input: { ...inputOf(list), path } }, took)
  /** A list of some resources, such as the latest, doesn't prove that one is new. */
  const showsAll = (items: readonly Item[], before: ReadonlySet<string>): boolean => {
    const shown = new Set([...items, ...captures.owned.ended()].map(({ value }) => String(value)))
    return [...before].every((value) => shown.has(value))
  }
  const ownNames = (value: Json | undefined) => leavesOf(value).filter((one) => captures.owned.isOwnName(String(one)))
  return {
    mayFind(operation, { body, query = {} }) {
      if (!isMaking({ captures }, operation) || ownNames(body).length > 0) return true
      const names = Object.keys(query)
      return !nameless.has(operation.key) && (names.length === 0 || telling.has(queryOf(operation, names)))
    },
    async before(operation) {
      const lifecycle = of(operation)
      const isKnown = known.has(operation.key) && !nameless.has(operation.key)
      const isListed = lifecycle !== undefined && !operation.path.includes('{') && !isKnown
      const items = isListed ? await itemsOf(lifecycle, {}) : undefined
      if (items !== undefined) known.set(operation.key, new Set(items.map(({ value }) => String(value))))
      named = captures.owned.timesNamed()
    },
    async after(operation, observation) {
      const { status = 0, request } = observation
      const lifecycle = of(operation)
      const before = known.get(operation.key)
      if (!isMaking({ captures }, operation) || status < 200 || status > 299) return
      const isNamed = captures.owned.timesNamed() > named
      if (isNamed && showsIdentifier(observation, lifecycle)) {
        telling.add(queryOf(operation, [...new URLSearchParams(request.path.split('?')[1]).keys()]))
        return
      }
      nameless.add(operation.key)
      if (isNamed || lifecycle === undefined || before === undefined) return
      const items = await itemsOf(lifecycle, pathValues(operation, request.path))
      const names = new Set(ownNames(sentValuesOf(request).body))
      const isNew = ({ value }: Item): boolean =>
        !before.has(String(value)) && !captures.owned.has(lifecycle.need.id, String(value), {})
      const fresh = (items ?? []).filter(isNew)
      known.set(operation.key, new Set([...before, ...fresh.map(({ value }) => String(value))]))
      const [only, ...others] = fresh.filter(({ item }) => leavesOf(item).some((one) => names.has(one)))
      if (only === undefined || others.length > 0 || !showsAll(items ?? [], before)) return
      captures.adopt({ id: lifecycle.need.id, value: only.value, parents: {}, from: operation.key })
    },
  }
}

/** Reads a list; undefined if it has no success. */
async function readItems(
  performer: Performer,
  { list, need, input }: Pick<Lifecycle, 'need'> & { readonly list: Operation; readonly input: RequestInput },
  took: (record: CallRecord) => void,
): Promise<readonly Item[] | undefined> {
  const looked = await performIfPossible(performer, list, input, `generated: ${list.key} looks for what was made`)
  if (looked === undefined) return undefined
  const { record, observation } = looked
  took(record)
  const body = (observation.status ?? 500) < 300 ? parsed(observation.body) : undefined
  return body === undefined ? undefined : allIdentifiersIn(body, need)
}

function isMaking({ captures }: Pick<Performer, 'captures'>, { key, method }: Operation): boolean {
  return method === 'POST' && captures.graph.serves.get(key)?.some(({ candidate }) => candidate.isMaking) === true
}

/** Returns whether a response itself identifies the created resource. Without a list, what named it is not known. */
function showsIdentifier({ headers, body }: Observation, lifecycle: Lifecycle | undefined): boolean {
  if (lifecycle === undefined || headers.location !== undefined) return true
  return allIdentifiersIn(parsed(body) ?? null, lifecycle.need).length > 0
}

/** An operation with the names of a query: `filter[name]` and `filter` are the same. */
function queryOf({ key }: Operation, names: readonly string[]): string {
  return [key, ...[...new Set(names.map((name) => name.split('[', 1)[0]))].sort()].join(' ')
}

interface Item {
  readonly value: string | number
  readonly item: Json
}
