import { expect, it } from 'vitest'
import { contractFinding, diffReport } from '../../testing/sample-report.ts'
import { renderReport } from '../render.ts'
import { type Grouping, groupFindings } from './group.ts'

const shared = contractFinding()
const single = contractFinding({ reaches: ['GET /loans'] })
const local = contractFinding({ site: { operation: 'GET /loans', pointer: '' }, reaches: ['GET /loans'] })
const homeless = contractFinding({ site: { pointer: '' }, reaches: [] })

it.each<readonly [Grouping, readonly (readonly [string, number])[]]>([
  [
    'operation',
    [
      ['several operations', 1],
      ['GET /loans', 2],
      ['no operation', 1],
    ],
  ],
  [
    'component',
    [
      ['Loan', 2],
      ['GET /loans', 1],
      ['no component', 1],
    ],
  ],
])('groups by %s, each finding once, in the order they come', (by, groups) => {
  const found = groupFindings([shared, single, local, homeless], by)
  expect(found.map(({ title, findings }) => [title, findings.length])).toEqual(groups)
})

it('is applied by the terminal reporter with groupBy', () => {
  const text = renderReport(diffReport({ findings: [shared, local] }), 'text', { colour: false, groupBy: 'component' })
  expect(text.match(/^\S.*/gm)?.filter((line) => !/^\d/.test(line))).toEqual([
    expect.stringMatching(/^✖ BREAKING lending b06 → b07 · 2 breaking/),
    'GET /loans   1 breaking',
    'Loan   1 breaking',
  ])
})
