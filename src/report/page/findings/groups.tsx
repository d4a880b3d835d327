import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Finding } from '../../../model/finding.ts'
import { printable } from '../../labels.ts'
import { bundles, unitedOf } from '../../listing/alike.ts'
import { FindingCard } from '../evidence/finding-card.tsx'
import { anchorOf, type PageData } from '../page-data.ts'
import { FindingLine } from './finding-line.tsx'
import { countWords, type FindingGroup, groupFor } from './group-findings.ts'
import { fragmentOf, isFiltered, type ViewState } from './view-state.ts'

/** Lines of a group shown before "show more". */
const firstLines = 20

interface GroupsProps {
  readonly findings: readonly Finding[]
  readonly data: PageData
  readonly state: ViewState
  /** Keeps all groups collapsed unless a filter or link selects one. */
  readonly isFolded: boolean
  readonly onToggle?: (fingerprint: string, isOpen: boolean) => void
}

/** Initial limits: lines in expanded groups, and number of groups. */
const most = { lines: 40, groups: 60 }

/** Groups of a section. Groups with errors are expanded within the limit of lines; others are collapsed. */
export function Groups({ findings, data, state, isFolded, onToggle }: GroupsProps) {
  const groups = useMemo(() => groupFor(findings, state.group, data.tags), [findings, state.group, data])
  // Groups that the reader expanded stay expanded until the filters change.
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

interface GroupProps {
  readonly group: FindingGroup
  readonly data: PageData
  readonly isOpen: boolean
  /** True if a filter is active. Then less severe findings are not collapsed. */
  readonly isAsked: boolean
  /** View state as a URL fragment, without the opened finding. */
  readonly asked: string
  readonly opened: string
  readonly onToggle?: (fingerprint: string, isOpen: boolean) => void
}

/** Findings of one operation, rule, owner, tag or cause. The most severe are listed; the others are collapsed. */
function Group({ group: { title, findings }, data, isOpen, isAsked, asked, opened, onToggle }: GroupProps) {
  const [toggled, setToggled] = useStateOf<boolean | undefined>(asked, undefined)
  const isShown = toggled ?? isOpen
  const worst = findings[0]?.severity
  const high = isAsked ? findings : findings.filter(({ severity }) => severity === worst)
  const rest = isAsked ? [] : findings.filter(({ severity }) => severity !== worst)
  const lines = { data, opened, title, asked, onToggle }
  return (
    <details
      class="group"
      open={isShown}
      onToggle={({ currentTarget, target }) => target === currentTarget && setToggled(currentTarget.open)}
    >
      <summary>
        <Title title={title} />
        <span class="counts">{countWords(findings)}</span>
      </summary>
      {(isShown || data.isWhole) && (
        <>
          <div class="lines">
            <Lines findings={high} {...lines} />
          </div>
          {rest.length > 0 && <Rest findings={rest} {...lines} />}
        </>
      )}
    </details>
  )
}

/** Formats `GET /loans` with its method emphasized. */
function Title({ title }: { readonly title: string }) {
  const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(title) ?? []
  if (method === undefined || path === undefined) return <h3>{printable(title)}</h3>
  return (
    <h3>
      <span class="method">{method}</span> {printable(path)}
    </h3>
  )
}

interface LinesProps extends Pick<GroupProps, 'data' | 'opened' | 'asked' | 'onToggle'> {
  readonly findings: readonly Finding[]
  readonly title: string
}

function Rest(props: LinesProps) {
  const { findings, opened, asked, data } = props
  const holds = findings.some(({ fingerprint }) => fingerprint === opened)
  const [isOpen, setOpen] = useStateOf(asked, holds)
  return (
    <details
      class="rest"
      open={isOpen || holds}
      onToggle={({ currentTarget, target }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary>{countWords(findings)}</summary>
      {(isOpen || holds || data.isWhole) && <Lines {...props} />}
    </details>
  )
}

function Lines({ findings, data, opened, title, asked, onToggle }: LinesProps) {
  const all = bundles(findings)
  const [most, setMost] = useStateOf(asked, data.isWhole ? all.length : firstLines)
  const index = all.findIndex((each) => each.some(({ fingerprint }) => fingerprint === opened))
  const shown = all.slice(0, Math.max(most, index + 1))
  const counts = new Map<string, number>()
  const item = ([key, finding]: Keyed) => (
    <FindingItem
      key={key}
      finding={finding}
      data={data}
      under={title}
      isOpen={finding.fingerprint === opened}
      {...(onToggle && { onToggle })}
    />
  )
  return (
    <>
      {shown.map((members, at) =>
        members.length === 1 ? (
          keyed(members, counts).map(item)
        ) : (
          <Alike
            key={`${members[0]?.group}`}
            members={members}
            title={title}
            openedAt={at === index ? members.findIndex(({ fingerprint }) => fingerprint === opened) : -1}
            isWhole={data.isWhole}
            write={(some) => keyed(some, counts).map(item)}
          />
        ),
      )}
      {shown.length < all.length && (
        <button type="button" class="more-button" onClick={() => setMost(most + 100)}>
          Show {Math.min(100, all.length - shown.length)} more of {all.length}
        </button>
      )}
    </>
  )
}

interface AlikeProps {
  readonly members: readonly Finding[]
  readonly title: string
  /** Index of the opened finding among the members, or -1. */
  readonly openedAt: number
  /** True if members are rendered even while collapsed. */
  readonly isWhole: boolean
  readonly write: (findings: readonly Finding[]) => ComponentChildren
}

/** One line for grouped findings that expands to a line per finding. */
function Alike({ members, title, openedAt, isWhole, write }: AlikeProps) {
  const isOpen = openedAt >= 0
  const [toggled, setToggled] = useState(isOpen)
  const [most, setMost] = useState(isWhole ? members.length : firstLines)
  const shown = members.slice(0, Math.max(most, openedAt + 1))
  return (
    <div class={`finding alike ${members[0]?.severity}`}>
      {unitedOf(members).map((finding) => (
        <details
          key={finding.fingerprint}
          open={isOpen || toggled}
          onToggle={({ currentTarget, target }) => target === currentTarget && setToggled(currentTarget.open)}
        >
          <summary>
            <FindingLine finding={finding} under={title} />
          </summary>
          <div class="rest">
            {(isWhole || isOpen || toggled) && write(shown)}
            {shown.length < members.length && (
              <button type="button" class="more-button" onClick={() => setMost(most + 100)}>
                Show {Math.min(100, members.length - shown.length)} more of {members.length}
              </button>
            )}
          </div>
        </details>
      ))}
    </div>
  )
}

type Keyed = readonly [key: string, finding: Finding]

/** Adds unique keys to findings, because a changelog may contain the same finding twice. `counts` spans multiple calls. */
function keyed(findings: readonly Finding[], counts: Map<string, number>): readonly Keyed[] {
  return findings.map((finding) => {
    const count = counts.get(finding.fingerprint) ?? 0
    counts.set(finding.fingerprint, count + 1)
    return [count === 0 ? finding.fingerprint : `${finding.fingerprint} ${count}`, finding]
  })
}

interface ItemProps {
  readonly finding: Finding
  readonly data: PageData
  /** Title of the group, which the line doesn't repeat. */
  readonly under: string
  readonly isOpen: boolean
  readonly onToggle?: (fingerprint: string, isOpen: boolean) => void
}

/** A finding line that expands to its card. */
function FindingItem({ finding, data, under, isOpen, onToggle }: ItemProps) {
  const { severity, state, fingerprint } = finding
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <article
      class={`finding ${severity} ${state}${isOpen ? ' target' : ''}`}
      id={anchorOf(data, finding)}
      data-fingerprint={fingerprint}
    >
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          setOpened(wasOpened || currentTarget.open)
          if (currentTarget.open !== isOpen) onToggle?.(fingerprint, currentTarget.open)
        }}
      >
        <summary>
          <FindingLine finding={finding} under={under} />
        </summary>
        {(data.isWhole || isOpen || wasOpened) && <FindingCard finding={finding} context={data.context} />}
      </details>
    </article>
  )
}

/** Like `useState`, but resets to the initial value when `key` changes. */
function useStateOf<T>(key: string, initial: T): readonly [T, (value: T) => void] {
  const [kept, keep] = useState({ key, value: initial })
  return [kept.key === key ? kept.value : initial, (value) => keep({ key, value })]
}
