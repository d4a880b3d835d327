import { documents } from '../../../history/observed.ts'
import type { Finding } from '../../../model/finding.ts'
import { locationOf } from '../../../report/labels.ts'
import { factsOf, type RunFacts } from '../record.ts'

/** Rules whose changes explain any behaviour of the old operation. */
const removals: ReadonlySet<string> = new Set(['operation-removed', 'retired-operation-removed', 'operation-moved'])

/** Sets the changes of the published description as the cause of live findings that they explain. */
export function explainedBy(findings: readonly Finding[], run: RunFacts): readonly Finding[] {
  const changes = findings.filter(({ kind }) => kind === 'contract')
  return findings.map((finding) => {
    if (finding.kind === 'contract') return finding
    const change = changes.find((each) => removes(each, finding) || isDocumentedBy(each, finding, run))
    if (change === undefined) return finding
    const evidence = `in the published description, ${locationOf(change.site)} ${change.message}`
    return { ...finding, cause: { ...finding.cause, kind: 'contract-changed', evidence } }
  })
}

function removes({ ruleId, site }: Finding, live: Finding): boolean {
  return removals.has(ruleId) && live.reaches.every((operation) => operation === site.operation)
}

function isDocumentedBy(change: Finding, live: Finding, run: RunFacts): boolean {
  return factsOf(run, undefined, live).some((facts) => documents(change, facts))
}
