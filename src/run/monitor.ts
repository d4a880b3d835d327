import { type Baseline, type BaselineEntry, matchBaseline } from '../baseline/match.ts'
import { checks } from '../drift/checks/index.ts'
import type { Finding, Severity } from '../model/finding.ts'
import type { Hint, Report } from '../model/report.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { buildReport, isUnjudged } from '../report/build.ts'
import { loadDocument } from '../spec/load.ts'
import { findSnapshot, listSnapshots } from '../spec/store.ts'
import { type Comparison, compareDocuments, flawRows, inputOf, type JudgeOptions, ruleInputs } from './diff.ts'
import { type RunSuitesOptions, runSuites } from './test.ts'
import { toolVersion } from './tool-version.ts'

/** What to monitor, and against what. */
export interface MonitorOptions extends JudgeOptions, Omit<RunSuitesOptions, 'description' | 'specsDir'> {
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
  const [previous, current] = await lastTwo(options)
  const contract =
    kind === 'monitor' && previous !== undefined ? await contractOf(options, previous, current) : undefined
  const live = await runSuites({ ...options, description: `${api}@${current.id}` })
  const findings = [...(contract?.comparison.findings ?? []), ...overrule(live.findings, options.rules ?? {})]
  const matched = matchBaseline(findings, options.baseline, startedAt.slice(0, 10))
  const unjudged = live.subjects.filter(isUnjudged).length
  const gone = matched.unmatched.filter((entry) => contract !== undefined || !isDiffRule(entry.ruleId))
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
    hints: gone.map((entry) => hintOf(entry, unjudged)),
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
  options: MonitorOptions,
  previous: Snapshot,
  current: Snapshot,
): Promise<{ readonly base: ReturnType<typeof inputOf>; readonly comparison: Comparison }> {
  const { api, cwd, specsDir } = options
  const base = await loadDocument(`${api}@${previous.id}`, { cwd, specsDir })
  const revision = await loadDocument(`${api}@${current.id}`, { cwd, specsDir })
  return { base: inputOf(base), comparison: compareDocuments(base, revision, options) }
}

function isDiffRule(id: string | undefined): boolean {
  return ruleInputs().some((rule) => rule.id === id)
}

/** The config's severities; what the contract only guessed stays what the engine made of it. */
function overrule(findings: readonly Finding[], rules: Readonly<Record<string, Severity>>): readonly Finding[] {
  return findings.map((finding) => {
    const severity = Object.hasOwn(rules, finding.ruleId) ? rules[finding.ruleId] : undefined
    return severity === undefined || finding.assumed === true ? finding : { ...finding, severity }
  })
}

function hintOf({ fingerprint, ruleId, reason }: BaselineEntry, unjudged: number): Hint {
  const name = ruleId === undefined ? fingerprint : `${fingerprint} (${ruleId})`
  const seen =
    unjudged === 0 ? 'was not seen any more: remove it' : `was not seen, but ${unjudged} operations were not judged`
  return { message: `the baseline entry ${name} ${seen}. It was accepted because: ${reason}`, n: 0 }
}
