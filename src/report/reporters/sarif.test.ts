import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
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
import { docsUrl } from '../docs-link.ts'
import sarif from './sarif.ts'

/** OASIS's schema. It is of draft-04; the keywords it uses mean the same in draft-07, but for the name of `$id`. */
const {
  $schema: _,
  id: $id,
  ...official
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../testing/schemas/sarif-schema-2.1.0.json'), 'utf8'))

/** What GitHub's code scanning asks for beyond the standard. */
const codeScanning = object({
  runs: {
    maxItems: 20,
    items: object({
      tool: object({ driver: object({ rules: { items: { required: ['help'], ...object({ properties: tags() }) } } }) }),
      results: {
        maxItems: 5000,
        items: {
          required: ['ruleId', 'locations', 'partialFingerprints'],
          ...object({ locations: { minItems: 1 }, partialFingerprints: { minProperties: 1 } }),
        },
      },
    }),
  },
})

function object(properties: object): object {
  return { type: 'object', properties }
}

function tags(): object {
  return object({ tags: { maxItems: 10 } })
}

const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
const validate = ajv.compile({ allOf: [{ $id, ...official }, codeScanning] })

function runOf(report: Report) {
  const log = JSON.parse(sarif.render(report, { colour: false }))
  expect(validate(log) ? [] : validate.errors).toEqual([])
  return log.runs[0]
}

const where = (file: string, parts: Partial<Finding> = {}) =>
  contractFinding({ source: { revision: { file, line: 2, column: 5 } }, ...parts })

it('uses the position in the revision and mentions the one in the base', () => {
  const base = { file: 'specs/lending/b06.yaml', line: 800, column: 9 }
  const revision = { file: 'specs/lending/b07.yaml', line: 812, column: 9 }
  const { results } = runOf(diffReport({ findings: [contractFinding({ source: { base, revision } })] }))
  expect(results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'specs/lending/b07.yaml', uriBaseId: '%SRCROOT%' },
    region: { startLine: 812, startColumn: 9 },
  })
  expect(results[0].relatedLocations[0].physicalLocation.region).toEqual({ startLine: 800, startColumn: 9 })
  expect(results[0].partialFingerprints).toEqual({ 'specdrift/v1': 'c000000000000001' })
})

it('uses the position in the base for removed parts, and the file if no position is known', () => {
  const gone = contractFinding({ source: { base: { file: 'a.yaml', line: 1, column: 1 } } })
  const { results } = runOf(diffReport({ findings: [gone, driftFinding({ source: {} })] }))
  const locations = results.map(
    (each: { locations: [{ physicalLocation: object }] }) => each.locations[0].physicalLocation,
  )
  expect(locations).toEqual([
    { artifactLocation: { uri: 'specs/lending/b07.yaml', uriBaseId: '%SRCROOT%' } },
    { artifactLocation: { uri: 'a.yaml', uriBaseId: '%SRCROOT%' }, region: { startLine: 1, startColumn: 1 } },
  ])
})

it.each([
  ['git:HEAD~1:api/open api.yaml', { uri: 'api/open%20api.yaml', uriBaseId: '%SRCROOT%' }],
  ['https://api.example.com/open api.json', { uri: 'https://api.example.com/open%20api.json' }],
  ['/tmp/a#b.yaml', { uri: 'file:///tmp/a%23b.yaml' }],
  ['C:/work/a.yaml', { uri: 'file:///C:/work/a.yaml' }],
])('writes %s as a URI', (file, uri) => {
  const [{ locations }] = runOf(diffReport({ findings: [where(file)] })).results
  expect(locations[0].physicalLocation.artifactLocation).toEqual(uri)
})

it('has one rule per id with a help text, and levels by severity', () => {
  const findings = [
    contractFinding(),
    contractFinding({ severity: 'info' }),
    contractFinding({ ruleId: 'enum-narrowed', severity: 'warning' }),
  ]
  const rules = [{ id: 'enum-widened', kind: 'rule', title: 'Values added to an enum' }] as const
  const { tool, results } = runOf(diffReport({ rules, findings }))
  expect(tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(['enum-narrowed', 'enum-widened'])
  expect(tool.driver.rules[1]).toMatchObject({
    shortDescription: { text: 'Values added to an enum' },
    help: { text: expect.stringContaining('Release a new major version.') },
  })
  expect(results.map(({ level, ruleIndex }: { level: string; ruleIndex: number }) => [level, ruleIndex])).toEqual([
    ['error', 1],
    ['warning', 0],
    ['note', 1],
  ])
})

it('keeps the 5,000 worst results, drops accepted ones first, and notes what was dropped', () => {
  const findings = Array.from({ length: 5001 }, (_, index) =>
    contractFinding({ severity: index === 5000 ? 'info' : 'error', state: index === 0 ? 'accepted' : 'new' }),
  )
  const { results, invocations } = runOf(diffReport({ findings }))
  expect(results).toHaveLength(5000)
  expect(results.filter((each: object) => 'suppressions' in each)).toEqual([])
  expect(invocations[0].toolExecutionNotifications[0].message.text).toMatch(/^1 result of the lowest severity omitted/)
})

it("stays within GitHub's limits of size, tags, rules and locations with 6,000 findings", () => {
  const findings = manyFindings(6000).map((finding, index) => ({ ...finding, why: `because of ${index} `.repeat(50) }))
  const report = monitorReport({ findings })
  const { results, tool } = runOf(report)
  expect(results).toHaveLength(5000)
  expect(results[0].level).toBe('error')
  expect(tool.driver.rules).toHaveLength(2)
  expect(results.every(({ locations }: { locations: object[] }) => locations.length === 1)).toBe(true)
  expect(gzipSync(sarif.render(report, { colour: false })).length).toBeLessThan(10 * 1024 * 1024)
})

it('truncates very long messages', () => {
  const { results } = runOf(diffReport({ findings: [contractFinding({ message: 'long '.repeat(2000) })] }))
  expect(results[0].message.text).toHaveLength(4001)
})

it('suppresses accepted findings and reports unchecked parts', () => {
  const subjects = [{ operation: 'GET /loans', calls: 1, outcomes: { gateway: 1 }, findings: 0 }]
  const { results, invocations } = runOf(monitorReport({ subjects, findings: [driftFinding({ state: 'accepted' })] }))
  expect(results[0].suppressions).toEqual([{ kind: 'external', status: 'accepted' }])
  expect(invocations[0].executionSuccessful).toBe(false)
  expect(invocations[0].toolExecutionNotifications[0].message.text).toBe('not checked: GET /loans gateway 1×')
})

it('is valid with hostile text', () => {
  expect(runOf(hostileReport()).results).toHaveLength(2)
  expect(sarif.render(hostileReport(), { colour: false })).not.toMatch(/[\u202a-\u202e\ud800]/u)
})

it('is validated against a schema that rejects unknown properties', () => {
  const log = JSON.parse(sarif.render(diffReport({ findings: [contractFinding()] }), { colour: false }))
  expect(validate({ ...log, runs: [{ ...log.runs[0], verdict: 'breaking' }] })).toBe(false)
})

it('links each rule to its page', () => {
  const { driver } = runOf(monitorReport({ findings: [driftFinding()] })).tool
  expect(driver.informationUri).toBe(docsUrl)
  expect(driver.rules.length).toBeGreaterThan(0)
  for (const rule of driver.rules) expect(rule.helpUri).toBe(`${docsUrl}rules/${rule.id}.html`)
})
