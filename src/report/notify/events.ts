import { fixedFinding, mostRemembered } from '../../history/cause.ts'
import { isOff, wasChecked } from '../../history/was-checked.ts'
import type { Finding } from '../../model/finding.ts'
import type { FixedFinding, Report } from '../../model/report.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { byText } from '../../util/text.ts'
import { isFailing, isInconclusive } from '../build.ts'
import { locationOf } from '../labels.ts'

/** State of notifications for an API. Plain JSON, stored in a file or in the body of an issue. */
export interface AlertState {
  readonly v: 1
  /** Open findings that were sent. */
  readonly open: readonly FixedFinding[]
  /** Number of open findings beyond those in `open`. */
  readonly more: number
  /** SHA-256 over all open fingerprints, to detect changes of the set. */
  readonly digest: string
  /** Number of consecutive complete runs without open findings. */
  readonly clean: number
}

/** Differences between a run and the previous notification. */
export interface AlertEvents {
  readonly state: AlertState
  /** Open findings that were never sent, including regressed ones. */
  readonly added: readonly Finding[]
  /** Sent findings that now affect more operations, listed in `joined`. */
  readonly joined: readonly Finding[]
  /** Sent findings that are gone, although their operations were checked. */
  readonly fixed: readonly FixedFinding[]
  /** Sent findings that no longer fail the run: accepted, lower severity, or their check is off. */
  readonly settled: readonly FixedFinding[]
  /** Sent findings that this run did not check. */
  readonly unseen: readonly FixedFinding[]
  readonly changed: boolean
  /** True if findings, or operations with a known finding, were added since the last notification. If that list was truncated, the counts decide. */
  readonly grew: boolean
}

/** State before the first notification. */
export const nothingNotified: AlertState = { v: 1, open: [], more: 0, digest: digestOf([]), clean: 0 }

/** Compares failing findings with those already sent. Unchecked findings stay open, because an outage doesn't fix them. */
export function eventsOf(report: Report, before: AlertState): AlertEvents {
  // A failed run can neither add nor fix findings.
  const findings = report.couldNotCheck === undefined ? report.findings : []
  const failing = findings.filter((finding) => isFailing(report, finding))
  const now = new Set(failing.map(({ fingerprint }) => fingerprint))
  const present = new Set(findings.map(({ fingerprint }) => fingerprint))
  const notified = new Set(before.open.map(({ fingerprint }) => fingerprint))
  const gone = before.open.filter(({ fingerprint }) => !now.has(fingerprint))
  const isSettled = ({ fingerprint, ruleId }: FixedFinding) => present.has(fingerprint) || isOff(report, ruleId)
  const settled = gone.filter(isSettled)
  const absent = gone.filter((finding) => !isSettled(finding))
  const unseen = absent.filter((finding) => !wasSeenBy(report, finding))
  const open = [...failing.map(factsOf), ...unseen].sort((a, b) => byText(a.fingerprint, b.fingerprint))
  const digest = digestOf(open)
  const added = before.more > 0 ? [] : failing.filter(({ fingerprint }) => !notified.has(fingerprint))
  const sentByFingerprint = new Map(before.open.map((finding) => [finding.fingerprint, finding]))
  const joined = failing.flatMap((finding) => {
    const operations = joinedSince(sentByFingerprint.get(finding.fingerprint), finding)
    return operations.length === 0 ? [] : [{ ...finding, joined: operations }]
  })
  const isWhole = report.partial !== true && report.couldNotCheck === undefined
  const changed = digest !== before.digest || joined.length > 0
  return {
    state: { v: 1, open, more: 0, digest, clean: open.length > 0 ? 0 : before.clean + (isWhole ? 1 : 0) },
    added,
    joined,
    fixed: absent.filter((finding) => wasSeenBy(report, finding)),
    settled,
    unseen,
    changed,
    grew: added.length + joined.length > 0 || (before.more > 0 && open.length > before.open.length + before.more),
  }
}

function factsOf({ site, reaches, ...finding }: Finding): FixedFinding {
  return fixedFinding({ ...finding, ...site, location: locationOf(site) }, new Set(reaches))
}

/** Returns true if the run would have seen the finding at every stored operation. */
function wasSeenBy(report: Report, finding: FixedFinding): boolean {
  const { operation = '', operations, location } = finding
  const part = location.slice(operation.length + 1)
  const isCut = operations?.length === mostRemembered
  if (isCut && report.subjects.some(isInconclusive)) return false
  return wasChecked(report, { ...finding, reaches: operations?.map((each) => ({ operation: each, part })) })
}

/** Returns operations of a known finding that no notification named. */
function joinedSince(before: FixedFinding | undefined, { reaches }: Finding): readonly string[] {
  const { operation, operations = operation === undefined ? [] : [operation] } = before ?? {}
  // A truncated list may have contained the operation.
  if (before === undefined || operations.length >= mostRemembered) return []
  return reaches.filter((each) => !operations.includes(each))
}

function digestOf(open: readonly FixedFinding[]): string {
  return sha256(open.map(({ fingerprint }) => fingerprint).join('\n'))
}
