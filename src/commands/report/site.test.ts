import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { contractFinding, diffReport, driftFinding, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import { run } from '../run.ts'

const at = (day: number) => ({ startedAt: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`, milliseconds: 900 })
const shop = (day: number, parts: Parameters<typeof monitorReport>[0] = {}): Report =>
  monitorReport({ api: 'shop', times: at(day), ...parts })
const drifted = { findings: [driftFinding(), contractFinding()] }

/** Runs a test in a folder with reports and sites. */
async function inSites(use: (cli: Cli) => Promise<void>): Promise<void> {
  await inFolder([], async (cwd) => {
    await use({
      cwd,
      site: (line) => runCli(run, ['report', 'site', ...line.split(' ')], { cwd }),
      write: async (file, content) => {
        await mkdir(join(cwd, file, '..'), { recursive: true })
        await writeFile(join(cwd, file), typeof content === 'string' ? content : JSON.stringify(content))
      },
      read: (file) => readFile(join(cwd, file), 'utf8'),
      all: async () => {
        const entries = await readdir(join(cwd, 'site'), { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
        return Object.fromEntries(
          await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'utf8')])),
        )
      },
    })
  })
}

interface Cli {
  readonly cwd: string
  site(line: string): ReturnType<typeof runCli>
  write(file: string, content: string | object): Promise<void>
  read(file: string): Promise<string>
  all(): Promise<Readonly<Record<string, string>>>
}

it('has a card, history and changelog per API, and a page per run', () =>
  inSites(async ({ site, write, read }) => {
    await write('r/1/report.json', shop(1, drifted))
    await write('r/2/report.json', shop(2))
    await write('r/bank/report.json', monitorReport({ api: 'bank', times: at(2) }))
    const { code, stdout, stderr } = await site('r')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe('site: 2 APIs, 3 runs · 3 reports added, 0 known · 14 files written\n')
    const overview = await read('site/index.html')
    expect(overview.match(/<a href="[^"#]+"/g)?.length).toBeGreaterThan(6)
    for (const [, href = ''] of overview.matchAll(/<a [^>]*href="([^"#]+)"/g)) await read(`site/${href}`)
    const history = await read('site/shop/index.html')
    for (const [, href = ''] of history.matchAll(/<a [^>]*href="([^"#]+)"/g)) await read(`site/shop/${href}`)
    expect(/b06 → lending@b07.*1 breaking · next version: major/.test(history)).toBe(true)
    expect(await read('site/shop/changelog.html')).toContain('POSTPONED')
    expect(JSON.parse(await read('site/shop/badge.json'))).toMatchObject({ label: 'shop', color: 'brightgreen' })
    expect(JSON.parse(await read('site/site.json')).apis).toMatchObject([
      { api: 'bank', folder: 'bank', verdict: 'clean' },
      { api: 'shop', folder: 'shop', verdict: 'clean', contract: 'lending@b07', contractSince: at(1).startedAt },
    ])
  }))

it('produces the same bytes incrementally, and writes nothing if nothing is new', () =>
  inSites(async ({ cwd, site, write, read, all }) => {
    for (const day of [1, 2, 3]) await write(`r/${day}/report.json`, shop(day, day === 2 ? drifted : {}))
    await site('r')
    const whole = await all()
    await rm(join(cwd, 'site'), { recursive: true })
    for (const day of [2, 1, 3]) expect((await site(`r/${day}/report.json`)).code).toBe(0)
    expect(await all()).toEqual(whole)
    expect((await site('r')).stdout).toBe('site: 1 API, 3 runs · 0 reports added, 3 known · 0 files written\n')
    // One more run changes its page, the history, the state, the badge and the overview.
    await write('r/4/report.json', shop(4))
    expect((await site('r')).stdout).toMatch(/1 report added, 3 known · 6 files written/)
    expect(await read('site/shop/index.html')).toContain('Last 4 runs')
  }))

it('keeps runs against two targets that start in the same millisecond', () =>
  inSites(async ({ site, write, read, all }) => {
    const inputs = (target: string) => ({ inputs: { ...shop(1).inputs, target } })
    for (const target of ['staging', 'production'])
      await write(`r/${target}/report.json`, shop(1, { ...inputs(target), ...drifted }))
    expect((await site('r')).stdout).toMatch(/^site: 1 API, 2 runs · 2 reports added/)
    const whole = await all()
    const history = await read('site/shop/index.html')
    const links = [...history.matchAll(/href="(runs\/[^"]+)"/g)].map(([, href = '']) => href)
    expect(new Set(links).size).toBe(2)
    for (const link of links) await read(`site/shop/${link}`)
    expect(new XMLParser().parse(await read('site/feed.xml')).feed.entry).toHaveLength(3)
    expect((await site('r')).stdout).toMatch(/0 reports added, 2 known · 0 files written/)
    expect(await all()).toEqual(whole)
  }))

it('marks only new findings as new in the feed, even for runs without a history', () =>
  inSites(async ({ site, write, read }) => {
    const findings = (from: number, to: number) => ({
      findings: Array.from({ length: to - from }, (_, at) =>
        driftFinding({ fingerprint: String(from + at).padStart(16, '0'), message: `number ${from + at}` }),
      ),
    })
    await write('r/1/report.json', shop(1, findings(10, 60)))
    await write('r/2/report.json', shop(2, findings(8, 60)))
    await write('r/3/report.json', shop(3, findings(20, 61)))
    await write('r/4/report.json', shop(4, findings(20, 61)))
    await site('r')
    const { entry } = new XMLParser().parse(await read('site/feed.xml')).feed
    expect(entry.map(({ title }: { title: string }) => title)).toEqual([
      'shop: 1 new finding of the live API',
      'shop: 2 new findings of the live API',
      'shop: 50 new findings of the live API',
    ])
    expect((await read('site/shop/index.html')).match(/\d+ new/g)).toEqual(['1 new', '2 new', '50 new'])
  }))

it('keeps the latest runs, and contract changes of older ones', () =>
  inSites(async ({ cwd, site, write, read }) => {
    for (const day of [1, 2, 3, 4]) await write(`r/${day}/report.json`, shop(day, day === 1 ? drifted : {}))
    expect((await site('r --runs 2')).stdout).toMatch(/1 API, 2 runs · 3 reports added, 0 known, 1 too old to keep/)
    expect((await readdir(join(cwd, 'site/shop/runs'))).length).toBe(2)
    expect(await read('site/shop/index.html')).toContain('b06 → lending@b07')
    await write('r/5/report.json', shop(5))
    await site('r/5 --runs 2')
    const pages = await readdir(join(cwd, 'site/shop/runs'))
    expect(pages.map((name) => name.slice(0, 8))).toEqual(['20261104', '20261105'])
  }))

it('adds valid reports, lists invalid ones, and loses nothing', () =>
  inSites(async ({ site, write, all }) => {
    await write('r/1/report.json', shop(1))
    await site('r')
    const before = await all()
    await write('bad/a/report.json', '{ "schemaVersion": 3 ')
    await write('bad/b/report.json', { ...shop(2), findings: 7 })
    await write('bad/c/report.json', { ...shop(2), shard: { index: 1, count: 2 } })
    await write('bad/d/report.json', diffReport({ api: '' }))
    const none = await site('bad missing.json')
    expect([none.code, none.stdout]).toEqual([2, ''])
    expect(await all()).toEqual(before)
    await write('r/3/report.json', shop(3))
    const some = await site('bad r missing.json')
    expect([some.code, some.stdout]).toEqual([2, 'site: 1 API, 2 runs · 1 report added, 1 known · 6 files written\n'])
    expect(some.stderr.match(/^error: .*/gm)).toEqual([
      expect.stringMatching(/^error: bad\/a\/report\.json is not a valid report/),
      expect.stringMatching(/^error: bad\/c\/report\.json is a shard/),
      expect.stringMatching(/^error: bad\/d\/report\.json has no API name/),
      expect.stringMatching(/^error: No report at missing\.json/),
      expect.stringMatching(/^error: bad\/b\/report\.json is not a valid report: at \/findings/),
    ])
    expect(some.stderr).toContain('warning: 5 reports could not be added; all others were.')
  }))

it('does not overwrite a folder that is not a site, or a truncated site', () =>
  inSites(async ({ site, write, read, all }) => {
    await write('r/1/report.json', shop(1))
    await write('site/index.html', 'mine')
    expect((await site('r')).stderr).toMatch(/^error: \S*site\/index\.html cannot be used: there is no site\.json/)
    expect(await read('site/index.html')).toBe('mine')
    await site('r -o other')
    await write('site/site.json', '{}')
    await site('r')
    await write('site/shop/runs.json', (await read('site/shop/runs.json')).slice(0, -9))
    const before = await all()
    await write('r/2/report.json', shop(2))
    expect(await site('r')).toMatchObject({ code: 2, stdout: '' })
    expect(await all()).toEqual(before)
  }))

it.each(['../../up', '/etc/passwd', 'a\\b', 'CON', '..', 'shop/../x', 'Ü', '\u202e<b>', 'index.html', 'x'.repeat(500)])(
  'confines the API %j to a folder of its own',
  (api) =>
    inSites(async ({ cwd, site, write, read }) => {
      await write('r/1/report.json', { ...hostileReport(), api })
      await write('r/2/report.json', { ...shop(2), api: 'shop' })
      expect((await site('r')).code).toBe(0)
      expect((await readdir(cwd)).sort()).toEqual(['r', 'site'])
      const folders = (await readdir(join(cwd, 'site'), { withFileTypes: true })).filter((each) => each.isDirectory())
      expect(folders.map(({ name }) => name).filter((name) => !/^[a-z0-9-]{1,60}$/.test(name))).toEqual([])
      expect(folders.length).toBe(2)
      const feed = await read('site/feed.xml')
      expect(new XMLParser().parse(feed, true).feed.entry.length).toBeGreaterThan(0)
    }),
)
