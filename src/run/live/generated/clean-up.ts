import type { OperationCases } from '../../../drift/generation/cases.ts'
import type { MadeResource } from '../../../drift/harm/owned.ts'
import { leavesOf } from '../../../drift/harm/sent-values.ts'
import type { RequestInput } from '../../../drift/planning/plan.ts'
import type { Captures } from '../../../drift/reach/captures.ts'
import { allIdentifiersIn, itemAround, parsed } from '../../../drift/reach/read-values.ts'
import { leftOutOf } from '../../../drift/reach/settings.ts'
import { ToolError } from '../../../model/errors.ts'
import type { NotChecked } from '../../../model/observation.ts'
import type { Operation, OperationKey } from '../../../model/operation.ts'
import type { TargetChange } from '../../../model/report/target-changes.ts'
import { lifecyclesOf } from '../../../resources/lifecycle.ts'
import type { Need } from '../../../resources/needs.ts'
import { shapeOf } from '../../../resources/paths.ts'
import { type Performer, perform, performIfPossible } from '../../../suite/calls/perform.ts'
import { NotPermitted } from '../../../suite/calls/permit-for.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { graceMs } from '../../../suite/running/grace.ts'

/** State of the run needed for cleanup. */
export interface CleanUpParts {
  readonly performer: Performer
  readonly byKey: ReadonlyMap<string, OperationCases>
  /** When aborted, only a short time remains. */
  readonly stop?: AbortSignal
  /** Receives the record of each deletion. */
  took(record: CallRecord): void
}

/** Number of consecutive deletions without a response after which cleanup gives up. */
const mostWithoutResponse = 2

/** A resource that couldn't be deleted, with the reason. */
export interface Left {
  readonly because: string
  readonly resource: MadeResource
  /** No later run can delete it either. */
  readonly isFinal?: true
}

/**
 * Deletes resources of this or an earlier run through documented `DELETE`s, in order. Returns those left behind: without a delete
 * operation, rejected, or out of time. They stay owned by the run, unless no run can delete them.
 */
export async function deleteAll(parts: CleanUpParts, resources: readonly MadeResource[]): Promise<readonly Left[]> {
  const { owned } = parts.performer.captures
  const left: Left[] = []
  const time = timeLeft(parts.stop)
  let withoutResponse = 0
  for (const resource of resources) {
    owned.note(resource)
    const isGivenUp = withoutResponse >= mostWithoutResponse
    const because = isGivenUp ? 'it got no response' : await Promise.race([removed(parts, resource), time.over])
    withoutResponse = because?.endsWith('no response') === true ? withoutResponse + 1 : 0
    if (because === undefined || because === undeletable) owned.end(resource)
    if (because !== undefined) left.push({ because, resource, ...(because === undeletable && { isFinal: true }) })
  }
  time.end()
  return left
}

export function leftChanges(all: readonly Left[], words = ''): readonly TargetChange[] {
  return all.map(({ because, resource }) => ({
    ...{ kind: 'left-behind', operation: resource.from, count: 1, names: [pathTo(resource)] },
    because: `${because}${words}`,
  }))
}

/** Returns the path of a resource: `/projects/3/items/7`. */
export function pathTo({ id, value, parents }: Pick<MadeResource, 'id' | 'value' | 'parents'>): string {
  return id.replaceAll('{}', (_, offset: number) => {
    const shape = id.slice(0, offset + 2)
    return shape === id ? String(value) : (parents[shape] ?? '{}')
  })
}

/** Returns rows for resources left behind, one per operation and reason. */
export function leftRows({ captures }: Performer, all: readonly Left[], words: string): readonly NotChecked[] {
  const groups = new Map<string, Left[]>()
  for (const one of all) {
    const key = JSON.stringify([one.resource.from, one.resource.id, one.because])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const values = group.map(({ resource }) => resource.value).reverse()
    const what = `deleting ${nameOf(captures, first.resource)} ${values.join(', ')}, ${words}`
    return [{ operation: first.resource.from, what, because: first.because }]
  })
}

/** Deletes a resource. Returns why it still exists, or undefined if it is gone. */
async function removed(parts: CleanUpParts, made: MadeResource): Promise<string | undefined> {
  const { performer } = parts
  const { context } = performer
  const remove = operationOn(performer, 'DELETE', made)
  if (remove === undefined) return undeletable
  const leftOut = leftOutOf(remove, performer.description, context)
  if (leftOut?.isSafeIfMade === false) return leftOut.because
  const first = await attempted(parts, remove, made)
  // Some services list an identifier and delete by the name. Only this run uses the name, so it can't belong to something else.
  for (const value of first.names ?? []) {
    await attempted(parts, remove, { ...made, value })
    if ((await listShowing(parts, made)) === undefined) return undefined
  }
  return first.because
}

/** Why a resource still exists. `names`: the names under which a list shows it, which only this run uses. */
interface Attempt {
  readonly because?: string
  readonly names?: readonly string[]
}

