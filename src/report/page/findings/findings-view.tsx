import { useMemo } from 'preact/hooks'
import type { Finding } from '../../../model/finding.ts'
import { byText, grouped, plural } from '../../../util/text.ts'
import { printable } from '../../labels.ts'
import type { Section } from '../../summary/group.ts'
import type { PageData } from '../page-data.ts'
import { filterFindings, valuesOf } from './filter-findings.ts'
import { countWords } from './group-findings.ts'
import { Groups } from './groups.tsx'
import { filters, groupings, initialState, isFiltered, type ViewState } from './view-state.ts'

const labels = {
  ...{ severity: 'Severity', state: 'State', kind: 'Kind', rule: 'Rule', operation: 'Operation', consumer: 'Consumer' },
} as const

const groupLabels = {
  ...{
    place: 'operation or component',
    operation: 'operation',
    rule: 'rule',
    owner: 'owner',
    tag: 'tag',
    cause: 'cause',
  },
} as const

interface FindingsViewProps {
  readonly data: PageData
  readonly state: ViewState
  /** Called when the view state changes. Undefined in static HTML, which has no search. */
  readonly onChange?: (state: Partial<ViewState>) => void
}

/** Up to this number of findings, the toolbar is hidden. */
const few = 10

/** Shows all sections of findings: open ones, contract changes, accepted ones. */
export function FindingsView({ data, state, onChange }: FindingsViewProps) {
  const all = useMemo(() => data.sections.flatMap(({ findings }) => findings), [data])
  const shown = useMemo(() => new Set(filterFindings(all, state)), [all, state])
  if (all.length === 0) return null
  const isAsked = isFiltered(state)
  return (
    <div class="block">
      {onChange && (all.length > few || isAsked || state.group !== initialState.group) && (
        <Toolbar findings={all} data={data} state={state} onChange={onChange} />
      )}
      {onChange && (
        <div class={all.length > few || isAsked ? 'state' : 'vh'}>
          <p id="count" role="status">
            {countText(shown.size, all.length)}
          </p>
          {shown.size === 0 && <p>Nothing matches all words and filters. Remove some of them.</p>}
          {all.length > few && (
            <button type="button" onClick={({ currentTarget }) => expandAll(currentTarget)}>
              Expand all
            </button>
          )}
          {(isAsked || state.group !== initialState.group) && (
            <button type="button" onClick={() => onChange(unfiltered)}>
              Show all
            </button>
          )}
        </div>
      )}
      {data.sections.map((section) => (
        <FindingsSection
          key={section.id}
          section={{ ...section, findings: section.findings.filter((finding) => shown.has(finding)) }}
          data={data}
          state={state}
          {...(onChange && { onChange })}
        />
      ))}
    </div>
  )
}

/** Expands all collapsed groups, or collapses them if all are expanded. */
function expandAll(button: HTMLButtonElement): void {
  const groups = document.querySelectorAll<HTMLDetailsElement>('#findings details.group, #findings .alike > details')
  const isOpen = [...groups].some(({ open }) => !open)
  for (const group of groups) group.open = isOpen
  button.textContent = isOpen ? 'Fold all' : 'Expand all'
}

/** Returns `34 of 5,000 findings`. */
function countText(shown: number, all: number): string {
  return `${grouped(shown)} of ${grouped(all)} ${plural(all, 'finding').replace(/^\d+ /, '')}`
}

const unfiltered: Partial<ViewState> = { ...initialState, open: '' }

interface SectionProps extends FindingsViewProps {
  readonly section: Section
}

const foldedSections: readonly string[] = ['accepted', 'compatible', 'documentation']

function FindingsSection({ section, data, state, onChange }: SectionProps) {
  const { id, title, findings, note = '' } = section
  if (findings.length === 0) return null
  const isLive = data.context.kind !== 'diff' && data.context.kind !== 'changelog'
  const holds = (finding: Finding) => finding.fingerprint === state.open
  const groups = (
    <Groups
      findings={findings}
      data={data}
      state={state}
      isFolded={foldedSections.includes(id) || (isLive && id === 'contract')}
      {...(onChange && {
        onToggle: (fingerprint: string, isOpen: boolean) => onChange({ open: isOpen ? fingerprint : '' }),
      })}
    />
  )
  const head = (
    <>
      <h2>{printable(title)}</h2>
      <span class="soft">
        {countWords(findings)}
        {note !== '' && ` · ${note}`}
      </span>
    </>
  )
  if (id !== 'accepted')
    return (
      <section id={id} class="block">
        <div class="head">{head}</div>
        {groups}
      </section>
    )
  return (
    <section id={id}>
      <details class="fold" open={isFiltered(state) || findings.some(holds)}>
        <summary class="head">{head}</summary>
        {groups}
      </details>
    </section>
  )
}

interface ToolbarProps {
  readonly findings: readonly Finding[]
  readonly data: PageData
  readonly state: ViewState
  readonly onChange: (state: Partial<ViewState>) => void
}

function Toolbar({ findings, data, state, onChange }: ToolbarProps) {
  const values = useMemo(
    () =>
      filters.map((name) => {
        const counts = new Map<string, number>()
        for (const value of findings.flatMap(valuesOf[name])) counts.set(value, (counts.get(value) ?? 0) + 1)
        return [name, [...counts].sort(([a], [b]) => byText(a, b))] as const
      }),
    [findings],
  )
  const hasTags = Object.keys(data.tags).length > 0
  return (
    <search aria-label="Findings">
      <form class="tools" autocomplete="off" onSubmit={(event) => event.preventDefault()}>
        <label>
          Search
          <input
            type="search"
            name="q"
            value={state.q}
            placeholder="operation, property, value, rule"
            onInput={({ currentTarget }) => onChange({ q: currentTarget.value })}
          />
        </label>
        <label>
          Group by
          <select
            name="group"
            value={state.group}
            onChange={({ currentTarget }) =>
              onChange({ group: groupings.find((each) => each === currentTarget.value) ?? 'place' })
            }
          >
            {groupings
              .filter((each) => each !== 'tag' || hasTags)
              .map((each) => (
                <option key={each} value={each}>
                  {groupLabels[each]}
                </option>
              ))}
          </select>
        </label>
        {values
          // A single consumer is a useful filter, because most findings don't affect it.
          .filter(([name, list]) => list.length > (name === 'consumer' ? 0 : 1) || state[name] !== '')
          .map(([name, list]) => (
            <label key={name}>
              {labels[name]}
              <select
                name={name}
                value={state[name]}
                onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
              >
                <option value="">all</option>
                {list.map(([value, count]) => (
                  <option key={value} value={value}>
                    {printable(value)} ({grouped(count)})
                  </option>
                ))}
              </select>
            </label>
          ))}
      </form>
    </search>
  )
}
