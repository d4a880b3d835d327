import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { contractFinding, diffReport, driftFinding, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import junit from './junit.ts'

function parse(report: Report) {
  const xml = junit.render(report, { colour: false })
  expect(XMLValidator.validate(xml)).toBe(true)
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => /^(testsuite|testcase)$/.test(name) })
  return parser.parse(xml).testsuites.testsuite
}

it('has a suite for the contract and one for the live API, with a case per operation', () => {
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

it('fails a case for what ends a diff with 1, and for nothing else', () => {
  const info = contractFinding({ severity: 'info', verdict: 'compatible', fingerprint: 'c000000000000002' })
  const [suite] = parse(diffReport({ findings: [contractFinding(), info] }))
  expect([suite['@_tests'], suite['@_failures'], suite['@_errors']]).toEqual(['2', '1', '0'])
})

it('is an error, not a failure, when an operation could not be judged', () => {
  const subjects = [{ operation: 'GET /loans', calls: 1, outcomes: { unreachable: 1 }, findings: 0 }]
  const [, drift] = parse(monitorReport({ subjects }))
  expect([drift['@_failures'], drift['@_errors']]).toEqual(['0', '1'])
  expect(drift.testcase[0].error['@_message']).toBe('could not be judged: unreachable 1×')
})

it('skips what no suite called, and loses no finding that belongs to no operation', () => {
  const subjects = [{ operation: 'GET /loans', calls: 0, findings: 0 }]
  const site = { direction: 'response', pointer: '' } as const
  const [, drift] = parse(monitorReport({ subjects, findings: [driftFinding({ site, reaches: [] })] }))
  expect([drift['@_tests'], drift['@_failures'], drift['@_skipped']]).toEqual(['2', '1', '1'])
})

it('stays well-formed with hostile text, without a character XML forbids', () => {
  const xml = junit.render(hostileReport(), { colour: false })
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(xml).not.toContain('<script>')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|[\ud800-\udbff](?![\udc00-\udfff])/)
  const [contract, drift] = parse(hostileReport())
  expect([contract['@_tests'], drift['@_tests'], drift['@_failures']]).toEqual(['1', '1', '1'])
})
