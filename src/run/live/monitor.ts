import { operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { findSnapshot, listSnapshots } from '../../description/snapshots/store.ts'
import type { Finding } from '../../model/finding.ts'
import type { Check, NotChecked } from '../../model/observation.ts'
import type { CouldNotCheck, RuleInput, Subject } from '../../model/report.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { belowBasePath } from '../../suite/connection/base-url.ts'
import { overrule } from '../../util/rule-settings.ts'
import { plural } from '../../util/text.ts'
import { excerptsFor } from '../report/excerpts.ts'
import { flawRows, inputOf } from '../report/inputs.ts'
import { changeSince } from './contract/reported.ts'
import type { FinishedRun, FinishOptions } from './finish.ts'
import { rememberOutage } from './previous-runs.ts'
import { type RunContext, snapshotOf } from './run-context.ts'
import { runSuites } from './test.ts'

/**
 * Checks the API and its contract changes, and applies the baseline. Adds outages to the history; the caller adds completed runs.
 */
export async function runMonitor(run: RunContext): Promise<FinishedRun> {
  const { cwd, clock, previous, config } = run
  const started = clock()
  try {
    return await checkTarget(run, started)
  } catch (error) {
    if (previous !== undefined)
      await rememberOutage(previous, error, {
        ...{ address: snapshotOf(run), cwd, specsDir: config.specsDir, target: await labelOf(run) },
        startedAt: new Date(started).toISOString(),
        milliseconds: Math.max(0, Math.round(clock() - started)),
      })
    throw error
  }
}

async function labelOf(run: RunContext): Promise<string> {
  const { cwd, config, target } = run
  const document = await loadDocument(snapshotOf(run), { cwd, specsDir: config.specsDir }).catch(() => undefined)
  return document === undefined ? target.label : belowBasePath(target, operationsOf(document)).label
}

async function checkTarget(run: RunContext, started: number): Promise<FinishedRun> {
  const { kind, api, config, flags, clock, baseline, earlier, consumers } = run
  const startedAt = new Date(started).toISOString()
  const today = startedAt.slice(0, 10)
  const contract = kind === 'monitor' ? await contractOf(run, today) : undefined
  const current = contract?.current ?? (await findSnapshot(config.specsDir, snapshotOf(run), run.cwd))
  const loadRest = () => Promise.all([import('./finish.ts'), import('../../drift/checks/index.ts')])
  const onCalling = (): void => {
    // The import below reports a failure.
    loadRest().catch(() => {})
    run.onCalling?.()
  }
  const live = await runSuites({ ...run, onCalling }, `${api.name}@${current.id}`)
  const [{ finishRun }, { checks }] = await loadRest()
  const stopped = run.stop?.signal.aborted === true
  return finishRun(
    {
      ...live,
      findings: [...(contract?.findings ?? []), ...live.findings.map((finding) => overrule(finding, config.rules))],
      notChecked: [...(contract?.compared ?? flawRows(live.document)), ...(contract?.unread ?? []), ...live.notChecked],
    },
    {
      ...{ kind, api: api.name, policy: config.policy, failOn: config.failOn, baseline, today, earlier, consumers },
      ...contract?.inputs,
      publishedAt: current.capturedAt,
      rules: [...(contract?.rules ?? []), ...checksOf(checks, run)],
      minimum: { ...api.coverage, ...flags.minCoverage },
      advice: run.advice,
      shard: flags.shard,
      partial: isPartial(run) || stopped || undefined,
      couldNotCheck: stopped ? stoppedAfter(live.subjects) : undefined,
      times: { startedAt, milliseconds: Math.max(0, Math.round(clock() - started)), suites: live.suites },
    },
  )
}

/** Some checks are off, some apply only to generated requests, and one needs a time limit. */
function checksOf(
  checks: readonly Check[],
  { generate, config: { rules }, api: { responseTimeMs } }: RunContext,
): readonly RuleInput[] {
  return checks
    .filter(({ id }) => !Object.hasOwn(rules, id) || rules[id] !== 'off')
    .filter(({ id }) => id !== 'response-time' || responseTimeMs !== undefined)
    .filter(({ generated }) => generated === undefined || generate?.modes.includes(generated))
    .map(({ id, title }) => ({ id, kind: 'check', title }))
}

/** A stopped run may have missed findings. */
function stoppedAfter(subjects: readonly Subject[]): CouldNotCheck {
  const called = subjects.filter(({ calls = 0 }) => calls > 0).length
  return {
    code: 'INTERRUPTED',
    message: `The run was stopped after ${called} of ${plural(subjects.length, 'operation')} were called.`,
    hint: 'What it found by then is below. Run again for the rest.',
  }
}

/** Returns whether tests were skipped on purpose. */
function isPartial({ flags: { tag = [], excludeTag = [] }, generate }: RunContext): boolean {
  return tag.length + excludeTag.length > 0 || generate?.only !== undefined
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
async function contractOf(run: RunContext, today: string): Promise<ContractPart> {
  const { cwd, source, previous } = run
  const { name: api } = run.api
  const { specsDir, policy, rules } = run.config
  // Loaded only for APIs with a source.
  const store = source === undefined ? undefined : await import('./contract/published.ts')
  const { document, notChecked: unread = [] } = (await store?.readPublished(run)) ?? {}
  const current = await findSnapshot(specsDir, snapshotOf(run), cwd)
  const snapshots = (await listSnapshots(specsDir, api, cwd)).filter(({ order }) => order <= current.order)
  const published = document && store?.publishedInput(document)
  const { base: before, isReported } = changeSince(previous?.history.runs ?? [], snapshots, published?.sha256)
  const load = (id: string) => loadDocument(`${api}@${id}`, { cwd, specsDir })
  if (before === undefined) return { current, findings: [], unread, rules: [], inputs: {} }
  // Loaded on demand, because the diff is half of the program and `test` doesn't need it.
  const { compareDocuments, ruleInputs } = await import('../contract/diff.ts')
  const base = await load(before.id)
  const revision = document ?? (await load(current.id))
  const comparison = compareDocuments(base, revision, { policy, rules, today })
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
