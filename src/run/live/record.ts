import { stateOf } from '../../history/cause.ts'
import { type FindingRecord, findingRecordOf, type Held, type Ledger, reachesOf } from '../../history/ledger.ts'
import { type FindingFacts, isLive, type Reach, type RunRecord } from '../../history/run-record.ts'
import { isChecked, isReachChecked, wasChecked } from '../../history/was-checked.ts'
import type { Finding } from '../../model/finding.ts'
import { locationsOf } from '../../model/locations.ts'
import type { CoverageMinimum, DocumentInput, Report, Shard, Subject } from '../../model/report.ts'
import { isFailing, isInconclusive, isUnaccepted } from '../../report/build.ts'
import { locationOf } from '../../report/labels.ts'
import { coverageNames, shareOf } from '../../report/summary/coverage-labels.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { canonical } from '../../util/json.ts'
import { byText } from '../../util/text.ts'

/** Facts for a line of the history. */
export interface RunFacts extends Pick<Report, 'findings' | 'subjects' | 'coverage' | 'partial' | 'rules'> {
  readonly api: string
  readonly revision: DocumentInput
  readonly published?: DocumentInput | undefined
  /** The published description was unreadable. */
  readonly unread?: true
  readonly failOn?: Report['failOn']
  readonly target: string
  readonly times: NonNullable<Report['times']>
  /** Set for a shard, which isn't recorded separately. */
  readonly shard?: Shard
  readonly origin?: Report['origin']
  /** When the run is recorded: `YYYY-MM-DD` in UTC. */
  readonly today?: string
}

/** Returns the history line of a run, without facts that earlier lines contain according to the ledger. */
export function recordOf(facts: RunFacts, ledger: Ledger): RunRecord {
  const run = isOlder(facts, ledger) ? { ...facts, partial: true as const } : facts
  const { findings, subjects, coverage, partial, target, times } = run
  const live = findings.filter(({ kind, severity }) => kind !== 'contract' && severity !== 'off')
  const open = live.filter(isUnaccepted)
  const known = live.flatMap((finding) => factsOf(run, findingRecordOf(ledger, finding.fingerprint), finding))
  const inconclusive = subjects.filter((subject) => !isChecked(subject))
  const unseen = partial ? [] : unseenOf(run, ledger, live)
  const received = receivedOf(run, inconclusive)
  const checks = run.rules
    .filter(({ kind }) => kind === 'check')
    .map(({ id }) => id)
    .sort(byText)
  const checkedAgainst = heldTo(run)
  const changes = findings.filter(({ kind }) => kind === 'contract')
  const { published, failOn = 'error' } = run
  const report = { kind: 'monitor' as const, failOn, inputs: published ? { published } : {} }
  const isDrift = open.length > 0 || changes.some((change) => isFailing(report, change))
  const count = (severity: Finding['severity']): number => open.filter((each) => each.severity === severity).length
  return {
    v: 3,
    kind: 'run',
    startedAt: times.startedAt,
    milliseconds: times.milliseconds,
    ...checkedAgainst,
    target,
    outcome: isDrift ? 'drift' : subjects.some(isInconclusive) ? 'inconclusive' : 'clean',
    ...(partial && { partial }),
    calls: subjects.reduce((sum, { calls = 0 }) => sum + calls, 0),
    counts: {
      error: count('error'),
      warning: count('warning'),
      info: count('info'),
      accepted: live.filter(({ state }) => state === 'accepted').length,
      new: open.filter(({ fingerprint }) => stateOf(ledger, fingerprint).isNew).length,
    },
    ...(coverage && { coverage: sharesOf(coverage) }),
    findings: live.map(({ fingerprint }) => fingerprint).sort(byText),
    ...(known.length > 0 && { facts: known.sort((a, b) => byText(a.fingerprint, b.fingerprint)) }),
    ...(!Object.hasOwn(ledger.operations, checkedAgainst.sha256) && {
      operations: subjects.map(({ operation }) => operation).sort(byText),
    }),
    inconclusive: inconclusive.map(({ operation }) => operation).sort(byText),
    ...(unseen.length > 0 && { unseen }),
    ...(!partial && canonical(received) !== canonical(ledger.received) && { received }),
    ...(!partial && canonical(checks) !== canonical(ledger.checks) && { checks }),
    ...(times.suites && { suites: times.suites }),
    ...(published && { published: published.sha256 }),
    ...(run.unread && { unread: true }),
    ...(changes.some(isUntold) && { undelivered: true }),
    ...named('version', run.revision.version),
    ...named('release', run.origin?.release),
    ...(times.operations && { responseTimes: pairsOf(times.operations) }),
  }
}

/** Returns whether no delivered report has this contract change. */
export function isUntold({ kind, state, severity }: Finding): boolean {
  return kind === 'contract' && state === 'new' && severity !== 'off'
}

const longestName = 100

/** Returns a version or release name, truncated. */
function named<K extends 'version' | 'release'>(key: K, name = ''): { readonly [key in K]?: string } {
  // TypeScript types computed keys as `string`.
  return name === '' ? {} : ({ [key]: name.slice(0, longestName) } as { [key in K]: string })
}

