import { loadDocument } from '../../description/reading/load.ts'
import { findSnapshot, listSnapshots } from '../../description/snapshots/store.ts'
import { mergeFindings } from '../../drift/evidence/merge.ts'
import { mergeStatistics, noStatistics } from '../../drift/statistics/statistics.ts'
import type { Baseline } from '../../history/baseline/match.ts'
import type { RunRecord } from '../../history/run-record.ts'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import type { Excerpt } from '../../model/report/origin.ts'
import type { Report, Subject } from '../../model/report.ts'
import type { AdviceSettings } from '../../report/summary/coverage-gaps.ts'
import { canonical } from '../../util/json.ts'
import { byText, plural } from '../../util/text.ts'
import { withoutHits } from '../consumers/hits.ts'
import { mergeResponses } from '../live/blind.ts'
import { changeSince } from '../live/contract/reported.ts'
import { type FinishedRun, finishRun } from '../live/finish.ts'
import { responseTimesIn } from '../live/response-times.ts'
import { shownIn } from '../live/shown-exchanges.ts'
import { mergeTargetChanges } from '../live/target-changes.ts'
import { isUncalledRow, uncalledRows } from '../live/uncalled.ts'
import { distinct } from './inputs.ts'
import { isOwnTests } from './own-tests.ts'

export interface NamedReport {
  readonly file: string
  readonly report: Report
}

export interface MergeOptions {
  readonly cwd: string
  readonly specsDir: string
  readonly baseline: Baseline
  readonly earlier?: readonly Statistics[]
  readonly advice?: AdviceSettings
  /** Earlier runs of any target. */
  readonly runs?: readonly RunRecord[]
  /** Uses by consumers, which shards don't evaluate. */
  readonly consumers?: readonly ConsumerUse[]
}

/**
 * Merges shards into the report of the whole run. Throws USAGE for missing or unrelated shards, SNAPSHOT_CHANGED, UNKNOWN_SNAPSHOT.
 */
export async function mergeReports(reports: readonly NamedReport[], options: MergeOptions): Promise<FinishedRun> {
  const all = partsOf(reports)
  const { api, kind, inputs, policy, failOn, rules, coverage } = all[0]
  if (
    api === undefined ||
    inputs.revision === undefined ||
    inputs.target === undefined ||
    (kind !== 'test' && kind !== 'monitor')
  )
    throw toolError('USAGE', [`${reports[0]?.file ?? ''} is no report of a live run.`])
  const document = await sameDocument(inputs.revision, options)
  const { capturedAt, order } = await findSnapshot(options.specsDir, inputs.revision.name, options.cwd)
  const snapshots = (await listSnapshots(options.specsDir, api, options.cwd)).filter((each) => each.order <= order)
  // Excludes the run itself, in case of a repeated merge.
  const runs = (options.runs ?? []).filter(({ startedAt }) => startedAt !== timesOf(all).startedAt)
  const { base, isReported } = changeSince(runs, snapshots, inputs.published?.sha256)
  const subjects = mergeSubjects(all)
  if (subjects.every(({ calls = 0 }) => calls === 0))
    throw toolError('NOTHING_CALLED', ['of all shards', inputs.target, 'no test of theirs calls the API'])
  const reached = new Set(subjects.filter(({ notReached }) => notReached !== true).map(({ operation }) => operation))
  const called = new Set(subjects.filter(({ calls = 0 }) => calls > 0).map(({ operation }) => operation))
  const rows = distinct(all.flatMap((report) => report.notChecked)).filter(
    ({ kind: reason, operation = '', ...row }) =>
      !isUncalledRow({ ...row, operation }) &&
      !(reason === 'not-reached' && reached.has(operation)) &&
      !(reason === 'not-called' && called.has(operation)),
  )
  // Blindness and missing verdicts are decided on all shards together.
  const failed = all
    .map(({ couldNotCheck }) => couldNotCheck)
    .find((one) => one !== undefined && one.code !== 'BLIND' && one.code !== 'NO_VERDICT')
  return finishRun(
    {
      document,
      target: inputs.target,
      subjects,
      findings: findingsOf(all, (options.consumers ?? []).length > 0),
      ...shownIn(all),
      notChecked: [...rows, ...uncalledRows(subjects, rows)],
      ...(inputs.target !== 'sandbox' && {
        targetChanges: mergeTargetChanges(all.flatMap(({ targetChanges = [] }) => targetChanges)),
      }),
      responses: mergeResponses(all.flatMap(({ responses = [] }) => responses)),
      statistics: { ...mergeStatistics(all.map(({ statistics = noStatistics }) => statistics)), runs: 1 },
      responseTimes: responseTimesIn(all.filter((report) => !isOwnTests(report))),
    },
    {
      kind,
      api,
      policy,
      failOn,
      baseline: options.baseline,
      today: timesOf(all).startedAt.slice(0, 10),
      ...(inputs.base && { base: inputs.base, baseExcerpts: excerptsOfBase(all[0]) }),
      ...(inputs.published && { published: inputs.published }),
      contract: isReported && base && inputs.base?.sha256 === base.sha256 ? 'reported' : 'new',
      ...(capturedAt !== undefined && { publishedAt: capturedAt }),
      rules,
      hints: [...new Map(all.flatMap(({ hints }) => hints).map((hint) => [canonical({ ...hint }), hint])).values()],
      ...(all[0].partial && { partial: true }),
      ...(failed && { couldNotCheck: failed }),
      advice: options.advice,
      ...(options.earlier && { earlier: options.earlier }),
      ...(options.consumers && { consumers: options.consumers }),
      ...(coverage?.minimum && { minimum: coverage.minimum }),
      times: timesOf(all),
    },
  )
}

