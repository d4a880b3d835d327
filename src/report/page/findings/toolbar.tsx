import { useMemo } from 'preact/hooks'
import type { Finding } from '../../../model/finding.ts'
import { byText, grouped } from '../../../util/text.ts'
import { printable } from '../../labels.ts'
import type { PageData } from '../page-data.ts'
import { valuesOf } from './filter-findings.ts'
import { filters, groupings, type ViewState } from './view-state.ts'

interface ToolbarProps {
  readonly findings: readonly Finding[]
  readonly data: PageData
  readonly state: ViewState
  readonly onChange: (state: Partial<ViewState>) => void
}

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

/** Search, filters and grouping. */
export function Toolbar({ findings, data, state, onChange }: ToolbarProps) {
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
          // One consumer is worth asking for: most findings do not hit it.
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
