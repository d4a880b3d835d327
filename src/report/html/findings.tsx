import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { isFailing } from '../build.ts'
import type { Section } from '../group.ts'
import { countByPolicy, countVerdicts, printable } from '../labels.ts'
import { FindingCard } from './finding-card.tsx'

/** Numbers the operations that findings name, for the filter by operation: a key may hold any character. */
export function numberOperations(groups: readonly Section[]): ReadonlyMap<string, number> {
  const keys = new Set(groups.flatMap(({ findings }) => findings.flatMap(operationsOf)))
  return new Map([...keys].sort().map((key, index) => [key, index + 1]))
}

/** The operations a finding is about. */
export function operationsOf({ reaches, site }: Finding): readonly string[] {
  return site.operation === undefined || reaches.includes(site.operation) ? reaches : [...reaches, site.operation]
}

/** Up to so many findings that fail the run are shown opened. */
const fewFailing = 5

/** Above this a browser would take more than a second to lay out the page: what is out of sight is laid out later. */
const manyFindings = 200

interface FindingsProps {
  readonly report: Report
  readonly groups: readonly Section[]
  readonly operations: ReadonlyMap<string, number>
}

/** A section per group, a card per finding. */
export function Findings({ report, groups, operations }: FindingsProps) {
  const all = groups.flatMap(({ findings }) => findings)
  const few = all.filter((finding) => isFailing(report, finding)).length <= fewFailing
  const many = all.length > manyFindings
  // A changelog may hold the same finding twice, and an id is unique in a page.
  const first = new Map<string, Finding>()
  for (const finding of all) if (!first.has(finding.fingerprint)) first.set(finding.fingerprint, finding)
  return (
    <>
      {groups.map(({ id, title, findings }) => (
        <section key={id} id={id} class={many ? 'findings many' : 'findings'}>
          <h2>
            {printable(title)}: {report.kind === 'changelog' ? countByPolicy(findings) : countVerdicts(findings)}
          </h2>
          {findings.map((finding) => (
            <FindingCard
              key={finding.fingerprint}
              report={report}
              finding={finding}
              open={few && !many && isFailing(report, finding)}
              lazy={many}
              operations={operationsOf(finding).map((key) => operations.get(key) ?? 0)}
              {...(first.get(finding.fingerprint) === finding && { id: `f-${finding.fingerprint}` })}
            />
          ))}
        </section>
      ))}
    </>
  )
}
