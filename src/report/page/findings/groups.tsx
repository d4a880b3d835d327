import { useMemo } from 'preact/hooks'
import type { Finding } from '../../../model/finding.ts'
import type { PageData } from '../page-data.ts'
import { Group } from './finding-group.tsx'
import { type FindingGroup, groupFor } from './group-findings.ts'
import { useStateOf } from './use-state-of.ts'
import { fragmentOf, isFiltered, type ViewState } from './view-state.ts'

interface GroupsProps {
  readonly findings: readonly Finding[]
  readonly data: PageData
  readonly state: ViewState
  /** Opens no group unless a filter or a link asks for one. */
  readonly isFolded: boolean
  readonly onToggle?: (fingerprint: string, isOpen: boolean) => void
}

/** So many lines are shown from the start, and so many groups. */
const most = { lines: 40, groups: 60 }

/** The groups of a section: those with errors opened as far as they can be taken in, the others folded. */
export function Groups({ findings, data, state, isFolded, onToggle }: GroupsProps) {
  const groups = useMemo(() => groupFor(findings, state.group, data.tags), [findings, state.group, data])
  // Groups that a reader opened stay open until the filters change.
  const asked = fragmentOf({ ...state, open: '' })
  const [count, setCount] = useStateOf(asked, most.groups)
  const isAsked = isFiltered(state)
  const opened = openedGroups(groups, isAsked ? 'all' : isFolded ? 'none' : 'worst')
  const index = groups.findIndex((group) => group.findings.some(({ fingerprint }) => fingerprint === state.open))
  const shown = groups.slice(0, data.isWhole ? groups.length : Math.max(count, index + 1))
  return (
    <div class={data.isWhole ? '' : 'many'}>
      {shown.map((group, at) => (
        <Group
          key={group.title}
          group={group}
          data={data}
          isAsked={isAsked}
          asked={asked}
          isOpen={opened.has(group) || at === index}
          opened={state.open}
          {...(onToggle && { onToggle })}
        />
      ))}
      {shown.length < groups.length && (
        <button type="button" class="more-button" onClick={() => setCount(count + 200)}>
          Show {Math.min(200, groups.length - shown.length)} more of {groups.length} groups
        </button>
      )}
    </div>
  )
}

function openedGroups(groups: readonly FindingGroup[], which: 'all' | 'worst' | 'none'): ReadonlySet<FindingGroup> {
  const opened = new Set<FindingGroup>()
  const worst = groups[0]?.findings[0]?.severity
  let lines = 0
  if (which === 'none') return opened
  for (const group of groups) {
    if (lines >= most.lines || (which === 'worst' && group.findings[0]?.severity !== worst)) break
    opened.add(group)
    lines += Math.min(20, group.findings.filter(({ severity }) => which === 'all' || severity === worst).length)
  }
  return opened
}
