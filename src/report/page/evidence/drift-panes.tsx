import type { Finding } from '../../../model/finding.ts'
import { printable } from '../../labels.ts'
import type { CardContext } from '../page-data.ts'
import { linesAt } from './excerpt.ts'
import { ObservedPane } from './observed-pane.tsx'
import { Pane } from './pane.tsx'
import { SourcePane } from './source-pane.tsx'
import { pretty } from './values.ts'

interface DriftPanesProps {
  readonly finding: Finding
  readonly context: CardContext
}

/** The response beside the lines of the contract, with the location marked in both. */
export function DriftPanes({ finding, context }: DriftPanesProps) {
  const position = finding.source.revision ?? finding.source.base
  const lines = linesAt(context.excerpts, position)
  return (
    <div class="panes">
      <ObservedPane finding={finding} context={context} />
      {position !== undefined && lines !== undefined ? (
        <SourcePane title="Contract" position={position} lines={lines} look="is" context={context} />
      ) : (
        (position !== undefined || finding.before !== undefined) && (
          <Pane title="Contract" note={position && <code>{printable(`${position.file}:${position.line}`)}</code>}>
            <div class="code">
              {finding.before === undefined ? (
                <span class="soft">see the line of the description</span>
              ) : (
                <span class="is">{pretty(finding.before)}</span>
              )}
            </div>
          </Pane>
        )
      )}
    </div>
  )
}
