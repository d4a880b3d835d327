import { fixedFinding, mostRemembered } from '../../history/cause.ts'
import { isOff, wasChecked } from '../../history/was-checked.ts'
import type { Finding } from '../../model/finding.ts'
import type { FixedFinding, Report } from '../../model/report.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { byText } from '../../util/text.ts'
import { isFailing, isInconclusive } from '../build.ts'
import { locationOf } from '../labels.ts'

/** What has been notified of an API so far. Plain JSON: it is kept in a file, or in the text of an issue. */
export interface AlertState {
  readonly v: 1
  /** The findings notified of that are still open. */
  readonly open: readonly FixedFinding[]
  /** How many more were open than `open` has room for. */
  readonly more: number
  /** sha256 of the fingerprints of all of them: whether the set is another. */
  readonly digest: string
  /** Runs in a row, of all tests, that left nothing open. */
  readonly clean: number
}

/** What a run adds to what has been notified. */
export interface AlertEvents {
  readonly state: AlertState
  /** Open findings that no notification had, the regressed ones too. */
  readonly added: readonly Finding[]
  /** Notified before, and now on the operations in `joined` too. */
  readonly joined: readonly Finding[]
  /** Notified before and gone: its operation was checked. */
  readonly fixed: readonly FixedFinding[]
  /** Notified before and accepted since, no longer severe enough to fail a run, or of a check that is switched off. */
  readonly settled: readonly FixedFinding[]
  /** Notified before and not checked by this run. */
  readonly unseen: readonly FixedFinding[]
  /** The set of open findings is another than before. */
  readonly changed: boolean
  /** Something is open that was not, also where there are too many findings to list them. */
  readonly grew: boolean
}

/** Before anything was notified. */
export const nothingNotified: AlertState = { v: 1, open: [], more: 0, digest: digestOf([]), clean: 0 }

/**
 * Compares the findings that fail a run with those notified of before. What this run did not check stays open: that an
 * API was out of reach heals nothing.
 */
export function eventsOf(report: Report, before: AlertState): AlertEvents {
  // What a run that could not check saw is no event, and what it did not see is not gone.
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
  const known = new Map(before.open.map((finding) => [finding.fingerprint, finding]))
  const joined = failing.flatMap((finding) => {
    const operations = joinedSince(known.get(finding.fingerprint), finding)
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

/** Whether a run would have seen a finding at every operation that is remembered of it. */
function wasSeenBy(report: Report, finding: FixedFinding): boolean {
  const { operation = '', operations, location } = finding
  const part = location.slice(operation.length + 1)
  const isCut = operations?.length === mostRemembered
  if (isCut && report.subjects.some(isInconclusive)) return false
  return wasChecked(report, { ...finding, reaches: operations?.map((each) => ({ operation: each, part })) })
}

/** The operations of a finding notified of that none of the notifications named. */
function joinedSince(before: FixedFinding | undefined, { reaches }: Finding): readonly string[] {
  const { operation, operations = operation === undefined ? [] : [operation] } = before ?? {}
  // What was cut off may have been named.
  if (before === undefined || operations.length >= mostRemembered) return []
  return reaches.filter((each) => !operations.includes(each))
}

function digestOf(open: readonly FixedFinding[]): string {
  return sha256(open.map(({ fingerprint }) => fingerprint).join('\n'))
}
