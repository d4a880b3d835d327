import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CliOptions, runCli } from '../testing/cli/run-cli.ts'
import { inFolder } from '../testing/cli/scenario.ts'
import { run } from './run.ts'

const shop = (values: string) => `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      responses:
        "200":
          description: The orders.
          content: { application/json: { schema: { type: string, enum: [${values}] } } }
`
const files = [
  { name: 'a.yaml', content: shop('OPEN') },
  { name: 'b.yaml', content: shop('OPEN, PAID') },
]
const cli = (cwd: string, line: string, options: Partial<CliOptions> = {}) =>
  runCli(run, line.split(' '), { cwd, ...options })

describe('diff', () => {
  it('prints a single JSON document and nothing else', async () => {
    const { code, stdout, stderr } = await inFolder(files, (cwd) => cli(cwd, 'diff a.yaml b.yaml --json'))
    expect([code, stderr]).toEqual([1, ''])
    expect(JSON.parse(stdout).findings.map((finding: { ruleId: string }) => finding.ruleId)).toEqual(['enum-widened'])
  })

  it('reports once what could not be compared on both sides', async () => {
    const content = shop('OPEN').replace('{ type: string, enum: [OPEN] }', "{ $ref: '#/components/schemas/Nope' }")
    const { code, stdout } = await inFolder([{ name: 'a.yaml', content }], (cwd) => cli(cwd, 'diff a.yaml a.yaml'))
    expect(code).toBe(0)
    expect(stdout.match(/^not checked .*$/gm)).toEqual([
      'not checked  a.yaml#/paths/~1orders/get/responses/200/content/application~1json/schema/$ref: skipped: $ref #/components/schemas/Nope leads nowhere; what it leads to is not checked in GET /orders',
    ])
  })

  it('explains an address that is neither a snapshot nor a file', async () => {
    const { code, stderr } = await inFolder(files, (cwd) => cli(cwd, 'diff x@../../y a.yaml'))
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: No file at x@\.\.\/\.\.\/y \(nor is that a snapshot: /),
    ])
  })

  it('is deterministic', async () => {
    const [first, second] = await inFolder(files, (cwd) =>
      Promise.all([cli(cwd, 'diff a.yaml b.yaml --json'), cli(cwd, 'diff a.yaml b.yaml --json')]),
    )
    expect(first).toEqual(second)
  })

  it('writes to a file without color and leaves stdout empty', async () => {
    await inFolder(files, async (cwd) => {
      const { code, stdout } = await cli(cwd, 'diff a.yaml b.yaml -o out/diff.txt', { isTTY: true })
      expect([code, stdout]).toEqual([1, ''])
      expect(await readFile(join(cwd, 'out/diff.txt'), 'utf8')).toMatch(/^✖ BREAKING a\.yaml → b\.yaml/)
    })
  })

  it.each([
    ['a terminal', { isTTY: true }, '', true],
    ['no terminal', {}, '', false],
    ['NO_COLOR', { isTTY: true, env: { NO_COLOR: '1' } }, '', false],
    ['FORCE_COLOR', { env: { FORCE_COLOR: '1' } }, '', true],
    ['FORCE_COLOR=0', { isTTY: true, env: { FORCE_COLOR: '0' } }, '', false],
    ['a dumb terminal', { isTTY: true, env: { TERM: 'dumb' } }, '', false],
    ['--no-color', { isTTY: true }, ' --no-color', false],
  ])('colours by the environment: %s', async (_name, options, flag, coloured) => {
    const { stdout } = await inFolder(files, (cwd) => cli(cwd, `diff a.yaml b.yaml${flag}`, options))
    expect(stdout.includes('\u001b[')).toBe(coloured)
  })
})

describe('snapshot', () => {
  it('stores a new version once and lists it', async () => {
    await inFolder(files, async (cwd) => {
      expect((await cli(cwd, 'snapshot add shop a.yaml')).stdout).toBe(
        'stored shop@2026-11-20 as specs/shop/2026-11-20.yaml\n',
      )
      expect((await cli(cwd, 'snapshot add shop a.yaml')).stdout).toBe(
        'unchanged: the description is equal to shop@2026-11-20\n',
      )
      expect((await cli(cwd, 'snapshot list')).stdout).toMatch(/^2026-11-20 .* 2026-11-20\.yaml\n$/)
    })
  })

  it('requires a source from the command line or the config', async () => {
    const { code, stderr } = await inFolder([], (cwd) => cli(cwd, 'snapshot add shop'))
    expect(code).toBe(2)
    expect(stderr).toContain('Name a source, or set apis.shop.source in the config.')
  })
})

describe('errors', () => {
  it('prints code and stack only with --debug', async () => {
    const quiet = await inFolder([], (cwd) => cli(cwd, 'diff a.yaml b.yaml'))
    expect(quiet.stderr).not.toMatch(/\n\s+at /)
    const loud = await inFolder([], (cwd) => cli(cwd, 'diff a.yaml b.yaml --debug'))
    expect(loud.stderr).toMatch(/code: FILE_NOT_FOUND[\s\S]+\n\s+at /)
    expect([quiet.code, loud.code]).toEqual([2, 2])
  })

  it('reports a crash as a defect in one line', async () => {
    const interrupted = () => Promise.reject(new TypeError('x is not a function'))
    const { code, stderr } = await inFolder([], (cwd) => cli(cwd, 'sandbox', { interrupted }))
    expect(code).toBe(2)
    expect(stderr).toBe(
      'error: x is not a function\nhint: This is a defect of specdrift; please report it. Run again with --debug for the stack.\n',
    )
  })

  it('prints help to stdout on request, and to stderr without a command', async () => {
    const asked = await runCli(run, ['--help'], { cwd: '.' })
    expect([asked.code, asked.stderr]).toEqual([0, ''])
    const lost = await runCli(run, [], { cwd: '.' })
    expect([lost.code, lost.stdout, lost.stderr]).toEqual([2, '', asked.stdout])
  })
})

describe('sandbox', () => {
  it('responds until interrupted', async () => {
    let url = ''
    let seen = 0
    const options = {
      interrupted: async () => {
        seen = (await fetch(`${url}/main-account/health`, { headers: { authorization: 'Bearer main-token' } })).status
      },
    }
    const output: string[] = []
    const code = await run({
      argv: ['sandbox'],
      env: {},
      cwd: '.',
      clock: () => 0,
      stdin: (async function* () {})(),
      ...options,
      stdout: {
        write: (text) => {
          output.push(text)
          url = /http:\S+/.exec(text)?.[0] ?? url
        },
      },
      stderr: { write: () => {} },
    })
    expect([code, seen]).toEqual([0, 200])
    await expect(fetch(url)).rejects.toThrow()
  })

  it.each([
    ['sandbox --drift nonsense', 'error: '],
    ['sandbox --port 70000', 'must be a number from 0 to 65535'],
  ])('refuses %s', async (line, message) => {
    const { code, stderr } = await inFolder([], (cwd) => cli(cwd, line))
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
