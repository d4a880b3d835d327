import { expect, it } from 'vitest'
import {
  contractFinding,
  diffReport,
  driftFinding,
  history,
  hostile,
  hostileReport,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import { buildReport } from '../build.ts'
import { docsUrl } from '../docs-link.ts'
import { closingTags, code, prose } from '../markdown/text.ts'
import markdown from './markdown.ts'

const render = (report: Parameters<typeof markdown.render>[0]) => markdown.render(report, { colour: false })

it('starts with the verdict', () => {
  expect(render(monitorReport()).split('\n')[0]).toBe(
    '## ✅ The live API keeps its contract: 2 of 2 operations called, 3 calls',
  )
  expect(render(monitorReport({ findings: [driftFinding()] })).split('\n')[0]).toBe(
    '## ❌ The live API drifted from its contract: 1 error',
  )
})

it('groups findings and shows reason, location and id of each', () => {
  const rendered = render(monitorReport({ findings: [contractFinding(), driftFinding()] }))
  expect(rendered).toContain('### Live API: 1 breaking')
  expect(rendered).toContain('### Contract, already published: 1 breaking')
  expect(rendered).toContain('- ✖ **breaking** `GET /loans 200 application/json [].status` is null')
  expect(rendered).toContain('  - at: `specs/lending/b07.yaml:812:9`')
  expect(rendered).toContain('  - id: `d000000000000001`')
})

it('explains and advises on changes that may break a client only', () => {
  const explained = { why: 'A client can fail.', fix: 'Keep it.' }
  const compatible = contractFinding({ ...explained, severity: 'info', verdict: 'compatible' })
  expect(render(diffReport({ findings: [contractFinding(explained)] }))).toContain('  - why: A client can fail.')
  expect(render(diffReport({ findings: [compatible] }))).not.toContain('why:')
})

it('marks breaking changes in a changelog, newest version first', () => {
  const { inputs, ...rest } = diffReport()
  const { base, revision } = inputs
  if (base === undefined || revision === undefined) throw new Error('a diff has two inputs')
  const compatible = contractFinding({ severity: 'info', verdict: 'compatible', message: 'is optional now' })
  const report = buildReport({
    ...rest,
    toolVersion: '0',
    kind: 'changelog',
    inputs,
    changelog: [
      { base, revision: { ...base, name: 'lending@b05' }, findings: [] },
      {
        base,
        revision,
        title: 'as it stands',
        capturedAt: '2026-11-20T00:00:00Z',
        findings: [contractFinding(), compatible],
      },
    ],
  })
  expect(render(report)).toMatchInlineSnapshot(`
    "## Changelog of lending: 1 breaking · 1 compatible

    ### \`b07\` · as it stands · 2026-11-20: 1 breaking · 1 compatible · next version: major

    - **[breaking]** \`Loan.status\` may now be POSTPONED (\`enum-widened\`)
    - \`Loan.status\` is optional now (\`enum-widened\`)

    ### \`b05\`: no changes

    "
  `)
})

it('is truncated below 1 MiB and states what is missing', () => {
  const findings = Array.from({ length: 4000 }, (_, index) =>
    contractFinding({ fingerprint: index.toString(16).padStart(16, '0'), message: `${index} is long `.repeat(40) }),
  )
  const rendered = render(diffReport({ findings }))
  expect(Buffer.byteLength(rendered)).toBeLessThanOrEqual(1024 * 1024)
  const shown = rendered.split('\n').filter((line) => line.startsWith('- ✖')).length
  expect(rendered).toContain(`Truncated: ${4000 - shown} more entries`)
})

it("collapses many findings by impact and rule, closes open tags, and states a rule's reason once", () => {
  const findings = Array.from({ length: 30 }, (_, at) =>
    contractFinding({
      fingerprint: at.toString(16).padStart(16, '0'),
      ...{ message: `edit ${at}`, ruleId: at < 2 ? 'operation-removed' : 'enum-widened' },
      impact: at < 2 ? 'calls-stop' : 'responses-changed',
    }),
  )
  const rendered = render(diffReport({ findings }))
  expect(rendered.match(/^### .*|<summary>.*<\/summary>/gm)).toEqual([
    '### What broke',
    '### Calls stop working: 2 breaking · 3 operations',
    '### Responses that clients may not understand: 28 breaking · 3 operations',
    '<summary>28 breaking × enum-widened: 28 in Loan</summary>',
  ])
  expect(rendered.match(/^ {2}- why: /gm)).toHaveLength(3)
  expect(closingTags(rendered)).toBe('')
  expect(closingTags(rendered.slice(0, rendered.indexOf('</details>')))).toContain('</details>')
})

it('lists new before known findings, and truncates a single long string', () => {
  const findings = [
    driftFinding({ message: 'is known '.repeat(200_000), state: 'accepted' }),
    driftFinding({ message: 'is new', severity: 'info', verdict: 'compatible' }),
  ]
  const rendered = render(monitorReport({ findings, history: history(2) }))
  expect(rendered.indexOf('is new')).toBeLessThan(rendered.indexOf('### Accepted by the baseline: 1 breaking'))
  expect(rendered).toContain('### Fixed since the last run')
  expect(rendered).toContain('### Coverage')
})

it('stays below 1 MiB with 5,000 findings, worst first', () => {
  const rendered = markdown.render(monitorReport({ findings: manyFindings(5000) }), { colour: false, expand: true })
  expect(Buffer.byteLength(rendered)).toBeLessThanOrEqual(1024 * 1024)
  expect(rendered).toMatch(
    /\n\*\*Truncated: \d+ more entries did not fit in 1 MiB\. report\.json contains all of them\.\*\*\n$/,
  )
  expect(
    rendered
      .match(/^- ./gm)
      ?.slice(0, 1250)
      .every((mark) => mark === '- ✖'),
  ).toBe(true)
})

it('links built-in rules only', () => {
  const finding = driftFinding()
  const rendered = (ruleId: string) => render({ ...monitorReport(), findings: [{ ...finding, ruleId }] })
  expect(rendered(finding.ruleId)).toContain(`[\`${finding.ruleId}\`](${docsUrl}rules/${finding.ruleId}.html)`)
  expect(rendered('rule-of-mine')).not.toContain('rule-of-mine.html')
})

it('renders hostile text inert', () => {
  const rendered = render(hostileReport())
  const linked = /\[`[a-z-]+`\]\(https:\/\/specdrift\.github\.io\/specdrift\/docs\/rules\/[a-z-]+\.html\)/g
  const outsideCode = rendered.replace(linked, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')
  expect(outsideCode).not.toMatch(/<|\]\(|@everyone|javascript:/)
  expect(rendered).not.toMatch(/^#+ forged/m)
})

it.each([
  ['a `tick`', '`` a `tick` ``'],
  ['``', '``` `` ```'],
  ['', '`  `'],
])('quotes %j as code with a longer fence', (text, quoted) => {
  expect(code(text)).toBe(quoted)
})

it('escapes all markup characters in prose', () => {
  expect(prose(hostile)).not.toMatch(/[\\`*_{}[\]()<>|~\n\r]|:\S/)
  expect(prose('- 1. see #12, @team and www.example.org')).not.toMatch(/^-|#12|@team|www\./)
})
