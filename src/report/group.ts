import type { Finding } from '../model/finding.ts'
import { placeOf } from './words.ts'

/** How findings can be brought together; each stands in one group only, however many operations it reaches. */
export type Grouping = 'operation' | 'component'

/** Findings that share a place. */
export interface Group {
  readonly title: string
  readonly findings: readonly Finding[]
}

/** Groups findings in the order of their first: what is worst comes first. */
export function groupFindings(findings: readonly Finding[], by: Grouping): readonly Group[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const title = titles[by](finding)
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [finding])
    else group.push(finding)
  }
  return [...groups].map(([title, members]) => ({ title, findings: members }))
}

const titles: Readonly<Record<Grouping, (finding: Finding) => string>> = {
  operation: ({ reaches: [first, ...more], site }) =>
    more.length > 0 ? 'several operations' : (first ?? site.operation ?? 'no operation'),
  component: ({ site: { component, operation } }) =>
    component === undefined ? (operation ?? 'no component') : placeOf({ component, pointer: '' }),
}
