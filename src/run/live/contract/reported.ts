import { hasReported, isLive, type RunRecord } from '../../../history/run-record.ts'
import type { Snapshot } from '../../../model/snapshot.ts'

export interface ContractChange {
  /** Absent without an earlier version. */
  readonly base?: Snapshot
  /** An earlier run has delivered a report of this change. */
  readonly isReported: boolean
}

/**
 * Selects the base for the contract change: the newest snapshot used by a finished run against any target, or else the previous
 * snapshot. `snapshots`: up to the one used by this run. `published`: sha256 of a differing published description.
 */
export function changeSince(
  runs: readonly RunRecord[],
  snapshots: readonly Snapshot[],
  published: string | undefined,
): ContractChange {
  const ids = new Set(snapshots.map(({ id }) => id))
  // A snapshot from a discarded checkout may get another id when it is stored later.
  const isOf = ({ id, sha256 }: Snapshot, run: RunRecord): boolean =>
    run.sha256 === sha256 && (run.snapshot === id || !ids.has(run.snapshot))
  // Runs over recorded traffic don't compare contracts.
  const done = runs.filter(hasReported)
  const current = snapshots.at(-1)
  const wasChecked = (snapshot: Snapshot): boolean => done.some((run) => isOf(snapshot, run))
  const before = published === undefined ? snapshots.slice(0, -1) : snapshots
  const base = before.findLast(wasChecked) ?? before.at(-1)
  if (base === undefined) return { isReported: false }
  const reportedHash = done.findLast((run) => isOf(base, run))?.published
  const wasReported = reportedHash !== undefined && reportedHash === (published ?? current?.sha256)
  return { base, isReported: wasReported || (published === undefined && current !== undefined && wasChecked(current)) }
}

/** Number of consecutive runs that may miss the published description; the next one exits with 2. */
const mostUnread = 2

/** Returns whether the published description has been unreadable for longer than allowed, including the current run. */
export function isSourceLost(runs: readonly RunRecord[]): boolean {
  const latest = runs.filter((run) => isLive(run) && run.outcome !== 'outage').slice(-mostUnread)
  return latest.length === mostUnread && latest.every(({ unread }) => unread === true)
}
