import type { Finding, Severity } from '../../model/finding.ts'
import { defineReporter, type Report } from '../../model/report.ts'
import { isUnaccepted } from '../build.ts'
import { allFindings, jsonText, locationOf, printable } from '../labels.ts'

/** Severities as defined in https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format. */
const severities: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'minor',
  info: 'info',
  off: 'info',
}

/** GitLab code quality report. A merge request shows added findings next to the changed lines. */
export default defineReporter({
  name: 'gl-code-quality',
  title: 'Code Quality report for GitLab',
  render(report) {
    const findings = allFindings(report).filter(isUnaccepted)
    // GitLab requires unique fingerprints.
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

/** Returns the path in the repository. `git:<rev>:<path>` refers to a file in it. */
function pathOf(file: string): string {
  return printable(file.replace(/^git:[^:]*:/, '').replace(/^\.\//, ''))
}
