import type { Finding, Witness } from '../../../model/finding.ts'
import { printable } from '../../labels.ts'
import { decidingPointers } from '../../summary/deciding.ts'
import type { CardContext } from '../page-data.ts'
import { versionNames } from '../version-names.ts'
import { JsonTree } from './json-tree.tsx'
import { Pane } from './pane.tsx'

interface ProofProps {
  readonly witness: Witness
  readonly finding: Finding
  readonly context: CardContext
}

/** Shows a message that is valid in one snapshot and invalid in the other, with the deciding value marked. */
export function Proof({ witness, finding, context }: ProofProps) {
  const { proven, reason, request, operation, part, body, validUnder, invalidUnder } = witness
  if (!proven) return <p class="small soft">Not proven: {printable(reason ?? 'no witness was found')}</p>
  const names = versionNames(context)
  const nameOf = (side: 'base' | 'revision' | undefined) => (side === undefined ? '' : printable(names[side] ?? ''))
  return (
    <Pane
      title="Proof"
      note={
        <span>
          valid in <b>{nameOf(validUnder)}</b>, invalid in <b>{nameOf(invalidUnder)}</b>:{' '}
          <code>{printable(operation)}</code>
        </span>
      }
    >
      <div class="code">
        {request !== undefined ? (
          <span class="hit">{printable(request)}</span>
        ) : (
          <>
            <span class="soft">{printable(part)}</span>
            {body !== undefined && <JsonTree value={body} hits={decidingPointers(finding, body)} />}
          </>
        )}
      </div>
    </Pane>
  )
}
