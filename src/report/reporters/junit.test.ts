import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Report } from '../../model/report.ts'
import {
  contractFinding,
  diffReport,
  driftFinding,
  hostileReport,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import { buildReport } from '../build.ts'
import junit from './junit.ts'

function parse(report: Report) {
  const xml = junit.render(report, { colour: false })
  expect(XMLValidator.validate(xml)).toBe(true)
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => /^(testsuite|testcase)$/.test(name) })
  return parser.parse(xml).testsuites.testsuite
}

it('has a suite for the contract and one for the live API, with one case per operation', () => {
  const suites = parse(monitorReport({ findings: [contractFinding(), driftFinding()] }))
  expect(
    suites.map((suite: Record<string, unknown>) => [suite['@_name'], suite['@_tests'], suite['@_failures']]),
  ).toEqual([
    ['contract', '1', '0'],
    ['drift', '2', '1'],
  ])
  const failed = suites[1].testcase.find((each: Record<string, unknown>) => each.failure !== undefined)
  expect(failed['@_name']).toBe('GET /loans')
  expect(failed.failure['@_type']).toBe('null-conformance')
  expect(failed.failure['#text']).toContain("curl: curl '$SPECDRIFT_BASE_URL/loans'")
})

it('fails exactly the cases that make a diff exit with 1', () => {
  const info = contractFinding({ severity: 'info', verdict: 'compatible', fingerprint: 'c000000000000002' })
  const [suite] = parse(diffReport({ findings: [contractFinding(), info] }))
  expect([suite['@_tests'], suite['@_failures'], suite['@_errors']]).toEqual(['2', '1', '0'])
})

it('reports an error instead of a failure for an inconclusive operation', () => {
  const subjects = [{ operation: 'GET /loans', calls: 1, outcomes: { unreachable: 1 }, findings: 0 }]
  const [, drift] = parse(monitorReport({ subjects }))
  expect([drift['@_failures'], drift['@_errors']]).toEqual(['0', '1'])
  expect(drift.testcase[0].error['@_message']).toBe('could not be checked: unreachable 1×')
})

it('has a case for each change of a changelog', () => {
  const { inputs } = diffReport()
  const { base, revision } = inputs
  if (base === undefined || revision === undefined) throw new Error('a diff has two inputs')
  const changelog = [{ base, revision, findings: [contractFinding()] }]
  const [suite] = parse(
    buildReport({ ...diffReport({ failOn: 'never' }), toolVersion: '0', kind: 'changelog', changelog }),
  )
  expect([suite['@_tests'], suite['@_failures']]).toEqual(['1', '0'])
  expect(suite.testcase[0]['@_name']).toBe('Loan.status may now be POSTPONED [c000000000000001]')
})

it('skips operations that no suite calls, and keeps findings without an operation', () => {
  const subjects = [{ operation: 'GET /loans', calls: 0, findings: 0 }]
  const site = { direction: 'response', pointer: '' } as const
  const [, drift] = parse(monitorReport({ subjects, findings: [driftFinding({ site, reaches: [] })] }))
  expect([drift['@_tests'], drift['@_failures'], drift['@_skipped']]).toEqual(['2', '1', '1'])
})

it('is well-formed with hostile text', () => {
  const xml = junit.render(hostileReport(), { colour: false })
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(xml).not.toContain('<script>')
  const [contract, drift] = parse(hostileReport())
  expect([contract['@_tests'], drift['@_tests'], drift['@_failures']]).toEqual(['1', '1', '1'])
})

const xsd = readFileSync(join(import.meta.dirname, '../../testing/schemas/junit-10.xsd'), 'utf8')

const problems = async (report: Report) => {
  const xml = { fileName: 'junit.xml', contents: junit.render(report, { colour: false }) }
  const { errors } = await validateXML({ xml, schema: { fileName: 'junit.xsd', contents: xsd } })
  return errors.map(({ message }) => message)
}

it.each([
  ['findings of both kinds', monitorReport({ findings: [contractFinding(), driftFinding()] })],
  [
    'what was not checked',
    monitorReport({ subjects: [{ operation: 'GET /a', outcomes: { gateway: 1 }, findings: 0 }] }),
  ],
  ['hostile text', hostileReport()],
  ['500 findings', monitorReport({ findings: manyFindings(500) })],
  ['a diff', diffReport()],
])('is valid with %s', async (_name, report) => {
  expect(await problems(report)).toEqual([])
})

it('lists the findings of each case', () => {
  const [contract, drift] = parse(monitorReport({ findings: [driftFinding(), contractFinding()] }))
  const [failed, clean] = drift.testcase
  expect(failed['system-out']).toBe('[[PROPERTY|finding=d000000000000001 null-conformance error new]]')
  expect(clean['system-out']).toBeUndefined()
  // Non-failing findings are listed in full after the failures.
  expect(contract.testcase[0]['system-out']).toMatch(/^\[\[PROPERTY\|finding=c000000000000001 .*]]\nenum-widened: Loan/)
})

it('does not let a response name a file as an attachment for Jenkins or GitLab', () => {
  const message = 'is [[ATTACHMENT|/etc/passwd]]'
  const findings = [driftFinding({ message }), contractFinding({ message })]
  expect(junit.render(monitorReport({ findings }), { colour: false })).not.toContain('[[ATTACHMENT')
})
