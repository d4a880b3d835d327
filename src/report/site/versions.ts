import type { ChangelogEntry, Report } from '../../model/report.ts'
import type { SemverBump } from '../../model/diff/semver.ts'
import { byText } from '../../util/text.ts'
import { buildReport } from '../build.ts'
import { contractOf, versionOf, changedTo } from '../labels.ts'
import { semverOf } from '../summary/semver.ts'
import { tallyOf, verdictWords } from '../summary/tally.ts'
import { type FindingLine, linesOf, momentOf } from './digest.ts'

export interface VersionDigest {
  /** Identifies the pair of descriptions. */
  readonly key: string
  readonly from: string
  readonly to: string
  /** Time of publication, or of the first run that saw the version, if known. */
  readonly since?: string
  readonly semver: SemverBump
  readonly counts: string
  readonly changes: number
  readonly lines: readonly FindingLine[]
}

/** Returns a key for the two descriptions of a step. */
export function stepKey({ base, revision }: Pick<Report['inputs'], 'base' | 'revision'>): string {
  return `${base?.sha256.slice(0, 16)} ${revision?.sha256.slice(0, 16)}`
}

/** Returns the contract steps of a report: changes of a run or diff, or all entries of a changelog. */
export function stepsOf(report: Report): readonly ChangelogEntry[] {
  if (report.kind === 'changelog') return (report.changelog ?? []).filter(({ findings }) => findings.length > 0)
  const { base } = report.inputs
  const revision = changedTo(report)
  const findings = contractOf(report)
  if (base === undefined || revision === undefined || findings.length === 0) return []
  return [{ base, revision, semver: semverOf(findings), findings }]
}

export function versionDigest(report: Report, entry: ChangelogEntry, seen: string | undefined): VersionDigest {
  const { base, revision, capturedAt, findings } = entry
  const since = momentOf(capturedAt) ?? seen
  return { key: stepKey(entry),
    from: versionOf(report, base),
    to: versionOf(report, revision),
    since,
    semver: entry.semver ?? semverOf(findings),
    counts: verdictWords(tallyOf(findings)),
    changes: findings.length,
    lines: linesOf(findings),
  }
}

/** A change from one description to the next, with the time of publication or first sight. */
interface Step {
  readonly key: string
  readonly since?: string | undefined
}

/** Sorts by date. An undated step follows the step that ends with its base and precedes the one that begins with its revision. */
export function inOrder<T extends Step>(steps: readonly T[]): readonly T[] {
  const remaining = steps.toSorted((a, b) => byText(a.since ?? '', b.since ?? ''))
  const sorted: T[] = []
  while (remaining.length > 0) {
    const free = remaining.findIndex((step) => !remaining.some((other) => isBefore(other, step)))
    // A cycle: the contract went back to an earlier version. Use the given order.
    sorted.push(...remaining.splice(Math.max(0, free), 1))
  }
  return sorted
}

function isBefore(a: Step, b: Step): boolean {
  if (a === b || (a.since !== undefined && b.since !== undefined)) return false
  return a.key.split(' ')[1] === b.key.split(' ')[0]
}

/** Replaces existing steps, because a later report may have more details. `dates`: publication or first sight by step key. */
export function withSteps(
  changelog: Report | undefined,
  report: Report,
  dates: ReadonlyMap<string, string>,
  toolVersion: string,
): Report {
  const steps = stepsOf(report)
  const own = new Set(steps.map(stepKey))
  const before = (changelog?.changelog ?? []).filter((entry) => !own.has(stepKey(entry)))
  const dated = steps.map((entry) => {
    const seen = dates.get(stepKey(entry))
    if (entry.capturedAt !== undefined || entry.title !== undefined || seen === undefined) return entry
    return { ...entry, title: `first seen by the run of ${seen.slice(0, 10)}` }
  })
  const links = [...before, ...dated].map((entry) => ({ key: stepKey(entry), since: dates.get(stepKey(entry)), entry }))
  const entries = inOrder(links).map(({ entry }) => entry)
  const files = new Set(steps.flatMap(({ base, revision }) => [base.file, revision.file]))
  const kept = (changelog?.excerpts ?? []).filter(({ file }) => !files.has(file))
  // A file edited in place has different content in two steps, so no excerpt is valid for both.
  const shared = new Set(before.flatMap(({ base, revision }) => [base.file, revision.file]))
  const excerpts = (report.excerpts ?? []).filter(({ file }) => files.has(file) && !shared.has(file))
  const [first, last] = [entries[0]?.base, entries.at(-1)?.revision]
  return buildReport({ toolVersion,
    kind: 'changelog',
    api: report.api,
    inputs: { base: first, revision: last },
    policy: report.policy,
    failOn: 'never',
    subjects: [],
    rules: mergedRules(changelog, report),
    findings: [],
    changelog: entries,
    ...(kept.length + excerpts.length > 0 && { excerpts: [...kept, ...excerpts] }),
  })
}

function mergedRules(changelog: Report | undefined, { rules }: Report): Report['rules'] {
  const all = [...(changelog?.rules ?? []), ...rules.filter(({ kind }) => kind === 'rule')]
  return [...new Map(all.map((rule) => [rule.id, rule])).values()].sort((a, b) => byText(a.id, b.id))
}
