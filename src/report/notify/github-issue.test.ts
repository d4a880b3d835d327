import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { driftFinding, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import { type GithubStandIn, startGithub } from '../../testing/servers/github-stand-in.ts'
import { nothingNotified } from './events.ts'
import { updateIssue } from './github-issue.ts'
import { issueMarker } from './marker.ts'
import type { GithubIssueTarget, Sender } from './target.ts'

let github: GithubStandIn
let waits: number[] = []

beforeEach(async () => {
  github = await startGithub({ pageSize: 2 })
  waits = []
})
afterEach(() => github.close())

function sender(parts: Partial<Sender> = {}): Sender {
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  return { env: github.env, fetch, clock: () => 1_800_000_000_000, wait, version: '0.0.0', ...parts }
}

const update = (report: Report, target: Partial<GithubIssueTarget> = {}, parts: Partial<Sender> = {}) =>
  updateIssue(report, { type: 'github-issue', ...target }, sender(parts))
const some = (...digits: number[]): Finding[] =>
  digits.map((digit) => driftFinding({ fingerprint: `d${String(digit).padStart(15, '0')}` }))
const drifted = (...digits: number[]) => monitorReport({ findings: some(...digits) })
const clean = monitorReport()
const first = () => github.issues[0]
const comments = () => first()?.comments.map(({ body }) => body) ?? []

describe('the issue of an API', () => {
  it('is not opened for a clean run, warnings or accepted findings', async () => {
    await update(clean)
    await update(monitorReport({ findings: [driftFinding({ severity: 'warning' })] }))
    await update(monitorReport({ findings: [driftFinding({ state: 'accepted' })] }))
    expect(github.issues).toEqual([])
  })

  it('is found on any page by label and marker, but not among pull requests, quotes or other APIs', async () => {
    const body = `${issueMarker('lending', nothingNotified)}\nold`
    const labels = ['specdrift']
    github.addIssue({ labels, body: issueMarker('lending-2', nothingNotified) })
    github.addIssue({ labels, body: `> ${body}` })
    github.addIssue({ labels, body, pull_request: {} })
    github.addIssue({ labels: ['other'], body })
    const mine = github.addIssue({ labels, body: body.replaceAll('\n', '\r\n') })
    await update(drifted(1))
    expect(github.issues.length).toBe(5)
    expect([mine.body.includes('1 finding'), mine.comments.length]).toEqual([true, 1])
  })

  it('is edited in every run and commented only when the set of findings changes', async () => {
    await update(drifted(1, 2), { label: 'drift', assignees: ['kim'] })
    expect(first()).toMatchObject({ labels: ['drift'], assignees: ['kim'] })
    github.requests.length = 0
    await update(drifted(1, 2), { label: 'drift' })
    expect(github.requests).toEqual(['GET /issues', 'PATCH /issues/1'])
    await update(drifted(2, 3), { label: 'drift' })
    expect(comments()).toEqual([expect.stringContaining('**1 new · 1 fixed**, 2 open')])
    await update(monitorReport({ findings: [...some(2), driftFinding({ ...some(3)[0], state: 'accepted' })] }), {
      label: 'drift',
    })
    expect(comments()[1]).toContain('**1 accepted or turned down**, 1 open')
    // Switching off the check doesn't fix the finding.
    await update(monitorReport({ rules: [] }), { label: 'drift' })
    expect(comments()[2]).toContain('**1 accepted or turned down**, no open findings')
  })

  it('stays unchanged while an operation is inconclusive or only some tests ran', async () => {
    await update(drifted(1))
    const subjects = (outcomes: object, calls = 1) => [{ operation: 'GET /loans', calls, outcomes, findings: 0 }]
    await update(monitorReport({ subjects: subjects({ gateway: 1 }) }))
    await update(monitorReport({ subjects: subjects({}, 0) }))
    await update(monitorReport({ partial: true }))
    expect([comments(), first()?.state]).toEqual([[], 'open'])
    expect(first()?.body).toContain('### Not checked by the last run')
  })

  it('is closed after consecutive clean runs, and reopened', async () => {
    await update(drifted(1))
    for (const report of [clean, clean, drifted(1), clean, clean]) await update(report)
    expect(first()?.state).toBe('open')
    await update(clean)
    expect([first()?.state, comments().at(-1)]).toEqual(['closed', 'Closed after 3 clean runs in a row.'])
    await update(clean)
    await update(drifted(4))
    expect([first()?.state, github.issues.length]).toEqual(['open', 1])
  })

  it('stays closed after a person closed it, until findings change', async () => {
    await update(drifted(1, 2))
    Object.assign(first() ?? {}, { state: 'closed' })
    await update(drifted(1, 2))
    await update(drifted(1))
    expect([first()?.state, comments()]).toEqual(['closed', []])
    await update(drifted(1, 3))
    expect([first()?.state, comments().length]).toEqual(['open', 1])
  })

  it('is not closed by partial runs, nor immediately after a person reopened it', async () => {
    for (const report of [drifted(1), clean]) await update(report, { cleanRuns: 2 })
    for (const report of [1, 2, 3].map(() => monitorReport({ partial: true }))) await update(report, { cleanRuns: 2 })
    expect(first()?.state).toBe('open')
    const states: unknown[] = []
    for (const report of [clean, clean]) {
      await update(report, { cleanRuns: 2 })
      Object.assign(first() ?? {}, { state: states.push(first()?.state) === 1 ? 'open' : first()?.state })
    }
    await update(clean, { cleanRuns: 2 })
    expect([...states, first()?.state]).toEqual(['closed', 'open', 'closed'])
  })

  it('continues in the latest of two open issues and closes the other', async () => {
    await update(drifted(1))
    const twin = github.addIssue({ labels: ['specdrift'], body: first()?.body ?? '' })
    for (const report of [drifted(1, 2), drifted(1, 2)]) await update(report)
    expect([first()?.state, comments(), twin.state, twin.comments.length]).toEqual([
      ...['closed', ['Continued in #2.']],
      ...['open', 1],
    ])
  })

  it('starts with an empty state if its marker is invalid', async () => {
    await update(drifted(1))
    Object.assign(first() ?? {}, { body: '<!-- specdrift:lending {"v":1,"open" -->' })
    await update(drifted(1))
    expect([comments().length, github.issues.length]).toEqual([1, 1])
  })

  it('lists 5,000 findings within 65,536 characters, without comments while they stay the same', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => index)
    await update(drifted(...many))
    expect(first()?.body.length).toBeLessThanOrEqual(65_536)
    expect(first()?.body).toMatch(/\*\*4\d{3} more did not fit/)
    await update(drifted(...many))
    expect(comments()).toEqual([])
    await update(drifted(...many, 5000))
    expect(comments()).toEqual([expect.stringContaining('**Other findings than before**, 5001 open')])
  })

  it('renders hostile text inert', async () => {
    const report = { ...hostileReport(), api: 'lending' }
    await update(report)
    const { body = '' } = first() ?? {}
    expect(body.split('-->').length).toBe(2)
    expect(body.replace(/^<!--.*-->$/m, '').replace(/(`+).*?[^`]\1(?!`)/g, '')).not.toMatch(
      /<script|<img|@everyone|\]\(javascript/,
    )
    await update(report)
    expect(comments()).toEqual([])
  })
})

describe('access to GitHub', () => {
  it.each([
    [{ status: 502 }, [1000]],
    [{ status: 429, headers: { 'retry-after': '7' } }, [7000]],
    [{ status: 403, headers: { 'retry-after': '3' } }, [3000]],
    [{ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000030' } }, [30_000]],
  ])('is tried again after %j', async (fault, expected) => {
    github.faults.push(fault)
    await update(drifted(1))
    expect([github.issues.length, waits]).toEqual([1, expected])
  })

  it.each([
    ['a refusal', { status: 403 }, 'it responded with 403', 1],
    ['a reason', { status: 403, body: { message: 'Not\nfor you' } }, 'it responded with 403: Not\\u000afor you', 1],
    ['a long wait', { status: 429, headers: { 'retry-after': '3600' } }, 'it responded with 429', 1],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'it responded with 302', 1],
    ['four failures', { status: 500 }, 'it responded with 500', 4],
  ])('ends at %s', async (_, fault, reason, requests) => {
    github.faults.push(fault, fault, fault, fault)
    const failure = `No alert could be sent to the GitHub issue: ${reason}.`
    await expect(update(drifted(1))).rejects.toThrow(failure)
    expect(github.requests.length).toBe(requests)
  })

  it('reports missing settings', async () => {
    const { GITHUB_TOKEN: _, ...env } = github.env
    await expect(update(clean, {}, { env })).rejects.toThrow('GITHUB_TOKEN is not set')
    await expect(update(clean, {}, { env: {} })).rejects.toThrow('GITHUB_REPOSITORY names no owner/name')
  })

  it('only reads in a dry run', async () => {
    const printed: string[] = []
    const dryRun = (text: string) => void printed.push(text)
    await update(drifted(1), {}, { dryRun })
    expect([github.requests, printed]).toEqual([
      ['GET /issues'],
      [expect.stringContaining('would POST /repos/octo/shop/issues\n')],
    ])
  })
})
