import { expect, it } from 'vitest'
import { contractFinding, diffReport } from '../../testing/sample-report.ts'
import ctrf from './ctrf.ts'
import html from './html.tsx'
import json from './json.ts'
import junit from './junit.ts'
import markdown from './markdown.ts'
import sarif from './sarif.ts'
import text from './text.ts'

const uses = [
  { operation: 'GET /loans', direction: 'response', verdict: 'breaking' },
  { operation: 'GET /loans/{id}', direction: 'response', verdict: 'breaking' },
  { operation: 'POST /loans', direction: 'response', verdict: 'breaking' },
  { operation: 'POST /loans', direction: 'request', verdict: 'compatible' },
] as const
const report = diffReport({ findings: [contractFinding({ uses })] })
const line = 'breaking for GET /loans (response) and 2 more, compatible for POST /loans (request)'

it.each([text, markdown, junit, ctrf])(
  '$name says which operations a finding breaks, and which it does not',
  (reporter) => {
    expect(reporter.render(report, { colour: false }).replaceAll('\\', '')).toContain(line)
  },
)

it.each([json, sarif])('$name holds every use with its direction and verdict, the broken ones first', (reporter) => {
  const made: unknown = JSON.parse(reporter.render(report, { colour: false }))
  expect(JSON.stringify(made)).toContain(`"uses":${JSON.stringify(uses)}`)
})

it('html lists every use, the broken ones first', () => {
  const page = html.render(report, { colour: false })
  expect(page).toContain('3 operations, breaking for 3 of 4 uses')
  expect(page.indexOf('breaking   GET /loans (response)')).toBeLessThan(
    page.indexOf('compatible POST /loans (request)'),
  )
  expect(page).toContain('compatible POST /loans (request)')
})
