import type { Operation } from '../../model/operation.ts'
import type { Hint } from '../../model/report.ts'
import type { CallRecord } from '../../suite/calls/record.ts'

/** Hints about successes that only `default` describes although the operation lists others: it is mostly meant for errors. */
export function defaultSuccesses(operations: readonly Operation[], calls: readonly CallRecord[]): readonly Hint[] {
  const counts = new Map<string, number>()
  for (const { operation, status = 0 } of calls) {
    const key = `${operation} ${status}`
    if (status >= 200 && status <= 299) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return operations.flatMap(({ key, responses }) => {
    const listed = responses.map(({ status }) => status)
    const successes = listed.filter((status) => status.startsWith('2'))
    if (!listed.includes('default') || successes.length === 0) return []
    return [...counts].flatMap(([seen, n]): readonly Hint[] => {
      const status = seen.slice(key.length + 1)
      if (seen !== `${key} ${status}` || [status, '2XX'].some((one) => listed.includes(one))) return []
      return [
        {
          operation: key,
          message: `the status ${status} is documented by default only, beside ${successes.join(', ')}`,
          n,
        },
      ]
    })
  })
}
