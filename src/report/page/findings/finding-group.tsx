import { useState } from 'preact/hooks'
import type { Finding } from '../../../model/finding.ts'
import { printable } from '../../labels.ts'
import type { PageData } from '../page-data.ts'
import { FindingItem } from './finding-item.tsx'
import { countsOf, type FindingGroup } from './group-findings.ts'

interface GroupProps {
  readonly group: FindingGroup
  readonly data: PageData
  readonly isOpen: boolean
  /** What is folded away otherwise is shown as well: the reader asked for it. */
  readonly isAsked: boolean
  readonly opened: string
  readonly onToggle?: (fingerprint: string, isOpen: boolean) => void
}

/** How many lines of a group are shown before the rest is asked for. */
const firstLines = 20

/** The findings of one operation, rule, owner, tag or cause: errors first, what is less folded below. */
export function Group({ group: { title, findings }, data, isOpen, isAsked, opened, onToggle }: GroupProps) {
  const [toggled, setToggled] = useState<boolean | undefined>(undefined)
  const isShown = toggled ?? isOpen
  const worst = findings[0]?.severity
  const high = isAsked ? findings : findings.filter(({ severity }) => severity === worst)
  const rest = isAsked ? [] : findings.filter(({ severity }) => severity !== worst)
  const lines = { data, opened, title, ...(onToggle && { onToggle }) }
  return (
    <details
      class="group"
      open={isShown}
      onToggle={({ currentTarget, target }) => target === currentTarget && setToggled(currentTarget.open)}
    >
      <summary>
        <Title title={title} />
        <span class="counts">{countsOf(findings)}</span>
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

interface LinesProps extends Pick<GroupProps, 'data' | 'opened' | 'onToggle'> {
  readonly findings: readonly Finding[]
  readonly title: string
}

function Rest(props: LinesProps) {
  const { findings, opened, data } = props
  const holds = findings.some(({ fingerprint }) => fingerprint === opened)
  const [isOpen, setOpen] = useState(holds)
  return (
    <details
      class="rest"
      open={isOpen || holds}
      onToggle={({ currentTarget, target }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary>{countsOf(findings)}</summary>
      {(isOpen || holds || data.isWhole) && <Lines {...props} />}
    </details>
  )
}

function Lines({ findings, data, opened, title, onToggle }: LinesProps) {
  const [most, setMost] = useState(data.isWhole ? findings.length : firstLines)
  const index = findings.findIndex(({ fingerprint }) => fingerprint === opened)
  const shown = findings.slice(0, Math.max(most, index + 1))
  return (
    <>
      {shown.map((finding, at) => (
        <FindingItem
          // A changelog may hold the same finding twice.
          key={`${finding.fingerprint} ${at}`}
          finding={finding}
          data={data}
          under={title}
          isOpen={finding.fingerprint === opened}
          {...(onToggle && { onToggle })}
        />
      ))}
      {shown.length < findings.length && (
        <button type="button" class="more-button" onClick={() => setMost(most + 100)}>
          Show {Math.min(100, findings.length - shown.length)} more of {findings.length}
        </button>
      )}
    </>
  )
}
