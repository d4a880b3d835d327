import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../testing/cli/run-cli.ts'
import { inFolder } from '../../../testing/cli/scenario.ts'
import { monitorReport } from '../../../testing/sample-report.ts'
import { run } from '../../run.ts'

const description = (status: string) => `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths: { /a: { get: { responses: { '${status}': { description: d } } } } }
`
const reportOf = (api: string) => ({
  name: `reports/${api}/report.json`,
  content: JSON.stringify(monitorReport({ api })),
})
const files = [
  {
    name: 'specdrift.config.json',
    content: '{ "apis": { "shop": { "source": "a.yaml" }, "bank": { "source": "b.yaml" } } }',
  },
  { name: 'a.yaml', content: description('200') },
  { name: 'b.yaml', content: description('201') },
  ...['shop', 'bank'].map(reportOf),
]
type Cli = (line: string) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>
const inProject = (use: (cli: Cli, read: (file: string) => Promise<string>) => Promise<void>) =>
  inFolder(files, (cwd) =>
    use(
      (line) => runCli(run, line.split(' '), { cwd }),
      (file) => readFile(join(cwd, file), 'utf8'),
    ),
  )

describe('--format and --output', () => {
  it.each([
    ['diff a.yaml b.yaml --format text --format junit=j.xml', /^✖ BREAKING a\.yaml → b\.yaml/],
    ['diff a.yaml b.yaml --format junit=j.xml', /^✖ BREAKING a\.yaml → b\.yaml/],
    ['diff a.yaml b.yaml --format json=- --format junit=j.xml', /^\{/],
    ['diff a.yaml b.yaml --format json --format junit=j.xml', /^\{/],
    ['diff a.yaml b.yaml -o - --format junit=j.xml', /^✖ BREAKING a\.yaml → b\.yaml/],
    ['report shop --format markdown --format junit=j.xml', /^## /],
  ])('%s', (line, stdout) =>
    inProject(async (cli, read) => {
      const result = await cli(line)
      expect([result.stdout, result.stderr]).toEqual([expect.stringMatching(stdout), 'wrote j.xml\n'])
      expect(await read('j.xml')).toMatch(/^<\?xml/)
    }),
  )

  it('writes one format to --output and others to files, and nothing to stdout', () =>
    inProject(async (cli, read) => {
      const { stdout } = await cli('diff a.yaml b.yaml --format json -o out/d.json --format sarif=out/d.sarif')
      expect([stdout, await read('out/d.json')]).toEqual(['', expect.stringMatching(/^\{/)])
      expect(JSON.parse(await read('out/d.sarif')).version).toBe('2.1.0')
    }))

  it.each([
    ['diff a.yaml b.yaml --format json --format junit', 'Only one format can be written to stdout'],
    [
      'diff a.yaml b.yaml --format json=- --format junit=-',
      "Two formats can't be written to the same destination: stdout",
    ],
    ['diff a.yaml b.yaml --format json=x --format junit=x', "Two formats can't be written to the same destination: x"],
    ['changelog --all --format json', '--format json for several APIs needs one file per API'],
    ['changelog --all -o all.txt', 'all.txt would be overwritten by each API'],
    ['changelog', 'name one or more, or pass --all'],
    ['monitor shop --all', 'Name APIs or pass --all'],
    ['monitor --all --base-url http://127.0.0.1:9', '--base-url works with a single API'],
    ['baseline list --all --report r.json', '--report works with a single API'],
    ['report', 'There are several APIs (bank, shop)'],
  ])('refuses %s', (line, message) =>
    inProject(async (cli) => {
      const { code, stdout, stderr } = await cli(line)
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
    }),
  )

  it.each(['rules', 'rules enum-narrowed', 'baseline list shop', 'doctor', 'snapshot list shop', 'snapshot show shop'])(
    '%s prints JSON, to a file as well',
    (line) =>
      inProject(async (cli, read) => {
        await cli('snapshot add shop')
        const { stdout } = await cli(`${line} --format json`)
        await cli(`${line} --format json=x.json`)
        expect(JSON.parse(stdout)).toEqual(JSON.parse(await read('x.json')))
      }),
  )
})

describe('several APIs', () => {
  it('are selected by name or with --all', () =>
    inProject(async (cli, read) => {
      expect(await cli('snapshot add --all')).toMatchObject({
        code: 0,
        stdout:
          'stored bank@2026-11-20 as specs/bank/2026-11-20.yaml\nstored shop@2026-11-20 as specs/shop/2026-11-20.yaml\n',
      })
      const named = await cli('snapshot list bank shop')
      expect(named.stdout.split('\n').map((row) => row.split(' ')[0])).toEqual(['bank', 'shop', ''])
      expect(await cli('snapshot list --all')).toEqual(named)
      expect((await cli('changelog bank shop bank')).stderr).toBe('bank:\nshop:\n')
      await cli('changelog --all --format html={api}.html')
      expect(await Promise.all(['bank.html', 'shop.html'].map(read))).toEqual([
        expect.stringContaining('bank'),
        expect.stringContaining('shop'),
      ])
    }))

  it('are all run even if one fails', () =>
    inProject(async (cli) => {
      await cli('snapshot add shop')
      const { code, stdout, stderr } = await cli('changelog --all')
      expect([code, stdout]).toEqual([2, 'No changes\n'])
      expect(stderr).toMatch(/^bank:\nerror: No API called bank [\s\S]+\nshop:\n$/)
    }))

  it('have reports selected by API name', () =>
    inProject(async (cli) => {
      expect(await cli('report bank')).toEqual(await cli('report reports/bank/report.json'))
      expect(await cli('report badge bank')).toEqual(await cli('report badge reports/bank/report.json'))
    }))
})
