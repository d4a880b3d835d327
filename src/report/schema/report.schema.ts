import type { SourcePosition } from '../../model/document.ts'
import {
  type Acceptance,
  type Finding,
  findingStates,
  impacts,
  type Observed,
  type PatchOperation,
  type ReachedLocation,
  type ReachedUse,
  type Site,
  type Witness,
} from '../../model/finding.ts'
import type { NotChecked, Outcome } from '../../model/observation.ts'
import { type TargetChange, targetChangeKinds } from '../../model/report/target-changes.ts'
import type {
  ChangelogEntry,
  DocumentInput,
  Hint,
  Report,
  RuleInput,
  Shard,
  Subject,
  Summary,
} from '../../model/report.ts'
import { consumers, hits } from './consumers.schema.ts'
import { evidence, exchange } from './exchange.schema.ts'
import { filter } from './filter.schema.ts'
import { cause, history } from './history.schema.ts'
import { ledger } from './ledger.schema.ts'
import { couldNotCheck, coverage, gap, responses, statistics, times, traffic } from './live.schema.ts'
import { excerpt, origin } from './origin.schema.ts'
import {
  boolean,
  count,
  described,
  integer,
  line,
  list,
  maybe,
  object,
  ref,
  type Schema,
  severities,
  side,
  string,
  value,
} from './schema-parts.ts'

const position = object<SourcePosition>({ file: string, line, column: line })

const document = object<DocumentInput>({
  name: string,
  file: string,
  version: string,
  dialect: string,
  sha256: { type: 'string', pattern: '^[0-9a-f]*$' },
})

const site = object<Site>({
  operation: maybe(described('`GET /users/{id}`')),
  component: maybe(described('`#/components/schemas/User`')),
  componentPointer: maybe(
    described('Live finding of a component: pointer of the violated schema, relative to the component.'),
  ),
  status: maybe(described('`404`, `4XX`: set if all operations that return the status share the live finding.')),
  direction: maybe({ enum: ['request', 'response', 'both'] }),
  part: maybe(described('`query page`, `body application/json`, `200 application/json`, `200 header ETag` …')),
  pointer: described(
    'Pointer relative to the component or part. Live finding: pointer into the body with `*` for array indexes.',
  ),
})

const witness = object<Witness>({
  operation: string,
  part: string,
  body: maybe(value),
  request: maybe(described('For a parameter: the request line with its value.')),
  validUnder: maybe(side),
  invalidUnder: maybe(side),
  proven: boolean,
  reason: maybe(described('Reason if it is unproven.')),
})

const verdict = { enum: ['breaking', 'risky', 'compatible'] }

const finding = object<Finding>({
  ruleId: string,
  kind: { enum: ['contract', 'drift', 'spec'] },
  verdict,
  severity: { enum: severities },
  state: { enum: findingStates },
  acceptance: maybe({
    ...object<Acceptance>({ reason: string, owner: string, expires: maybe(described('Last day, `YYYY-MM-DD`.')) }),
    description: 'Entry of the baseline, if the finding is accepted or expired.',
  }),
  fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  group: maybe({
    type: 'string',
    pattern: '^[0-9a-f]{16}$',
    description:
      'Live findings of one group are listed as one, under this id. Each is accepted, new or fixed by itself.',
  }),
  message: string,
  why: string,
  fix: string,
  derivation: maybe(string),
  impact: maybe({ enum: impacts, description: 'Contract finding: impact on clients, most severe first.' }),
  site,
  reaches: list(string),
  uses: maybe(
    list(object<ReachedUse>({ operation: string, direction: maybe({ enum: ['request', 'response'] }), verdict })),
  ),
  locations: maybe(
    list(
      object<ReachedLocation>({
        operation: string,
        part: maybe(string),
        pointer: string,
        severity: maybe({ enum: severities, description: 'Set if it differs from that of the finding.' }),
      }),
    ),
  ),
  joined: maybe(list(described('Operation where neither earlier runs nor the baseline had it.'))),
  source: object<Finding['source']>({ base: maybe(position), revision: maybe(position) }),
  before: maybe(value),
  after: maybe(value),
  witness: maybe(witness),
  evidence: maybe(evidence),
  cause: maybe(cause),
  observed: maybe(object<Observed>({ kind: { enum: ['already-live', 'not-yet-seen'] }, evidence: string })),
  assumed: maybe(boolean),
  hits: maybe(hits),
  patch: maybe(
    list(object<PatchOperation>({ op: { enum: ['add', 'remove', 'replace'] }, path: string, value: maybe(value) })),
  ),
})

