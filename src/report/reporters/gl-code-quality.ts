import type { Finding, Severity } from '../../model/finding.ts'
import { defineReporter, type Report } from '../../model/report.ts'
import { isUnaccepted } from '../build.ts'
import { allFindings, jsonText, locationOf, printable } from '../labels.ts'

/** GitLab's severities: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format. */
const severities: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'minor',
  info: 'info',
  off: 'info',
}

/** The code quality report of GitLab: what a merge request adds to it is shown beside the lines. */
export default defineReporter({
  name: 'gl-code-quality',
  title: 'Code Quality report for GitLab',
  render(report) {
    const findings = allFindings(report).filter(isUnaccepted)
    // GitLab keeps one entry for each fingerprint.
    const byFingerprint = new Map(findings.map((finding) => [finding.fingerprint, finding]))
    return jsonText([...byFingerprint.values()].map((finding) => entryOf(report, finding)))
  },
})

function entryOf({ inputs }: Report, finding: Finding): object {
  const { ruleId, severity, site, message, fingerprint, source } = finding
  const at = source.revision ?? source.base
  return {
    description: `${printable(locationOf(site))} ${printable(message)}`,
    check_name: printable(ruleId),
    fingerprint: printable(fingerprint),
    severity: severities[severity],
    location: {
      path: pathOf(at?.file ?? inputs.revision?.file ?? inputs.revision?.name ?? 'openapi'),
      lines: { begin: at?.line ?? 1 },
    },
  }
}

/** Relative to the repository: `git:<rev>:<path>` is a file of it. */
function pathOf(file: string): string {
  return printable(file.replace(/^git:[^:]*:/, '').replace(/^\.\//, ''))
}
