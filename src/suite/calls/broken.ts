import type { CallRecord } from './record.ts'

/**
 * The calls, without the findings of broken connections where it is the host that breaks off: most operations called got no
 * response at all. A host that is down is an outage, and no finding of each operation.
 */
export function withoutOutage(calls: readonly CallRecord[]): readonly CallRecord[] {
  return isBreakingAll(calls) ? calls.map(asLost) : calls
}

/** Whether most operations called got no response at all, counting those whose connection was broken off. */
export function isBreakingAll(calls: readonly CallRecord[]): boolean {
  const responded = new Map<string, boolean>()
  for (const { operation, outcome, isBroken } of calls) {
    const isResponded = isBroken !== true && outcome !== 'unreachable'
    responded.set(operation, isResponded || responded.get(operation) === true)
  }
  const lost = [...responded.values()].filter((isResponded) => !isResponded).length
  return 2 * lost > responded.size
}

/** A call whose connection was broken off, as one that was lost; any other as it is. */
export function asLost(call: CallRecord): CallRecord {
  if (call.isBroken !== true) return call
  const { isBroken: _, ...rest } = call
  return { ...rest, outcome: 'unreachable', findings: [] }
}
