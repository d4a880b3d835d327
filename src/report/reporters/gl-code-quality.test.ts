import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { contractFinding, diffReport, driftFinding, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import codeQuality from './gl-code-quality.ts'

/** GitLab's schema of one entry, app/validators/json_schemas/codeclimate.json of its source. */
const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../testing/schemas/gitlab-codeclimate.json'), 'utf8'),
)
const validate = new Ajv({ strict: false }).compile({ type: 'array', items: schema })

function entriesOf(report: Report) {
  const entries = JSON.parse(codeQuality.render(report, { colour: false }))
  expect(validate(entries) ? [] : validate.errors).toEqual([])
  return entries
}

it('has an entry with a line for each finding', () => {
  const finding = driftFinding()
  expect(entriesOf(monitorReport({ findings: [finding, contractFinding()] }))).toHaveLength(2)
  const [entry] = entriesOf(monitorReport({ findings: [finding] }))
  expect(entry).toMatchObject({
    check_name: finding.ruleId,
    fingerprint: finding.fingerprint,
    severity: 'critical',
    location: { path: finding.source.revision?.file, lines: { begin: finding.source.revision?.line } },
  })
  expect(entry.description).toContain(finding.message)
})

it.each([
  ['error', 'critical'],
  ['warning', 'minor'],
  ['info', 'info'],
] as const)('makes %s %s', (severity, expected) => {
  expect(entriesOf(diffReport({ findings: [{ ...contractFinding(), severity }] }))[0].severity).toBe(expected)
})

it('omits accepted findings and duplicate fingerprints', () => {
  expect(entriesOf(monitorReport({ findings: [{ ...driftFinding(), state: 'accepted' }] }))).toEqual([])
  expect(entriesOf(monitorReport({ findings: [driftFinding(), driftFinding()] }))).toHaveLength(1)
  expect(entriesOf(diffReport())).toEqual([])
})

it('falls back to line 1, and uses paths within the repository', () => {
  const finding = { ...contractFinding(), source: {} }
  expect(entriesOf(diffReport({ findings: [finding] }))[0].location.lines).toEqual({ begin: 1 })
  const revision = { file: 'git:origin/main:api/openapi.yaml', line: 3, column: 1 }
  const [entry] = entriesOf(diffReport({ findings: [{ ...finding, source: { revision } }] }))
  expect(entry.location).toEqual({ path: 'api/openapi.yaml', lines: { begin: 3 } })
})

it('is valid with hostile text', () => {
  expect(
    entriesOf(hostileReport()).some(({ description }: { description: string }) => description.includes('\u202e')),
  ).toBe(false)
})

it('requires a fingerprint (GitLab rejects entries without one)', () => {
  expect(validate([{ description: 'a', severity: 'info', location: {} }])).toBe(false)
})