async function attempted(parts: CleanUpParts, remove: Operation, made: MadeResource): Promise<Attempt> {
  const { performer, took } = parts
  try {
    const test = `generated: ${remove.key} deletes what was made`
    const { record } = await perform(performer, remove, inputOn(parts, remove, made), test)
    took(record)
    const { status } = record
    if (status === undefined) return { because: `${remove.key} got no response` }
    if (performer.captures.hasLostParent(made)) return {}
    // Some services confirm a deletion but keep the resource.
    if ((status >= 200 && status <= 299) || isAbsent(status)) {
      const { list, names } = (await listShowing(parts, made)) ?? {}
      return list === undefined ? {} : { because: `${remove.key} got ${status}, and ${list} still shows it`, names }
    }
    return (await isThere(parts, made)) ? { because: `${remove.key} got ${status}` } : {}
  } catch (error) {
    if (error instanceof NotPermitted) return { because: error.message }
    if (error instanceof ToolError && error.code === 'REQUEST_INVALID') return { because: error.message }
    throw error
  }
}

/** Returns the key of the list that still shows a resource, if any, and names of it that only this run uses. */
async function listShowing(
  parts: CleanUpParts,
  made: MadeResource,
): Promise<{ readonly list: OperationKey; readonly names: readonly string[] } | undefined> {
  const { performer, byKey, took } = parts
  const lifecycle = lifecyclesOf(performer.description).find(({ need }) => need.id === made.id)
  const { list, need } = lifecycle ?? {}
  if (list === undefined || need === undefined) return undefined
  const { path: _, ...plain } = (byKey.get(list.key)?.least?.() ?? byKey.get(list.key))?.plain.input ?? {}
  const input = { ...plain, path: pathOf(performer.captures, list, made) }
  const looked = await performIfPossible(performer, list, input, `generated: ${list.key} looks whether it is gone`)
  if (looked === undefined) return undefined
  const { record, observation } = looked
  took(record)
  const body = (observation.status ?? 500) < 300 ? parsed(observation.body) : undefined
  const shown = body === undefined ? [] : allIdentifiersIn(body, need)
  const still = shown.find(({ value }) => String(value) === String(made.value))
  if (still === undefined) return undefined
  const texts = leavesOf(itemAround(body, still.at)).map(String)
  const isOther = (text: string): boolean => performer.captures.owned.isOwnName(text) && text !== String(made.value)
  return { list: list.key, names: [...new Set(texts)].filter(isOther) }
}

/** Returns deleted resources that lists still show. */
export async function stillShown(
  parts: CleanUpParts,
  ended: readonly MadeResource[],
): Promise<readonly MadeResource[]> {
  const first = new Map<string, MadeResource>()
  const shown: MadeResource[] = []
  // Checks one resource per kind: if the last deleted one is gone, deletion works.
  for (const one of ended) if (!first.has(one.id)) first.set(one.id, one)
  for (const [id, one] of first)
    if (parts.stop?.aborted !== true && (await listShowing(parts, one)) !== undefined)
      shown.push(...ended.filter((each) => each.id === id))
  return shown
}

/** Returns whether the resource is still readable. Resources deleted with their parent are rejected in various ways. */
async function isThere(parts: CleanUpParts, made: MadeResource): Promise<boolean> {
  const read = operationOn(parts.performer, 'GET', made)
  if (read === undefined) return true
  const test = `generated: ${read.key} looks whether it is there`
  const looked = await performIfPossible(parts.performer, read, inputOn(parts, read, made), test)
  if (looked === undefined) return true
  parts.took(looked.record)
  return !isAbsent(looked.record.status)
}

function isAbsent(status: number | undefined): boolean {
  return status === 404 || status === 410
}

/** Returns the operation whose path ends with the resource's identifier. */
export function operationOn(
  { description }: Performer,
  method: 'GET' | 'DELETE',
  { id }: MadeResource,
): Operation | undefined {
  return description.operations.find((one) => one.method === method && shapeOf(one.path) === id)
}

/** Returns the input for calling an operation on a resource. */
export function inputOn(
  { byKey, performer: { captures } }: CleanUpParts,
  operation: Operation,
  made: MadeResource,
): RequestInput {
  const { path: _, ...plain } = byKey.get(operation.key)?.plain.input ?? {}
  return { ...plain, path: pathOf(captures, operation, made) }
}

function pathNeeds({ graph }: Captures, { key }: Operation): readonly Need[] {
  return (graph.needs.get(key) ?? []).filter((need) => need.in === 'path')
}

function pathOf(captures: Captures, operation: Operation, { id, value, parents }: MadeResource) {
  const above = captures.choose(operation).input.path ?? {}
  const known = pathNeeds(captures, operation).flatMap((need) => {
    const parent = need.id === id ? value : parents[need.id]
    return parent === undefined ? [] : [[need.name, parent] as const]
  })
  return { ...above, ...Object.fromEntries(known) }
}

/** Returns the name of the resource's path parameter: `noteId`. */
export function nameOf({ graph }: Captures, { id }: Pick<MadeResource, 'id'>): string {
  for (const needs of graph.needs.values()) for (const need of needs) if (need.id === id) return need.name
  return 'what is at'
}

const stopped = 'the run was stopped'
const undeletable = 'no operation deletes it'

/** Returns a promise for the end of the cleanup time: unlimited, or a few seconds after a stop. */
function timeLeft(stop: AbortSignal | undefined): { readonly over: Promise<string>; end(): void } {
  let timer: NodeJS.Timeout | undefined
  let start = (): void => {}
  const over = new Promise<string>((done) => {
    start = () => {
      timer = setTimeout(() => done(stopped), graceMs)
    }
    if (stop?.aborted === true) start()
    else stop?.addEventListener('abort', start, { once: true })
  })
  return {
    over,
    end() {
      clearTimeout(timer)
      stop?.removeEventListener('abort', start)
    },
  }
}
