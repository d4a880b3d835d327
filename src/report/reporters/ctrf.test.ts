import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import type { RenderOptions, Report } from '../../model/report.ts'
import {
  contractFinding,
  diffReport,
  driftFinding,
  hostileReport,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import ctrf from './ctrf.ts'

const official = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../testing/schemas/ctrf-schema-0.0.json'), 'utf8'),
)
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
const validate = ajv.compile(official)

function render(report: Report, options: Partial<RenderOptions> = {}) {
  const document = JSON.parse(ctrf.render(report, { colour: false, ...options }))
  expect(validate(document) ? [] : validate.errors).toEqual([])
  return document
}

it('has one test per change and per operation, counted by status', () => {
  const subjects = [
    { operation: 'GET /loans', calls: 1, findings: 0 },
    { operation: 'GET /a', calls: 1, outcomes: { gateway: 1 }, findings: 0 },
    { operation: 'GET /b', calls: 0, findings: 0 },
    { operation: 'GET /c', calls: 1, findings: 0 },
  ]
  const { results } = render(monitorReport({ subjects, findings: [contractFinding(), driftFinding()] }))
  expect(results.tests.map(({ testId, status }: Record<string, string>) => [testId, status])).toEqual([
    // A monitor only lists settled changes.
    ['contract c000000000000001', 'passed'],
    ['drift GET /a', 'other'],
    ['drift GET /b', 'skipped'],
    ['drift GET /c', 'passed'],
    ['drift GET /loans', 'failed'],
  ])
  expect(results.summary).toEqual({
    ...{ tests: 5, passed: 2, failed: 1, skipped: 1, pending: 0, other: 1, suites: 2 },
    ...{ start: Date.UTC(2026, 10, 20, 8), stop: Date.UTC(2026, 10, 20, 8) + 2912, duration: 2912 },
  })
  expect(results.tests[4]).toMatchObject({
    message: 'is null, which the contract does not allow',
    tags: ['null-conformance'],
    filePath: 'specs/lending/b07.yaml',
    line: 812,
    extra: { findings: [{ fingerprint: 'd000000000000001', state: 'new' }] },
  })
})

it('has the run id shared by shards, and the shard number', () => {
  const one = render(monitorReport({ shard: { index: 1, count: 2 } }), { runId: '77-1' })
  const two = render(monitorReport({ shard: { index: 2, count: 2 } }), { runId: '77-1' })
  expect([one.runId, two.runId]).toEqual(['77-1', '77-1'])
  expect([one, two].map(({ results }) => results.environment.shardId)).toEqual(['1/2', '2/2'])
  expect(render(monitorReport())).not.toHaveProperty('runId')
})

it.each([
  ['hostile text', hostileReport()],
  ['a diff without times', diffReport()],
  ['5,000 findings', monitorReport({ findings: manyFindings(5000) })],
])('is valid with %s', (_name, report) => {
  expect(render(report).reportFormat).toBe('CTRF')
})
