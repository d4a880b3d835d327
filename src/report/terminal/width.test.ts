import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { contractFinding, diffReport } from '../../testing/sample-report.ts'
import text from '../reporters/text.ts'
import { padded, widthOf } from './width.ts'

it.each([
  ['', 0],
  ['GET /loans', 10],
  ['残高', 4],
  ['café', 4],
  ['cafe\u0301', 4],
  ['👩‍👩‍👧', 2],
  ['b06 → b07 … “a”', 15],
])('%j takes %i columns', (given, columns) => {
  expect(widthOf(given)).toBe(columns)
  expect(widthOf(padded(given, 20))).toBe(20)
})

it('columns of a report are aligned, whatever characters its names have', () => {
  const named = (component: string): Finding => contractFinding({ site: { ...contractFinding().site, component } })
  const findings = ['残高', 'Loan', 'Cafe\u0301'].map((name) => `/components/schemas/${name}`).map(named)
  const heads = text
    .render(diffReport({ findings }), { colour: false })
    .split('\n')
    .filter((line) => line.startsWith('✖ '))
  expect(heads).toHaveLength(3)
  expect(new Set(heads.map((line) => widthOf(line.slice(0, line.indexOf('response')))))).toHaveProperty('size', 1)
})

it('what is counted without tables is what the tables say', () => {
  const single = [...Array(0x2200).keys()].map((code) => String.fromCharCode(code)).filter((one) => widthOf(one) === 1)
  expect(single.filter((one) => stringWidth(one) !== 1)).toEqual([])
})
