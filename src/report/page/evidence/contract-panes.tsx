import type { SourcePosition } from '../../../model/document.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Json } from '../../../model/json.ts'
import { printable } from '../../labels.ts'
import type { CardContext } from '../page-data.ts'
import { versionNames } from '../version-names.ts'
import { linesAt, type SourceLine } from './excerpt.ts'
import { diffLines, keyOf, type LineMarks } from './line-diff.ts'
import { Pane } from './pane.tsx'
import { SourcePane } from './source-pane.tsx'
import { pretty } from './values.ts'

interface ContractPanesProps {
  readonly finding: Finding
  readonly context: CardContext
}

export function ContractPanes({ finding, context }: ContractPanesProps) {
  const { before, after } = finding
  const { base, revision } = finding.source
  const { excerpts } = context
  const names = versionNames(context)
  const [old, now] = [linesAt(excerpts, base), linesAt(excerpts, revision)]
  const [removed, added] = marksOf(finding, old, now)
  return (
    <div class="panes">
      <Side
        title={printable(names.base ?? 'Before')}
        position={base}
        lines={old}
        marks={removed}
        value={before}
        look="was"
        context={context}
      />
      <Side
        title={printable(names.revision ?? 'After')}
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

/** Marks the differences between the blocks at both positions. A block that exists on only one side is marked completely. */
function marksOf(
  { before, after }: Finding,
  old: readonly SourceLine[] | undefined,
  now: readonly SourceLine[] | undefined,
): readonly [LineMarks | undefined, LineMarks | undefined] {
  const [a, b] = [insideOf(old), insideOf(now)]
  // A missing part is shown at the position of its parent.
  const isSame = keyOf(a[0]?.text ?? '') === keyOf(b[0]?.text ?? '')
  const [isOnlyNew, isOnlyOld] = [!isSame && before === undefined, !isSame && after === undefined]
  const texts = (lines: readonly IndexedLine[]) => lines.map(({ text }) => text)
  const [left, right] = diffLines(isOnlyNew ? [] : texts(a), isOnlyOld ? [] : texts(b))
  const placed = (marks: LineMarks, lines: readonly IndexedLine[]): LineMarks =>
    new Map([...marks].map(([at, text]) => [lines[at]?.index ?? -1, text]))
  return [old && placed(left, a), now && placed(right, b)]
}

interface IndexedLine {
  readonly index: number
  readonly text: string
}

function insideOf(lines: readonly SourceLine[] = []): readonly IndexedLine[] {
  return lines.flatMap(({ isInside, text }, index) => (isInside ? [{ index, text }] : []))
}
