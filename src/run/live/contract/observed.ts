import { alreadyLive, notYetSeen, type Published, type TargetLedger } from '../../../history/observed.ts'
import { ledgerOf } from '../../../history/store.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Statistics } from '../../../model/live/statistics.ts'
import { byText } from '../../../util/text.ts'
import type { PreviousRuns } from '../previous-runs.ts'

/** Adds observations of live runs to contract findings. `statistics`: from runs against the new description. */
export function withObserved(
  findings: readonly Finding[],
  ledgers: readonly TargetLedger[],
  { published, statistics }: { readonly published: Published; readonly statistics?: Statistics | undefined },
): readonly Finding[] {
  return findings.map((finding) => {
    if (finding.kind !== 'contract') return finding
    const observed =
      alreadyLive(finding, ledgers, published) ?? (statistics ? notYetSeen(finding, statistics) : undefined)
    return observed === undefined ? finding : { ...finding, observed }
  })
}

/** Returns the ledgers of all targets in the history, sorted. */
export function allLedgers({ history }: PreviousRuns): readonly TargetLedger[] {
  const targets = new Set([...history.summaries, ...history.runs].map(({ target }) => target))
  return [...targets].sort(byText).map((target) => ({ target, ledger: ledgerOf(history, target) }))
}
