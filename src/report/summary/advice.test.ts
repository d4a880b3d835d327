import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { contractFinding, diffReport, driftFinding, history, monitorReport } from '../../testing/sample-report.ts'
import { renderReport } from '../render.ts'
import { affectedWords } from './advice.ts'

const plain = { colour: false }
const acceptance = { owner: 'team-a', reason: 'agreed in API-42', expires: '2026-12-31' }
const accepted = contractFinding({ state: 'accepted', acceptance })
const added = contractFinding({
  severity: 'info',
  verdict: 'compatible',
  ruleId: 'property-added',
  impact: 'compatible',
})
const text = contractFinding({ severity: 'info', verdict: 'compatible', ruleId: 'documentation-changed' })

const subjects = ['GET /loans', 'GET /loans/{id}', 'POST /loans', 'GET /health'].map((operation) => ({
  operation,
  findings: 0,
}))
const render = (findings: readonly Finding[], format: string) =>
  renderReport(diffReport({ findings, subjects }), format, plain)

it('says in every format that the only breaking change is accepted', () => {
  const says = '1 accepted breaking change · next version: major'
  expect(render([accepted], 'text')).toMatch(`✔ ACCEPTED lending b06 → b07 · ${says}`)
  expect(render([accepted], 'markdown')).toContain(`## ✅ Accepted: ${says}`)
  expect(render([accepted], 'html')).toMatch(new RegExp(`Accepted:</span>\\s*${says}`))
  const { semver, summary } = JSON.parse(render([accepted], 'json'))
  expect([semver, summary.severities.error, summary.acceptedErrors]).toEqual(['major', 0, 1])
  for (const format of ['text', 'markdown', 'html'])
    expect(render([accepted], format)).toContain(
      'Release it as a major version. The baseline accepts what breaks clients.',
    )
})

it.each([
  [[accepted, contractFinding()], 'BREAKING', '1 breaking · 1 accepted breaking change'],
  [[accepted, { ...added, state: 'accepted' }], 'ACCEPTED', '2 accepted, 1 of them breaking'],
  [[{ ...added, state: 'accepted' }], 'COMPATIBLE', '1 accepted'],
] as const)('counts accepted changes %#', (findings, word, counts) => {
  expect(render(findings, 'text')).toMatch(new RegExp(`^. ${word} lending b06 → b07 · ${counts} · `))
})

it('shows who accepted a change, until when and why', () => {
  const words = 'by team-a until 2026-12-31: agreed in API-42'
  expect(render([accepted], 'text')).toContain(`\n    accepted  ${words}\n`)
  expect(render([accepted], 'markdown')).toContain(`\n  - accepted: ${words}\n`)
  expect(render([accepted], 'html')).toMatch(new RegExp(`<dt>Accepted</dt>\\s*<dd>${words}</dd>`))
  expect(JSON.parse(render([accepted], 'json')).findings[0].acceptance).toEqual(acceptance)
  const [result] = JSON.parse(render([accepted], 'sarif')).runs[0].results
  expect(result.suppressions).toEqual([{ kind: 'external', status: 'accepted', justification: words }])
  const expired = contractFinding({ state: 'expired', acceptance })
  expect(render([expired], 'text')).toContain(`\n    accepted  ${words}\n`)
})

it('shows the same of a live run', () => {
  const report = monitorReport({ findings: [driftFinding({ state: 'accepted', acceptance })] })
  expect(renderReport(report, 'text', plain)).toContain('accepted  by team-a until 2026-12-31: agreed in API-42')
})

it('names the findings that were fixed', () => {
  const report = monitorReport({ history: history(3) })
  const [fixed] = report.history?.fixed ?? []
  expect(renderReport(report, 'text', plain)).toContain(
    `\nfixed        ${fixed?.location}  ${fixed?.ruleId}  ${fixed?.fingerprint}\n`,
  )
})

it.each([
  [[text, added], "Release it as a minor version. Clients don't have to change anything."],
  [[text], 'Release it as a patch version. Only documentation changed.'],
])('advises on a diff that breaks nothing %#', (findings, advice) => {
  expect(render(findings, 'text')).toContain(`\n  What to do: ${advice}\n`)
  expect(render(findings, 'markdown')).toContain(`| What to do | ${advice} |`)
  for (const words of ['What changed', advice.replace("'", '&#39;')]) {
    const page = render(findings, 'html')
    expect(page.includes(words) || page.includes(words.replace('&#39;', "'"))).toBe(true)
  }
})

it('gives no advice on a diff of which a part was not compared', () => {
  const report = diffReport({ findings: [added], notChecked: [{ what: 'a part', because: 'it is too large' }] })
  expect(renderReport(report, 'text', plain)).not.toContain('What to do')
})

it('says who is hit by breaking and by risky changes, or nobody', () => {
  const risky = contractFinding({ severity: 'warning', verdict: 'risky', fingerprint: 'd000000000000001' })
  const words = (findings: readonly Finding[], parts = {}) =>
    affectedWords(diffReport({ findings, subjects, ...parts }))
  const parts = 'GET /loans, GET /loans/{id}, POST /loans'
  expect(words([contractFinding(), risky])).toBe(`breaking: 3 of 4 operations (${parts}) · risky: 3 operations`)
  expect(words([risky])).toBe(`breaking: nobody · risky: 3 of 4 operations (${parts})`)
  expect(words([added])).toBe('nobody')
  expect(words([accepted])).toBe('nobody, except by accepted changes')
  const notChecked = [{ what: 'a part', because: 'it is too large' }]
  expect(words([added], { notChecked })).toBe('nobody, by the changes that could be compared')
  expect(words([])).toBeUndefined()
})

it('names the affected operations, or the parts of the API that have the most', () => {
  expect(render([contractFinding()], 'text')).toContain(
    '\n  Who is hit: 3 of 4 operations: GET /loans, GET /loans/{id}, POST /loans\n',
  )
  const reaches = [
    'GET /loans',
    'GET /loans/{id}',
    'POST /loans',
    'GET /users/{id}',
    'PUT /users/{id}',
    'GET /health',
    'GET /a',
  ]
  const words = (some: readonly string[]) =>
    affectedWords(diffReport({ findings: [contractFinding({ reaches: some })] }))
  expect(words(reaches)).toBe('7 operations: 3 below /loans, 2 below /users/{id}, GET /a and 1 more operation')
  expect(words(['GET /a/{id}', 'PUT /a/{id}', 'GET /a/{id}/b', 'POST /a'])).toBe('4 operations: all below /a')
})
