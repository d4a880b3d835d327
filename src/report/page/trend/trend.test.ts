import { describe, expect, it } from 'vitest'
import type { TrendPoint } from '../../../model/report.ts'
import { history, monitorReport } from '../../../testing/sample-report.ts'
import { renderReport } from '../../render.ts'
import { axisEnd, datesBelow } from './axis.ts'
import { markersOf } from './markers.tsx'
import { responseTimesOf } from './response-times.tsx'

function point(startedAt: string, parts: Partial<TrendPoint> = {}): TrendPoint {
  return { startedAt, snapshot: 'b06', outcome: 'clean', error: 0, warning: 0, info: 0, accepted: 0, ...parts }
}

describe('date labels of a chart', () => {
  const below = (apart: number, ...times: readonly string[]) =>
    datesBelow(
      times.map((startedAt) => point(startedAt)),
      apart,
    ).map(([, text]) => text)

  it('label each day once, with the year if it changes', () => {
    const days = ['2026-12-30T08:00:00Z', '2026-12-30T20:00:00Z', '2026-12-31T08:00:00Z', '2027-01-01T08:00:00Z']
    expect(below(1, ...days)).toEqual(['30 Dec', '31 Dec', '1 Jan 2027'])
    expect(below(3, ...days)).toEqual(['30 Dec', '1 Jan 2027'])
  })

  it('show times if all runs are from one day', () => {
    const times = ['2026-11-20T08:00:00Z', '2026-11-20T08:00:30Z', '2026-11-20T09:15:00Z']
    expect(below(1, ...times)).toEqual(['20 Nov, 08:00', '09:15'])
  })

  it('distinguish the same day of two years', () => {
    expect(below(1, '2025-11-20T08:00:00Z', '2026-11-20T08:00:00Z')).toEqual(['20 Nov', '20 Nov 2026'])
  })
})

it('rounds the end of an axis up to a readable number', () => {
  expect([0, 1, 3, 10, 11, 37, 260, 7431].map(axisEnd)).toEqual([1, 1, 5, 10, 20, 50, 500, 10_000])
})

it('marks where the contract or the release changes', () => {
  const runs = [
    point('1', { version: '1.0.0' }),
    point('2', { release: 'v1', version: '1.0.0' }),
    point('3'),
    point('4', { release: 'v1', snapshot: 'b07', version: '1.1.0' }),
    point('5', { release: 'v2', snapshot: 'b08', version: '1.1.0' }),
  ]
  expect(markersOf(runs)).toEqual([
    { at: 1, release: 'v1' },
    { at: 3, contract: 'b07 (1.1.0)' },
    { at: 4, contract: 'b08', release: 'v2' },
  ])
  expect(markersOf(runs.slice(0, 1))).toEqual([])
})

describe('response times', () => {
  const report = monitorReport({ history: history(10) })

  it('compares this run with the usual value and lists slowed-down operations first', () => {
    expect(responseTimesOf(report).map(({ p50s: _1, p95s: _2, ...rest }) => rest)).toEqual([
      { operation: 'GET /loans', count: 2, p50: 22, p95: 310, usual: 82, isSlower: true },
      { operation: 'POST /loans', count: 1, p50: 41, p95: 41, isSlower: false },
    ])
  })

  it('ignores small differences and operations with few runs', () => {
    const slower = (p95: readonly number[]) =>
      responseTimesOf(
        monitorReport({
          history: { ...history(p95.length), responseTimes: [{ operation: 'GET /loans', p50: p95, p95 }] },
        }),
      )[0]?.isSlower
    expect([slower([100, 100, 100]), slower([250, 250, 250]), slower([100, 100])]).toEqual([true, false, false])
  })

  it('appear in the page, with time to fix and new findings', () => {
    const page = renderReport(report, 'html')
    expect(page).toContain('fixed after <b>3 days</b> (median of 4 findings)')
    expect(page).toContain('<b class="slower">1 operation slower than usual')
    expect(page).toContain('usually 82 ms, slower')
    expect(page).toMatch(/class="fresh"[^>]*>\+1<\/text>/)
    expect(page).toContain('release v2.1.0')
  })

  it('appear in the page of a run without a history', () => {
    const page = renderReport(monitorReport(), 'html')
    expect(page).toContain('id="times"')
    expect(page).not.toContain('class="chart"')
  })
})