function pairsOf(
  operations: NonNullable<NonNullable<Report['times']>['operations']>,
): NonNullable<RunRecord['responseTimes']> {
  return Object.fromEntries(Object.entries(operations).map(([name, { p50, p95 }]) => [name, [p50, p95]]))
}

const dayMs = 86_400_000

/** Returns whether an earlier run checked newer traffic. Compares the recordings' clocks; runs dated in the future are ignored. */
export function isOlder({ target, times, today }: RunFacts, { checked }: Ledger): boolean {
  const last = Date.parse(checked['']?.startedAt ?? '')
  const isPossible = today === undefined || last < Date.parse(today) + 2 * dayMs
  return !isLive({ target }) && isPossible && Date.parse(times.startedAt) < last
}

/** Returns the documented statuses received per operation that could be checked. */
function receivedOf({ coverage, subjects }: RunFacts, inconclusive: readonly Subject[]): Record<string, string[]> {
  const left = new Set(inconclusive.map(({ operation }) => operation))
  const recorded = new Map(subjects.map((subject) => [subject.operation, subject.recorded]))
  const checked = (coverage?.byOperation ?? []).filter(({ operation }) => !left.has(operation))
  const pairs = checked.map(({ operation, responses }): [string, string[]] => [
    operation,
    Object.keys(responses)
      .filter((status) => (responses[status] ?? 0) > 0 && recorded.get(operation)?.includes(status) !== false)
      .sort(byText),
  ])
  return Object.fromEntries(pairs.filter(([, statuses]) => statuses.length > 0))
}

/** Returns known findings that this run couldn't have seen, although it checked their operation. */
function unseenOf(run: RunFacts, { findingRecords }: Ledger, live: readonly Finding[]): readonly string[] {
  const seen = new Set(live.map(({ fingerprint }) => fingerprint))
  const absent = Object.values(findingRecords).filter(
    ({ fingerprint, gone }) => gone === undefined && !seen.has(fingerprint),
  )
  const checked = run.subjects.filter(isChecked)
  const operations = new Set(checked.map(({ operation }) => operation))
  return absent
    .filter((record) => reachesOf(record).some((each) => operations.has(each.operation)) && !wasChecked(run, record))
    .map(({ fingerprint }) => fingerprint)
    .sort(byText)
}

/** `reason`: error code of the run. */
export function outageOf(facts: Pick<RunRecord, 'startedAt' | 'milliseconds' | 'target' | 'reason'> & Held): RunRecord {
  const counts = { error: 0, warning: 0, info: 0, accepted: 0 }
  return { v: 3, kind: 'run', ...facts, outcome: 'outage', calls: 0, counts, findings: [], inconclusive: [] }
}

/** Returns the snapshot used for checking: its id without the API name. */
export function heldTo({ api, revision }: Pick<RunFacts, 'api' | 'revision'>): Held {
  const { name, sha256: hash } = revision
  return { snapshot: name.startsWith(`${api}@`) ? name.slice(api.length + 1) : name, sha256: hash }
}

/** Returns the facts of a finding that earlier lines lack, or whose locations have changed. */
export function factsOf(run: RunFacts, known: FindingRecord | undefined, finding: Finding): readonly FindingFacts[] {
  const { fingerprint, ruleId, site, patch, evidence } = finding
  const before = known?.gone === undefined && known !== undefined ? reachesOf(known) : []
  const reaches = reachedBy(run, finding, before)
  if (known !== undefined && canonical(reaches.map(keyOf)) === canonical(before.map(keyOf))) return []
  const observed = evidence?.observed
  const at = patch?.[0]?.path
  const [only, ...others] = reaches
  const isAlone = others.length === 0 && (only === undefined || keyOf(only) === keyOf({ operation: '', ...site }))
  const facts: FindingFacts = {
    fingerprint,
    ruleId,
    ...(site.operation !== undefined && { operation: site.operation }),
    location: locationOf(site),
    pointer: site.pointer,
    ...(at !== undefined && { at }),
    ...(site.part !== undefined && { part: site.part }),
    ...(!isAlone && { reaches }),
    ...(ruleId === 'enum-conformance' && observed !== undefined && { value: sha256(canonical(observed)).slice(0, 16) }),
  }
  return [facts]
}

/** Returns the locations that show a finding, plus earlier ones that this run didn't check. */
function reachedBy(run: RunFacts, finding: Finding, before: readonly Reach[]): readonly Reach[] {
  const now = locationsOf(finding).map(({ operation, part }) => ({ operation, ...(part !== undefined && { part }) }))
  const left = before.filter((each) => run.partial === true || !isReachChecked(run, finding.ruleId, each))
  const all = new Map([...left, ...now].map((each) => [keyOf(each), each]))
  return [...all].sort(([a], [b]) => byText(a, b)).map(([, each]) => each)
}

const keyOf = ({ operation, part = '' }: Reach): string => `${operation} ${part}`

function sharesOf(coverage: NonNullable<Report['coverage']>): CoverageMinimum {
  // `Object.keys` returns strings, but the keys have the table's type.
  const kinds = Object.keys(coverageNames) as readonly (keyof typeof coverageNames)[]
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const { seen, total } = shareOf(coverage, kind)
      return total === 0 ? [] : [[kind, Number((seen / total).toFixed(4))]]
    }),
  )
}
