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

const part: Schema = { type: 'number', minimum: 0, maximum: 1 }

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
  snapshot: described('Id of the snapshot that the API was compared with.'),
  outcome: { enum: ['clean', 'drift', 'outage', 'inconclusive'] },
  error: count,
  warning: count,
  info: count,
  accepted: count,
  new: maybe({ ...count, description: 'Unaccepted findings that are new or regressed.' }),
  version: maybe(described('`info.version` of the description.')),
  release: maybe(described('Release under test, if the environment named one.')),
  coverage: maybe(shares),
})

const milliseconds: Schema = { type: 'number', minimum: 0 }
const perRun = list({ type: ['number', 'null'], minimum: 0 })

export const responseTimes = object<ResponseTimes>({
  count: { ...count, description: 'Responses with a status below 400.' },
  p50: { ...milliseconds, description: 'Percentile in milliseconds (nearest rank).' },
  p95: milliseconds,
  all: maybe({ ...list(milliseconds), description: 'All durations, sorted; only in the report of a shard.' }),
})

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

export const cause = object<Cause>({
  kind: { enum: ['provider-changed', 'contract-changed', 'never-conformed', 'unknown'] },
  evidence: described('Observation in earlier runs: `green on 2026-11-19, run of b06`.'),
  firstSeen: maybe(described('ISO 8601 UTC start of the first earlier run with the finding.')),
  lastSeen: maybe(described('ISO 8601 UTC start of the last earlier run with the finding.')),
  runs: maybe({ ...count, description: 'Number of runs with the finding since it appeared, including this one.' }),
})
