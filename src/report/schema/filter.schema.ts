import type { ReportFilter } from '../../model/report/view.ts'
import { count, described, list, maybe, object, severities } from './schema-parts.ts'

export const filter = object<ReportFilter>({
  minSeverity: maybe({ enum: severities }),
  only: maybe(list(described('Id of a rule or check, or a fingerprint.'))),
  exclude: maybe(list(described('Id of a rule or check, or a fingerprint.'))),
  operations: maybe(list(described('Glob over operation keys or paths.'))),
  left: object<ReportFilter['left']>({ error: count, warning: count, info: count, accepted: count, failing: count }),
  drifted: list(described('Operation with a hidden error or warning.')),
})
