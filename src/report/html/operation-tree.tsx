import type { Finding } from '../../model/finding.ts'
import { findingAt } from '../../model/locations.ts'
import type { Report, Subject } from '../../model/report.ts'
import { byText, plural } from '../../util/text.ts'
import { isInconclusive } from '../build.ts'
import type { Section } from '../group.ts'
import { locationOf, marks, outcomesOf, printable } from '../labels.ts'
import { operationsOf } from './findings.tsx'

/** How many findings of an operation are named; the filter shows all. */
const named = 20

/** Every operation that was checked, the clean ones too: paths, their methods, and what was found there. */
export function OperationTree({ report, groups }: { readonly report: Report; readonly groups: readonly Section[] }) {
  if (report.subjects.length === 0) return null
  const byOperation = new Map<string, Finding[]>()
  for (const finding of groups.flatMap(({ findings }) => findings))
    for (const key of operationsOf(finding)) add(byOperation, key, finding)
  const byPath = new Map<string, Subject[]>()
  for (const subject of report.subjects) add(byPath, pathOf(subject), subject)
  const live = report.inputs.target !== undefined
  return (
    <section id="operations">
      <h2>Operations</h2>
      <ul class="tree">
        {[...byPath]
          .sort(([a], [b]) => byText(a, b))
          .map(([path, subjects]) => (
            <li key={path}>
              <code>{printable(path)}</code>
              <ul>
                {subjects.map((subject) => (
                  <Branch
                    key={subject.operation}
                    subject={subject}
                    live={live}
                    findings={byOperation.get(subject.operation) ?? []}
                  />
                ))}
              </ul>
            </li>
          ))}
      </ul>
    </section>
  )
}

interface BranchProps {
  readonly subject: Subject
  readonly live: boolean
  readonly findings: readonly Finding[]
}

function Branch({ subject, live, findings }: BranchProps) {
  const { operation, calls = 0, statuses = [] } = subject
  const facts = [
    ...(live ? [calls === 0 ? 'not called' : plural(calls, 'call')] : []),
    ...(subject.notReached === true ? ['not reached'] : []),
    ...(statuses.length > 0 ? [statuses.join(', ')] : []),
    ...(isInconclusive(subject) ? [`inconclusive: ${outcomesOf(subject)}`] : []),
    findings.length === 0 ? 'no findings' : plural(findings.length, 'finding'),
  ]
  const head = (
    <>
      <code>{printable(operation.slice(0, operation.length - pathOf(subject).length).trim())}</code>{' '}
      <span class="soft">{facts.join(' · ')}</span>
    </>
  )
  if (findings.length === 0) return <li>{head}</li>
  return (
    <li>
      <details>
        <summary>{head}</summary>
        <ul>
          {findings.slice(0, named).map((finding) => (
            <li key={finding.fingerprint}>
              {marks[finding.severity]}{' '}
              <a href={`#f-${finding.fingerprint}`}>
                {printable(locationOf(findingAt(finding, operation).site))} {printable(finding.message)}
              </a>
            </li>
          ))}
          {findings.length > named && <li>and {findings.length - named} more</li>}
        </ul>
      </details>
    </li>
  )
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

function pathOf({ operation }: Subject): string {
  return operation.slice(operation.indexOf(' ') + 1)
}
