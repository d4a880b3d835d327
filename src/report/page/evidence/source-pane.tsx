import type { SourcePosition } from '../../../model/document.ts'
import { printable } from '../../labels.ts'
import { fileLink } from '../links.ts'
import type { CardContext } from '../page-data.ts'
import type { SourceLine } from './excerpt.ts'
import type { LineMarks } from './line-diff.ts'
import { Pane } from './pane.tsx'

interface SourcePaneProps {
  readonly title: string
  readonly position: SourcePosition
  readonly context: CardContext
  readonly lines: readonly SourceLine[]
  /** Marks by line index. If absent, the line of the position is marked. */
  readonly marks?: LineMarks
  readonly look: 'hit' | 'was' | 'is'
}

const longestPath = 40

/** Returns the end of a long path: `…/generated/api.github.com.json`. The tooltip has the full path. */
function shortPath(file: string): string {
  const parts = file.split('/')
  return file.length <= longestPath || parts.length < 3 ? file : `…/${parts.slice(-2).join('/')}`
}

/** Shows lines of a description with line numbers and marks. */
export function SourcePane({ title, position, context, lines, marks, look }: SourcePaneProps) {
  const { file, line } = position
  const href = fileLink(context.origin, file, line)
  const name = `${shortPath(file)}:${line}`
  return (
    <Pane
      title={title}
      note={
        href === undefined ? (
          <code title={printable(file)}>{printable(name)}</code>
        ) : (
          <a href={href} rel="noopener noreferrer">
            <code title={printable(file)}>{printable(name)}</code>
          </a>
        )
      }
    >
      <div class="code">
        {folded(lines, marks, line).map((part) =>
          part.isFolded ? (
            <details key={part.lines[0]?.number}>
              <summary>… {part.lines.length} lines</summary>
              {part.lines.map((each) => (
                <Line key={each.number} line={each} />
              ))}
            </details>
          ) : (
            part.lines.map((each) => {
              const mark = marks?.get(lines.indexOf(each))
              const isHit = marks === undefined ? each.number === line : mark !== undefined
              return (
                <span key={each.number} class={isHit ? look : ''}>
                  <span class="no">{each.number}</span>
                  {mark === undefined ? (
                    printable(each.text)
                  ) : (
                    <>
                      {printable(mark[0])}
                      {mark[1] !== '' && <mark>{printable(mark[1])}</mark>}
                      {printable(mark[2])}
                    </>
                  )}
                </span>
              )
            })
          ),
        )}
      </div>
    </Pane>
  )
}

function Line({ line: { number, text } }: { readonly line: SourceLine }) {
  return (
    <span>
      <span class="no">{number}</span>
      {printable(text)}
    </span>
  )
}

interface Part {
  readonly isFolded: boolean
  readonly lines: readonly SourceLine[]
}

/** Number of context lines on each side of a mark. Longer unmarked runs are collapsed. */
const near = 4

/** Splits lines into parts and collapses long runs far from every mark. */
function folded(lines: readonly SourceLine[], marks: LineMarks | undefined, line: number): readonly Part[] {
  const hits = lines.flatMap((each, at) =>
    (marks === undefined || marks.size === 0 ? each.number === line : marks.has(at)) ? [at] : [],
  )
  const isFar = (at: number) => hits.every((hit) => Math.abs(hit - at) > near)
  const parts: { isFolded: boolean; lines: SourceLine[] }[] = []
  for (const [at, each] of lines.entries()) {
    const last = parts.at(-1)
    if (last?.isFolded === isFar(at)) last.lines.push(each)
    else parts.push({ isFolded: isFar(at), lines: [each] })
  }
  return parts.map((part) => (part.lines.length > 3 ? part : { ...part, isFolded: false }))
}
