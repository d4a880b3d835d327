import type { CallRecord } from './record.ts'

/** Drops findings about broken connections in an outage, which is assumed if most operations got no response. */
export function withoutOutage(calls: readonly CallRecord[]): readonly CallRecord[] {
  return isBreakingAll(calls) ? calls.map(asLost) : calls
}

/** Returns whether most operations got no response, including broken connections. */
export function isBreakingAll(calls: readonly CallRecord[]): boolean {
  const responded = new Map<string, boolean>()
  for (const { operation, outcome, isBroken } of calls) {
    const isResponded = isBroken !== true && outcome !== 'unreachable'
    responded.set(operation, isResponded || responded.get(operation) === true)
  }
  const lost = [...responded.values()].filter((isResponded) => !isResponded).length
  return 2 * lost > responded.size
}

/** Turns a call with a broken connection into an unreachable one. */
export function asLost(call: CallRecord): CallRecord {
  if (call.isBroken !== true) return call
  const { isBroken: _, ...rest } = call
  return { ...rest, outcome: 'unreachable', findings: [] }
}
