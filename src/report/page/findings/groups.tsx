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

/** How many lines of a group are shown before the rest is asked for. */
const firstLines = 20

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

interface GroupProps {
  readonly group: FindingGroup
  readonly data: PageData
  readonly isOpen: boolean
  /** What is folded away otherwise is shown as well: the reader asked for it. */
  readonly isAsked: boolean
  /** What is shown, as an address says it. */
  readonly asked: string
  readonly opened: string
  readonly onToggle?: (fingerprint: string, isOpen: boolean) => void
}

/** The findings of one operation, rule, owner, tag or cause: errors first, what is less folded below. */
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

/** `GET /loans`, its method apart. */
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
  /** Where the finding that is opened is among them; -1 if it is none of them. */
  readonly openedAt: number
  /** The members are in the page although the line is folded. */
  readonly isWhole: boolean
  readonly write: (findings: readonly Finding[]) => ComponentChildren
}

/** Findings that are listed as one: a line for all of them, and below it each by itself. */
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

/** Findings with a key each: a changelog may hold the same finding twice. `counts`: of those before. */
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
  /** The title of the group, which the line need not repeat. */
  readonly under: string
  readonly isOpen: boolean
  readonly onToggle?: (fingerprint: string, isOpen: boolean) => void
}

/** A finding: its line, and its evidence when it is opened. */
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

/** A state that belongs to something: where that is another, it is what it was at first. */
function useStateOf<T>(of: string, initial: T): readonly [T, (value: T) => void] {
  const [kept, keep] = useState({ of, value: initial })
  return [kept.of === of ? kept.value : initial, (value) => keep({ of, value })]
}
