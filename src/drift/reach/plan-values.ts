import type { Json } from '../../model/json.ts'
import type { Description, Operation, OperationKey } from '../../model/operation.ts'
import { type Candidate, resourceGraphOf } from '../../resources/graph.ts'
import type { Need } from '../../resources/needs.ts'
import { inOrder } from '../../resources/order.ts'
import { inputNames } from '../generation/parameters.ts'
import { describedValues, valueFor } from '../planning/example.ts'
import { sentValue } from './read-request.ts'
import { configuredInput, isRead, leftOutOf, type ReachSettings } from './settings.ts'

/** The source of a value. */
export type ValueOrigin = 'config' | 'captured' | 'suite' | 'example' | 'generated' | 'missing'

/** A value that an operation needs. */
export interface PlannedValue {
  /** For example `path id`, `body`, `body /owner/id`. */
  readonly location: string
  readonly name: string
  readonly from: ValueOrigin
  /** Absent if the run must capture it first. */
  readonly value?: Json
  /** Only for `captured`: operations that return it, best first. */
  readonly candidates?: readonly Candidate[]
}

/** How a run would call an operation. */
export interface OperationPlan {
  readonly operation: OperationKey
  /** Why generated requests skip the operation or call it only with resources that they created. */
  readonly leftOut?: { readonly because: string; readonly isSafeIfMade: boolean }
  readonly values: readonly PlannedValue[]
  /** Values without a source, or whose source doesn't guarantee that they exist. */
  readonly missing: readonly PlannedValue[]
}

/** Settings and suites that affect the plan. */
export interface PlanParts extends ReachSettings {
  /** Only reading operations are called. */
  readonly isReadOnly?: boolean
  /** Path parameters from suites, by operation. */
  readonly suites?: Readonly<Record<OperationKey, Readonly<Record<string, Json>>>>
}

/** Returns, in call order, the source of every required value per operation, and the values that must exist but have no source. */
export function planValues(description: Description, parts: PlanParts = {}): readonly OperationPlan[] {
  const { candidates } = resourceGraphOf(description)
  const byKey = new Map(description.operations.map((operation) => [operation.key, operation]))
  const isCalled = ({ operation }: Candidate): boolean => {
    const found = byKey.get(operation)
    if (found === undefined || leftOutOf(found, description, parts) !== undefined) return false
    return parts.isReadOnly !== true || isRead(found, parts)
  }
  const usable = (need: Need | undefined): readonly Candidate[] =>
    need === undefined ? [] : (candidates.get(need.id) ?? []).filter(isCalled)
  return inOrder(description).map((operation) => planOf(description, operation, parts, usable))
}

function planOf(
  description: Description,
  operation: Operation,
  parts: PlanParts,
  usable: (need: Need | undefined) => readonly Candidate[],
): OperationPlan {
  const needs = resourceGraphOf(description).needs.get(operation.key) ?? []
  const leftOut = leftOutOf(operation, description, parts)
  const values = [
    ...parameterValues(description, operation, needs, parts, usable),
    ...bodyValues(description, operation, needs, parts, usable),
  ]
  const isResource = ({ location }: PlannedValue): boolean =>
    location.startsWith('path ') || needs.some((need) => need.location === location)
  const missing = values.filter((one) => one.from === 'missing' || (one.from === 'generated' && isResource(one)))
  return { operation: operation.key, leftOut, values, missing }
}

function parameterValues(
  { document }: Description,
  operation: Operation,
  needs: readonly Need[],
  { parameters, suites = {} }: PlanParts,
  usable: (need: Need | undefined) => readonly Candidate[],
): readonly PlannedValue[] {
  const config = configuredInput(parameters, operation)
  return operation.parameters.flatMap((parameter): PlannedValue[] => {
    const { in: location, name, required } = parameter
    if (location === 'querystring') return []
    const configured = config[inputNames[location]]?.[name]
    if (!required && configured === undefined) return []
    const base = { location: `${location} ${name}`, name }
    if (configured !== undefined) return [{ ...base, from: 'config', value: configured }]
    const candidates = usable(needs.find((need) => need.location === base.location))
    if (candidates.length > 0) return [{ ...base, from: 'captured', candidates }]
    const own = suites[operation.key]
    const given = location === 'path' && own !== undefined && Object.hasOwn(own, name) ? own[name] : undefined
    if (given !== undefined) return [{ ...base, from: 'suite', value: given }]
    const [example] = describedValues(parameter, document)
    if (example !== undefined) return [{ ...base, from: 'example', value: example }]
    const schema = parameter.schema ?? parameter.content?.[0]?.schema
    const sample = schema && valueFor(schema, document)
    return [sample === undefined ? { ...base, from: 'missing' } : { ...base, from: 'generated', value: sample }]
  })
}

function bodyValues(
  { document }: Description,
  operation: Operation,
  needs: readonly Need[],
  { parameters }: PlanParts,
  usable: (need: Need | undefined) => readonly Candidate[],
): readonly PlannedValue[] {
  const { requestBody } = operation
  if (requestBody === undefined) return []
  const config = configuredInput(parameters, operation)
  const inside = needs.flatMap((need): PlannedValue[] => {
    if (need.in !== 'body') return []
    const { location, name } = need
    const configured = sentValue(config, need)
    if (configured !== undefined) return [{ location, name, from: 'config', value: configured }]
    const candidates = usable(need)
    if (candidates.length > 0) return [{ location, name, from: 'captured', candidates }]
    return need.required ? [{ location, name, from: 'generated' }] : []
  })
  if (!requestBody.required) return inside
  const [media] = requestBody.content
  const isWritten =
    media !== undefined && ['example', 'examples', 'x-example'].some((one) => Object.hasOwn(media.node, one))
  const isMade = media?.schema !== undefined && valueFor(media.schema, document) !== undefined
  const from = isWritten ? 'example' : isMade ? 'generated' : config.body !== undefined ? 'config' : 'missing'
  return [{ location: 'body', name: 'body', from }, ...inside]
}