const outcomes = object<Partial<Record<Outcome, number>>>({
  received: maybe(count),
  unreachable: maybe(count),
  gateway: maybe(count),
  unauthorized: maybe(count),
  'rate-limited': maybe(count),
  inconclusive: maybe(count),
})

const subject = object<Subject>({
  operation: string,
  calls: maybe(count),
  outcomes: maybe(outcomes),
  statuses: maybe(list(integer)),
  findings: count,
  recorded: maybe({
    ...list(string),
    description:
      'Of recorded traffic: the statuses whose responses could be checked, and `request` if requests could be.',
  }),
  tags: maybe(list(string)),
  notReached: maybe({ const: true, description: 'Called only with values that do not exist.' }),
  notWritable: maybe({
    const: true,
    description: 'Not called, because it changes state and the target is not declared writable.',
  }),
})

const summary = object<Summary>({
  verdicts: object<Summary['verdicts']>({ breaking: count, risky: count, compatible: count }),
  severities: object<Summary['severities']>({ error: count, warning: count, info: count }),
  contract: count,
  drift: object<Summary['drift']>({
    new: count,
    open: count,
    regressed: count,
    fixed: count,
    accepted: count,
    expired: count,
  }),
  operations: object<Summary['operations']>({
    total: count,
    called: count,
    inconclusive: count,
    notReached: maybe(count),
    notWritable: maybe(count),
  }),
  acceptedErrors: maybe({ ...count, description: 'Accepted findings that the policy rates as errors.' }),
  calls: count,
  gaps: maybe(list(gap)),
})

const semver: Schema = {
  enum: ['major', 'minor', 'patch', 'none'],
  description: 'Version bump that the changes require (https://semver.org).',
}

const entry = object<ChangelogEntry>({
  base: ref('document'),
  revision: ref('document'),
  title: maybe(string),
  capturedAt: maybe(string),
  semver: maybe(semver),
  findings: list(ref('finding')),
})

const inputs = object<Report['inputs']>({
  base: maybe(ref('document')),
  revision: maybe(ref('document')),
  published: maybe(ref('document')),
  target: maybe(described('`sandbox`, or the base URL without credentials.')),
})

const report = object<Report>({
  schemaVersion: { const: 3 },
  tool: object<Report['tool']>({ name: { const: 'specdrift' }, version: string }),
  kind: { enum: ['diff', 'test', 'monitor', 'changelog', 'check'] },
  api: maybe(string),
  inputs,
  consumers: maybe(consumers),
  policy: string,
  failOn: { enum: [...severities, 'never'] },
  subjects: list(subject),
  rules: list(object<RuleInput>({ id: string, kind: { enum: ['rule', 'check'] }, title: string })),
  findings: list(ref('finding')),
  exchanges: maybe(list(exchange)),
  hints: list(object<Hint>({ operation: maybe(string), message: string, n: count })),
  notChecked: list(
    object<NotChecked>({
      operation: maybe(string),
      what: string,
      because: string,
      kind: maybe({
        enum: ['not-called', 'not-writable', 'not-reached', 'not-remembered', 'source-unread', 'source-lost'],
      }),
      missing: maybe(list(described('Name of a missing value, as used in the config.'))),
    }),
  ),
  couldNotCheck: maybe(couldNotCheck),
  responses: maybe(responses),
  targetChanges: maybe(
    list(
      object<TargetChange>({
        kind: { enum: targetChangeKinds },
        operation: described('Operation that was called; for left-behind resources, the one that created them.'),
        count: { ...count, description: 'Number of resources, or of responses that name no resource.' },
        names: list(string),
        because: maybe(string),
        wasThere: maybe({ const: true }),
      }),
    ),
  ),
  coverage: maybe(coverage),
  partial: maybe({ const: true }),
  shard: maybe(object<Shard>({ index: count, count })),
  changelog: maybe(list(entry)),
  ledger: maybe(ledger),
  summary,
  semver: maybe(semver),
  filter: maybe(filter),
  history: maybe(history),
  times: maybe(times),
  traffic: maybe(traffic),
  origin: maybe(origin),
  excerpts: maybe(list(excerpt)),
  statistics: maybe(statistics),
})

/** JSON Schema (draft 2020-12) of `report.json`. Closed, so that tests catch undocumented fields. */
export const reportSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:specdrift:report:3',
  title: 'A report of specdrift',
  ...report,
  $defs: { document, finding },
}
