import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { Generated, GenerateMode, OperationCases } from '../../../drift/generation/cases.ts'
import type { Captures } from '../../../drift/reach/captures.ts'
import { isRead, leftOutOf } from '../../../drift/reach/settings.ts'
import { toolError } from '../../../model/errors.ts'
import type { Json } from '../../../model/json.ts'
import type { NotChecked } from '../../../model/observation.ts'
import type { Description, Operation, OperationKey } from '../../../model/operation.ts'
import { resourceGraphOf } from '../../../resources/graph.ts'
import { inOrder, isEnding } from '../../../resources/order.ts'
import { isSearch } from '../../../resources/paths.ts'
import type { Performer } from '../../../suite/calls/perform.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { plural } from '../../../util/text.ts'
import type { Progress } from './progress.ts'
import { mostDry } from './schedule.ts'

/** Returns the operations to call, producers of values first, and rows for skipped ones. */
export function calledOf(
  { context, description }: Performer,
  { operations }: Generated,
  modes: readonly GenerateMode[],
): { readonly called: readonly OperationCases[]; readonly rows: readonly NotChecked[] } {
  const byKey = new Map(operations.map((one) => [one.operation.key, one]))
  const needed = inOrder(description).flatMap(({ key }) => {
    const one = byKey.get(key)
    const isNeeded = one && (one.cases.length > 0 || isRead(one.operation, context) || modes.includes('positive'))
    return isNeeded === true ? [one] : []
  })
  const isForbidden = ({ operation }: OperationCases): boolean =>
    leftOutOf(operation, description, context)?.isSafeIfMade === false
  const rows = needed
    .filter(isForbidden)
    .map(({ operation }) => notCalled(operation.key, leftOutOf(operation, description, context)?.because ?? ''))
  return { called: needed.filter((one) => !isForbidden(one)), rows }
}

/** Returns a row for an intentionally skipped operation. */
export function notCalled(operation: OperationKey, because: string): NotChecked {
  return { operation, what: 'generated requests', because, kind: 'not-called' }
}

/** A case rejected by the gate. */
export interface RefusedCase {
  readonly one: GeneratedCase
  readonly because: string
}

/** Returns rows for cases rejected by the gate: for a whole operation, or for some of its requests. */
export function refusedRows(refused: readonly RefusedCase[], called: ReadonlySet<OperationKey>): readonly NotChecked[] {
  const groups = new Map<string, RefusedCase[]>()
  for (const each of refused) {
    const key = JSON.stringify([each.one.operation.key, each.because])
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { key } = first.one.operation
    if (!called.has(key)) return [notCalled(key, first.because)]
    const count = plural(new Set([first, ...others].map(({ one }) => one.id)).size, 'generated request')
    return [{ operation: key, what: count, because: first.because }]
  })
}

/** Path parameters in suites, by operation and name. */
export type SuiteValues = Readonly<Record<OperationKey, Readonly<Record<string, Json>>>>

/** Learns identifiers used in suites as existing. */
export function learnGiven(values: SuiteValues, { operations }: Description, captures: Captures): void {
  for (const operation of operations) {
    const given = Object.hasOwn(values, operation.key) ? values[operation.key] : undefined
    if (given === undefined || operation.method === 'DELETE') continue
    const path = operation.path.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
      Object.hasOwn(given, name) ? encodeURIComponent(String(given[name])) : whole,
    )
    if (path.includes('{')) continue
    const request = { method: operation.method, path, headers: {} }
    captures.learn(operation, { request, status: 200, headers: {}, milliseconds: 0, authenticated: false })
  }
}

/** Returns the list operations for identifiers of which none is known to still exist. */
export function lackedBy(captures: Captures, operation: Operation): readonly OperationKey[] {
  const needs = (captures.graph.needs.get(operation.key) ?? []).filter(({ in: location }) => location === 'path')
  const sure = captures.choose(operation).used.filter(({ mayBeGone }) => mayBeGone !== true)
  const used = new Set(sure.map(({ need }) => need.id))
  return needs
    .filter(({ id }) => !used.has(id))
    .flatMap(({ id }) => captures.graph.candidates.get(id) ?? [])
    .filter(({ isCertain, operation: key }) => isCertain && isListing(key))
    .map(({ operation: key }) => key)
}

function isListing(key: OperationKey): boolean {
  const [method = '', path = ''] = key.split(' ')
  return method === 'GET' || isSearch({ method, path })
}

