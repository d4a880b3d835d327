import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject } from '../testing/cli/suite-project.ts'
import { run } from './run.ts'

const description = `openapi: 3.0.3
info: { title: Demo, version: '1' }
paths: { /a: { get: { operationId: a, responses: { '204': { description: d } } } } }
`
const settings = "{ policy: 'strict', apis: { demo: { suites: '*.suite.ts', source: 'openapi.yaml' } } }"

let project: SuiteProject
/** Returns code that writes a name to a file when it is executed. */
const trace = (name: string) =>
  `require('node:fs').appendFileSync(${JSON.stringify(join(project.folder, 'ran'))}, '${name} ');`
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: {},
    handler: (_, response) => response.writeHead(204).end(),
  })
  await project.put('v2.yaml', description.replace('/a:', '/b:'))
  await cli('snapshot add demo openapi.yaml --id v1')
  await cli('snapshot add demo v2.yaml --id v2')
  await cli('diff demo@v1 demo@v2 --json -o report.json')
  for (const name of ['postcss', 'vite', 'vitest'])
    await project.put(`${name}.config.cjs`, `${trace(name)} module.exports = {}`)
  const require = "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n"
  await project.put('a.suite.ts', `${require}${trace('suite')}\n`)
})
afterAll(() => project.close())

const cli = (line: string, env?: Readonly<Record<string, string>>) =>
  runCli(run, line.split(' '), { cwd: project.folder, ...(env && { env }) })
const ran = async () => {
  const file = join(project.folder, 'ran')
  const names = await readFile(file, 'utf8').catch(() => '')
  await rm(file, { force: true })
  return names.trim()
}
/** Runs `use` in a folder with only this config. */
async function withConfig(name: string, text: string, use: () => Promise<void>): Promise<void> {
  await project.put(name, text)
  await use().finally(() => rm(join(project.folder, name)))
}

const commands = [
  'diff openapi.yaml v2.yaml',
  'changelog demo',
  'snapshot add demo openapi.yaml',
  'snapshots demo',
  'types demo',
  'plan demo --shards 2',
  'baseline list demo',
  'notify send report.json --dry-run',
  'patch demo',
  'doctor',
]

describe('a config that is code', () => {
  const text = () => `${trace('config')}\nexport default ${settings}\n`

  it.each(commands)('is executed by %s, and no other code is', async (line) => {
    await withConfig('specdrift.config.ts', text(), async () => {
      await cli(line)
      expect(await ran()).toBe('config')
    })
  })

  it.each(commands)('is rejected by %s --no-config-code', async (line) => {
    await withConfig('specdrift.config.ts', text(), async () => {
      const { code, stdout, stderr } = await cli(`${line} --no-config-code`)
      const output = line === 'doctor' ? stdout : stderr
      expect([code, output]).toEqual([
        2,
        expect.stringContaining('specdrift.config.ts is executable code, which --no-config-code'),
      ])
      expect(await ran()).toBe('')
    })
  })

  it.each(['ts', 'mts', 'cts', 'mjs', 'cjs', 'js'])(
    'is rejected as .%s, even if named explicitly',
    async (extension) => {
      const name = `other.${extension}`
      await withConfig(name, text(), async () => {
        const { code, stderr } = await cli(`--no-config-code --config ${name} snapshots demo`)
        expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: other\.\w+ is executable code/)])
      })
      await withConfig(`specdrift.config.${extension}`, text(), async () => {
        expect((await cli('--no-config-code snapshots demo')).code).toBe(2)
      })
      expect(await ran()).toBe('')
    },
  )

  it.each([['monitor'], ['test']])('%s rejects --no-config-code, because suites are code', async (kind) => {
    const { code, stderr } = await cli(`${kind} demo --no-config-code`)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${kind} runs suites, which are executable code`)])
    expect(await ran()).toBe('')
  })

  it('is not executed by shell completion', async () => {
    await withConfig('specdrift.config.ts', text(), async () => {
      const offered = await cli('complete -- monitor ')
      expect([offered.code, offered.stdout]).toEqual([0, expect.stringContaining('demo')])
      expect((await cli('complete -- --config specdrift.config.ts diff d')).stdout).toContain('demo@v1')
      expect(await ran()).toBe('')
    })
  })
})

describe.each([
  ['json', '{ "policy": "strict" }'],
  ['yaml', 'policy: strict\n'],
  ['yml', 'policy: strict\n'],
])('a config in .%s', (extension, text) => {
  it('is read with --no-config-code', async () => {
    await withConfig(`specdrift.config.${extension}`, text, async () => {
      const { code, stdout } = await cli('diff openapi.yaml v2.yaml --no-config-code --json')
      expect([code, JSON.parse(stdout).policy]).toEqual([1, 'strict'])
    })
  })

  it('takes precedence over code with --no-config-code, with a note', async () => {
    await withConfig(`specdrift.config.${extension}`, text, () =>
      withConfig('specdrift.config.ts', `${trace('config')}\nexport default {}\n`, async () => {
        const { stdout, stderr } = await cli('diff openapi.yaml v2.yaml --no-config-code --json')
        expect([JSON.parse(stdout).policy, await ran()]).toEqual(['strict', ''])
        expect(stderr).toBe(
          `note: specdrift.config.${extension} is used; specdrift.config.ts in the same folder is ignored\n`,
        )
      }),
    )
  })
})

it('executes nothing in a folder without a config', async () => {
  for (const line of [...commands, 'report render report.json', 'rules', 'schema config']) await cli(line)
  expect(await ran()).toBe('')
})