type Shards = readonly [Report, ...Report[]]

/** Returns the shards in order, followed by the checks of other tests. Throws USAGE. */
function partsOf(reports: readonly NamedReport[]): Shards {
  const own = reports.filter(({ report }) => isOwnTests(report))
  const [first, ...others] = reports.filter(({ report }) => !isOwnTests(report))
  const [onlyOwn, ...moreOwn] = own.map(({ report }) => report)
  if (first === undefined && onlyOwn !== undefined) return [onlyOwn, ...moreOwn]
  const isWhole = others.length === 0 && first?.report.shard === undefined && own.length > 0
  const run = isWhole && first ? ([first.report] as const) : sortedShards(first === undefined ? [] : [first, ...others])
  for (const { file, report } of own) {
    const { api, inputs } = run[0]
    if (report.api === api && report.inputs.revision?.sha256 === inputs.revision?.sha256) continue
    throw toolError('USAGE', [
      `${first?.file} and ${file} are not of one description: ${inputs.revision?.name}, ${report.inputs.revision?.name}.`,
    ])
  }
  return [...run, ...own.map(({ report }) => report)]
}

/** Returns the shards in order. Throws USAGE for duplicate, missing or unrelated shards. */
function sortedShards(reports: readonly NamedReport[]): Shards {
  const [first] = reports
  if (first === undefined) throw toolError('USAGE', ['No report to merge.'])
  const byIndex = new Map<number, NamedReport>()
  const bySuite = new Map<string, string>()
  const count = first.report.shard?.count ?? 0
  for (const named of reports) {
    const { file, report } = named
    if (report.shard === undefined)
      throw toolError('USAGE', [`${file} is a complete report: only reports of --shard can be merged.`])
    const other = differenceOf(first.report, report)
    if (other !== undefined)
      throw toolError('USAGE', [`${first.file} and ${file} are not from the same run: their ${other} differ.`])
    const twin = byIndex.get(report.shard.index)
    if (twin !== undefined)
      throw toolError('USAGE', [`${twin.file} and ${file} are both shard ${report.shard.index} of ${count}.`])
    byIndex.set(report.shard.index, named)
    for (const suite of Object.keys(report.times?.suites ?? {})) {
      const before = bySuite.get(suite)
      if (before !== undefined) throw toolError('USAGE', [`${before} and ${file} both ran ${suite}.`])
      bySuite.set(suite, file)
    }
  }
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !byIndex.has(index))
  if (missing.length > 0)
    throw toolError('USAGE', [`${plural(missing.length, 'shard')} of ${count} missing: ${missing.join(', ')}.`])
  const sorted = [...byIndex].sort(([a], [b]) => a - b).map(([, { report }]) => report)
  // There is at least one.
  return sorted as unknown as Shards
}

