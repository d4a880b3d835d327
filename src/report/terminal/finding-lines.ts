import type { Finding, UnionEvidence } from '../../model/finding.ts'
import type { TerminalView } from '../../model/report/view.ts'
import type { Report } from '../../model/report.ts'
import { isUnaccepted } from '../build.ts'
import { brief, causeOf, locationOf, marks, printable, sourceOf, verdictOf } from '../labels.ts'
import { versionNames } from '../page/version-names.ts'
import { proofWords } from '../summary/deciding.ts'
import { joinedOf, ownerOf, reachOf } from '../summary/reach.ts'
import { stateOf } from '../summary/tally.ts'
import { branchErrors, branchName, unionHead } from '../unions.ts'
import { type Paint, withLink } from './paint.ts'
import { reachRows } from './shown.ts'
import { fitted, wrapped } from './width.ts'

/** How much of a finding is shown: all that is known, two lines and the proof, two lines, or one. */
export type Detail = 'all' | 'proof' | 'two' | 'one'

/** Where and how a finding is shown. */
export interface FindingView extends TerminalView {
  readonly report: Report
  readonly paint: Paint
  /** The heading it is below, which its location need not repeat. */
  readonly title: string
  /** Shows how the verdict was derived. */
  readonly listEdits?: boolean
}

const colours = { error: 'red', warning: 'yellow', info: 'cyan', off: 'gray' } as const

/** A finding in two lines: what is wrong where; then its id, its rule, since when, how far, and where the description says so. */
export function findingLines(finding: Finding, detail: Detail, view: FindingView): readonly string[] {
  const { columns, paint } = view
  const colour = isUnaccepted(finding) ? colours[finding.severity] : 'gray'
  const whole = placeOf(finding, view.title)
  // What most bodies are is left out where there is little room.
  const shown = detail === 'one' || detail === 'two' ? whole.replace(/^([1-5]\S\S) application\/json\b/, '$1') : whole
  const what = printable(`${shown}${shown === '' ? '' : ': '}${finding.message}`)
  const tinted = (line: string) => line.replace(/^ *\S/, (mark) => paint(colour, mark))
  // Alone at its operation it stands where a heading would, not as if it were below the one before.
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
    ...(detail === 'two' ? [] : rows.flatMap((row) => wrapped(`    ${printable(row)}`, columns, 6))),
  ]
}

/** Where in the operation or component. */
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

/** `oneOf     /pet fits no branch of oneOf, Cat is the nearest. Cat: /pet lacks "name". Dog: …`, of so many branches. */
function unionRow(union: UnionEvidence, most = Number.POSITIVE_INFINITY): string {
  const { keyword, instanceLocation, branches } = union
  const refusals = branches
    .filter(({ errors }) => errors.length > 0)
    .slice(0, most)
    .map((branch) => `. ${branchName(branch)}: ${branchErrors(branch)}`)
  return `${keyword.padEnd(10)}${instanceLocation || 'the body'} ${unionHead(union)}${refusals.join('')}`
}

/** Every location, what was observed, and the proof. */
function allOf(finding: Finding, { report }: FindingView): readonly string[] {
  const { evidence } = finding
  const at = evidence?.instancePointer === undefined ? '' : ` at ${evidence.instancePointer}`
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
