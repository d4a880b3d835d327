import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { run } from '../run.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Returns the completions for the last of these words in this repository. */
async function offered(cwd: string, ...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runCli(run, ['complete', '--', ...words], { cwd })
  expect([code, stderr]).toEqual([0, ''])
  return [...stdout.matchAll(/^([^\t\n]*)\t/gm)].map(([, word]) => word ?? '')
}

describe('complete', () => {
  it.each([
    [['mon'], ['monitor']],
    [
      ['report', ''],
      ['merge', 'render', 'badge', 'site', 'help'],
    ],
    [['diff', '--gro'], ['--group-by']],
    [
      ['diff', '--group-by', ''],
      ['operation', 'component'],
    ],
    [['diff', '--format=s'], ['--format=sarif']],
    [['diff', '--no-col'], ['--no-color']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['monitor', ''], ['lending']],
    [['monitor', 'lending', '--snapshot', 'b06'], ['b06']],
    [['test', '--snapshot', 'b01'], ['b01']],
    [['diff', 'lending@b06', 'lending@l'], ['lending@latest']],
    [['rules', 'enum-nar'], ['enum-narrowed']],
    [['monitor', '--base-url', ''], []],
    [
      ['snapshot', ''],
      ['add', 'list', 'show', 'help'],
    ],
    [['snapshot', 'add', 'lending', ''], []],
    [['snapshot', 'list', 'l'], ['lending']],
    [['snapshot', 'show', 'lending@l'], ['lending@latest']],
    [['nonsense', ''], []],
  ])('offers for %j: %j', async (words, expected) => {
    expect(await offered(root, ...words)).toEqual(expected)
  })

  it('offers every command except itself, with descriptions', async () => {
    const { stdout } = await runCli(run, ['complete', '--', ''], { cwd: root })
    expect(stdout).toMatch(/^diff\t\S/m)
    expect(stdout).not.toMatch(/^complete\t/m)
  })

  it('offers the findings of the last report, with control characters escaped', async () => {
    const report = monitorReport({ findings: [{ ...driftFinding(), message: 'a\ttab \u001b[2J' }] })
    const files = [
      { name: 'specs/shop/snapshots.json', content: '{}' },
      { name: 'reports/shop/report.json', content: JSON.stringify(report) },
    ]
    await inFolder(files, async (cwd) => {
      expect(await offered(cwd, 'baseline', 'accept', 'shop', 'd0')).toEqual([driftFinding().fingerprint])
      const { stdout } = await runCli(run, ['complete', '--', 'baseline', 'accept', 'shop', 'a', 'd0'], { cwd })
      expect(stdout.split('\t')).toHaveLength(2)
      expect(stdout).not.toContain('\u001b')
      expect(await offered(cwd, 'patch', '')).toEqual(['shop'])
    })
  })

  it('reads APIs from the config named on the line', async () => {
    const files = ['shop', 'other'].map((api) => ({ name: `${api}.json`, content: `{ "apis": { "${api}": {} } }` }))
    await inFolder(files, async (cwd) => {
      expect(await offered(cwd, '--config', 'shop.json', 'monitor', '')).toEqual(['shop'])
      expect(await offered(cwd, 'monitor', '--config=other.json', '')).toEqual(['other'])
    })
  })

  it('offers commands even if the config is unreadable', async () => {
    await inFolder([{ name: 'specdrift.config.json', content: '{' }], async (cwd) => {
      expect(await offered(cwd, 'monit')).toEqual(['monitor'])
      expect(await offered(cwd, 'monitor', '')).toEqual([])
    })
  })
})

const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script that %s can read', async (shell) => {
    const { code, stdout } = await runCli(run, ['completion', shell], { cwd: root })
    expect([code, stdout]).toEqual([0, expect.stringContaining('complete -- ')])
    if (!has(shell)) return
    await inFolder([{ name: 'script', content: stdout }], async (cwd) => {
      expect(spawnSync(shell, ['-n', 'script'], { cwd, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
    })
  })

  it.runIf(has('bash'))('completes in bash, which splits words at @ and =', async () => {
    const { stdout: script } = await runCli(run, ['completion', 'bash'], { cwd: root })
    const program = `specdrift() { printf "%s\\t\\n" "\${@: -1}one" "\${@: -1}two"; }`
    const press = (line: string) =>
      `COMP_LINE='${line}' COMP_POINT=${line.length}; _specdrift; printf '%s,' "\${COMPREPLY[@]}"; echo`
    const input = [
      script,
      program,
      press('specdrift diff shop@v'),
      press('specdrift diff --format='),
      press('specdrift '),
      `specdrift() { local IFS='|'; printf '%s\\t\\n' "$*"; }`,
      press('specdrift --config "my api.yaml" b\\ c "d '),
    ]
    const { stdout, stderr } = spawnSync('bash', [], { input: input.join('\n'), encoding: 'utf8' })
    const words = 'complete|--|--config|my api.yaml|b c|d ,'
    expect([stderr, stdout.split('\n')]).toEqual(['', ['vone,vtwo,', 'one,two,', 'one,two,', words, '']])
  })
})
