import { describe, expect, it } from 'vitest'
import { coverage, monitorReport } from '../../testing/sample-report.ts'
import { exitCodeOf } from '../build.ts'
import { renderReport } from '../render.ts'
import { coverageWords, shortfallsOf } from './coverage-labels.ts'

const demanding = monitorReport({
  coverage: { ...coverage, minimum: { statuses: 0.8, values: 5 / 7, operations: 1, headers: 1 } },
})

describe('coverage', () => {
  it("omits kinds that the description doesn't contain", () => {
    expect(coverageWords(coverage)).toBe(
      'operations 100 % · parameters 50 % · statuses 75 % · content types 100 % · properties 96 % · enum values 71 %',
    )
  })

  it('fails the run below the minimum, one line per kind; passes at exactly the minimum or if nothing is documented', () => {
    expect(shortfallsOf(demanding)).toEqual(['statuses 75 % (3 of 4), 80 % required'])
    expect(exitCodeOf(demanding)).toBe(1)
    expect(exitCodeOf(monitorReport())).toBe(0)
  })

  it('never fails a shard, which sees only part of the API', () => {
    const shard = { ...demanding, shard: { index: 1, count: 2 } }
    expect([shortfallsOf(shard), exitCodeOf(shard)]).toEqual([[], 0])
    expect(renderReport(shard, 'text')).toContain(' · shard 1 of 2, to be merged\n')
  })

  it.each([
    ['text', '✖ coverage  statuses 75 % (3 of 4), 80 % required\n'],
    ['markdown', '- ✖ **statuses 75 % &#40;3 of 4&#41;, 80 % required**\n'],
    ['markdown', '- `GET /loans` never showed `parameter query page`, `property 200 application/json /*/closedAt`\n'],
    ['markdown', '## ❌ Nothing at or above error, but coverage is below the minimum\n'],
    ['github', '::error title=coverage::statuses 75 %25 (3 of 4), 80 %25 required\n'],
    ['html', '<p>Coverage is too low: statuses 75 % (3 of 4), 80 % required.</p>'],
    ['html', '<span class="status-0">409 never seen</span>'],
  ])('%s states: %s', (format, text) => {
    expect(renderReport(demanding, format)).toContain(text)
  })
})