/** Returns the first fact in which two reports of one run differ. */
function differenceOf(a: Report, b: Report): string | undefined {
  const facts = ({ tool, kind, api, inputs, policy, failOn, shard }: Report) => ({
    tools: tool.version,
    kinds: kind,
    APIs: api ?? '',
    descriptions: [inputs.base, inputs.revision, inputs.published].map((input) => input?.sha256).join(' '),
    targets: inputs.target ?? '',
    policies: `${policy} ${failOn}`,
    'numbers of shards': shard?.count ?? 0,
  })
  const other = facts(b)
  return Object.entries(facts(a)).find(([name, value]) => value !== other[name as keyof typeof other])?.[0]
}

async function sameDocument(
  { name, sha256 }: NonNullable<Report['inputs']['revision']>,
  { cwd, specsDir }: MergeOptions,
): Promise<Document> {
  const document = await loadDocument(name, { cwd, specsDir })
  if (document.sha256 !== sha256) throw toolError('SNAPSHOT_CHANGED', [document.file])
  return document
}

/** `areHitsNew`: recompute the affected consumers. No baseline is applied. */
function findingsOf(reports: Shards, areHitsNew: boolean): readonly Finding[] {
  const fresh = (finding: Finding): Finding => ({ ...finding, state: 'new' })
  const all = reports.map(({ findings }) => ({ findings: areHitsNew ? findings.map(withoutHits) : findings }))
  const isContract = ({ kind }: Finding): boolean => kind === 'contract'
  const live = all.flatMap(({ findings }) => findings.filter((finding) => !isContract(finding)))
  return [...(all[0]?.findings ?? []).filter(isContract), ...mergeFindings(live)].map(fresh)
}

/** Every shard has compared the contract, so one suffices. */
function excerptsOfBase({ inputs, excerpts = [] }: Report): readonly Excerpt[] {
  return excerpts.filter(({ file }) => file === inputs.base?.file || file === inputs.published?.file)
}

function mergeSubjects(all: Shards): readonly Subject[] {
  return all[0].subjects.map(({ operation }) => {
    const own = all.flatMap(({ subjects }) => subjects.filter((subject) => subject.operation === operation))
    const kinds = [...new Set(own.flatMap(({ outcomes = {} }) => Object.keys(outcomes)))].sort(byText)
    const total = (count: (subject: Subject) => number): number => own.reduce((sum, subject) => sum + count(subject), 0)
    return {
      operation,
      calls: total(({ calls = 0 }) => calls),
      // `Object.keys` returns strings, but the keys are outcomes.
      outcomes: Object.fromEntries(
        kinds.map((kind) => [kind, total(({ outcomes = {} }) => outcomes[kind as keyof typeof outcomes] ?? 0)]),
      ),
      statuses: [...new Set(own.flatMap(({ statuses = [] }) => statuses))].sort((a, b) => a - b),
      findings: 0,
      ...(isNeverReached(own) && { notReached: true as const }),
      ...(own.every(({ notWritable }) => notWritable === true) && { notWritable: true as const }),
    }
  })
}

function isNeverReached(own: readonly Subject[]): boolean {
  const called = own.filter(({ calls = 0 }) => calls > 0)
  return called.length > 0 && called.every(({ notReached }) => notReached === true)
}

function timesOf(all: Shards): NonNullable<Report['times']> {
  const run = all.filter((report) => !isOwnTests(report))
  const times = (run.length > 0 ? run : all).flatMap((report) => report.times ?? [])
  const starts = times.map(({ startedAt }) => Date.parse(startedAt))
  const ends = times.map(({ milliseconds }, index) => (starts[index] ?? 0) + milliseconds)
  const start = Math.min(...starts)
  const suites = times.flatMap((each) => Object.entries(each.suites ?? {})).sort(([a], [b]) => byText(a, b))
  return {
    startedAt: new Date(start).toISOString(),
    milliseconds: Math.max(...ends) - start,
    suites: Object.fromEntries(suites),
  }
}
