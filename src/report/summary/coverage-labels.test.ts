import { describe, expect, it } from 'vitest'
import { coverage, monitorReport } from '../../testing/sample-report.ts'
import { exitCodeOf } from '../build.ts'
import { renderReport } from '../render.ts'
import { coverageWords, shortfallsOf } from './coverage-labels.ts'

const demanding = monitorReport({
  coverage: { ...coverage, minimum: { statuses: 0.8, values: 5 / 7, operations: 1, headers: 1 } },
})

describe('coverage', () => {
  it('leaves out what the description does not have', () => {
    expect(coverageWords(coverage)).toBe(
      'operations 100 % · parameters 50 % · statuses 75 % · content types 100 % · properties 96 % · enum values 71 %',
    )
  })

  it('below what is asked for fails the run, each kind with a line; just as much is enough, and so is nothing of nothing', () => {
    expect(shortfallsOf(demanding)).toEqual(['statuses 75 % (3 of 4), 80 % are asked for'])
    expect(exitCodeOf(demanding)).toBe(1)
    expect(exitCodeOf(monitorReport())).toBe(0)
  })

  it('of a shard is that of a part, and fails nothing', () => {
    const shard = { ...demanding, shard: { index: 1, count: 2 } }
    expect([shortfallsOf(shard), exitCodeOf(shard)]).toEqual([[], 0])
    expect(renderReport(shard, 'text')).toContain(' · shard 1 of 2, to be merged\n')
  })

  it.each([
    ['text', '✖ coverage  statuses 75 % (3 of 4), 80 % are asked for\n'],
    ['markdown', '- ✖ **statuses 75 % &#40;3 of 4&#41;, 80 % are asked for**\n'],
    ['markdown', '- `GET /loans` never showed `parameter query page`, `property 200 application/json /*/closedAt`\n'],
    ['markdown', '## ❌ Nothing at or above error, but coverage is below what is asked for\n'],
    ['github', '::error title=coverage::statuses 75 %25 (3 of 4), 80 %25 are asked for\n'],
    ['html', '<p>Coverage is too low: statuses 75 % (3 of 4), 80 % are asked for.</p>'],
    ['html', '<span class="status-0">409 never seen</span>'],
  ])('%s states: %s', (format, text) => {
    expect(renderReport(demanding, format)).toContain(text)
  })
})
