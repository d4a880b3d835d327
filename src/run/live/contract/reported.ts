import type { RunRecord } from '../../../history/run-record.ts'
import type { Snapshot } from '../../../model/snapshot.ts'

/** The change of the contract that a run reports. */
export interface ContractChange {
  /** Absent if there is nothing to compare with. */
  readonly base?: Snapshot
  /** The report of an earlier run told this change, and was delivered. */
  readonly isReported: boolean
}

/** The runs that checked something, and whose report was delivered. */
function finished(runs: readonly RunRecord[]): readonly RunRecord[] {
  return runs.filter(({ outcome, undelivered }) => outcome !== 'outage' && undelivered === undefined)
}

/**
 * Decides what the contract is compared with: the newest snapshot that a finished run was held to, against any target.
 * Without one, that is the snapshot before. `snapshots`: up to the one that the run is held to; `published`: sha256 of a
 * published description that differs from it.
 */
export function changeSince(
  runs: readonly RunRecord[],
  snapshots: readonly Snapshot[],
  published: string | undefined,
): ContractChange {
  const ids = new Set(snapshots.map(({ id }) => id))
  // A snapshot that a run stored in a checkout which was thrown away may be stored again under another id.
  const isOf = ({ id, sha256 }: Snapshot, run: RunRecord): boolean =>
    run.sha256 === sha256 && (run.snapshot === id || !ids.has(run.snapshot))
  const done = finished(runs)
  const current = snapshots.at(-1)
  const isHeld = (snapshot: Snapshot): boolean => done.some((run) => isOf(snapshot, run))
  const before = published === undefined ? snapshots.slice(0, -1) : snapshots
  const base = before.findLast(isHeld) ?? before.at(-1)
  if (base === undefined) return { isReported: false }
  const told = done.findLast((run) => isOf(base, run))?.published
  const isTold = told !== undefined && told === (published ?? current?.sha256)
  return { base, isReported: isTold || (published === undefined && current !== undefined && isHeld(current)) }
}

/** So many runs in a row may miss the published description; the next one ends with 2. */
const mostUnread = 2

/** Whether the published description is missing for too long, with a run that could not read it after these. */
export function isSourceLost(runs: readonly RunRecord[]): boolean {
  const latest = runs.filter(({ outcome }) => outcome !== 'outage').slice(-mostUnread)
  return latest.length === mostUnread && latest.every(({ unread }) => unread === true)
}
