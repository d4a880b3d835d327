import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { byText, plural } from '../../util/text.ts'
import { isUnaccepted } from '../build.ts'
import { locationOf, printable } from '../labels.ts'
import { consequencesOf, reachedBy } from '../summary/consequences.ts'
import { impacts } from '../summary/impact.ts'
import type { Paint } from './paint.ts'
import { findingsOf } from './shown.ts'
import { mostChanges } from './tree.ts'
import { fitted, wrapped } from './width.ts'

const mostRows = 20

/** What the changes mean for a client, a line for each consequence and rule, then a table of all changes by rule; none of a short diff. */
export function changeTable(report: Report, paint: Paint, columns?: number): readonly string[] {
  if (report.kind !== 'diff' || findingsOf(report).length <= mostChanges) return []
  return [...consequenceLines(report, paint, columns), ...ruleTable(report, paint, columns)]
}

const mostOfAnImpact = 3

function consequenceLines(report: Report, paint: Paint, columns?: number): readonly string[] {
  const all = consequencesOf(report)
  return impacts.flatMap((impact) => {
    const some = all.filter((each) => each.impact === impact)
    if (some.length === 0) return []
    const findings = some.flatMap((each) => each.findings)
    const rest = some.slice(mostOfAnImpact).reduce((sum, each) => sum + each.findings.length, 0)
    const title = `${impact[0]?.toUpperCase()}${impact.slice(1)} (${plural(findings.length, 'change')}, ${reachedBy(findings)})`
    return [
      paint('bold', fitted(printable(title), columns)),
      ...some.slice(0, mostOfAnImpact).flatMap(({ text }) => wrapped(printable(`  ${text}`), columns, 4)),
      ...(rest > 0 ? [`  ${plural(rest, 'more change')}`] : []),
      '',
    ]
  })
}

/** The changes of a diff by rule, the worst first, and the components or operations where each was most often. */
function ruleTable(report: Report, paint: Paint, columns?: number): readonly string[] {
  const all = findingsOf(report)
  const rules = [...grouped(all, ({ ruleId }) => ruleId)].map(([rule, findings]) => ({
    rule,
    findings,
    ...countsOf(findings),
  }))
  rules.sort(
    (a, b) =>
      b.error - a.error || b.warning - a.warning || b.findings.length - a.findings.length || byText(a.rule, b.rule),
  )
  const shown = rules.slice(0, mostRows)
  const width = Math.max(4, ...shown.map(({ rule }) => rule.length))
  const row = (cells: readonly (number | string)[], rule: string, where: string) =>
    fitted(
      printable(`  ${rule.padEnd(width)}${cells.map((cell) => String(cell || '·').padStart(7)).join('')}   ${where}`),
      columns,
    )
  const rest = rules.slice(mostRows)
  const more = rest.flatMap(({ findings }) => findings)
  return [
    paint('bold', row(['errors', 'warn', 'info'], 'rule', 'where')),
    ...shown.map(({ rule, findings, error, warning, info }) => row([error, warning, info], rule, placesOf(findings))),
    ...(rest.length === 0
      ? []
      : [row(Object.values(countsOf(more)), plural(rest.length, 'more rule'), placesOf(more))]),
    '',
  ]
}

function countsOf(findings: readonly Finding[]) {
  const some = findings.filter(isUnaccepted)
  const count = (severity: Finding['severity']) => some.filter((finding) => finding.severity === severity).length
  return { error: count('error'), warning: count('warning'), info: count('info') }
}

/** `Loan 12 · GET /loans 3 · 9 more`: where they are most often. */
function placesOf(findings: readonly Finding[]): string {
  const names = [...grouped(findings, nameOf)].sort((a, b) => b[1].length - a[1].length || byText(a[0], b[0]))
  const first = names.slice(0, 2).map(([name, some]) => (some.length === 1 ? name : `${name} ${some.length}`))
  const rest = names.length - first.length
  return [...first, ...(rest > 0 ? [`${rest} more`] : [])].join(' · ')
}

function nameOf({ site: { component, operation } }: Finding): string {
  return component === undefined ? (operation ?? 'the API') : locationOf({ component, pointer: '' })
}

function grouped(
  findings: readonly Finding[],
  by: (finding: Finding) => string,
): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const name = by(finding)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [finding])
    else group.push(finding)
  }
  return groups
}
