import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'
import { dayOf } from './settings.ts'

const config = { name: 'specdrift.config.json', content: '{ "apis": { "shop": {} } }' }
const inside = { name: 'packages/web/package.json', content: '{}' }

it('reports where it searched for APIs, and a config in a parent folder', async () => {
  const folder = (cwd: string) => runCli(run, ['snapshots', 'shop'], { cwd: join(cwd, 'packages/web') })
  expect(await inFolder([config, inside], folder)).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: No API called shop: no specdrift.config.* here, and nothing under specs/. There is a config at ../../specdrift.config.json: run in its folder.
hint: APIs are the folders under specs/ and the keys of \`apis\` in specdrift.config.ts; add the first snapshot of one with: specdrift snapshot add <api>
`,
  })
  const doctor = (cwd: string) => runCli(run, ['doctor'], { cwd: join(cwd, 'packages/web') })
  expect((await inFolder([config, inside], doctor)).stdout).toContain(
    'Run in the folder of ../../specdrift.config.json',
  )
})

const inYaml = { ...config, name: 'specdrift.config.yaml' }

it('reads the first of several configs and names the others in a note', async () => {
  const first = { name: 'specdrift.config.ts', content: 'export default {}' }
  const { stdout, stderr } = await inFolder([inYaml, config, first], (cwd) => runCli(run, ['doctor'], { cwd }))
  const others = 'specdrift.config.json, specdrift.config.yaml in the same folder are ignored'
  expect(stderr).toBe(`note: specdrift.config.ts is used; ${others}\n`)
  expect(stdout).toMatch(/config +specdrift.config.ts\n/)
})

it('prints the note only once per run', async () => {
  const files = [config, inYaml, { name: 'suites/shop/a.suite.ts', content: '' }]
  const { stderr } = await inFolder(files, (cwd) => runCli(run, ['test', 'shop', '--watch'], { cwd }))
  expect(stderr).toContain('watching suites/shop')
  expect(stderr.match(/^note: .*$/gm)).toEqual([
    'note: specdrift.config.json is used; specdrift.config.yaml in the same folder is ignored',
  ])
})

it('prints no note for an explicit config', async () => {
  const argv = ['--config', config.name, 'doctor']
  expect((await inFolder([config, inYaml], (cwd) => runCli(run, argv, { cwd }))).stderr).toBe('')
})

it.each([
  [['test', '--nothing'], 'specdrift test --help --all'],
  [['baseline', 'accept', '--nothing'], 'specdrift baseline accept --help --all'],
  [['--nothing'], 'specdrift --help'],
])('a usage error of %s names the help of the command', async (argv, help) => {
  const { code, stderr } = await inFolder([], (cwd) => runCli(run, argv, { cwd }))
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`\`${help}\``) })
})

describe('the day used for sunsets and acceptances', () => {
  it('is the current UTC day by default', () => {
    expect(dayOf(undefined, Date.UTC(2026, 0, 5, 23, 59))).toBe('2026-01-05')
    expect(dayOf('2024-02-29', 0)).toBe('2024-02-29')
    expect(dayOf('0099-12-01', 0)).toBe('0099-12-01')
  })

  it.each(['2023-02-29', '2026-13-01', '2026-1-5', 'today', ''])('rejects %j', (text) => {
    expect(() => dayOf(text, 0)).toThrow(`--today ${text} is not a day`)
  })
})
