import type { Finding, UnionEvidence } from '../../model/finding.ts'
import { instanceOf } from '../../model/locations.ts'
import type { TerminalView } from '../../model/report/view.ts'
import type { RenderOptions, Report } from '../../model/report.ts'
import { isUnaccepted } from '../build.ts'
import { brief, causeOf, countByPolicy, locationOf, marks, printable, sourceOf, verdictOf } from '../labels.ts'
import { groupBy } from '../listing/group-by.ts'
import { versionNames } from '../page/version-names.ts'
import { proofWords } from '../summary/deciding.ts'
import { type Group, groupFindings } from '../summary/group.ts'
import { joinedOf, ownerOf, reachOf } from '../summary/reach.ts'
import { acceptanceOf, stateOf } from '../summary/tally.ts'
import { branchErrors, branchName, unionHead } from '../unions.ts'
import { type Paint, withLink } from './paint.ts'
import { leftOut, listedOf, reachRows, worstOf } from './shown.ts'
import { fitted, widthOf, wrapped } from './width.ts'

const colours = { error: 'red', warning: 'yellow', info: 'cyan', off: 'gray' } as const

/** Maximum height of the output of one run, in screens. */
const screens = 3
const rowsOfAScreen = 24
/** Maximum number of changes in a diff, unless `--all` is set. */
const mostChanges = 20

/** Level of detail for the list of findings, tried from most to least verbose. */
interface Look {
  readonly detail: (finding: Finding) => Detail
  /** Visible curl lines: one per operation, only for errors, or no lines. */
  readonly curl: 'each' | 'errors' | 'none'
  /** Omits the heading of an operation with a single finding. */
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
 * Tries shorter looks until the findings and `others` (lines printed elsewhere) fit in three screens. `expand` shows everything.
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
  // One line per finding, plus headings and curl lines of errors: reduce the number until it fits.
  for (let most = Math.max(1, room - 1); ; most = Math.ceil(most * 0.9) - 1) {
    const some = worstOf(findings, most)
    const lines = write(some, short)
    if (heightOf(lines, options) < room || most <= 1) return [...lines, ...leftOut(report, some, all.length)]
  }
}

/** Returns the number of terminal rows that lines occupy. */
export function heightOf(lines: readonly string[], { columns }: Pick<RenderOptions, 'columns'>): number {
  if (columns === undefined) return lines.length
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(widthOf(withoutControls(line)) / columns)), 0)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours and links take no column
const controls = /\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\/g

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

function ownGroups(findings: readonly Finding[]): readonly Group[] {
  const titleOf = ({ site: { component, componentPointer, operation } }: Finding) => {
    const isComponent = component !== undefined && componentPointer === undefined
    return isComponent ? locationOf({ component, pointer: '' }) : (operation ?? 'several operations')
  }
  return [...groupBy(findings, titleOf)].map(([title, members]) => ({ title, findings: members }))
}

/** Returns the curl line of the first finding that has one. */
function curlOf(findings: readonly Finding[], { curl }: Look): readonly string[] {
  if (curl === 'none') return []
  const some = curl === 'errors' ? findings.filter(isError) : findings.filter(isUnaccepted)
  const line = some.find(({ evidence }) => evidence?.curl !== undefined)?.evidence?.curl
  return line === undefined ? [] : [line]
}

/** Detail of a finding: everything, two lines and the proof, two lines, or one line. */
type Detail = 'all' | 'proof' | 'two' | 'one'

interface FindingView extends TerminalView {
  readonly report: Report
  readonly paint: Paint
  /** Heading above the finding. Its location omits this prefix. */
  readonly title: string
  /** Lists the edits from which the verdict was derived. */
  readonly listEdits?: boolean
}

