import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import {
  contractFinding,
  diffReport,
  driftFinding,
  hostileReport,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import github from './github.ts'

const lines = (report: Report) => github.render(report, { colour: false }).trimEnd().split('\n')
const many = (count: number, parts: Partial<Finding>) => Array.from({ length: count }, () => contractFinding(parts))

it('annotates lines of the revision', () => {
  expect(lines(diffReport({ findings: [contractFinding({ message: '50% of a,b: gone' })] }))).toEqual([
    'Breaking: 1 breaking · next version: major',
    '::error file=specs/lending/b07.yaml,line=812,col=9,title=enum-widened Loan.status::50%25 of a,b: gone%0ARelease a new major version.%0Aid c000000000000001',
  ])
})

it('escapes characters that end a property', () => {
  const site = { component: '/components/schemas/A', pointer: '/properties/b,line=1::x%' } as const
  const [, line] = lines(diffReport({ findings: [contractFinding({ site })] }))
  expect(line).toContain('title=enum-widened A.b%2Cline=1%3A%3Ax%25::may now')
})

it("uses the working copy's path for a git revision, and no path without a position", () => {
  const source = { base: { file: 'git:HEAD~1:api/openapi.yaml', line: 3, column: 1 } }
  const [, first, second] = lines(
    diffReport({ findings: [contractFinding({ source }), contractFinding({ source: {} })] }),
  )
  expect(first).toMatch(/^::error file=api\/openapi\.yaml,line=3,/)
  expect(second).toMatch(/^::error title=enum-widened /)
})

it('emits ten annotations of a kind and the number of omitted ones', () => {
  const findings = [
    ...many(12, {}),
    ...many(11, { severity: 'info' }),
    ...many(2, { severity: 'warning' }),
    ...many(3, { state: 'accepted' }),
  ]
  const all = lines(diffReport({ findings }))
  const kinds = ['error', 'warning', 'notice'].map((kind) => all.filter((line) => line.startsWith(`::${kind} `)).length)
  expect(kinds).toEqual([10, 2, 10])
  expect(all.slice(-2)).toEqual([
    '2 errors, 1 notice more, not annotated: see the report',
    '3 findings accepted by the baseline, not annotated',
  ])
})

it("stays within GitHub's annotation limits with 5,000 findings", () => {
  const all = lines(monitorReport({ findings: manyFindings(5000) }))
  const kinds = ['error', 'warning', 'notice'].map((kind) => all.filter((line) => line.startsWith(`::${kind} `)).length)
  expect(kinds).toEqual([10, 10, 10])
  expect(all.join('\n')).toMatch(/^\d+ errors, \d+ warnings, \d+ notices more, not annotated: see the report$/m)
})

it('emits notices for published contract changes and warnings for unchecked parts', () => {
  const subjects = [{ operation: 'GET /loans', calls: 1, outcomes: { gateway: 1 }, findings: 0 }]
  const notChecked = [{ what: 'a pattern', because: 'it is odd' }]
  const all = lines(monitorReport({ subjects, notChecked, findings: [contractFinding(), driftFinding()] }))
  expect(all.slice(1).map((line) => line.slice(0, line.indexOf('%0A') + 1 || undefined))).toEqual([
    expect.stringMatching(/^::error .*title=null-conformance /),
    '::warning title=not checked%3A GET /loans::gateway 1×',
    expect.stringMatching(/^::notice .*title=enum-widened /),
    '::notice title=not checked::a pattern: it is odd',
  ])
})

it('prevents hostile text from injecting workflow commands', () => {
  const all = lines(hostileReport())
  expect(all).toHaveLength(5)
  expect(all.slice(1).every((line) => /^::(error|warning|notice) [^:]*::/.test(line))).toBe(true)
  expect(all.join('')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
})
