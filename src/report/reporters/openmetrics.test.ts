import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import {
  contractFinding,
  coverage,
  diffReport,
  driftFinding,
  hostileReport,
  monitorReport,
} from '../../testing/sample-report.ts'
import openmetrics from './openmetrics.ts'

const render = (report: Report) => openmetrics.render(report, { colour: false })

/** Values by name and labels. */
function samplesOf(report: Report): ReadonlyMap<string, number> {
  const lines = render(report)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

const sampleOf = (report: Report, name: string, ...labels: readonly string[]) =>
  [...samplesOf(report)].find(
    ([key]) => key.startsWith(`${name}{`) && labels.every((label) => key.includes(label)),
  )?.[1]

it('counts findings by kind, severity and state, including zeros', () => {
  const report = monitorReport({ findings: [driftFinding(), contractFinding()] })
  expect(sampleOf(report, 'specdrift_findings', 'of="drift"', 'severity="error"', 'state="new"')).toBe(1)
  expect(sampleOf(report, 'specdrift_findings', 'of="drift"', 'severity="warning"', 'state="open"')).toBe(0)
  const all = [...samplesOf(report)].filter(([key]) => key.startsWith('specdrift_findings{'))
  expect(all.reduce((sum, [, value]) => sum + value, 0)).toBe(2)
})

it('has the exit code, calls, coverage and times', () => {
  const report = monitorReport({ coverage })
  expect(sampleOf(report, 'specdrift_exit_code', 'api="lending"', 'kind="monitor"')).toBe(0)
  expect(sampleOf(report, 'specdrift_calls')).toBe(3)
  expect(sampleOf(report, 'specdrift_coverage_ratio', 'of="statuses"')).toBeCloseTo(0.75)
  expect(sampleOf(report, 'specdrift_last_success_timestamp_seconds')).toBe(
    sampleOf(report, 'specdrift_last_run_timestamp_seconds'),
  )
})

it('keeps the time of the last clean run if this run fails', () => {
  const failing = monitorReport({ findings: [driftFinding()] })
  expect(sampleOf(failing, 'specdrift_exit_code')).toBe(1)
  expect(sampleOf(failing, 'specdrift_last_success_timestamp_seconds')).toBeUndefined()
  const point = { startedAt: '2026-11-19T08:00:00.000Z', snapshot: 'b07', error: 0, warning: 0, info: 0, accepted: 0 }
  const trend = [{ ...point, outcome: 'clean' as const }]
  const history = { runs: 1, since: point.startedAt, trend, fixed: [] }
  expect(sampleOf({ ...failing, history }, 'specdrift_last_success_timestamp_seconds')).toBe(
    Date.parse(point.startedAt) / 1000,
  )
})

it('has only metrics that apply to a diff', () => {
  expect(
    sampleOf(diffReport({ findings: [contractFinding()] }), 'specdrift_findings', 'of="contract"', 'severity="error"'),
  ).toBe(1)
  expect(render(diffReport())).not.toMatch(/specdrift_(calls|coverage|operations)/)
})

const reports: readonly (readonly [string, Report])[] = [
  ['a run', monitorReport({ coverage, findings: [driftFinding()] })],
  ['a diff', diffReport({ findings: [contractFinding()] })],
  ['hostile text', hostileReport()],
]

it.each(reports)('conforms to the format and ends with EOF: %s', (_name, report) => {
  const text = render(report)
  const line =
    /^(# (TYPE|HELP|UNIT) specdrift_\w+ [^\n]+|specdrift_\w+\{(\w+="([^"\\\n]|\\["\\n])*",?)+\} -?\d+(\.\d+)?)$/
  expect(
    text
      .split('\n')
      .slice(0, -2)
      .filter((each) => !line.test(each)),
  ).toEqual([])
  expect(text.endsWith('\n# EOF\n')).toBe(true)
})

const python = process.env.PYTHON ?? 'python3'
const isThere = spawnSync(python, ['-c', 'import prometheus_client']).status === 0

// PyPI prometheus_client; .ci/run installs it.
describe.skipIf(!isThere)('the prometheus_client parser', () => {
  const parse =
    'import sys; from prometheus_client.openmetrics.parser import text_string_to_metric_families as p; print(sum(len(f.samples) for f in p(sys.stdin.read())))'

  it.each(reports)('parses %s', (_name, report) => {
    const { stdout, stderr } = spawnSync(python, ['-c', parse], { input: render(report), encoding: 'utf8' })
    expect([stderr, Number(stdout)]).toEqual(['', samplesOf(report).size])
  })
})