/** Renders a finding: location and message; then id, rule, age, reach and source position. */
function findingLines(finding: Finding, detail: Detail, view: FindingView): readonly string[] {
  const { columns, paint } = view
  const colour = isUnaccepted(finding) ? colours[finding.severity] : 'gray'
  const whole = placeOf(finding, view.title)
  // Most bodies are JSON, so the media type is omitted in short forms.
  const shown = detail === 'one' || detail === 'two' ? whole.replace(/^([1-5]\S\S) application\/json\b/, '$1') : whole
  const accepted = acceptanceOf(finding)
  const says = `${finding.message}${detail === 'one' && accepted !== undefined ? ` (accepted ${accepted})` : ''}`
  const what = printable(`${shown}${shown === '' ? '' : ': '}${says}`)
  const tinted = (line: string) => line.replace(/^ *\S/, (mark) => paint(colour, mark))
  // Without a heading above, the finding is not indented.
  const head = `${view.title === '' ? '' : '  '}${marks[finding.severity]} ${what}`
  if (detail === 'one') {
    const end = `  ${finding.fingerprint}`
    return [`${tinted(fitted(head, columns && columns - end.length))}${paint('gray', end)}`]
  }
  const source = sourceOf(finding)
  const cut = (text: string) => (detail === 'two' ? [fitted(text, columns)] : wrapped(text, columns, 4))
  const rows = detail === 'all' ? allOf(finding, view) : proofOf(finding, view.report)
  return [
    ...cut(head).map((line, index) => (index === 0 ? tinted(line) : line)),
    ...cut(printable(`    ${metaOf(finding, view)}`)).map((line) =>
      withLink(paint('gray', line), source && printable(source), view),
    ),
    ...(accepted === undefined ? [] : cut(printable(`    accepted  ${accepted}`))),
    ...(detail === 'two' ? [] : rows.flatMap((row) => wrapped(`    ${printable(row)}`, columns, 6))),
  ]
}

/** Returns the location relative to the heading. */
function placeOf({ site }: Finding, title: string): string {
  const whole = locationOf(site)
  if (whole === title) return ''
  if (whole.startsWith(`${title} `) || whole.startsWith(`${title}.`)) return whole.slice(title.length).trimStart()
  return whole
}

function metaOf(finding: Finding, view: FindingView): string {
  const { report } = view
  const { kind, ruleId, fingerprint, site } = finding
  const derivation = view.listEdits === true ? finding.derivation : undefined
  const isLive = kind !== 'contract'
  const says = verdictOf(finding)
  const parts = [
    `${fingerprint} ${ruleId}`,
    isLive || finding.state !== 'new' ? stateOf(finding) : '',
    isLive ? causeOf(finding) : (derivation ?? [site.direction, says].filter(Boolean).join(', ')),
    derivation !== undefined && says.includes('by policy') ? says : '',
    reachOf(finding),
    finding.joined === undefined ? '' : `now on ${joinedOf(finding)}`,
    finding.observed?.evidence,
    sourceOf(finding),
    report.kind === 'diff' ? '' : ownerOf(finding),
  ]
  return parts.filter((part) => part !== undefined && part !== '').join(' · ')
}

/** `proof 200 application/json {"status":"LOST"}: valid in b07, invalid in b06`. */
function proofOf(finding: Finding, report: Report): readonly string[] {
  const { witness, evidence } = finding
  if (witness === undefined) return (evidence?.unions ?? []).slice(-1).map((union) => unionRow(union, 2))
  if (!witness.proven) return [`proof     unproven: ${witness.reason ?? 'no witness was found'}`]
  const names = versionNames(report)
  const name = (side: 'base' | 'revision' | undefined) => (side && names[side]) ?? ''
  const sides = `valid in ${name(witness.validUnder)}, invalid in ${name(witness.invalidUnder)}`
  return [`proof     ${proofWords(finding, witness, 80)}   ${sides}`]
}

/** Describes up to `most` branches of a union: `oneOf     /pet fits no branch of oneOf, Cat is the nearest. Cat: /pet lacks "name". Dog: …`. */
function unionRow(union: UnionEvidence, most = Number.POSITIVE_INFINITY): string {
  const { keyword, instanceLocation, branches } = union
  const refusals = branches
    .filter(({ errors }) => errors.length > 0)
    .slice(0, most)
    .map((branch) => `. ${branchName(branch)}: ${branchErrors(branch)}`)
  return `${keyword.padEnd(10)}${instanceLocation || 'the body'} ${unionHead(union)}${refusals.join('')}`
}

/** Returns all details of a finding: locations, observed value, curl line and proof. */
function allOf(finding: Finding, { report }: FindingView): readonly string[] {
  const { evidence } = finding
  const instance = instanceOf(finding)
  const at = instance === undefined ? '' : ` at ${instance}`
  const times = (evidence?.samples ?? 0) > 1 ? `, ${evidence?.samples} times` : ''
  const rows = [
    ...(evidence?.observed === undefined ? [] : [['observed', `${brief(evidence.observed)}${at}${times}`] as const]),
    ...reachRows(finding, { expand: true }),
    ...(evidence?.curl === undefined ? [] : [['curl', evidence.curl] as const]),
  ]
  return [
    ...(evidence?.unions?.map((union) => unionRow(union)) ?? proofOf(finding, report)),
    ...rows.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [`${name.padEnd(10)}${text}`])),
  ]
}
