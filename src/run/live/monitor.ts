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

/** What to monitor, and against what. */
export interface MonitorOptions
  extends Omit<JudgeOptions, 'today'>,
    Omit<RunSuitesOptions, 'description' | 'specsDir'> {
  readonly specsDir: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  /** Id of the snapshot the API is held to; default: the latest. */
  readonly snapshot?: string
  /** `test` leaves out what changed in the contract. */
  readonly kind: 'monitor' | 'test'
  /** What earlier runs counted: hints are learned from them too. */
  readonly earlier?: readonly Statistics[]
  /** Least coverage that is asked for. */
  readonly minimum?: CoverageMinimum
  /** Who uses what of the API. */
  readonly consumers?: readonly ConsumerUse[]
  readonly advice?: AdviceSettings
  /** What earlier runs left behind. */
  readonly previous?: PreviousRuns
  /** Where the description is published; absent if the API has no `source`, or is held to a snapshot by its id. */
  readonly source?: PublishedSource
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/**
 * Calls the API, holds it to its contract, says what the last snapshot changed, and compares with the baseline. An outage is
 * remembered here; a finished run is by who keeps it. Throws what `runSuites` throws.
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

/** What a report would have called the target, as far as the description can be read. */
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
    // A failure shows when they are asked for again below.
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

/** The checks that took part: some are switched off, some check generated requests only, one needs a budget. */
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

/** What a run that was stopped has not found may be there all the same. */
function stoppedAfter(subjects: readonly Subject[]): CouldNotCheck {
  const called = subjects.filter(({ calls = 0 }) => calls > 0).length
  return {
    code: 'INTERRUPTED',
    message: `The run was stopped after ${called} of ${plural(subjects.length, 'operation')} were called.`,
    hint: 'What it found by then is below. Run again for the rest.',
  }
}

/** Whether tests were left out on purpose. */
function isPartial({ tags, generate }: MonitorOptions): boolean {
  return (tags?.only.length ?? 0) + (tags?.not.length ?? 0) > 0 || generate?.only !== undefined
}

/** What a monitor reports of the contract. */
interface ContractPart {
  /** The snapshot the API is held to. */
  readonly current: Snapshot
  readonly findings: readonly Finding[]
  /** What could not be compared; absent if nothing was. */
  readonly compared?: readonly NotChecked[]
  /** Why the published description was not compared. */
  readonly unread: readonly NotChecked[]
  readonly rules: readonly RuleInput[]
  readonly inputs: Partial<Pick<FinishOptions, 'base' | 'published' | 'baseExcerpts' | 'contract'>>
}

/** Compares the snapshot that was reported last with the published description, or with the snapshot that the run is held to. */
async function contractOf(options: MonitorOptions & JudgeOptions): Promise<ContractPart> {
  const { api, cwd, specsDir, source, previous, snapshot = 'latest' } = options
  // Only an API with a source needs the store.
  const store = source === undefined ? undefined : await import('./contract/published.ts')
  const { document, notChecked: unread = [] } = (await store?.readPublished(options)) ?? {}
  const current = await findSnapshot(specsDir, `${api}@${snapshot}`, cwd)
  const snapshots = (await listSnapshots(specsDir, api, cwd)).filter(({ order }) => order <= current.order)
  const published = document && store?.publishedInput(document)
  const { base: before, isReported } = changeSince(previous?.history.runs ?? [], snapshots, published?.sha256)
  const load = (id: string) => loadDocument(`${api}@${id}`, { cwd, specsDir })
  if (before === undefined) return { current, findings: [], unread, rules: [], inputs: {} }
  // The diff is half of the program: `test` does without.
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
