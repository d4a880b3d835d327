import { expect, it } from 'vitest'
import type { RenderOptions, Report } from '../../model/report.ts'
import { contractFinding, coverage, diffReport, driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { buildReport } from '../build.ts'
import badge from './badge.ts'

const draw = (report: Report, options: Partial<RenderOptions> = {}) =>
  JSON.parse(badge.render(report, { colour: false, ...options }))
const subjects = [{ operation: 'GET /loans', calls: 1, outcomes: { gateway: 1 }, findings: 0 }]
const { times: _, ...timeless } = monitorReport()

it('has exactly the fields of the shields.io endpoint schema', () => {
  expect(draw(monitorReport())).toEqual({
    schemaVersion: 1,
    label: 'lending',
    message: 'keeps its contract · 2026-11-20',
    color: 'brightgreen',
    isError: false,
    cacheSeconds: 3600,
  })
})

it.each<readonly [Report, string, string, boolean]>([
  [monitorReport({ findings: [driftFinding()] }), '1 drifted · 2026-11-20', 'red', true],
  [monitorReport({ findings: [contractFinding()] }), 'keeps its contract · 2026-11-20', 'brightgreen', false],
  [monitorReport({ subjects }), '1 operation not checked · 2026-11-20', 'yellow', false],
  [
    monitorReport({ coverage: { ...coverage, minimum: { statuses: 1 } } }),
    'coverage too low · 2026-11-20',
    'orange',
    true,
  ],
  [diffReport({ findings: [contractFinding()] }), '1 breaking', 'red', true],
  [diffReport(), 'no changes', 'brightgreen', false],
  [
    buildReport({ ...timeless, toolVersion: '0', kind: 'changelog', changelog: [] }),
    'no changes',
    'informational',
    false,
  ],
])('says what the run came to (%#)', (report, message, color, isError) => {
  expect(draw(report)).toMatchObject({ message, color, isError })
})

it('is grey, without error, if the report is stale', () => {
  expect(draw(monitorReport({ findings: [driftFinding()] }), { stale: true })).toMatchObject({
    message: 'stale · 2026-11-20',
    color: 'lightgrey',
    isError: false,
  })
})
