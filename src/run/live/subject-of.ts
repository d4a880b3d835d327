import type { Finding } from '../../model/finding.ts'
import type { Outcome } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import type { Subject } from '../../model/report.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { byText } from '../../util/text.ts'
import { isNotReached } from './not-reached.ts'

/** Summarizes the calls of an operation. `isAllowed`: it may be called. */
export function subjectOf(
  operation: Operation,
  calls: readonly CallRecord[],
  findings: readonly Finding[],
  isAllowed = true,
): Subject {
  const { key } = operation
  const own = calls.filter((call) => call.operation === key)
  const outcomes: Partial<Record<Outcome, number>> = {}
  for (const outcome of own.map((call) => call.outcome).sort(byText)) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const statuses = new Set(own.flatMap(({ status }) => (status === undefined ? [] : [status])))
  return {
    operation: key,
    calls: own.length,
    outcomes,
    statuses: [...statuses].sort((a, b) => a - b),
    findings: findings.filter((finding) => finding.reaches.includes(key)).length,
    ...(isNotReached(own) && { notReached: true as const }),
    ...(own.length === 0 && !isAllowed && { notWritable: true as const }),
  }
}
