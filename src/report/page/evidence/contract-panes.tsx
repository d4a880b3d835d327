import type { SourcePosition } from '../../../model/document.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Json } from '../../../model/json.ts'
import type { DocumentInput } from '../../../model/report.ts'
import { printable } from '../../labels.ts'
import type { CardContext } from '../page-data.ts'
import { linesAt, type SourceLine } from './excerpt.ts'
import { diffLines, type LineMarks } from './line-diff.ts'
import { Pane } from './pane.tsx'
import { SourcePane } from './source-pane.tsx'
import { pretty } from './values.ts'

interface ContractPanesProps {
  readonly finding: Finding
  readonly context: CardContext
}

/** A change of the contract: both snapshots beside each other, what changed marked. */
export function ContractPanes({ finding, context }: ContractPanesProps) {
  const { before, after } = finding
  const { base, revision } = finding.source
  const { inputs, excerpts } = context
  const [old, now] = [linesAt(excerpts, base), linesAt(excerpts, revision)]
  const [removed, added] = marksOf(finding, old, now)
  return (
    <div class="panes">
      <Side
        title={nameOf(inputs.base, 'Before')}
        position={base}
        lines={old}
        marks={removed}
        value={before}
        look="was"
        context={context}
      />
      <Side
        title={nameOf(inputs.revision, 'After')}
        position={revision}
        lines={now}
        marks={added}
        value={after}
        look="is"
        context={context}
      />
    </div>
  )
}

interface SideProps {
  readonly title: string
  readonly position: SourcePosition | undefined
  readonly lines: readonly SourceLine[] | undefined
  readonly marks: LineMarks | undefined
  readonly value: Json | undefined
  readonly look: 'was' | 'is'
  readonly context: CardContext
}

function Side({ title, position, lines, marks, value, look, context }: SideProps) {
  if (position !== undefined && lines !== undefined && marks !== undefined)
    return <SourcePane {...{ title, position, lines, marks, look, context }} />
  return (
    <Pane title={title} note={position && <code>{printable(`${position.file}:${position.line}`)}</code>}>
      <div class="code">
        {value === undefined ? <span class="soft">not there</span> : <span class={look}>{pretty(value)}</span>}
      </div>
    </Pane>
  )
}

function nameOf(input: DocumentInput | undefined, fallback: string): string {
  return input === undefined ? fallback : printable(input.name)
}

/** What differs between the blocks that both positions point at; all of a block that the other side does not have. */
function marksOf(
  finding: Finding,
  old: readonly SourceLine[] | undefined,
  now: readonly SourceLine[] | undefined,
): readonly [LineMarks | undefined, LineMarks | undefined] {
  const isAdded = finding.before === undefined && /-added$/.test(finding.ruleId)
  const isRemoved = finding.after === undefined && /-removed$/.test(finding.ruleId)
  const textsOf = (lines: readonly SourceLine[] = []) =>
    lines.flatMap((line, at) => (line.isInside ? [[at, line.text] as const] : []))
  const [a, b] = [textsOf(old), textsOf(now)]
  const isSame = a[0]?.[1].trim() === b[0]?.[1].trim() || (!isAdded && !isRemoved)
  const [left, right] = diffLines(
    isSame || isRemoved ? a.map(([, text]) => text) : [],
    isSame || isAdded ? b.map(([, text]) => text) : [],
  )
  const placed = (marks: LineMarks, lines: typeof a): LineMarks =>
    new Map([...marks].map(([at, text]) => [lines[at]?.[0] ?? -1, text]))
  return [old && placed(left, a), now && placed(right, b)]
}
