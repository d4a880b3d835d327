import type { NotChecked } from '../../model/observation.ts'
import type { Operation, OperationKey } from '../../model/operation.ts'
import type { Hint } from '../../model/report.ts'
import type { CallRecord, MissingValue } from '../../suite/calls/record.ts'
import { settingText } from '../../util/writing/setting-text.ts'

/** Returns whether an operation was only called with missing resources or in a state that rejects valid requests. */
export function isNotReached(calls: readonly CallRecord[]): boolean {
  // Invalid requests are no evidence about valid ones.
  const telling = calls.filter(({ notReached }) => notReached?.length !== 0)
  const isMissing = telling.length > 0 && telling.every(({ notReached }) => notReached !== undefined)
  const isRefused = calls.some(({ refusedFor }) => refusedFor !== undefined)
  return isMissing || (isRefused && !calls.some(({ status = 0 }) => status >= 200 && status <= 399))
}

/** Returns a row per operation that wasn't reached, with the missing value and the setting of the config file that provides it. */
export function notReachedRows(calls: readonly CallRecord[], configFile?: string): readonly NotChecked[] {
  const byOperation = new Map<OperationKey, CallRecord[]>()
  for (const call of calls) {
    const own = byOperation.get(call.operation)
    if (own === undefined) byOperation.set(call.operation, [call])
    else own.push(call)
  }
  return [...byOperation.values()].flatMap((own) => {
    if (!isNotReached(own)) return []
    const refused = own.find(({ refusedFor }) => refusedFor !== undefined)
    if (refused?.refusedFor !== undefined) return [refusedRow(refused, refused.refusedFor)]
    const call = own.find(({ notReached = [] }) => notReached.length > 0)
    return call?.notReached === undefined ? [] : [rowOf(call, call.notReached, configFile)]
  })
}

const origins = {
  example: "the description's example",
  generated: 'generated',
  similar: 'called alike elsewhere',
  stale: 'seen before something was changed',
} satisfies Record<MissingValue['from'], string>

function refusedRow({ operation, status }: CallRecord, because: string): NotChecked {
  const what = 'a successful response to a valid request'
  return { operation, what, because: `status ${status}: ${because}`, kind: 'not-reached' }
}

function rowOf({ operation, status }: CallRecord, missing: readonly MissingValue[], configFile?: string): NotChecked {
  const values = missing.map(
    ({ location, value, from }) => `${location}${value === undefined ? '' : ` ${value}`} (${origins[from]})`,
  )
  return {
    operation,
    what: `not reached with ${values.join(' and ')}`,
    because: `status ${status}; to give what exists, set ${parametersFor(operation, missing, configFile)}`,
    kind: 'not-reached',
    missing: missing.map(settingOf),
  }
}

export function parametersFor(
  operation: OperationKey,
  missing: readonly Pick<MissingValue, 'location' | 'name'>[],
  configFile?: string,
): string {
  const names = missing.map((one): [string, string] => [settingOf(one), '…'])
  return settingText(configFile, { parameters: { [operation]: Object.fromEntries(names) } })
}

function settingOf({ location, name }: Pick<MissingValue, 'location' | 'name'>): string {
  return location.startsWith('body ') ? location : name
}

/** Hints about successes covered only by `default`, which usually describes errors. */
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
