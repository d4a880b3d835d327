import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { type CliOptions, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const described = (title: string, paths: string) =>
  `openapi: 3.1.0\ninfo: { title: "${title}", version: "1" }\nservers: [{ url: https://a.example }]\npaths: ${paths}\n`
const get = '{ /orders: { get: { responses: { "200": { description: d } } } } }'
const shop = { name: 'openapi.yaml', content: described('Čaj & Shop', get) }

const cli = (cwd: string, line: string, options: Partial<CliOptions> = {}) =>
  runCli(run, line.split(' '), { cwd, ...options })

it('writes the workflow of a subfolder where GitHub reads it', async () => {
  await inFolder([shop], async (top) => {
    await mkdir(join(top, '.git'))
    const cwd = join(top, 'services/my shop')
    await mkdir(cwd, { recursive: true })
    const { code, stdout } = await cli(cwd, 'init --file ../../openapi.yaml --api shop')
    expect([code, stdout]).toEqual([0, expect.stringContaining('wrote ../../.github/workflows/specdrift-shop.yml')])
    const workflow = load(await readFile(join(top, '.github/workflows/specdrift-shop.yml'), 'utf8'))
    const cache = { path: 'services/my shop/history', key: expect.stringMatching(/^specdrift-shop-history-/) }
    expect(workflow).toMatchObject({
      concurrency: { group: 'specdrift-shop' },
      jobs: {
        monitor: {
          defaults: { run: { 'working-directory': 'services/my shop' } },
          steps: expect.arrayContaining([
            expect.objectContaining({ with: expect.objectContaining(cache) }),
            expect.objectContaining({ with: expect.objectContaining({ path: 'services/my shop/reports/' }) }),
          ]),
        },
      },
    })
  })
})

it('uses a portable path for the description, and names the API after its title', async () => {
  await inFolder([shop], async (cwd) => {
    const { code, stdout } = await cli(cwd, `init --file ${join(cwd, 'openapi.yaml')}`)
    expect([code, stdout]).toEqual([0, expect.stringContaining('specs/caj-shop/')])
    expect(await readFile(join(cwd, 'specdrift.config.ts'), 'utf8')).toContain("source: 'openapi.yaml'")
    expect(await readFile(join(cwd, 'specs/caj-shop/snapshots.json'), 'utf8')).toContain('"source": "openapi.yaml"')
  })
})

it('explains how to add another API, before asking anything', async () => {
  await inFolder([shop, { name: 'specdrift.config.cjs', content: 'module.exports = {}' }], async (cwd) => {
    const { code, stderr } = await cli(cwd, 'init', { isTTY: true, stdin: '' })
    expect([code, stderr]).toEqual([2, expect.stringContaining('specdrift.config.cjs already exists')])
    expect(stderr).toContain('specdrift snapshot add <api>')
    expect(stderr).not.toContain('Where is')
  })
})

it('asks again after an invalid answer', async () => {
  await inFolder([shop], async (cwd) => {
    const stdin = 'nowhere.yaml\nopenapi.yaml\nmy shop\nshop\na.example\nhttps://b.example\nno\nyes\n'
    const { code, stderr } = await cli(cwd, 'init', { isTTY: true, stdin })
    expect(code).toBe(0)
    expect([...stderr.matchAll(/^.*error: (.*)$/gm)].map(([, message]) => message)).toEqual([
      'No file at nowhere.yaml.',
      'The API name "my shop" may hold only letters, digits, ".", "_" and "-".',
      'a.example is not an http or https URL.',
    ])
    expect(await readFile(join(cwd, 'specdrift.config.ts'), 'utf8')).toContain('https://b.example')
  })
})

it('a dry run rejects an invalid description', async () => {
  const operation = '{ operationId: x, responses: { "200": { description: d } } }'
  const content = described('Shop', `{ /a: { get: ${operation} }, /b: { get: ${operation} } }`)
  await inFolder([{ name: 'openapi.yaml', content }], async (cwd) => {
    const refused = await cli(cwd, 'init --file openapi.yaml --dry-run --strict')
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('x is the operationId of') })
    const allowed = await cli(cwd, 'init --file openapi.yaml --dry-run')
    expect(allowed).toMatchObject({ code: 0, stderr: expect.stringContaining('warning: x is the operationId of') })
    expect(await readdir(cwd)).toEqual(['openapi.yaml'])
  })
})

it('reports that there is nothing to call', async () => {
  const content = described('Shop', get.replace('get:', 'delete:'))
  await inFolder([{ name: 'openapi.yaml', content }], async (cwd) => {
    const { code, stderr } = await cli(cwd, 'init --file openapi.yaml')
    expect([code, stderr]).toEqual([0, expect.stringContaining('has no GET, HEAD or OPTIONS')])
  })
})
