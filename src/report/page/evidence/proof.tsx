import type { Finding, Witness } from '../../../model/finding.ts'
import type { Json } from '../../../model/json.ts'
import { pointerTokens } from '../../../util/pointer.ts'
import { printable } from '../../labels.ts'
import type { CardContext } from '../page-data.ts'
import { versionNames } from '../version-names.ts'
import { JsonTree } from './json-tree.tsx'
import { Pane } from './pane.tsx'

interface ProofProps {
  readonly witness: Witness
  readonly finding: Finding
  readonly context: CardContext
}

/** A request or response that is valid in one snapshot and not in the other, the value that decides it marked. */
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

/** Where in a body the schema pointer of the finding applies: the last property it names, wherever the body has it. */
function decidingPointers({ site, after, before }: Finding, body: Json): readonly string[] {
  const tokens = pointerTokens(site.pointer)
  const at = tokens.lastIndexOf('properties')
  const name = at < 0 ? undefined : tokens[at + 1]
  const fresh = added(before, after)
  const found: string[] = []
  const walk = (value: Json, pointer: string): void => {
    if (found.length >= 20) return
    if (typeof value !== 'object' || value === null) {
      if (name === undefined && fresh.includes(JSON.stringify(value))) found.push(pointer)
      return
    }
    for (const [key, each] of Object.entries(value)) {
      const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (key === name && !Array.isArray(value)) found.push(below)
      else walk(each as Json, below)
    }
  }
  walk(body, '')
  return found
}

function added(before: Json | undefined, after: Json | undefined): readonly string[] {
  const list = (value: Json | undefined) => (Array.isArray(value) ? value.map((each) => JSON.stringify(each)) : [])
  const [old, now] = [list(before), list(after)]
  return [...now.filter((each) => !old.includes(each)), ...old.filter((each) => !now.includes(each))]
}
