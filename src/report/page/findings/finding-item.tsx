import { useState } from 'preact/hooks'
import type { Finding } from '../../../model/finding.ts'
import { FindingCard } from '../evidence/finding-card.tsx'
import { anchorOf, type PageData } from '../page-data.ts'
import { FindingLine } from './finding-line.tsx'

interface ItemProps {
  readonly finding: Finding
  readonly data: PageData
  /** The title of the group, which the line need not repeat. */
  readonly under: string
  readonly isOpen: boolean
  readonly onToggle?: (fingerprint: string, isOpen: boolean) => void
}

/** A finding: its line, and its evidence when it is opened. */
export function FindingItem({ finding, data, under, isOpen, onToggle }: ItemProps) {
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
