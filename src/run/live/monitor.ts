import type { Baseline } from '../../baseline/match.ts'
import { operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { findSnapshot, listSnapshots } from '../../description/snapshots/store.ts'
import type { Finding } from '../../model/finding.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { Check, NotChecked } from '../../model/observation.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import type { CouldNotCheck, CoverageMinimum, Report, RuleInput, Subject } from '../../model/report.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { AdviceSettings } from '../../report/summary/coverage-gaps.ts'
import { belowBasePath } from '../../suite/connection/base-url.ts'
import { overrule } from '../../util/rule-settings.ts'
import { plural } from '../../util/text.ts'
import type { JudgeOptions } from '../contract/diff.ts'
import { excerptsFor } from '../report/excerpts.ts'
import { flawRows, inputOf } from '../report/inputs.ts'
import type { PublishedSource } from './contract/published.ts'
import { changeSince } from './contract/reported.ts'
import type { FinishedRun, FinishOptions } from './finish.ts'
import { type PreviousRuns, rememberOutage } from './previous-runs.ts'
import { type RunSuitesOptions, runSuites } from './test.ts'

export interface MonitorOptions
  extends Omit<JudgeOptions, 'today'>,
    Omit<RunSuitesOptions, 'description' | 'specsDir'> {
  readonly specsDir: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  /** Id of the snapshot to check against. Default: the latest. */
  readonly snapshot?: string
  /** `test` omits contract changes. */
  readonly kind: 'monitor' | 'test'
  /** Statistics of earlier runs, from which hints are learned too. */
  readonly earlier?: readonly Statistics[]
  readonly minimum?: CoverageMinimum
  readonly consumers?: readonly ConsumerUse[]
  readonly advice?: AdviceSettings
  /** Results of earlier runs. */
  readonly previous?: PreviousRuns
  /** Source of the published description; absent without `source` or for an explicit snapshot. */
  readonly source?: PublishedSource
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/**
 * Checks the API against its contract, compares the contract with its predecessor, and applies the baseline. Outages are added to
 * the history here; completed runs by the caller. Throws the errors of `runSuites`.
 */
export async function runMonitor(options: MonitorOptions): Promise<FinishedRun> {
  const { api, cwd, specsDir, clock, previous, snapshot = 'latest' } = options
  const started = clock()
  try {
    return await checkTarget(options, started)
  } catch (error) {
    if (previous !== undefined)
      await rememberOutage(previous, error, {
        ...{ address: `${api}@${snapshot}`, cwd, specsDir, target: await labelOf(options) },
        startedAt: new Date(started).toISOString(),
        milliseconds: Math.max(0, Math.round(clock() - started)),
      })
    throw error
  }
}

/** Returns the target's name in reports, if the description is readable. */
async function labelOf({ api, cwd, specsDir, snapshot = 'latest', target }: MonitorOptions): Promise<string> {
  const document = await loadDocument(`${api}@${snapshot}`, { cwd, specsDir }).catch(() => undefined)
  return document === undefined ? target.label : belowBasePath(target, operationsOf(document)).label
}

async function checkTarget(options: MonitorOptions, started: number): Promise<FinishedRun> {
  const { api, cwd, specsDir, snapshot = 'latest', policy = 'compat', failOn, clock, kind } = options
  const startedAt = new Date(started).toISOString()
  const today = startedAt.slice(0, 10)
  const contract = kind === 'monitor' ? await contractOf({ ...options, today }) : undefined
  const current = contract?.current ?? (await findSnapshot(specsDir, `${api}@${snapshot}`, cwd))
  const loadRest = () => Promise.all([import('./finish.ts'), import('../../drift/checks/index.ts')])
  const onCalling = (): void => {
    // The import below reports a failure.
    loadRest().catch(() => {})
    options.onCalling?.()
  }
  const live = await runSuites({ ...options, description: `${api}@${current.id}`, onCalling })
  const [{ finishRun }, { checks }] = await loadRest()
  const stopped = options.stop?.signal.aborted === true
  return finishRun(
    {
      ...live,
      findings: [
        ...(contract?.findings ?? []),
        ...live.findings.map((finding) => overrule(finding, options.rules ?? {})),
      ],
      notChecked: [...(contract?.compared ?? flawRows(live.document)), ...(contract?.unread ?? []), ...live.notChecked],
    },
    {
      kind,
      api,
      policy,
      failOn,
      baseline: options.baseline,
      today,
      ...contract?.inputs,
      ...(current.capturedAt !== undefined && { publishedAt: current.capturedAt }),
      rules: [...(contract?.rules ?? []), ...checksOf(checks, options)],
      ...(options.earlier && { earlier: options.earlier }),
      ...(options.minimum && { minimum: options.minimum }),
      advice: options.advice,
      ...(options.consumers && { consumers: options.consumers }),
      ...(options.shard && { shard: options.shard }),
      ...((isPartial(options) || stopped) && { partial: true }),
      ...(stopped && { couldNotCheck: stoppedAfter(live.subjects) }),
      times: { startedAt, milliseconds: Math.max(0, Math.round(clock() - started)), suites: live.suites },
    },
  )
}

/** Returns the checks that took part: some are off, some apply to generated requests only, one needs a time limit. */
function checksOf(
  checks: readonly Check[],
  { generate, rules = {}, responseTimeMs }: MonitorOptions,
): readonly RuleInput[] {
  return checks
    .filter(({ id }) => !Object.hasOwn(rules, id) || rules[id] !== 'off')
    .filter(({ id }) => id !== 'response-time' || responseTimeMs !== undefined)
    .filter(({ generated }) => generated === undefined || generate?.modes.includes(generated))
    .map(({ id, title }) => ({ id, kind: 'check', title }))
}

/** Returns the headline of a stopped run, which may have missed findings. */
function stoppedAfter(subjects: readonly Subject[]): CouldNotCheck {
  const called = subjects.filter(({ calls = 0 }) => calls > 0).length
  return {
    code: 'INTERRUPTED',
    message: `The run was stopped after ${called} of ${plural(subjects.length, 'operation')} were called.`,
    hint: 'What it found by then is below. Run again for the rest.',
  }
}

/** Returns whether tests were skipped on purpose. */
function isPartial({ tags, generate }: MonitorOptions): boolean {
  return (tags?.only.length ?? 0) + (tags?.not.length ?? 0) > 0 || generate?.only !== undefined
}

interface ContractPart {
  /** The snapshot that the API is checked against. */
  readonly current: Snapshot
  readonly findings: readonly Finding[]
  /** Rows for parts that couldn't be compared; absent without a comparison. */
  readonly compared?: readonly NotChecked[]
  /** Why the published description wasn't compared. */
  readonly unread: readonly NotChecked[]
  readonly rules: readonly RuleInput[]
  readonly inputs: Partial<Pick<FinishOptions, 'base' | 'published' | 'baseExcerpts' | 'contract'>>
}

/** Compares the last reported snapshot with the published description, or else with the current snapshot. */
async function contractOf(options: MonitorOptions & JudgeOptions): Promise<ContractPart> {
  const { api, cwd, specsDir, source, previous, snapshot = 'latest' } = options
  // Loaded only for APIs with a source.
  const store = source === undefined ? undefined : await import('./contract/published.ts')
  const { document, notChecked: unread = [] } = (await store?.readPublished(options)) ?? {}
  const current = await findSnapshot(specsDir, `${api}@${snapshot}`, cwd)
  const snapshots = (await listSnapshots(specsDir, api, cwd)).filter(({ order }) => order <= current.order)
  const published = document && store?.publishedInput(document)
  const { base: before, isReported } = changeSince(previous?.history.runs ?? [], snapshots, published?.sha256)
  const load = (id: string) => loadDocument(`${api}@${id}`, { cwd, specsDir })
  if (before === undefined) return { current, findings: [], unread, rules: [], inputs: {} }
  // Loaded on demand, because the diff is half of the program and `test` doesn't need it.
  const { compareDocuments, ruleInputs } = await import('../contract/diff.ts')
  const base = await load(before.id)
  const revision = document ?? (await load(current.id))
  const comparison = compareDocuments(base, revision, options)
  return {
    current,
    findings: comparison.findings,
    compared: comparison.notChecked,
    unread,
    rules: ruleInputs(),
    inputs: {
      base: inputOf(base),
      ...(published && { published }),
      contract: isReported ? 'reported' : 'new',
      baseExcerpts: excerptsFor(comparison.findings, document === undefined ? [base] : [base, document]),
    },
  }
}
