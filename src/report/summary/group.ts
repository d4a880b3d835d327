import { type Finding, impacts } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { isUnaccepted } from '../build.ts'
import { contractOf, liveOf, locationOf, versionOf } from '../labels.ts'
import { groupBy } from '../listing/group-by.ts'
import { reachBySeverity } from './consequences.ts'
import { impactOf, impactTitle } from './impact.ts'
import { semverWords } from './semver.ts'

/** Section of a page: findings below a heading. */
export interface Section extends Group {
  /** kebab-case, unique in a report. */
  readonly id: string
  /** Note displayed next to the counts. */
  readonly note?: string
}

/** Splits findings into sections: unaccepted ones, accepted ones, then changelog entries, newest first. */
export function sectionsOf(report: Report): readonly Section[] {
  const { changelog = [], findings } = report
  const published = report.kind === 'monitor' ? 'Contract, already published' : 'Contract'
  const changes = contractOf(report).filter(isUnaccepted)
  const sections = [
    { id: 'live', title: 'Live API', findings: liveOf(report).filter(isUnaccepted) },
    ...(report.kind === 'diff'
      ? impacts.map((impact) => {
          const some = changes.filter((finding) => impactOf(finding) === impact)
          return { id: impact, title: impactTitle(impact, some), findings: some, note: reachBySeverity(some) }
        })
      : [{ id: 'contract', title: published, findings: changes }]),
    {
      id: 'accepted',
      title: 'Accepted by the baseline',
      findings: findings.filter((finding) => !isUnaccepted(finding)),
    },
    ...changelog.toReversed().map((entry, index) => ({
      id: `changelog-${index + 1}`,
      title: [versionOf(report, entry.revision), entry.title, entry.capturedAt?.slice(0, 10)]
        .filter(Boolean)
        .join(' · '),
      findings: entry.findings,
      note: semverWords(entry.semver),
    })),
  ]
  return sections.filter((section) => section.findings.length > 0)
}

/** Each finding is in exactly one group, even if it reaches more operations. */
export type Grouping = 'operation' | 'component'

export interface Group {
  readonly title: string
  readonly findings: readonly Finding[]
}

/** Groups findings, ordered by the first finding of each group. */
export function groupFindings(findings: readonly Finding[], by: Grouping): readonly Group[] {
  return [...groupBy(findings, titles[by])].map(([title, members]) => ({ title, findings: members }))
}

const titles: Readonly<Record<Grouping, (finding: Finding) => string>> = {
  operation: ({ reaches: [first, ...more], site }) =>
    more.length > 0 ? 'several operations' : (first ?? site.operation ?? 'no operation'),
  component: ({ site: { component, operation } }) =>
    component === undefined ? (operation ?? 'no component') : locationOf({ component, pointer: '' }),
}
