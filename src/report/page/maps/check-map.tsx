import type { Finding } from '../../../model/finding.ts'
import type { Report, Subject } from '../../../model/report.ts'
import { plural } from '../../../util/text.ts'
import { isInconclusive, isReached, isUnaccepted } from '../../build.ts'
import { liveOf, printable } from '../../labels.ts'
import { operationsOf } from '../page-data.ts'
import { Folded } from './folded.tsx'

/** Above this number of operations, only rows with findings are shown. */
const mostRows = 300

const signs = { passed: '✓', accepted: 'a', none: '–', notReached: '○', inconclusive: '?' } as const

/** Matrix of operations and checks: passed, failed or not seen. A cell with findings links to them. */
export function CheckMap({ report }: { readonly report: Report }) {
  const checks = columnsOf(report)
  if (checks.length === 0 || report.subjects.length === 0) return null
  const byCell = new Map<string, Finding[]>()
  for (const finding of liveOf(report))
    for (const operation of operationsOf(finding)) add(byCell, `${operation} ${finding.ruleId}`, finding)
  const found = new Set(liveOf(report).flatMap(operationsOf))
  const shown = report.subjects.filter(({ operation }, at) => at < mostRows || found.has(operation))
  const rows = shown.toSorted((a, b) => Number(found.has(b.operation)) - Number(found.has(a.operation)))
  return (
    <Folded id="map" title="Operations by checks" isOpen={found.size > 0}>
      <Legend />
      <section class="wide" aria-label="Operations by checks" tabindex={0}>
        <table class="map">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {checks.map((id) => (
                <th scope="col" key={id}>
                  {printable(id.replace(/-conformance$/, '').replaceAll('-', ' '))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((subject) => (
              <tr key={subject.operation}>
                <th scope="row">
                  <code>{printable(subject.operation)}</code>
                </th>
                {checks.map((id) => (
                  <Cell
                    key={id}
                    subject={subject}
                    check={id}
                    findings={byCell.get(`${subject.operation} ${id}`) ?? []}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length < report.subjects.length && (
        <p class="soft small">
          {plural(report.subjects.length - rows.length, 'operation')} without findings are not shown.
        </p>
      )}
    </Folded>
  )
}

interface CellProps {
  readonly subject: Subject
  readonly check: string
  readonly findings: readonly Finding[]
}

function Cell({ subject, check, findings }: CellProps) {
  const { look, sign, words } = cellOf(subject, findings)
  const content = (
    <>
      <span aria-hidden="true">{sign}</span>
      <span class="vh">{words}</span>
    </>
  )
  return (
    <td class={look} title={words}>
      {findings.length === 0 ? (
        <span>{content}</span>
      ) : (
        <a
          href={`#?${new URLSearchParams({ operation: subject.operation, rule: check, ...(findings.some(isUnaccepted) && { state: 'unaccepted' }) })}`}
        >
          {content}
        </a>
      )}
    </td>
  )
}

/** Returns style, symbol and text of a cell. */
export function cellOf(subject: Subject, findings: readonly Finding[]): { look: string; sign: string; words: string } {
  const open = findings.filter(isUnaccepted)
  if (open.length > 0) {
    const has = (severity: string) => open.some((finding) => finding.severity === severity)
    const look = has('error') ? 'failed' : has('warning') ? 'warned' : 'noted'
    return { look, sign: String(open.length), words: `${plural(open.length, 'finding')}, ${look}` }
  }
  if (findings.length > 0)
    return { look: 'accepted', sign: `${findings.length}${signs.accepted}`, words: `${findings.length} accepted` }
  if ((subject.calls ?? 0) === 0) return { look: 'none', sign: signs.none, words: 'not called' }
  if (isInconclusive(subject)) return { look: 'none', sign: signs.inconclusive, words: 'inconclusive' }
  if (!isReached(subject)) return { look: 'none', sign: signs.notReached, words: 'not reached' }
  return { look: 'passed', sign: signs.passed, words: 'passed' }
}

/** Returns the checks of the run, followed by other rules that have findings. */
function columnsOf(report: Report): readonly string[] {
  const checks = report.rules.filter(({ kind }) => kind === 'check').map(({ id }) => id)
  const others = new Set(liveOf(report).map(({ ruleId }) => ruleId))
  for (const id of checks) others.delete(id)
  return [...checks, ...others]
}

function Legend() {
  const entries = [
    ['passed', signs.passed, 'passed'],
    ['failed', '2', 'errors'],
    ['warned', '1', 'warnings'],
    ['noted', '1', 'info'],
    ['accepted', `1${signs.accepted}`, 'accepted'],
    ['none', signs.notReached, 'not reached'],
    ['none', signs.inconclusive, 'inconclusive'],
    ['none', signs.none, 'not called'],
  ] as const
  return (
    <p class="legend" aria-hidden="true">
      {entries.map(([look, sign, words]) => (
        <span key={words}>
          <i class={look}>{sign}</i> {words}
        </span>
      ))}
    </p>
  )
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
