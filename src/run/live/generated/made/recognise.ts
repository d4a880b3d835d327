import { leavesOf } from '../../../../drift/harm/sent-values.ts'
import { pathValues } from '../../../../drift/planning/runtime-expression.ts'
import { allIdentifiersIn, parsed } from '../../../../drift/reach/read-values.ts'
import type { Json } from '../../../../model/json.ts'
import type { Observation } from '../../../../model/observation.ts'
import type { Operation } from '../../../../model/operation.ts'
import { type Lifecycle, lifecyclesOf } from '../../../../resources/lifecycle.ts'
import { type Performer, type perform, performIfPossible } from '../../../../suite/calls/perform.ts'
import type { CallRecord } from '../../../../suite/calls/record.ts'
import { isObject } from '../../../../util/json.ts'

/** Finds out what a creation made whose response does not name it. */
export interface Recogniser {
  /** Reads the list before the first creation. */
  before(operation: Operation): Promise<void>
  /** Compares the list after a creation with the one before; what is new in it, and fits what was sent, is ours. */
  after(operation: Operation, observation: Observation): Promise<void>
}

/**
 * Recognises creations by the list beside them: the one item that was not there before and contradicts nothing that was sent.
 */
export function createRecogniser(
  performer: Performer,
  inputOf: (list: Operation) => Parameters<typeof perform>[2],
  took: (record: CallRecord) => void,
): Recogniser {
  const { captures, description } = performer
  const lifecycles = lifecyclesOf(description).filter(({ create, list }) => create !== undefined && list !== undefined)
  const known = new Map<string, ReadonlySet<string>>()
  /** Creations whose responses name nothing: the list is read right before each. */
  const nameless = new Set<string>()
  let named = 0
  let isFresh = false
  const itemsOf = async (
    { list, need }: Lifecycle,
    path: Record<string, string>,
  ): Promise<readonly Item[] | undefined> => {
    if (list === undefined) return undefined
    const input = { ...inputOf(list), path }
    const looked = await performIfPossible(performer, list, input, `generated: ${list.key} looks for what was made`)
    if (looked === undefined) return undefined
    const { record, observation } = looked
    took(record)
    const body = (observation.status ?? 500) < 300 ? parsed(observation.body) : undefined
    return body === undefined ? undefined : allIdentifiersIn(body, need)
  }
  const of = (operation: Operation) => lifecycles.find(({ create }) => create?.key === operation.key)
  return {
    async before(operation) {
      const lifecycle = of(operation)
      const isKnown = known.has(operation.key) && !nameless.has(operation.key)
      const isListed = lifecycle !== undefined && !operation.path.includes('{') && !isKnown
      const items = isListed ? await itemsOf(lifecycle, {}) : undefined
      if (items !== undefined) known.set(operation.key, new Set(items.map(({ value }) => String(value))))
      isFresh = items !== undefined
      named = captures.owned.timesNamed()
    },
    async after(operation, observation) {
      const { status = 0, request } = observation
      const lifecycle = of(operation)
      const before = known.get(operation.key)
      if (lifecycle === undefined || before === undefined || status < 200 || status > 299) return
      if (captures.owned.timesNamed() > named) return
      nameless.add(operation.key)
      const items = await itemsOf(lifecycle, pathValues(operation, request.path))
      const sent = parsed(request.body)
      // Since a list was read somebody else may have made something.
      const isByUs = (item: Json): boolean =>
        isFresh || leavesOf(item).some((one) => captures.owned.isOwnName(String(one))) || isWhole(sent, item)
      const isNew = ({ value }: Item): boolean =>
        !before.has(String(value)) && !captures.owned.has(lifecycle.need.id, String(value), {})
      const fresh = (items ?? []).filter(isNew)
      known.set(operation.key, new Set([...before, ...fresh.map(({ value }) => String(value))]))
      // What an update has renamed is new in the list too.
      const [only, ...others] = fresh.filter(({ item }) => fits(sent, item) && isByUs(item))
      if (only === undefined || others.length > 0) return
      captures.adopt({ id: lifecycle.need.id, value: only.value, parents: {}, from: operation.key })
    },
  }
}

interface Item {
  readonly value: string | number
  readonly item: Json
}

/** Whether an item shows something that was sent, and nothing that contradicts it. */
function fits(sent: Json | undefined, item: Json): boolean {
  if (!isObject(sent) || !isObject(item)) return false
  const shared = Object.entries(sent).filter(
    ([name, value]) => Object.hasOwn(item, name) && (typeof value === 'string' || typeof value === 'number'),
  )
  return shared.length > 0 && shared.every(([name, value]) => item[name] === value)
}

/** Whether an item shows everything that was sent. */
function isWhole(sent: Json | undefined, item: Json): boolean {
  const shown = new Set(leavesOf(item))
  const values = leavesOf(sent)
  return values.length > 0 && values.every((value) => shown.has(value))
}
