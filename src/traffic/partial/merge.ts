import { mergeFindings } from '../../drift/evidence/merge.ts'
import { mergeStatistics } from '../../drift/statistics/statistics.ts'
import type { NotChecked } from '../../model/observation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { canonical } from '../../util/json.ts'
import { byText } from '../../util/text.ts'
import { mergeClients } from './clients.ts'
import type { KeptExchange, OperationTraffic, TrafficCounts, TrafficResult, UnmatchedRequests } from './result.ts'

/** Limits for parts of a result that would grow with the recording. */
export const limits = { unmatched: 2000, hosts: 500, rows: 1000, reasons: 50 } as const

/** Merges the results of slices. Commutative and associative: any order produces the same bytes. */
export function mergeTraffic(all: readonly TrafficResult[]): TrafficResult {
  const periods = all.flatMap(({ period }) => period ?? [])
  const [from, to] = [Math.min(...periods.map((one) => one.from)), Math.max(...periods.map((one) => one.to))]
  const findings = mergeFindings(all.flatMap((result) => result.findings))
  const clients = mergeClients(all.map((result) => result.clients))
  const unmatched = mergeUnmatched(all.flatMap((result) => result.unmatched))
  return {
    counts: sumCounts(all.map(({ counts }) => counts)),
    broken: first(sumMaps(all.map(({ broken }) => broken)), limits.reasons),
    operations: mergeOperations(all),
    findings,
    exchanges: mergeExchanges(all, [
      ...findings.map(({ evidence }) => evidence?.exchange),
      ...unmatched.map(({ sample }) => sample.exchange),
    ]),
    unmatched,
    hosts: first(sumMaps(all.map(({ hosts }) => hosts)), limits.hosts),
    notChecked: mergeRows(all.flatMap(({ notChecked }) => notChecked)),
    statistics: mergeStatistics(all.map(({ statistics }) => statistics)),
    clients,
    ...(periods.length > 0 && { period: { from, to } }),
  }
}

/** Returns the exchanges with these ids. For a repeated id, keeps the slowest exchange. */
function mergeExchanges(
  all: readonly TrafficResult[],
  ids: readonly (string | undefined)[],
): TrafficResult['exchanges'] {
  const wanted = new Set(ids)
  const merged = new Map<string, KeptExchange>()
  for (const [id, kept] of all.flatMap(({ exchanges }) => Object.entries(exchanges))) {
    if (wanted.has(id) && (merged.get(id)?.milliseconds ?? -1) < kept.milliseconds) merged.set(id, kept)
  }
  return Object.fromEntries([...merged].sort(([a], [b]) => byText(a, b)))
}

type CountName = keyof TrafficCounts

const zero: TrafficCounts = {
  ...{ records: 0, broken: 0, exchanges: 0, sampledOut: 0, outside: 0, undated: 0 },
  ...{ elsewhere: 0, unmatched: 0, noResponse: 0, checked: 0, bodies: 0, withoutBody: 0, logged: 0 },
}

function sumCounts(all: readonly TrafficCounts[]): TrafficCounts {
  const sum: Record<CountName, number> = { ...zero }
  // `Object.keys` returns plain strings, but these are the names of the counts.
  for (const name of Object.keys(zero) as CountName[]) for (const counts of all) sum[name] += counts[name] ?? 0
  return sum
}

function sumMaps(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const map of all) for (const [name, count] of Object.entries(map)) sums.set(name, (sums.get(name) ?? 0) + count)
  return Object.fromEntries([...sums].sort(([a], [b]) => byText(a, b)))
}

function first<T>(map: Readonly<Record<string, T>>, most: number): Record<string, T> {
  return Object.fromEntries(Object.entries(map).slice(0, most))
}

function mergeOperations(all: readonly TrafficResult[]): Record<string, OperationTraffic> {
  const groups = new Map<string, OperationTraffic[]>()
  for (const { operations } of all) {
    for (const [key, traffic] of Object.entries(operations)) groups.set(key, [...(groups.get(key) ?? []), traffic])
  }
  const merged = [...groups].map(([key, group]): [string, OperationTraffic] => [
    key,
    {
      calls: group.reduce((sum, { calls }) => sum + calls, 0),
      outcomes: sumMaps(group.map(({ outcomes }) => ({ ...outcomes }))),
      statuses: sumMaps(group.map(({ statuses }) => statuses)),
      // Results of earlier versions lack it.
      recorded: [...new Set(group.flatMap(({ recorded = [] }) => recorded))].sort(byText),
    },
  ])
  return Object.fromEntries(merged.sort(([a], [b]) => byText(a, b)))
}

/** Keeps the groups with the smallest hashes. A group that a slice drops is also dropped from the merged result. */
export function mergeUnmatched(all: readonly UnmatchedRequests[]): UnmatchedRequests[] {
  const groups = new Map<string, UnmatchedRequests[]>()
  for (const requests of all) {
    const key = unmatchedKey(requests)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [requests])
    else group.push(requests)
  }
  const merged = [...groups].map(([key, group]) => ({ key, requests: uniteUnmatched(group) }))
  return smallest(merged, ({ key }) => key, limits.unmatched)
    .sort((a, b) => byText(a.key, b.key))
    .map(({ requests }) => requests)
}

export function unmatchedKey({
  host,
  method,
  template,
}: Pick<UnmatchedRequests, 'host' | 'method' | 'template'>): string {
  return `${template} ${method} ${host}`
}

function uniteUnmatched(group: readonly UnmatchedRequests[]): UnmatchedRequests {
  const [one, ...others] = group
  if (one === undefined || others.length === 0) return group[0] as UnmatchedRequests
  return {
    ...one,
    count: group.reduce((sum, { count }) => sum + count, 0),
    statuses: sumMaps(group.map(({ statuses }) => statuses)),
    sample: group.map(({ sample }) => sample).reduce((a, b) => (sampleKey(b) < sampleKey(a) ? b : a)),
  }
}

function sampleKey({ hash, exchange = '' }: UnmatchedRequests['sample']): string {
  return `${hash} ${exchange}`
}

function smallest<T>(all: readonly T[], keyOf: (one: T) => string, most: number): T[] {
  if (all.length <= most) return [...all]
  const hashed = all.map((one) => ({ one, hash: sha256(keyOf(one)) }))
  return hashed
    .sort((a, b) => byText(a.hash, b.hash))
    .slice(0, most)
    .map(({ one }) => one)
}

/** Removes duplicates. Beyond the limit, keeps the first in sort order. */
export function mergeRows(rows: readonly NotChecked[]): NotChecked[] {
  const distinct = new Map(rows.map((row) => [canonical({ ...row }), row]))
  return [...distinct]
    .sort(([a], [b]) => byText(a, b))
    .slice(0, limits.rows)
    .map(([, row]) => row)
}
