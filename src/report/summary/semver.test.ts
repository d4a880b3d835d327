import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { contractFinding, diffReport, monitorReport } from '../../testing/sample-report.ts'
import { filterReport } from '../filter/filter.ts'
import { renderReport } from '../render.ts'
import { semverOf } from './semver.ts'

const breaking = contractFinding()
const policyInfo = contractFinding({ severity: 'info' })
const risky = contractFinding({ severity: 'warning', verdict: 'risky' })
const added = contractFinding({ severity: 'info', verdict: 'compatible', ruleId: 'property-added' })
const deprecated = contractFinding({ severity: 'info', verdict: 'compatible', ruleId: 'deprecation-added' })
const text = contractFinding({ severity: 'info', verdict: 'compatible', ruleId: 'documentation-changed' })

it.each<readonly [string, readonly Finding[]]>([
  ['none', []],
  ['patch', [text]],
  ['minor', [text, added]],
  ['minor', [deprecated]],
  ['minor', [risky]],
  ['minor', [policyInfo]],
  ['major', [text, added, breaking]],
  ['major', [contractFinding({ state: 'accepted' })]],
  ['major', [contractFinding({ verdict: 'compatible' })]],
])('%s', (bump, findings) => {
  expect(semverOf(findings)).toBe(bump)
  expect(JSON.parse(renderReport(diffReport({ findings }), 'json')).semver).toBe(bump)
})

it('considers all changes, including filtered ones', () => {
  const report = filterReport(diffReport({ findings: [breaking, added] }), { only: ['property-added'] })
  expect([report.findings.length, report.semver]).toEqual([1, 'major'])
})

it('is undefined for a live run', () => {
  expect(monitorReport({ findings: [breaking] }).semver).toBeUndefined()
})

it.each(['text', 'markdown', 'html'])('%s shows it for each version of a changelog', (format) => {
  expect(renderReport(diffReport({ findings: [breaking] }), format)).toContain('next version: major')
  expect(renderReport(diffReport(), format)).not.toContain('next version')
  const { inputs } = diffReport()
  const { base = expect.fail(), revision = expect.fail() } = inputs
  const changelog = [
    { base, revision, findings: [added] },
    { base: revision, revision: base, findings: [breaking, text] },
  ]
  const written = renderReport({ ...diffReport({ changelog, kind: 'changelog' }) }, format)
  expect(written.match(/next version: \w+/g)).toEqual(['next version: major', 'next version: minor'])
})