/** Returns one row for cases unsent for the same reason, across operations. */
export function cutOffRows(cases: readonly GeneratedCase[], because: string): readonly NotChecked[] {
  const keys = new Set(cases.map(({ operation }) => operation.key))
  const [only, ...others] = keys
  if (only === undefined) return []
  const count = plural(cases.length, 'generated request')
  const alone = others.length === 0
  return [{ ...(alone && { operation: only }), what: alone ? count : `${count} of ${keys.size} operations`, because }]
}

/** Returns rows for unsent cases. The call limit causes a single row across operations. */
export function unsentRows(progress: readonly Progress[], maxCalls: number, isOver: boolean): readonly NotChecked[] {
  const all = progress.map((one) => ({ one, ...unsentOf(one, isOver) }))
  // Operations that were given up don't count towards the limit.
  const dry = all.filter(({ one, cut }) => cut > 0 && one.dry >= mostDry)
  const cut = all.filter((each) => each.cut > 0 && !dry.includes(each))
  const [first, ...others] = cut
  const count = cut.reduce((sum, each) => sum + each.cut, 0)
  const of = others.length === 0 ? '' : ` of ${cut.length} operations`
  const row: NotChecked = {
    ...(first !== undefined && others.length === 0 && { operation: first.one.owner.operation.key }),
    what: `${plural(count, 'generated request')}${of}`,
    because: `no more than ${maxCalls} calls are made (--max-calls)`,
  }
  const given = cutOffRows(
    dry.flatMap(({ one }) => one.open),
    `the ${mostDry} invalid requests before them showed nothing new`,
  )
  return [...all.flatMap(({ rows }) => rows), ...given, ...(first === undefined ? [] : [row])]
}

/** Returns how many cases of an operation were unsent: unprovable, or cut off by the limit. */
function unsentOf(
  { owner, open, status, isCalled, dry }: Progress,
  isOver: boolean,
): { readonly rows: readonly NotChecked[]; readonly cut: number } {
  const operation = owner.operation.key
  const isRefused = isCalled && status !== undefined && (status < 200 || status > 299)
  const valid = open.filter(({ mode }) => mode === 'positive').length
  const because = `the simplest valid request got status ${status}`
  const refused = owner.cases.filter(({ mode }) => mode !== 'positive').length - (open.length - valid)
  if (isRefused) {
    const rows = [
      ...(refused > 0
        ? [{ operation, what: `whether ${plural(refused, 'invalid request')} would be accepted`, because }]
        : []),
      ...(valid > 0 ? [{ operation, what: `${plural(valid, 'valid request')} (not sent)`, because }] : []),
    ]
    return { rows, cut: open.length - valid }
  }
  const cut = isOver || dry >= mostDry ? open.length + (isCalled ? 0 : 1) : 0
  return { rows: [], cut }
}

/** Sends one case by id, after the producers of its values. Throws UNKNOWN_CASE. */
export async function sendOnly(
  description: Description,
  operations: readonly OperationCases[],
  id: string,
  send: (one: GeneratedCase, isPlain: boolean) => Promise<CallRecord | undefined>,
): Promise<void> {
  const all = ({ cases }: OperationCases) => cases.flatMap((one) => [one, ...(one.parts ?? [])])
  const owner = operations.find((one) => one.plain.id === id || all(one).some((each) => each.id === id))
  if (owner === undefined) throw toolError('UNKNOWN_CASE', [id])
  const needed = neededBy(description, owner.operation)
  for (const { key } of inOrder(description)) {
    const one = operations.find(({ operation }) => operation.key === key)
    if (one !== undefined && needed.has(key)) await send(one.plain, true)
  }
  const only = all(owner)
    .filter((one) => one.id === id)
    .slice(0, 1)
  // A deleted resource can't be used again.
  const isFirst = isEnding(owner.operation) && only.some(({ mode }) => mode !== 'positive')
  if (isFirst) for (const one of only) await send(one, false)
  await send(owner.plain, true)
  if (!isFirst) for (const one of only) await send(one, false)
}

/** Returns the operations that provide values for an operation, transitively, preferring read-only ones. */
function neededBy(description: Description, operation: Operation): ReadonlySet<OperationKey> {
  const { needs, candidates } = resourceGraphOf(description)
  const needed = new Set<OperationKey>()
  const open = [operation.key]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const { id, required } of needs.get(key) ?? []) {
      const all = (candidates.get(id) ?? []).filter((one) => required && one.operation !== operation.key)
      const certain = all.some(({ isCertain }) => isCertain) ? all.filter(({ isCertain }) => isCertain) : all
      const safe = certain.filter((one) => one.operation.startsWith('GET '))
      for (const one of safe.length > 0 ? safe : certain) {
        if (!needed.has(one.operation)) open.push(one.operation)
        needed.add(one.operation)
      }
    }
  }
  return needed
}
