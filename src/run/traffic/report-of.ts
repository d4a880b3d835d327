import { checks } from '../../drift/checks/index.ts'
import type { Baseline } from '../../history/baseline/match.ts'
import { toolError } from '../../model/errors.ts'
import { severityRank } from '../../model/locations.ts'
import type { Description } from '../../model/operation.ts'
import type { CouldNotCheck, CoverageMinimum, Report, RuleInput } from '../../model/report.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import { byText, firstOf, plural } from '../../util/text.ts'
import { type FinishedRun, finishRun, type LiveResult } from '../live/finish.ts'
import type { CheckOptions, TrafficSelection } from './options.ts'
import { createSession } from './session.ts'
import { liveResultOf } from './to-live-result.ts'

export interface TrafficReportOptions extends TrafficSelection {
  readonly api: string
  readonly description: Description
  readonly policy: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  readonly minimum?: CoverageMinimum
  readonly consumers?: CheckOptions['consumers']
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Maximum number of reported findings, most severe first. */
  readonly most?: number
}

/** Creates the same report for the same exchanges, however sliced. Throws NOTHING_RECORDED if no exchange could be checked. */
export function reportOf(result: TrafficResult, options: TrafficReportOptions): Report {
  return finishTraffic(result, options).reportAfter()
}

/** Like `reportOf`, for comparison with earlier runs. Recordings without times count as recorded now. */
export function finishTraffic(result: TrafficResult, options: TrafficReportOptions): FinishedRun {
  const { api, description, policy, failOn, baseline, minimum, now } = options
  requireChecked(result)
  const period = pastPeriod(result, now)
  const { from, to } = period ?? { from: now, to: now }
  const whole = liveResultOf(result, description, createSession(description, options))
  const live = withMost(whole, options.most)
  const { facts, reportAfter } = finishRun(live, {
    ...{ kind: 'check', api, policy, failOn, baseline, today: new Date(now).toISOString().slice(0, 10) },
    rules: checksOf(options),
    // A finding beyond the limit, or in a record that wasn't checked, isn't fixed.
    ...((live !== whole || leftOut(result) > 0) && { partial: true }),
    minimum,
    couldNotCheck: withoutAnyBody(result, failOn),
    consumers: options.consumers,
    times: { startedAt: new Date(from).toISOString(), milliseconds: to - from },
  })
  return {
    facts,
    reportAfter(previous) {
      const { times, ...report } = reportAfter(previous)
      return period === undefined || times === undefined ? report : { ...report, times }
    },
  }
}

function leftOut({ counts: { sampledOut, broken, outside, undated } }: TrafficResult): number {
  return sampledOut + broken + outside + undated
}

const dayMs = 86_400_000

/** Corrects a period that ends over a day from now, because a wrong clock would make later recordings look old. */
function pastPeriod({ period }: TrafficResult, now: number): TrafficResult['period'] {
  const latest = now + dayMs
  if (period === undefined || period.from > latest) return undefined
  const { from, to } = period
  return { from, to: to > latest ? Math.max(from, now) : to }
}

/** Returns why a recording without bodies is no success. Findings that fail the run come first; logs never have bodies. */
function withoutAnyBody({ counts, findings }: TrafficResult, failOn: Report['failOn']): CouldNotCheck | undefined {
  const { bodies, withoutBody, logged } = counts
  if (withoutBody === logged || bodies > 0) return undefined
  if (failOn !== 'never' && findings.some(({ severity }) => severityRank(severity) <= severityRank(failOn)))
    return undefined
  return {
    code: 'NOTHING_RECORDED',
    message: `No response body is in the recording (${plural(withoutBody, 'response')}): only statuses and headers were checked.`,
    hint: 'Record bodies as well. Playwright: `recordHar: { content: "embed" }`; Chromium: "Export HAR (with sensitive data)".',
  }
}

/** Limits the findings and reports the number of dropped ones. */
function withMost(live: LiveResult, most = Number.POSITIVE_INFINITY): LiveResult {
  if (live.findings.length <= most) return live
  const sorted = live.findings.toSorted(
    (a, b) => severityRank(a.severity) - severityRank(b.severity) || byText(a.fingerprint, b.fingerprint),
  )
  const row = { what: `${plural(sorted.length - most, 'more finding')}`, because: `--max-findings is ${most}` }
  return { ...live, findings: sorted.slice(0, most), notChecked: [...live.notChecked, row] }
}

/** Throws if no exchange was checked, which must not look like a clean run. */
function requireChecked(result: TrafficResult): void {
  const { counts } = result
  const { records, exchanges, broken, sampledOut, outside, undated, elsewhere, unmatched, noResponse } = counts
  if (counts.checked > 0 || (unmatched > 0 && noResponse + elsewhere === 0)) return
  const reasons = [
    ...(records === 0 ? ['there is no record'] : []),
    ...(broken > 0 ? [`${plural(broken, 'record')} of ${records} could not be read${reasonsOf(result)}`] : []),
    ...(sampledOut > 0 ? [`${sampledOut} are not in the sample`] : []),
    ...(outside + undated > 0 ? [`${plural(outside + undated, 'exchange')} outside --since and --until`] : []),
    ...(elsewhere > 0 ? [`${plural(elsewhere, 'request')} went elsewhere`] : []),
    ...(unmatched > 0 ? [`${plural(unmatched, 'request')} match no operation`] : []),
    ...(noResponse > 0 ? [`${plural(noResponse, 'request')} got no response`] : []),
    // A request in a Postman collection without saved responses.
    ...(records > 0 && exchanges + broken + sampledOut === 0
      ? [`${plural(records, 'record')} hold no response; newman's JSON report of a run does`]
      : []),
  ]
  throw toolError('NOTHING_RECORDED', [reasons.join(', ')])
}

function reasonsOf({ broken }: TrafficResult): string {
  const reasons = Object.keys(broken)
  return reasons.length === 0 ? '' : ` (${firstOf(reasons, 2, '; ')})`
}

function checksOf({ rules = {}, responseTimeMs }: TrafficSelection): readonly RuleInput[] {
  return checks
    .filter(({ id, generated }) => generated === undefined && !(Object.hasOwn(rules, id) && rules[id] === 'off'))
    .filter(({ id }) => id !== 'response-time' || responseTimeMs !== undefined)
    .map(({ id, title }) => ({ id, kind: 'check', title }))
}
