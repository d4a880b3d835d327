import { expect, it } from 'vitest'
import { driftFinding, monitorReport } from '../../testing/sample-report.ts'
import html from './html.tsx'
import json from './json.ts'
import markdown from './markdown.ts'
import text from './text.ts'

const names = ['name', 'age', 'tag']
const findings = names.map((name, at) =>
  driftFinding({
    fingerprint: `d00000000000000${at}`,
    site: { operation: 'GET /pets', direction: 'response', part: '200 application/json', pointer: `/*/${name}` },
  }),
)
const report = monitorReport({ findings })
const [group = ''] = report.findings.map((finding) => finding.group ?? '')
const line = '3 members (age, name, tag): each is null, which the contract does not allow'

it('JSON contains every finding with its group', () => {
  const { findings: written, summary } = JSON.parse(json.render(report, { colour: false }))
  expect(written).toMatchObject(findings.map(() => ({ group: expect.stringMatching(/^[0-9a-f]{16}$/) })))
  expect([written.length, summary.severities.error]).toEqual([3, 3])
})

it('the terminal shows one line per group, and every finding when expanded', () => {
  const short = text.render(report, { colour: false })
  expect(short).toContain(`${line}\n    ${group} null-conformance`)
  expect(short).toContain('3 findings in 1 line: --expand shows each.')
  expect(short).not.toContain('d000000000000000')
  const expanded = text.render(report, { colour: false, expand: true })
  for (const { fingerprint } of findings) expect(expanded).toContain(fingerprint)
  expect(expanded).not.toContain(line)
})

it('the page shows one line per group that expands to its findings', () => {
  const page = html.render(report, { colour: false })
  expect(page.match(/class="finding alike error"/g)).toHaveLength(1)
  expect(page).toContain(line)
  for (const { fingerprint } of findings) expect(page).toContain(`id="f-${fingerprint}"`)
})

it('other summaries list every finding', () => {
  const written = markdown.render(report, { colour: false })
  for (const name of names) expect(written).toContain(name)
})
