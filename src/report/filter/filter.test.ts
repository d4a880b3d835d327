import { describe, expect, it } from 'vitest'
import { contractFinding, diffReport, driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { exitCodeOf } from '../build.ts'
import { renderReport } from '../render.ts'
import { runVerdict } from '../summary/verdict.ts'
import { filterReport } from './filter.ts'

const here = (operation: string) => ({ reaches: [operation], site: { operation, pointer: '' } })
const findings = [
  driftFinding({ fingerprint: 'a'.repeat(16), ...here('GET /loans'), message: 'is the first' }),
  driftFinding({
    ...{ fingerprint: 'b'.repeat(16), ruleId: 'enum-conformance', severity: 'warning', message: 'is the second' },
    ...here('POST /loans'),
  }),
  driftFinding({ fingerprint: 'c'.repeat(16), severity: 'info', ...here('GET /loans/{id}'), message: 'is the third' }),
]
const report = monitorReport({ findings })

describe('a filter', () => {
  it.each([
    ['none', {}, 'abc'],
    ['a severity', { minSeverity: 'warning' }, 'ab'],
    ['the highest', { minSeverity: 'error' }, 'a'],
    ['a check', { only: ['null-conformance'] }, 'ac'],
    ['a fingerprint', { only: ['b'.repeat(16)] }, 'b'],
    ['how a fingerprint begins', { only: ['bbbb'] }, 'b'],
    ['too little of a fingerprint', { only: ['bbb'] }, ''],
    ['how a fingerprint of no interest begins', { exclude: ['bbbb'] }, 'ac'],
    ['what is excluded', { exclude: ['null-conformance'] }, 'b'],
    ['an operation', { operations: ['GET /loans'] }, 'a'],
    ['a path', { operations: ['/loans'] }, 'ab'],
    ['a glob', { operations: ['* /loans/**'] }, 'abc'],
    [
      'several',
      { operations: ['GET /loans', 'POST /loans'], minSeverity: 'warning', exclude: ['enum-conformance'] },
      'a',
    ],
    ['nothing', { operations: ['GET /nowhere'] }, ''],
  ] as const)('of %s', (_what, wanted, expected) => {
    const { findings: shown, filter } = filterReport(report, wanted)
    expect(shown.map(({ fingerprint }) => fingerprint[0]).join('')).toBe(expected)
    const { error = 0, warning = 0, info = 0 } = filter?.left ?? {}
    expect(shown.length + error + warning + info).toBe(3)
  })

  it('changes neither the verdict nor the exit code', () => {
    const diff = diffReport({ findings: [contractFinding()] })
    for (const whole of [report, monitorReport(), diff, diffReport()]) {
      const shown = filterReport(whole, { only: ['type-conformance'] })
      expect([exitCodeOf(shown), runVerdict(shown)]).toEqual([exitCodeOf(whole), runVerdict(whole)])
      expect([exitCodeOf(filterReport(shown, { minSeverity: 'error' }))]).toEqual([exitCodeOf(whole)])
    }
  })

  it.each(['text', 'markdown', 'json', 'html', 'junit', 'ctrf', 'sarif', 'github', 'one-line'])(
    'holds for %s',
    (format) => {
      const written = renderReport(filterReport(report, { only: ['enum-conformance'] }), format)
      expect(written).toContain('is the second')
      expect(written).not.toContain('is the first')
      expect(written).toMatch(format === 'json' ? /"left":/ : /hides 1 error/)
    },
  )
})

it('accepts the id of a group', () => {
  const of = (name: string) =>
    contractFinding({ fingerprint: name.repeat(16), site: { component: `#/components/schemas/${name}`, pointer: '' } })
  const report = diffReport({ findings: [of('a'), of('b')] })
  const [id = ''] = report.findings.flatMap(({ group = [] }) => group)
  expect(filterReport(report, { only: [id] }).findings).toHaveLength(2)
  expect(filterReport(report, { exclude: [id] }).findings).toHaveLength(0)
})
