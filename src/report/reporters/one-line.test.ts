import { expect, it } from 'vitest'
import { contractFinding, diffReport, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import oneLine from './one-line.ts'

const render = (report: Parameters<typeof oneLine.render>[0]) => oneLine.render(report, { colour: false })

it('prints severity, rule, location, message and source position, separated by tabs', () => {
  expect(render(diffReport({ findings: [contractFinding()] }))).toBe(
    'error\tenum-widened\tLoan.status\tmay now be POSTPONED\tspecs/lending/b07.yaml:812:9\n',
  )
})

it('marks accepted findings, and those whose acceptance expired', () => {
  const states = (['accepted', 'expired'] as const).map((state) => contractFinding({ state }))
  expect(render(diffReport({ findings: states })).match(/^error \(\w+\)/gm)).toEqual([
    'error (accepted)',
    'error (expired)',
  ])
})

it('lists unchecked parts', () => {
  const report = monitorReport({
    subjects: [{ operation: 'GET /loans', calls: 1, outcomes: { gateway: 1 }, findings: 0 }],
    notChecked: [{ what: 'pattern', because: 'it is no regular expression' }],
  })
  expect(render(report)).toBe(
    'inconclusive\t\tGET /loans\tgateway 1×\t\nnot-checked\t\tpattern\tit is no regular expression\t\n',
  )
})

it('is empty without findings', () => {
  expect(render(diffReport())).toBe('')
})

it('keeps hostile text on its line and in its column', () => {
  const lines = render(hostileReport()).split('\n')
  expect(lines.map((line) => line.split('\t').length)).toEqual([5, 5, 5, 5, 1])
  expect(lines.join('')).not.toMatch(/\p{Cc}(?<!\t)|[\u202a-\u202e]/u)
})
