import type { Severity } from '../../model/finding.ts'
import type { Report, RunOutcome, TrendPoint } from '../../model/report.ts'
import { shareOf } from '../summary/coverage-labels.ts'
import { liveOf, locationOf, versionOf } from '../labels.ts'
import { headlineOf } from '../page/first-screen/headline.ts'
import { outcomeWords, runLook } from '../page/first-screen/run-strip.tsx'
import badge from '../reporters/badge.ts'
import { liveTally } from '../summary/tally.ts'
import { type RunVerdict, runVerdict } from '../summary/verdict.ts'
import { sha256 } from './slug.ts'

export interface FindingLine {
  readonly fingerprint: string
  readonly ruleId: string
  readonly severity: Severity
  readonly text: string
}

/** New findings of a run. Without a history, every finding is new. */
export interface Drifted {
  readonly count: number
  /** The worst findings. */
  readonly lines: readonly FindingLine[]
  /** Fingerprints of further findings, up to a limit. */
  readonly rest?: readonly string[]
}

/** Summary of a run that a site stores. */
export interface RunDigest {
  readonly point: TrendPoint
  readonly verdict: RunVerdict
  /** `Drift: 2 errors in 1 of 49 operations`. */
  readonly headline: string
  /** First 16 hex digits of the SHA-256 of report.json. Absent for a run that is only known from a later report. */
  readonly hash?: string
  readonly target?: string
  /** New and regressed live findings. */
  readonly drifted?: Drifted
  /** Content of `badge.json`. */
  readonly badge?: string
}

/** Maximum number of findings stored per list. */
const mostLines = 20
/** Maximum number of further findings stored as fingerprints. */
const mostRest = 2000

/** Normalizes an ISO 8601 time to UTC. Returns undefined for anything else. */
export function momentOf(startedAt: string | undefined): string | undefined {
  if (startedAt === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)$/.test(startedAt))
    return undefined
  const time = Date.parse(startedAt)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Summarizes a live report. */
export function digestOf(report: Report, hash: string, startedAt: string): RunDigest {
  const { inputs, coverage } = report
  const { word, headline } = headlineOf(report)
  const verdict = runVerdict(report)
  const { severities, states, unaccepted } = liveTally(report)
  const shares = (['operations', 'statuses', 'properties'] as const).flatMap((kind) => {
    const { seen, total } = coverage ? shareOf(coverage, kind) : { seen: 0, total: 0 }
    return total === 0 ? [] : [[kind, seen / total] as const]
  })
  const fresh = liveOf(report).filter(({ state }) => state === 'new' || state === 'regressed')
  return {
    point: {
      startedAt,
      snapshot: versionOf(report, inputs.revision),
      // A run that failed only because of coverage found no drift.
      outcome: verdict === 'failed' && unaccepted === 0 ? 'inconclusive' : outcomes[verdict],
      ...severities,
      accepted: states.accepted,
      ...(shares.length > 0 && { coverage: Object.fromEntries(shares) }),
    },
    verdict,
    headline: `${word} ${headline}`.trim(),
    hash,
    target: inputs.target,
    ...(fresh.length > 0 && { drifted: driftedOf(fresh) }),
    badge: badge.render(report, { colour: false }),
  }
}

/** Returns the earlier runs listed in a report, whose own reports may be unavailable. */
export function earlierRuns({ history }: Report): readonly RunDigest[] {
  return runsOf(history?.trend ?? [])
}

/** Creates summaries from trend points only. */
export function runsOf(points: readonly TrendPoint[]): readonly RunDigest[] {
  return points.flatMap((point) => {
    const startedAt = momentOf(point.startedAt)
    if (startedAt === undefined) return []
    const verdict = verdicts[runLook(point)]
    return [{ point: { ...point, startedAt }, verdict, headline: sentence(outcomeWords(point)) }]
  })
}

const outcomes = {
  'could-not-check': 'outage',
  failed: 'drift',
  inconclusive: 'inconclusive',
  findings: 'drift',
  partial: 'clean',
  clean: 'clean',
} as const satisfies Record<RunVerdict, RunOutcome>

const verdicts = {
  outage: 'could-not-check',
  drift: 'failed',
  findings: 'findings',
  inconclusive: 'inconclusive',
  clean: 'clean',
} as const satisfies Record<RunOutcome | 'findings', RunVerdict>

function driftedOf(fresh: Report['findings']): Drifted {
  const rest = fresh.slice(mostLines, mostLines + mostRest).map(({ fingerprint }) => fingerprint)
  return { count: fresh.length, lines: linesOf(fresh), ...(rest.length > 0 && { rest }) }
}

/** Returns the first findings as lines. */
export function linesOf(findings: Report['findings']): readonly FindingLine[] {
  return findings.slice(0, mostLines).map(({ fingerprint, ruleId, severity, site, message }) => {
    return { fingerprint, ruleId, severity, text: `${locationOf(site)} ${message}` }
  })
}

function sentence(words: string): string {
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

/** Returns a short content hash of a report. */
export function hashOf(text: string): string {
  return sha256(text).slice(0, 16)
}

/** Identifies a run by start time and target, because runs of two targets may start in the same millisecond. */
export function runKey({ point, target = '' }: RunDigest): string {
  return `${point.startedAt} ${target}`
}

/** Returns the folder name of a run's page. */
export function runFolder({ point, hash }: RunDigest): string {
  return `${point.startedAt.replace(/\W/g, '')}${hash === undefined ? '' : `-${hash.slice(0, 8)}`}`
}
