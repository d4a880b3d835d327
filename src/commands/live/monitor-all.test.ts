import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliOptions, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { listen } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const schema = { type: 'array', items: { type: 'string' } }
const responses = { 200: { description: 'd', content: { 'application/json': { schema } } } }
const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: { '/a': { get: { responses } } },
})
const suite = `import { contract } from 'specdrift/suite'\nconst api = await contract({ api: 'NAME' })\napi.remaining()\n`

/** `/good/a` conforms to the contract, `/bad/a` does not. */
const server = createServer(({ url }, response) => {
  const body = url === '/bad/a' ? [1] : ['a']
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
let url = ''
beforeEach(async () => {
  url = `http://127.0.0.1:${await listen(server)}`
})
afterEach(() => new Promise((done) => server.close(done)))

/** Runs the command line in a project with APIs given by name and base URL. */
async function inProject<T>(apis: Readonly<Record<string, string>>, use: (cwd: string) => Promise<T>): Promise<T> {
  const config = Object.entries(apis).map(([name, baseUrl]) => [name, { target: { baseUrl } }])
  const files = [
    { name: 'a.json', content: description },
    { name: 'specdrift.config.json', content: JSON.stringify({ apis: Object.fromEntries(config) }) },
    ...Object.keys(apis).map((name) => ({
      name: `suites/${name}/a.suite.ts`,
      content: suite.replace('NAME', name),
    })),
  ]
  return inFolder(files, async (cwd) => {
    for (const name of [...Object.keys(apis), 'unlisted'])
      await runCli(run, ['snapshot', 'add', name, 'a.json'], { cwd })
    return use(cwd)
  })
}
const cli = (cwd: string, line: string, options: Partial<CliOptions> = {}) =>
  runCli(run, line.split(' '), { cwd, ...options })

describe('monitor without a name', () => {
  const mixed = () => ({ bad: `${url}/bad`, good: `${url}/good`, lost: 'http://127.0.0.1:1' })
  const summary = [
    '3 APIs: 1 clean, 1 with failing findings, 1 could not be checked',
    '  ✖ bad   1/1 operations · 1 new  reports/bad/index.html',
    '  ✔ good  1/1 operations  reports/good/index.html',
  ].join('\n')

  it.each(['monitor', 'monitor --jobs 3', 'monitor --jobs 2', 'monitor --all'])(
    '%s runs every API, in their order, with one summary and the worst code',
    async (line) => {
      await inProject(mixed(), async (cwd) => {
        // --all includes the unlisted API.
        if (line.endsWith('--all')) await rm(join(cwd, 'specs/unlisted'), { recursive: true })
        const { code, stdout, stderr } = await cli(cwd, line)
        expect(code).toBe(2)
        expect(stdout).toContain(summary)
        expect(stdout.match(/^\d of |^\d APIs/gm)).toHaveLength(1)
        expect(stdout).toMatch(/ {2}! lost {2}No response from/)
        expect(stdout.match(/^\S+(?= {2}contract)|^✖ DRIFT +\S+|^\w+ {2}/gm)?.length).toBeGreaterThan(0)
        expect(stderr.match(/^\w+:$/gm)).toEqual(['bad:', 'good:', 'lost:'])
        expect((await readdir(join(cwd, 'reports'))).sort()).toEqual(['bad', 'good', 'lost'])
        for (const api of ['bad', 'good']) {
          const report = JSON.parse(await readFile(join(cwd, 'reports', api, 'report.json'), 'utf8'))
          expect(report.api).toBe(api)
        }
      })
    },
  )

  it('prints the same with concurrent runs', async () => {
    await inProject({ a: `${url}/bad`, b: `${url}/good`, c: `${url}/bad` }, async (cwd) => {
      const [one, three] = [await cli(cwd, 'monitor --no-history'), await cli(cwd, 'monitor --no-history --jobs 3')]
      expect(three).toEqual(one)
      expect(one.code).toBe(1)
    })
  })

  it('runs the only API, without a summary', async () => {
    await inProject({ good: `${url}/good` }, async (cwd) => {
      const { code, stdout } = await cli(cwd, 'monitor')
      expect([code, stdout]).toEqual([0, expect.not.stringContaining('APIs')])
    })
  })

  it('separates formats, and excludes the summary from them', async () => {
    await inProject({ a: `${url}/good`, b: `${url}/good` }, async (cwd) => {
      await mkdir(join(cwd, 'out'))
      expect(await cli(cwd, 'monitor --format json')).toMatchObject({ code: 2, stdout: '' })
      const { code, stdout, stderr } = await cli(cwd, 'monitor --format markdown')
      expect([code, stdout]).toEqual([0, expect.not.stringContaining('2 APIs:')])
      expect(stderr).toContain('2 APIs: 2 clean')
    })
  })

  it('does not apply to test, which requires a name', async () => {
    await inProject({ a: `${url}/good`, b: `${url}/good` }, async (cwd) => {
      expect(await cli(cwd, 'test')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('There are several APIs'),
      })
      expect(await cli(cwd, 'test a b --jobs 2')).toMatchObject({ code: 0 })
    })
  })
})

it('--verbose logs each call to stderr', async () => {
  await inProject({ good: `${url}/good` }, async (cwd) => {
    const quiet = await cli(cwd, 'test good')
    const { code, stdout, stderr } = await cli(cwd, 'test good --verbose')
    expect([code, stdout]).toEqual([0, quiet.stdout])
    expect(stderr).toMatch(/^(\S+Z {2})?GET \S*\/a {2}200 .*\n$/)
  })
})

describe('progress', () => {
  it('is shown and removed on a terminal, and not shown elsewhere', async () => {
    await inProject({ good: `${url}/good` }, async (cwd) => {
      const shown = await cli(cwd, 'test good', { isTTY: true })
      const states = shown.stderr.split('\r\u001b[2K').map((text) => text.replace(/ {2}[\d.]+ s$/, ''))
      expect(states).toEqual(
        expect.arrayContaining(['good  reading the description', 'good  suites  1 of 1 operations']),
      )
      expect(states.at(-1)).toBe('')
      const all = await cli(cwd, 'monitor good unlisted --jobs 2', { isTTY: true })
      expect(all.stderr).toContain('\r\u001b[2K1 of 2 APIs')
      for (const env of [{ CI: 'true' }, { TERM: 'dumb' }] as Record<string, string>[])
        expect((await cli(cwd, 'test good', { isTTY: true, env })).stderr).toBe('')
      expect((await cli(cwd, 'test good')).stderr).toBe('')
    })
  })
})
