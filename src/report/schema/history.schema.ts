import type { Cause } from '../../model/finding.ts'
import type {
  CoverageMinimum,
  FixedFinding,
  OperationTrend,
  ReportHistory,
  ResponseTimes,
  TimeToFix,
  TrendPoint,
} from '../../model/report.ts'
import { count, described, list, maybe, object, type Schema, string } from './schema-parts.ts'

/** A share in 0…1. */
const part: Schema = { type: 'number', minimum: 0, maximum: 1 }

/** The schema of shares by what they are counted of. */
export const shares = object<CoverageMinimum>({
  operations: maybe(part),
  parameters: maybe(part),
  statuses: maybe(part),
  contentTypes: maybe(part),
  headers: maybe(part),
  properties: maybe(part),
  values: maybe(part),
})

const point = object<TrendPoint>({
  startedAt: described('ISO 8601 UTC'),
  snapshot: described('Id of the snapshot the API was held to.'),
  outcome: { enum: ['clean', 'drift', 'outage', 'inconclusive'] },
  error: count,
  warning: count,
  info: count,
  accepted: count,
  new: maybe({ ...count, description: 'Those that are not accepted and that no run before had, or that are back.' }),
  version: maybe(described('`info.version` of the description.')),
  release: maybe(described('The release that was checked, where the environment of the run named one.')),
  coverage: maybe(shares),
})

const milliseconds: Schema = { type: 'number', minimum: 0 }
const perRun = list({ type: ['number', 'null'], minimum: 0 })

/** The schema of the response times of an operation. */
export const responseTimes = object<ResponseTimes>({
  count: { ...count, description: 'Responses with a status below 400.' },
  p50: { ...milliseconds, description: 'Milliseconds, by the nearest rank.' },
  p95: milliseconds,
  all: maybe({ ...list(milliseconds), description: 'Each of them, sorted: in the report of a shard.' }),
})

/** The schema of `history`. */
export const history = object<ReportHistory>({
  runs: count,
  since: described('ISO 8601 UTC of the first run.'),
  trend: list(point),
  fixed: list(
    object<FixedFinding>({
      fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$' },
      ruleId: string,
      operation: maybe(string),
      location: string,
      operations: maybe(list(string)),
    }),
  ),
  responseTimes: maybe(list(object<OperationTrend>({ operation: string, p50: perRun, p95: perRun }))),
  timeToFix: maybe(object<TimeToFix>({ findings: count, median: milliseconds })),
})

/** The schema of the cause of a finding. */
export const cause = object<Cause>({
  kind: { enum: ['provider-changed', 'contract-changed', 'never-conformed', 'unknown'] },
  evidence: described('What the earlier runs show: `green on 2026-11-19, run of b06`.'),
  firstSeen: maybe(described('ISO 8601 UTC of the first earlier run that saw it.')),
  lastSeen: maybe(described('Of the last earlier run that saw it.')),
  runs: maybe({ ...count, description: 'How many runs saw it since it came, this one included.' }),
})
