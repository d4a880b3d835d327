import type { Finding, Severity } from '../../../model/finding.ts'
import { causeLabels, countByPolicy, locationOf } from '../../labels.ts'
import { bundles, unitedOf } from '../../listing/alike.ts'
import { groupBy } from '../../listing/group-by.ts'
import { ownerOf } from '../../summary/reach.ts'
import { severityWords } from '../../summary/tally.ts'
import type { PageData } from '../page-data.ts'
import { operationsOf } from '../page-data.ts'
import type { PageGrouping } from './view-state.ts'

export interface FindingGroup {
  readonly title: string
  readonly findings: readonly Finding[]
}

/** Groups findings. Each is in one group; the group with the worst finding comes first. */
export function groupFor(
  findings: readonly Finding[],
  by: PageGrouping,
  tags: PageData['tags'] = {},
): readonly FindingGroup[] {
  // Findings that are listed as one line stay together.
  const groups = groupBy(bundles(findings), (members) => titleOf(members, by, tags))
  return [...groups].map(([title, members]) => ({ title, findings: members.flat() }))
}

function titleOf(members: readonly Finding[], by: PageGrouping, tags: PageData['tags']): string {
  return unitedOf(members).map((finding) => titles[by](finding, tags))[0] ?? ''
}

const titles: Readonly<Record<PageGrouping, (finding: Finding, tags: PageData['tags']) => string>> = {
  place: ({ kind, group, site: { component, operation }, reaches: [first] }) =>
    kind === 'contract' && component !== undefined
      ? locationOf({ component, pointer: '' })
      : (operation ??
        (component === undefined ? undefined : locationOf({ component, pointer: '' })) ??
        (group === undefined ? first : 'Several operations') ??
        'The whole API'),
  operation: (finding) => {
    const [first, ...others] = operationsOf(finding)
    return others.length > 0 ? 'Several operations' : (first ?? 'The whole API')
  },
  rule: ({ ruleId }) => ruleId,
  owner: (finding) => {
    const { component, operation } = finding.site
    const owner = ownerOf(finding)
    if (owner !== undefined) return owner.split('.', 1)[0] ?? owner
    return component === undefined ? (operation ?? 'The whole API') : locationOf({ component, pointer: '' })
  },
  tag: (finding, tags) =>
    operationsOf(finding)
      .flatMap((operation) => (Object.hasOwn(tags, operation) ? (tags[operation] ?? []) : []))
      .at(0) ?? 'no tag',
  cause: ({ cause, kind }) => (kind === 'contract' ? 'the contract changed' : causeLabels[cause?.kind ?? 'unknown']),
}

/** Counts findings: `2 errors · 1 warning · 3 info`, or `2 breaking · 3 compatible` for changes. */
export function countWords(findings: readonly Finding[]): string {
  if (findings.every(({ kind }) => kind === 'contract')) return countByPolicy(findings)
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return severityWords({ severities: { error: count('error'), warning: count('warning'), info: count('info') } })
}
