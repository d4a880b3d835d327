import { mostRemembered } from '../../history/cause.ts'
import type { Finding } from '../../model/finding.ts'
import type { FixedFinding, Report } from '../../model/report.ts'
import { causeOf, locationOf, versionOf } from '../labels.ts'
import type { AlertEvents } from './events.ts'

/** A finding in a webhook's payload. */
export interface NotifiedFinding extends FixedFinding {
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly fix: string
  /** Cause with its evidence. */
  readonly cause?: string
}

/** Payload of a webhook, sent only when findings are new, regressed, fixed or joined. */
export interface Notification {
  readonly schemaVersion: 1
  readonly api: string
  /** `clean`: there are no open findings left. */
  readonly status: 'drift' | 'clean'
  readonly contract: string
  readonly target: string
  /** ISO 8601 UTC start of the run. */
  readonly startedAt: string
  /** GitHub page of the run. */
  readonly runUrl?: string
  /** Total counts. The lists below contain at most 100 findings each. */
  readonly counts: { readonly open: number; readonly new: number; readonly regressed: number; readonly fixed: number }
  readonly new: readonly NotifiedFinding[]
  readonly regressed: readonly NotifiedFinding[]
  readonly fixed: readonly FixedFinding[]
  /** Findings sent before that now affect more operations, listed in `operations`. */
  readonly joined?: readonly NotifiedFinding[]
}

const most = 100

/** Returns the notification for a run, or undefined without news. */
export function notificationOf(
  report: Report,
  { state, added, joined, fixed }: AlertEvents,
  runUrl: string | undefined,
): Notification | undefined {
  if (added.length + joined.length + fixed.length === 0) return undefined
  const { api = '', inputs, times } = report
  const regressed = added.filter((finding) => finding.state === 'regressed')
  const fresh = added.filter((finding) => finding.state !== 'regressed')
  return {
    schemaVersion: 1,
    api,
    status: state.open.length === 0 ? 'clean' : 'drift',
    contract: versionOf(report, inputs.revision),
    target: inputs.target ?? '',
    startedAt: times?.startedAt ?? '',
    runUrl,
    counts: { open: state.open.length, new: fresh.length, regressed: regressed.length, fixed: fixed.length },
    new: fresh.slice(0, most).map(notified),
    regressed: regressed.slice(0, most).map(notified),
    fixed: fixed.slice(0, most),
    ...(joined.length > 0 && {
      joined: joined.slice(0, most).map((each) => ({ ...notified(each), operations: [...(each.joined ?? [])] })),
    }),
  }
}

function notified(finding: Finding): NotifiedFinding {
  const { fingerprint, ruleId, site, severity, message, fix, reaches } = finding
  const cause = causeOf(finding)
  return {
    fingerprint,
    ruleId,
    operation: site.operation,
    location: locationOf(site),
    // Reports don't contain findings with severity off; this only satisfies the type.
    severity: severity === 'off' ? 'info' : severity,
    message,
    fix,
    ...(reaches.length > 1 && { operations: reaches.slice(0, mostRemembered) }),
    cause,
  }
}
