import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Description, type Sandbox, startSandbox } from '../../sandbox/index.ts'
import { type CliResult, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { type GithubStandIn, startGithub } from '../../testing/servers/github-stand-in.ts'
import { run } from '../run.ts'

const nullAt = 'null@GET /main-account/balances/crypto'
const alsoAt = 'null@GET /sub-account/balances/crypto'

let github: GithubStandIn
let sandbox: Sandbox

beforeAll(async () => {
  github = await startGithub()
  const text = await readFile(join(import.meta.dirname, '../../../specs/lending/b07.yaml'), 'utf8')
  // Our own description; only part of it, to speed up nine runs.
  const whole = load(text) as Description
  const paths = Object.fromEntries(
    Object.entries(whole.paths ?? {}).filter(([path]) => path.endsWith('/balances/crypto')),
  )
  sandbox = await startSandbox({ description: async () => ({ ...whole, paths }) })
})

afterAll(async () => {
  await sandbox.close()
  await github.close()
})

/** Runs the command line one day later each time. */
function daily(cwd: string): (argv: readonly string[], token?: string) => Promise<CliResult> {
  let day = 0
  return (argv, GITHUB_TOKEN = github.env.GITHUB_TOKEN ?? '') => {
    const clock = () => Date.UTC(2026, 10, 20 + day, 8)
    const { main, sub } = sandbox.tokens
    day++
    const env = { ...github.env, GITHUB_TOKEN, LENDING_MAIN_ACCOUNT_TOKEN: main, LENDING_SUB_ACCOUNT_TOKEN: sub }
    return runCli(run, argv, { cwd, clock, env })
  }
}

describe('the life cycle of an alert', () => {
  it('notifies once, stays silent, updates on changes, closes when clean, and reopens', async () => {
    await inFolder([], async (cwd) => {
      const cli = daily(cwd)
      const notified = () => github.issues.map(({ state, comments }) => [state, comments.length])
      const monitor = async (drifts: readonly string[], ...argv: readonly string[]) => {
        sandbox.setDrifts(drifts)
        const { code, stderr } = await cli(['monitor', 'lending', '--notify', ...argv])
        // The test's clock is ahead of the sandbox's.
        return [code, stderr.replaceAll(/^warning: this run started at .*\n/gm, '')]
      }
      const init = ['init', '--url', `${sandbox.url}/openapi.json`, '--api', 'lending', '--no-workflow', '--yes']
      expect(await cli(init)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^note: credentials required by the/),
      })
      const config = join(cwd, 'specdrift.config.ts')
      const targets = `defineConfig({\n  notify: [{ type: 'github-issue', cleanRuns: 2 }],`
      await writeFile(config, (await readFile(config, 'utf8')).replace('defineConfig({', targets))

      expect([await monitor([]), notified()]).toEqual([[0, ''], []])
      // A failed alert neither hides drift nor passes as a clean run.
      for (const [drifts, code] of [
        [[], 2],
        [[nullAt], 1],
      ] as const) {
        sandbox.setDrifts(drifts)
        const stderr = expect.stringMatching(
          /^error: No alert could be sent to the GitHub issue: GITHUB_TOKEN is not set\./,
        )
        expect(await cli(['monitor', '--notify'], '')).toMatchObject({ code, stderr })
      }
      expect([await monitor([nullAt]), notified()]).toEqual([[1, ''], [['open', 0]]])
      expect(github.issues[0]).toMatchObject({ title: 'API drift: lending', labels: ['specdrift'] })
      expect(github.issues[0]?.body).toContain('the provider changed')
      expect([await monitor([nullAt]), notified()]).toEqual([[1, ''], [['open', 0]]])
      expect([await monitor([nullAt, alsoAt]), notified()]).toEqual([[1, ''], [['open', 1]]])

      const before = github.requests.length
      const [code, stderr] = await monitor([nullAt], '--base-url', github.url.replace(/\d+$/, '1'))
      expect([code, String(stderr).split('error:')[1]?.split(':')[0], github.requests.length]).toEqual([
        2,
        ' No response from http',
        before,
      ])

      expect([await monitor([]), notified()]).toEqual([[0, ''], [['open', 2]]])
      expect([await monitor([]), notified()]).toEqual([[0, ''], [['closed', 3]]])
      expect([await monitor([]), notified()]).toEqual([[0, ''], [['closed', 3]]])
      expect([await monitor([nullAt]), notified()]).toEqual([[1, ''], [['open', 4]]])
      expect(github.issues[0]?.comments.map(({ body }) => body.split('\n', 1)[0]?.replace(/ \(.*/, ''))).toEqual([
        '**1 new**, 2 open',
        '**2 fixed**, no open findings',
        'Closed after 2 clean runs in a row.',
        '**1 regressed**, 1 open',
      ])
    })
  }, 300_000)
})
