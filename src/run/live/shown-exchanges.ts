import type { Finding } from '../../model/finding.ts'
import type { ShownExchange } from '../../model/live/exchange.ts'
import type { Report } from '../../model/report.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { byText } from '../../util/text.ts'

/** Exchanges of findings and their durations. */
export interface ShownExchanges {
  readonly exchanges: readonly ShownExchange[]
  /** Milliseconds by id. */
  readonly durations: Readonly<Record<string, number>>
}

export function shownOf(calls: readonly CallRecord[]): ShownExchanges {
  return unite(
    calls.flatMap(({ exchanges = [], milliseconds }) => exchanges.map((exchange) => ({ exchange, milliseconds }))),
  )
}

export function shownIn(reports: readonly Report[]): ShownExchanges {
  return unite(
    reports.flatMap(({ exchanges = [], times }) =>
      exchanges.map((exchange) => ({ exchange, milliseconds: times?.exchanges?.[exchange.id] ?? 0 })),
    ),
  )
}

function unite(all: readonly { readonly exchange: ShownExchange; readonly milliseconds: number }[]): ShownExchanges {
  const byId = new Map<string, { readonly exchange: ShownExchange; readonly milliseconds: number }>()
  for (const one of all) {
    const known = byId.get(one.exchange.id)
    if (known === undefined || known.milliseconds < one.milliseconds) byId.set(one.exchange.id, one)
  }
  const sorted = [...byId].sort(([a], [b]) => byText(a, b))
  return {
    exchanges: sorted.map(([, { exchange }]) => exchange),
    durations: Object.fromEntries(sorted.map(([id, { milliseconds }]) => [id, milliseconds])),
  }
}

/** Returns the exchanges that findings refer to, as parts of a report. */
export function neededBy(
  findings: readonly Finding[],
  { exchanges, durations }: ShownExchanges,
  times: NonNullable<Report['times']>,
): Pick<Report, 'exchanges' | 'times'> {
  const ids = new Set(
    findings.flatMap(({ severity, evidence }) => (severity === 'off' ? [] : (evidence?.exchange ?? []))),
  )
  const needed = exchanges.filter(({ id }) => ids.has(id))
  if (needed.length === 0) return { times }
  const taken = Object.fromEntries(needed.map(({ id }) => [id, durations[id] ?? 0]))
  return { exchanges: needed, times: { ...times, exchanges: taken } }
}
