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

/** A finding in one line. */
export interface FindingLine {
  readonly fingerprint: string
  readonly ruleId: string
  readonly severity: Severity
  readonly text: string
}

/** Findings of a run that are called new: a run that keeps no history calls all of them so. */
export interface Drifted {
  readonly count: number
  /** The worst. */
  readonly lines: readonly FindingLine[]
  /** Fingerprints of those that follow, as far as they are kept. */
  readonly rest?: readonly string[]
}

/** What a site remembers of one run. */
export interface RunDigest {
  readonly point: TrendPoint
  readonly verdict: RunVerdict
  /** `Drift: 2 errors in 1 of 49 operations`. */
  readonly headline: string
  /** First 16 hex digits of the SHA-256 of its report.json; absent of a run that only a later report lists. */
  readonly hash?: string
  readonly target?: string
  /** New and regressed live findings: how many, and the worst. */
  readonly drifted?: Drifted
  /** What `badge.json` holds. */
  readonly badge?: string
}

/** So many findings of a list are kept. */
const mostLines = 20
/** So many more are kept by their fingerprints. */
const mostRest = 2000

/** The date of a run as a report gives it, in UTC; undefined for what is no ISO 8601 date and time. */
export function momentOf(startedAt: string | undefined): string | undefined {
  if (startedAt === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)$/.test(startedAt))
    return undefined
  const time = Date.parse(startedAt)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The run of a live report that started at this moment. */
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
      // A run that fails for its coverage alone has seen no drift.
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

/** The runs that a report lists: those before it, of which no report may be at hand. */
export function earlierRuns({ history }: Report): readonly RunDigest[] {
  return runsOf(history?.trend ?? [])
}

/** Runs of which no more is known than a point of a trend. */
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

/** The first findings in one line each. */
export function linesOf(findings: Report['findings']): readonly FindingLine[] {
  return findings.slice(0, mostLines).map(({ fingerprint, ruleId, severity, site, message }) => {
    return { fingerprint, ruleId, severity, text: `${locationOf(site)} ${message}` }
  })
}

function sentence(words: string): string {
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

/** What names the content of a report. */
export function hashOf(text: string): string {
  return sha256(text).slice(0, 16)
}

/** What a run is known by: runs against two targets may start within a millisecond. */
export function runKey({ point, target = '' }: RunDigest): string {
  return `${point.startedAt} ${target}`
}

/** The folder of the page of a run. */
export function runFolder({ point, hash }: RunDigest): string {
  return `${point.startedAt.replace(/\W/g, '')}${hash === undefined ? '' : `-${hash.slice(0, 8)}`}`
}
