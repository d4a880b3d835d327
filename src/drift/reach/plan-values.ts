import type { Json } from '../../model/json.ts'
import type { Description, Operation, OperationKey } from '../../model/operation.ts'
import { type Candidate, resourceGraphOf } from '../../resources/graph.ts'
import type { Need } from '../../resources/needs.ts'
import { inOrder } from '../../resources/order.ts'
import { inputNames } from '../generation/parameters.ts'
import { describedValues, valueFor } from '../planning/example.ts'
import { sentValue } from './read-request.ts'
import { configuredInput, isRead, leftOutOf, type ReachSettings } from './settings.ts'

/** Where a value comes from when a run gives it. */
export type ValueOrigin = 'config' | 'captured' | 'suite' | 'example' | 'generated' | 'missing'

/** One value that an operation needs. */
export interface PlannedValue {
  /** `path id`, `body`, `body /owner/id` */
  readonly location: string
  readonly name: string
  readonly from: ValueOrigin
  /** Absent where it is known only when it is captured. */
  readonly value?: Json
  /** `captured` only: what shows it, the likeliest first. */
  readonly candidates?: readonly Candidate[]
}

/** How a run would call an operation. */
export interface OperationPlan {
  readonly operation: OperationKey
  /** Why generated requests leave it out, or call it with what they have made only. */
  readonly leftOut?: { readonly because: string; readonly isSafeIfMade: boolean }
  readonly values: readonly PlannedValue[]
  /** Those of the values that nothing gives which exists, or nothing at all. */
  readonly missing: readonly PlannedValue[]
}

/** What is known beside the description. */
export interface PlanParts extends ReachSettings {
  /** Only operations that read are called. */
  readonly isReadOnly?: boolean
  /** Path parameters that the suites give, by operation. */
  readonly suites?: Readonly<Record<OperationKey, Readonly<Record<string, Json>>>>
}

/**
 * Says of each operation, in the order of the calls, where every required value comes from: the config, what is captured in the
 * run, the suites, an example of the description, or a sample; and which values that have to exist nothing gives.
 */
export function planValues(description: Description, parts: PlanParts = {}): readonly OperationPlan[] {
  const { candidates } = resourceGraphOf(description)
  const byKey = new Map(description.operations.map((operation) => [operation.key, operation]))
  const isCalled = ({ operation }: Candidate): boolean => {
    const found = byKey.get(operation)
    if (found === undefined || leftOutOf(found, description, parts.never) !== undefined) return false
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
  const leftOut = leftOutOf(operation, description, parts.never)
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
