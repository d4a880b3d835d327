import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { type CliResult, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { contractFinding, diffReport, driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { type GithubStandIn, startGithub } from '../../testing/servers/github-stand-in.ts'
import { run } from '../run.ts'

let github: GithubStandIn

beforeEach(async () => {
  github = await startGithub({ pageSize: 1 })
})
afterEach(() => github.close())

/** Runs a command with a report and a config that notifies an issue and a webhook. */
function notified(
  argv: readonly string[],
  report: Report,
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult & { state: string }> {
  const notify = [{ type: 'github-issue' }, { type: 'webhook', urlEnv: 'HOOK_URL' }]
  const files = [
    { name: 'report.json', content: JSON.stringify(report) },
    { name: 'specdrift.config.json', content: JSON.stringify({ notify }) },
  ]
  return inFolder(files, async (cwd) => {
    const result = await runCli(run, argv, { cwd, env: { ...github.env, ...env } })
    return { ...result, state: await readFile(join(cwd, 'history/lending.alerts.json'), 'utf8').catch(() => '') }
  })
}

const drifted = monitorReport({ findings: [driftFinding()] })
const changed = diffReport({ findings: [contractFinding()] })

describe('notify send', () => {
  it('notifies as many targets as possible, and exits with 2 if one failed', async () => {
    const { code, stdout, stderr, state } = await notified(['notify', 'send', 'report.json'], drifted)
    expect([code, stdout, state]).toEqual([2, '', ''])
    expect(stderr).toMatch(/^error: No alert could be sent to the webhook of HOOK_URL: HOOK_URL is not set\.\nhint: /)
    expect(github.issues.length).toBe(1)
  })

  it('stores what a webhook was notified about', async () => {
    const { code, stderr, state } = await notified(['notify', 'send', 'report.json'], drifted, { HOOK_URL: github.url })
    // This GitHub stand-in rejects the path, like a failing webhook.
    expect([code, stderr.includes('it responded with 401'), state]).toEqual([2, true, ''])
    const clean = await notified(['notify', 'send', 'report.json'], monitorReport(), { HOOK_URL: github.url })
    expect([clean.code, JSON.parse(clean.state)['webhook HOOK_URL'].clean]).toEqual([0, 1])
  })

  it('prints the notifications in a dry run without sending', async () => {
    const { code, stdout, stderr, state } = await notified(['notify', 'send', 'report.json', '--dry-run'], drifted)
    expect([code, stderr, state, github.requests]).toEqual([0, '', '', ['GET /issues']])
    expect(stdout).toMatch(/^would POST \/repos\/octo\/shop\/issues\n.*\nwould POST to the webhook of HOOK_URL\n/s)
  })

  it.each([
    ['a diff', changed],
    ['a shard', monitorReport({ shard: { index: 1, count: 2 } })],
  ])('refuses the report of %s', async (_, report) => {
    const { code, stderr } = await notified(['notify', 'send', 'report.json'], report)
    expect([code, stderr]).toEqual([2, expect.stringContaining('Alerts require a complete run')])
  })
})

describe('notify pr-comment', () => {
  const comment = (report: Report, ...argv: string[]) =>
    notified(['notify', 'pr-comment', 'report.json', ...argv], report)
  const bodies = () => github.issues[0]?.comments.map(({ body }) => body) ?? []

  beforeEach(() => {
    const others = ['something else', '> <!-- specdrift:diff:lending --> quoted'].map((body, id) => ({ id, body }))
    github.addIssue({ pull_request: {}, comments: others })
  })

  it('comments once and edits its comment', async () => {
    expect(await comment(changed, '--pr', '1')).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(bodies()[2]).toMatch(/^<!-- specdrift:diff:lending -->\n## ❌ /)
    await comment(changed, '--pr', '1')
    await comment(diffReport(), '--pr', '1')
    expect([bodies().length, bodies()[2]]).toEqual([3, expect.stringContaining('No changes')])
    expect(github.requests.filter((request) => !/^GET|graphql/.test(request))).toEqual([
      'POST /issues/1/comments',
      'PATCH /issues/comments/1000',
    ])
  })

  it.each([
    ['github-actions[bot]', 'graphql', 'Bot'],
    ['a-person', 'graphql', 'User'],
    ['a-person', 'user', 'User'],
  ] as const)(
    'leaves a comment of somebody else alone, though it begins like ours: %s by %s',
    async (login, api, type) => {
      Object.assign(github.viewer, { login, api, type })
      const planted = '<!-- specdrift:diff:lending -->\nall is well'
      // On GitHub, only apps have a login in brackets.
      for (const user of ['mallory', 'github-actions', 'A-Person-'])
        github.issues[0]?.comments.push({ id: 50, body: planted, user: { login: user, type: 'User' } })
      for (const report of [changed, diffReport(), diffReport()])
        expect(await comment(report, '--pr', '1')).toMatchObject({ code: 0, stderr: '' })
      expect(bodies().filter((body) => body === planted)).toHaveLength(3)
      expect(bodies()).toHaveLength(6)
      expect(bodies()[5]).toContain('No changes')
    },
  )

  it("does not comment if GitHub does not reveal the token's user", async () => {
    github.viewer.api = 'none'
    await comment(changed, '--pr', '1')
    const { code, stderr } = await comment(changed, '--pr', '1')
    expect([code, stderr]).toEqual([2, expect.stringContaining('it responded with 403')])
    expect(bodies()).toHaveLength(3)
  })

  it('does not comment on a pull request without changes', async () => {
    await comment(diffReport(), '--pr', '1')
    expect(bodies().length).toBe(2)
  })

  it('has one comment per API or file', async () => {
    const { api: _, ...file } = changed
    await comment(changed, '--pr', '1')
    await comment(
      { ...file, inputs: { revision: { ...changed.inputs.revision, file: 'git:main:a b.yaml' } as never } },
      '--pr',
      '1',
    )
    expect(
      bodies()
        .slice(2)
        .map((body) => body.split('\n', 1)[0]),
    ).toEqual(['<!-- specdrift:diff:lending -->', '<!-- specdrift:diff:a%20b.yaml -->'])
  })

  it('stays within 65,536 characters', async () => {
    const findings = Array.from({ length: 2000 }, (_, index) =>
      contractFinding({ fingerprint: String(index).padStart(16, '0'), message: `may now be ${index}` }),
    )
    await comment(diffReport({ findings }), '--pr', '1')
    expect(bodies()[2]?.length).toBeLessThanOrEqual(65_536)
    expect(bodies()[2]).toMatch(/\n\*\*Truncated: report\.json contains everything\.\*\*\n$/)
  })

  it('determines the pull request from GITHUB_REF', async () => {
    const line = ['notify', 'pr-comment', 'report.json', '--dry-run']
    const { stdout } = await notified(line, changed, { GITHUB_REF: 'refs/pull/1/merge' })
    expect(stdout).toMatch(/^would POST \/repos\/octo\/shop\/issues\/1\/comments\n/)
    const { code, stderr } = await notified(line, changed, { GITHUB_REF: 'refs/heads/main' })
    expect([code, stderr]).toEqual([2, expect.stringContaining('Which pull request?')])
  })
})
