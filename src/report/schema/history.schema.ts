import type { Cause } from '../../model/finding.ts'
import type { CoverageMinimum, FixedFinding, ReportHistory, TrendPoint } from '../../model/report.ts'
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
  coverage: maybe(shares),
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
})

/** The schema of the cause of a finding. */
export const cause = object<Cause>({
  kind: { enum: ['provider-changed', 'contract-changed', 'never-conformed', 'unknown'] },
  evidence: described('What the earlier runs show: `green on 2026-11-19, run of b06`.'),
  firstSeen: maybe(described('ISO 8601 UTC of the first earlier run that saw it.')),
  lastSeen: maybe(described('Of the last earlier run that saw it.')),
  runs: maybe({ ...count, description: 'How many runs saw it since it came, this one included.' }),
})
