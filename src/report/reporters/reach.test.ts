import { expect, it } from 'vitest'
import { contractFinding, diffReport, driftFinding, monitorReport } from '../../testing/sample-report.ts'
import ctrf from './ctrf.ts'
import github from './github.ts'
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
const line = 'breaking for GET /loans (response) and 2 more operations, compatible for POST /loans (request)'

it.each([text, markdown, junit, ctrf])(
  '$name says which operations a finding breaks, and which it does not',
  (reporter) => {
    expect(reporter.render(report, { colour: false }).replaceAll('\\', '')).toContain(line)
  },
)

it.each([json, sarif])('$name lists every use with direction and verdict, breaking ones first', (reporter) => {
  const made: unknown = JSON.parse(reporter.render(report, { colour: false }))
  expect(JSON.stringify(made)).toContain(`"uses":${JSON.stringify(uses)}`)
})

it('html lists every use, breaking ones first', () => {
  const page = html.render(report, { colour: false })
  expect(page).toContain('3 operations, breaking for 3 of 4 uses')
  expect(page.indexOf('breaking   GET /loans (response)')).toBeLessThan(
    page.indexOf('compatible POST /loans (request)'),
  )
  expect(page).toContain('compatible POST /loans (request)')
})

const locations = ['GET /a', 'GET /b', 'GET /c', 'GET /d'].map((operation) => ({
  ...{ operation, part: '404 application/json', pointer: '/detail' },
  ...(operation === 'GET /d' && { severity: 'info' as const }),
}))
const shared = driftFinding({
  site: {
    ...{ operation: 'GET /a', direction: 'response', part: '404 application/json', pointer: '/detail' },
    ...{ component: '#/components/schemas/Error', componentPointer: '/properties/detail' },
  },
  ...{ state: 'open', reaches: locations.map(({ operation }) => operation), locations, joined: ['GET /c', 'GET /d'] },
})
const subjects = [...shared.reaches, 'GET /e'].map((operation) => ({ operation, calls: 1, findings: 0 }))
const live = monitorReport({ findings: [shared], subjects })

it.each([text, markdown, junit, ctrf, github])('$name shows the number of operations of a live finding', (reporter) => {
  const written = reporter.render(live, { colour: false }).replaceAll('\\', '')
  expect(written).toContain('4 operations: GET /a, GET /b, GET /c and 1 more')
})

it.each([text, markdown, html])('$name shows operations at which a known finding is new', (reporter) => {
  expect(reporter.render(live, { colour: false })).toContain('2 more operations: GET /c, GET /d')
})

it('html lists every location and names the component', () => {
  const page = html.render(live, { colour: false })
  expect(page).toMatch(/<summary>\s*4 operations\s*<\/summary>/)
  expect(page).toContain('GET /d 404 application/json detail')
  expect(page).toContain('<code>Error.detail</code>')
})

it.each([junit, ctrf])('$name fails the test of each operation with the severity it has there', (reporter) => {
  const written = reporter.render(live, { colour: false })
  const failed = reporter.name === 'junit' ? written.match(/<failure /g) : written.match(/"status": "failed"/g)
  expect(failed).toHaveLength(3)
  expect(written).toContain('GET /c 404 application/json detail is null')
})

it('text and markdown list every operation when expanded; text lists every location', () => {
  const expanded = { colour: false, expand: true }
  expect(text.render(live, expanded)).toMatch(/reaches {3}4 operations:\n {14}GET \/a 404 application\/json detail\n/)
  expect(markdown.render(live, expanded)).toContain('4 operations: GET /a, GET /b, GET /c, GET /d')
  expect(text.render(live, { colour: false })).toContain('--expand shows every operation of each finding.')
  expect(text.render(live, expanded)).not.toContain('--expand')
})

it('text shows the worst findings that fit in three screens, and the number of hidden ones', () => {
  const found = Array.from({ length: 100 }, (_, at) =>
    driftFinding({
      ...{ fingerprint: at.toString(16).padStart(16, '0'), message: `number ${at}.` },
      ...(at >= 90 ? { severity: 'error' } : { severity: 'warning' }),
      ...(at >= 50 && at < 60 && { reaches: ['GET /a', 'GET /b'] }),
      ...(at === 99 && { state: 'accepted' }),
      site: { operation: `GET /${at}`, direction: 'response', part: '200 application/json', pointer: '/status' },
    }),
  )
  const notChecked = Array.from({ length: 40 }, (_, at) => ({ what: `what ${at}`, because: 'why' }))
  const written = text.render(monitorReport({ findings: found, notChecked }), { colour: false })
  const numbers = [...written.matchAll(/number (\d+)\./g)].map(([, number]) => Number(number))
  expect(numbers.filter((at) => (at >= 90 && at < 99) || (at >= 50 && at < 60))).toHaveLength(19)
  expect(numbers.length).toBeGreaterThan(35)
  expect(written).toContain(
    `${numbers.length} of 100 findings are shown, the worst: --expand or the report has them all.`,
  )
  expect(written.trimEnd().split('\n').length).toBeLessThanOrEqual(72)
  expect(written).toContain('unchecked    40 not checked (why): --expand')
  const expanded = text.render(monitorReport({ findings: found, notChecked }), { colour: false, expand: true })
  expect(expanded.match(/number \d+\./g)).toHaveLength(100)
  expect(expanded.match(/^not checked/gm)).toHaveLength(40)
})
