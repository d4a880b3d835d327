import type { ChangelogEntry, Report } from '../../model/report.ts'
import type { SemverBump } from '../../model/diff/semver.ts'
import { byText } from '../../util/text.ts'
import { buildReport } from '../build.ts'
import { contractOf, versionOf, changedTo } from '../labels.ts'
import { semverOf } from '../summary/semver.ts'
import { tallyOf, verdictWords } from '../summary/tally.ts'
import { type FindingLine, linesOf, momentOf } from './digest.ts'

/** What one version of a contract changed, in a few words. */
export interface VersionDigest {
  /** Names the pair of descriptions. */
  readonly key: string
  readonly from: string
  readonly to: string
  /** When it was published, or first seen by a run; absent where no report says. */
  readonly since?: string
  readonly semver: SemverBump
  readonly counts: string
  readonly changes: number
  readonly lines: readonly FindingLine[]
}

/** What names the two descriptions of a step. */
export function stepKey({ base, revision }: Pick<Report['inputs'], 'base' | 'revision'>): string {
  return `${base?.sha256.slice(0, 16)} ${revision?.sha256.slice(0, 16)}`
}

/** The steps of the contract that a report shows: the changes of a run or a diff, all entries of a changelog. */
export function stepsOf(report: Report): readonly ChangelogEntry[] {
  if (report.kind === 'changelog') return (report.changelog ?? []).filter(({ findings }) => findings.length > 0)
  const { base } = report.inputs
  const revision = changedTo(report)
  const findings = contractOf(report)
  if (base === undefined || revision === undefined || findings.length === 0) return []
  return [{ base, revision, semver: semverOf(findings), findings }]
}

/** A step in a few words; `seen`: when a run first saw it. */
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

/** The two descriptions of a step, and when it was published or first seen. */
interface Step {
  readonly key: string
  readonly since?: string | undefined
}

/**
 * Steps in the order in which the contract took them. Dates decide between two dated steps. A step without a date follows the step that ends
 * with its base, and precedes the one that begins with its revision; otherwise steps without a date come first, as given.
 */
export function inOrder<T extends Step>(steps: readonly T[]): readonly T[] {
  const left = steps.toSorted((a, b) => byText(a.since ?? '', b.since ?? ''))
  const sorted: T[] = []
  while (left.length > 0) {
    const free = left.findIndex((step) => !left.some((other) => isBefore(other, step)))
    // The contract went back to an earlier version: the given order decides.
    sorted.push(...left.splice(Math.max(0, free), 1))
  }
  return sorted
}

function isBefore(a: Step, b: Step): boolean {
  if (a === b || (a.since !== undefined && b.since !== undefined)) return false
  return a.key.split(' ')[1] === b.key.split(' ')[0]
}

/**
 * The changelog of an API with the steps that a report shows: those it had already are replaced, as a later one may know more. `dates`: when
 * each was published or seen, by its key.
 */
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
  // A file that was edited in place has one text only: where two steps name it, none can be shown for both.
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
