import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type CliOptions, type CliResult, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { run } from '../run.ts'

const hour = 3_600_000
const report = (hoursAgo = 0, parts = {}) => {
  // The default clock of runCli.
  const startedAt = new Date(Date.UTC(2026, 10, 20, 8) - hoursAgo * hour).toISOString()
  return JSON.stringify(monitorReport({ api: 'shop', times: { startedAt, milliseconds: 1 }, ...parts }))
}
const config = { name: 'specdrift.config.json', content: '{ "apis": { "shop": {} } }' }
const last = 'reports/shop/report.json'

type Cli = (argv: readonly string[], options?: Partial<CliOptions>) => Promise<CliResult>

/** A project with one API and its last report. */
async function inProject(content: string, use: (cli: Cli, folder: string) => Promise<void>): Promise<void> {
  await inFolder([config, { name: last, content }], (folder) =>
    use((argv, options) => runCli(run, argv, { cwd: folder, ...options }), folder),
  )
}

describe('report', () => {
  it('renders the last report of the only API and exits like its run', () =>
    inProject(report(0, { findings: [driftFinding()] }), async (cli) => {
      const short = await cli(['report', '--format', 'markdown'])
      expect(short).toMatchObject({ code: 1, stderr: '', stdout: expect.stringMatching(/^## ❌ The live API drifted/) })
      expect(await cli(['report', 'render', last, '--format', 'markdown'])).toEqual(short)
      expect(await cli(['report', last, '--format', 'markdown'])).toEqual(short)
    }))

  it('shows all findings and locations with --expand', () => {
    const reaches = ['GET /a', 'GET /b', 'GET /c', 'GET /d']
    const locations = reaches.map((operation) => ({ operation, part: '404', pointer: '/x' }))
    const site = { operation: 'GET /a', part: '404', pointer: '/x', status: '404' }
    const findings = Array.from({ length: 100 }, (_, at) =>
      driftFinding({ site, reaches, locations, fingerprint: at.toString(16).padStart(16, '0') }),
    )
    return inProject(report(0, { findings }), async (cli) => {
      const [short, long] = [await cli(['report']), await cli(['report', '--expand'])]
      expect(short.stdout).toMatch(/^100 findings in 1 line: --expand shows each\.$/m)
      expect(long.stdout.match(/^ {14}GET \/d 404 x$/gm)).toHaveLength(100)
      expect(long.code).toBe(short.code)
    })
  })

  it('writes every format that has a file', () =>
    inProject(report(), async (cli, folder) => {
      const env = { GITHUB_RUN_ID: '77', GITHUB_RUN_ATTEMPT: '2' }
      expect(await cli(['report', '-o', 'again/'], { env })).toMatchObject({ code: 0, stderr: '' })
      const files = await readdir(join(folder, 'again'))
      expect(files.sort()).toEqual([
        'badge.json',
        'ctrf.json',
        'index.html',
        'junit.xml',
        'report.json',
        'report.md',
        'report.sarif',
      ])
      expect(JSON.parse(await readFile(join(folder, 'again/report.json'), 'utf8'))).toEqual(JSON.parse(report()))
      expect(JSON.parse(await readFile(join(folder, 'again/ctrf.json'), 'utf8')).runId).toBe('77-2')
    }))

  it('names the missing report', () =>
    inFolder([config], async (folder) => {
      const { code, stderr } = await runCli(run, ['report'], { cwd: folder })
      expect([code, stderr]).toEqual([2, expect.stringContaining('reports/shop/report.json')])
    }))
})

describe('report --open', () => {
  it('opens the page in the browser for a user at a terminal', () =>
    inProject(report(), async (cli, folder) => {
      const browser = join(folder, 'browser.sh')
      await writeFile(
        browser,
        `#!/bin/sh\nprintf %s "$1" > '${folder}/opened.part' && mv '${folder}/opened.part' '${folder}/opened'\n`,
      )
      await chmod(browser, 0o755)
      const page = join(folder, 'reports/shop/index.html')
      const { code, stderr } = await cli(['report', '--open'], { isTTY: true, env: { BROWSER: browser } })
      expect([code, stderr]).toEqual([0, `opened ${page}\n`])
      expect(await vi.waitFor(() => readFile(join(folder, 'opened'), 'utf8'))).toBe(page)
      expect(await readFile(page, 'utf8')).toContain('2 of 2 operations conform')
    }))

  it('opens nothing in CI or without a terminal, and prints the path', () =>
    inProject(report(), async (cli, folder) => {
      const page = join(folder, 'out/index.html')
      for (const [isTTY, ci] of [
        [true, { CI: 'true' }],
        [false, {}],
      ] as const) {
        const options = { isTTY, env: { ...ci, BROWSER: '/nowhere/browser' } }
        const { code, stderr } = await cli(['report', '--open', '--out', 'out'], options)
        expect([code, stderr]).toEqual([0, `not opened, because this is not a terminal: ${page}\n`])
      }
      expect(await readdir(join(folder, 'reports/shop'))).toEqual(['report.json'])
    }))

  it('reports a missing browser and exits like the run', () =>
    inProject(report(), async (cli) => {
      const { code, stderr } = await cli(['report', '--open'], { isTTY: true, env: { BROWSER: '/nowhere/browser' } })
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/^could not open .*index\.html with \/nowhere\/browser: /),
      ])
    }))
})

describe('report badge', () => {
  it.each([
    [35, '36h', 'brightgreen'],
    [37, '36h', 'lightgrey'],
    [47, '2d', 'brightgreen'],
    [2, '90m', 'lightgrey'],
  ])('of a report %i hours old and --max-age %s is %s', (hoursAgo, age, color) =>
    inProject(report(hoursAgo), async (cli) => {
      const { code, stdout } = await cli(['report', 'badge', '--max-age', age])
      expect([code, JSON.parse(stdout).color]).toEqual([0, color])
    }),
  )

  it('shows the result without --max-age, and is grey if the report has no time', () =>
    inProject(report(9000, { findings: [driftFinding()] }), async (cli, folder) => {
      expect(await cli(['report', 'badge', '-o', 'badge.json'])).toMatchObject({ code: 0, stdout: '' })
      expect(JSON.parse(await readFile(join(folder, 'badge.json'), 'utf8'))).toMatchObject({ color: 'red' })
      const { times: _, ...timeless } = JSON.parse(report())
      await writeFile(join(folder, last), JSON.stringify(timeless))
      const { stdout } = await cli(['report', 'badge', last, '--max-age', '1d'])
      expect(JSON.parse(stdout)).toMatchObject({ color: 'lightgrey', message: 'stale' })
    }))
})
