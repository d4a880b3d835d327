import type { Report } from '../../model/report.ts'
import { countByPolicy, locationOf, versionOf } from '../labels.ts'
import { listed } from '../listing/alike.ts'
import { semverWords } from '../summary/semver.ts'
import { code, prose } from './text.ts'

/** Returns a block per version, newest first, with breaking changes marked. */
export function changelogBlocks(report: Report): string[] {
  return (report.changelog ?? []).toReversed().flatMap((entry) => {
    const parts = [
      code(versionOf(report, entry.revision)),
      prose(entry.title ?? ''),
      prose(entry.capturedAt?.slice(0, 10) ?? ''),
    ].filter(Boolean)
    const lines = listed(entry.findings).map((finding) => {
      const breaking = finding.severity === 'error' ? '**[breaking]** ' : ''
      return `- ${breaking}${code(locationOf(finding.site))} ${prose(finding.message)} (${code(finding.ruleId)})${finding.observed === undefined ? '' : `, ${prose(finding.observed.evidence)}`}\n`
    })
    const facts = [countByPolicy(entry.findings), semverWords(entry.semver)].filter(Boolean).join(' · ')
    return [`### ${parts.join(' · ')}: ${facts}\n`, ...lines]
  })
}
