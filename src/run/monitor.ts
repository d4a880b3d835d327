import { type Baseline, matchBaseline, staleHint } from '../baseline/match.ts'
import { policies, type RuleSettings, severityOf, withOverrides } from '../diff/policy.ts'
import { checks } from '../drift/checks/index.ts'
import type { Finding } from '../model/finding.ts'
import type { Report } from '../model/report.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { buildReport, isUnjudged } from '../report/build.ts'
import { loadDocument } from '../spec/load.ts'
import { findSnapshot, listSnapshots } from '../spec/store.ts'
import {
  type Comparison,
  compareDocuments,
  flawRows,
  inputOf,
  isDiffRule,
  type JudgeOptions,
  ruleInputs,
} from './diff.ts'
import { type RunSuitesOptions, runSuites } from './test.ts'
import { toolVersion } from './tool-version.ts'

/** What to monitor, and against what. */
export interface MonitorOptions
  extends Omit<JudgeOptions, 'today'>,
    Omit<RunSuitesOptions, 'description' | 'specsDir'> {
  readonly specsDir: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  /** Id of the snapshot the API is held to; the latest unless given. */
  readonly snapshot?: string
  /** `test` leaves out what changed in the contract. */
  readonly kind: 'monitor' | 'test'
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** Calls the API, holds it to its contract, says what the last snapshot changed, and compares with the baseline. */
export async function runMonitor(options: MonitorOptions): Promise<Report> {
  const { api, policy = 'compat', failOn, clock, kind } = options
  const started = clock()
  const startedAt = new Date(started).toISOString()
  const today = startedAt.slice(0, 10)
  const [previous, current] = await lastTwo(options)
  const contract =
    kind === 'monitor' && previous !== undefined
      ? await contractOf({ ...options, today }, previous, current)
      : undefined
  const live = await runSuites({ ...options, description: `${api}@${current.id}` })
  const findings = [...(contract?.comparison.findings ?? []), ...overrule(live.findings, options.rules ?? {})]
  const matched = matchBaseline(findings, options.baseline, today)
  const unjudged = live.subjects.filter(isUnjudged).length
  const gone = matched.unmatched.filter(
    (entry) => contract !== undefined || entry.ruleId === undefined || !isDiffRule(entry.ruleId),
  )
  return buildReport({
    toolVersion: toolVersion(),
    kind,
    api,
    inputs: {
      ...(contract !== undefined && { base: contract.base }),
      revision: inputOf(live.document),
      target: live.target,
    },
    policy,
    failOn,
    subjects: live.subjects,
    rules: [
      ...(contract === undefined ? [] : ruleInputs()),
      ...checks.map(({ id, title }) => ({ id, kind: 'check' as const, title })),
    ],
    findings: matched.findings,
    hints: gone.map((entry) => staleHint(entry, staleWords(unjudged))),
    notChecked: [...(contract?.comparison.notChecked ?? flawRows(live.document)), ...live.notChecked],
    coverage: live.coverage,
    fixed: unjudged === 0 ? gone.length : 0,
    times: { startedAt, milliseconds: Math.max(0, Math.round(clock() - started)) },
  })
}

async function lastTwo({
  api,
  cwd,
  specsDir,
  snapshot: id,
}: MonitorOptions): Promise<[Snapshot | undefined, Snapshot]> {
  const current = await findSnapshot(specsDir, `${api}@${id ?? 'latest'}`, cwd)
  const snapshots = await listSnapshots(specsDir, api, cwd)
  return [snapshots[snapshots.findIndex((snapshot) => snapshot.id === current.id) - 1], current]
}

async function contractOf(
  options: MonitorOptions & JudgeOptions,
  previous: Snapshot,
  current: Snapshot,
): Promise<{ readonly base: ReturnType<typeof inputOf>; readonly comparison: Comparison }> {
  const { api, cwd, specsDir } = options
  const base = await loadDocument(`${api}@${previous.id}`, { cwd, specsDir })
  const revision = await loadDocument(`${api}@${current.id}`, { cwd, specsDir })
  return { base: inputOf(base), comparison: compareDocuments(base, revision, options) }
}

/** The config's severities; what the contract only guessed stays what the engine made of it. */
function overrule(findings: readonly Finding[], rules: RuleSettings): readonly Finding[] {
  return findings.map((finding) => {
    const { ruleId, verdict, severity, site, reaches } = finding
    if (finding.assumed === true) return finding
    const policy = withOverrides(
      { name: '', verdicts: { ...policies.compat.verdicts, [verdict]: severity }, rules: {} },
      rules,
    )
    const direction = site.direction === 'both' ? undefined : site.direction
    return { ...finding, severity: severityOf(policy, ruleId, verdict, direction, reaches) }
  })
}

function staleWords(unjudged: number): string {
  return unjudged === 0
    ? 'was not seen any more: remove it'
    : `was not seen, but ${unjudged} operations were not judged`
}
