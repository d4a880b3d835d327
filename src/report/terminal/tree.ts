import type { Finding } from '../../model/finding.ts'
import type { RenderOptions, Report } from '../../model/report.ts'
import { isUnaccepted } from '../build.ts'
import { countByPolicy, locationOf, printable } from '../labels.ts'
import { groupBy } from '../listing/group-by.ts'
import { type Group, groupFindings } from '../summary/group.ts'
import { type Detail, findingLines } from './finding-lines.ts'
import type { Paint } from './paint.ts'
import { leftOut, listedOf, worstOf } from './shown.ts'
import { fitted, widthOf } from './width.ts'

/** What one run may fill: three screens. */
const screens = 3
const rowsOfAScreen = 24
/** How many changes a diff shows without being asked for all. */
const mostChanges = 20

/** How the findings are written, from what says most to what takes least. */
interface Look {
  readonly detail: (finding: Finding) => Detail
  /** Curl lines: of each operation, of those with an error, none. */
  readonly curl: 'each' | 'errors' | 'none'
  /** A finding that is alone at its operation needs no heading. */
  readonly flat?: true
}

const isError = (finding: Finding): boolean => finding.severity === 'error' && isUnaccepted(finding)

const expanded: Look = { detail: () => 'all', curl: 'none' }
const short: Look = { detail: () => 'one', curl: 'errors', flat: true }
const looks: readonly Look[] = [
  { detail: () => 'proof', curl: 'each' },
  { detail: () => 'two', curl: 'each' },
  { detail: (finding) => (isError(finding) ? 'two' : 'one'), curl: 'errors' },
  short,
  { ...short, curl: 'none' },
]

/**
 * The findings below the operation or component that each is of. What does not fit in three screens beside `others`, the lines of the rest, is written
 * shorter, and in the end the worst are shown; all of them, and all that is known of each, when expanded.
 */
export function treeLines(report: Report, paint: Paint, options: RenderOptions, others: number): readonly string[] {
  const all = listedOf(report, options)
  const write = (findings: readonly Finding[], look: Look) => groupsOf(report, findings, paint, options, look)
  if (options.expand === true) return write(all, expanded)
  const findings = report.kind === 'diff' ? worstOf(all, mostChanges) : all
  const room = screens * (options.rows ?? rowsOfAScreen) - others - leftOut(report, findings, all.length).length
  for (const look of looks) {
    const lines = write(findings, look)
    if (heightOf(lines, options) <= room || report.kind === 'diff')
      return [...lines, ...leftOut(report, findings, all.length)]
  }
  // A line each, some below a heading, and the requests of errors: the most that fit.
  for (let most = Math.max(1, room - 1); ; most = Math.ceil(most * 0.9) - 1) {
    const some = worstOf(findings, most)
    const lines = write(some, short)
    if (heightOf(lines, options) < room || most <= 1) return [...lines, ...leftOut(report, some, all.length)]
  }
}

/** How many rows of a terminal lines take. */
export function heightOf(lines: readonly string[], { columns }: Pick<RenderOptions, 'columns'>): number {
  if (columns === undefined) return lines.length
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(widthOf(withoutControls(line)) / columns)), 0)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours and links take no column
const controls = /\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\/g

/** A line without its colours and links. */
export function withoutControls(line: string): string {
  return line.replace(controls, '')
}

function groupsOf(report: Report, findings: readonly Finding[], paint: Paint, options: RenderOptions, look: Look) {
  const groups = options.groupBy === undefined ? ownGroups(findings) : groupFindings(findings, options.groupBy)
  return groups.flatMap((group, index) => {
    const isFlat = look.flat === true && group.findings.length === 1
    const title = isFlat ? '' : group.title
    const count = options.groupBy === undefined ? '' : `   ${countByPolicy(group.findings)}`
    return [
      ...(index > 0 && look.flat === undefined ? [''] : []),
      ...(isFlat ? [] : [paint('bold', fitted(printable(`${group.title}${count}`), options.columns))]),
      ...group.findings.flatMap((finding) =>
        findingLines(finding, look.detail(finding), { ...options, report, paint, title }),
      ),
      ...curlOf(group.findings, look).map((line) => `  ${printable(line)}`),
    ]
  })
}

/** By operation, or by the component of a description that was changed. */
function ownGroups(findings: readonly Finding[]): readonly Group[] {
  const titleOf = ({ site: { component, componentPointer, operation } }: Finding) => {
    const isComponent = component !== undefined && componentPointer === undefined
    return isComponent ? locationOf({ component, pointer: '' }) : (operation ?? 'several operations')
  }
  return [...groupBy(findings, titleOf)].map(([title, members]) => ({ title, findings: members }))
}

/** The request that shows the first of them. */
function curlOf(findings: readonly Finding[], { curl }: Look): readonly string[] {
  if (curl === 'none') return []
  const some = curl === 'errors' ? findings.filter(isError) : findings.filter(isUnaccepted)
  const line = some.find(({ evidence }) => evidence?.curl !== undefined)?.evidence?.curl
  return line === undefined ? [] : [line]
}
