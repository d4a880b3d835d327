import { execFile, execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startCli } from '../testing/cli/cli-process.ts'
import { runCli } from '../testing/cli/run-cli.ts'
import { inFolder } from '../testing/cli/scenario.ts'
import { run } from './run.ts'

const description = 'openapi: 3.0.3\ninfo: { title: D, version: "1" }\npaths: {}\n'
const files = [{ name: 'a.yaml', content: description }]
const cli = resolve(import.meta.dirname, '../../dist/cli.js')

/** Returns the first line of stderr of a process that must exit by itself. */
async function errorOf(cwd: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await startCli(args, { cwd }).ended
  expect([code, stdout]).toEqual([2, ''])
  return stderr.split('\n', 1)[0] ?? ''
}

describe.skipIf(process.platform === 'win32')('special files are not read', () => {
  it('as a description', async () => {
    await inFolder(files, async (cwd) => {
      execFileSync('mkfifo', ['pipe'], { cwd })
      const no = (file: string) => `error: Could not read ${file}: it is not a regular file.`
      expect(await errorOf(cwd, 'diff', '/dev/zero', 'a.yaml')).toBe(no('/dev/zero'))
      expect(await errorOf(cwd, 'diff', 'pipe', 'a.yaml')).toBe(no('pipe'))
      expect(await errorOf(cwd, 'snapshot', 'add', 'demo', 'pipe')).toBe(no('pipe'))
      await writeFile(join(cwd, 'b.yaml'), `${description}components: { schemas: { A: { $ref: pipe } } }\n`)
      const { stdout } = await startCli(['diff', 'a.yaml', 'b.yaml', '--json'], { cwd }).ended
      expect(stdout).toContain('Could not read pipe: it is not a regular file')
    })
  })

  it.each([
    ['specs/demo/b01.yaml', 'diff demo@latest a.yaml'],
    ['specs/demo/snapshots.json', 'snapshots demo'],
    ['specs/demo/baseline.json', 'baseline list demo'],
    ['history/demo.ndjson', 'history list demo'],
    ['history/demo.statistics.json', 'history list demo'],
    ['reports/demo/report.json', 'report render reports/demo/report.json'],
    ['specdrift.config.json', 'snapshots demo'],
    ['specdrift.config.yaml', 'snapshots demo'],
    ['specdrift.config.mjs', 'snapshots demo'],
    ['api.d.ts', 'types demo --check --output api.d.ts'],
  ])('as a stored file: %s', async (file, line) => {
    await inFolder(files, async (cwd) => {
      expect(await runCli(run, ['snapshot', 'add', 'demo', 'a.yaml', '--id', 'b01'], { cwd })).toMatchObject({
        code: 0,
      })
      const path = join(cwd, file)
      await rm(path, { force: true })
      await mkdir(resolve(path, '..'), { recursive: true })
      execFileSync('mkfifo', [path])
      const { code, stdout, stderr } = await runCli(run, line.split(' '), { cwd })
      expect([code, stdout, stderr.split('\n', 1)]).toEqual([
        2,
        '',
        [expect.stringContaining('it is not a regular file')],
      ])
    })
  })

  it('except a pipe given to the process, up to the size limit', async () => {
    await inFolder(files, async (cwd) => {
      const bash = (line: string) =>
        new Promise<string>((done) => {
          execFile('bash', ['-c', line], { cwd, env: { ...process.env, SPECDRIFT: cli } }, (_, stdout, stderr) =>
            done(stdout + stderr),
          )
        })
      expect(await bash('node "$SPECDRIFT" diff <(cat a.yaml) a.yaml')).toContain('NO CHANGES')
      expect(await bash('cat a.yaml | node "$SPECDRIFT" diff /dev/stdin a.yaml')).toContain('NO CHANGES')
      expect(await bash('node "$SPECDRIFT" diff /dev/stdin a.yaml < a.yaml')).toContain('NO CHANGES')
      expect(await bash('node "$SPECDRIFT" diff /dev/fd/5 a.yaml 5< /dev/zero')).toContain('is over the limit of')
    })
  })
})

describe('file names reserved by Windows are rejected', () => {
  const why = 'for a device, with any extension'
  it.each([
    ['snapshot CON a.yaml', `The API name "CON" cannot be used: Windows reserves CON ${why}.`],
    ['snapshot aux.v1 a.yaml', `The API name "aux.v1" cannot be used: Windows reserves aux ${why}.`],
    ['snapshot com7 a.yaml', `The API name "com7" cannot be used: Windows reserves com7 ${why}.`],
    [
      'snapshot add shop. a.yaml',
      'The API name "shop." cannot be used: Windows drops the dot or space at the end of a name.',
    ],
    ['snapshot add shop a.yaml --id nul', `The snapshot id "nul" cannot be used: Windows reserves nul ${why}.`],
    ['diff nul@latest a.yaml', `The API name "nul" cannot be used: Windows reserves nul ${why}.`],
    ['init --file a.yaml --api PRN', `The API name "PRN" cannot be used: Windows reserves PRN ${why}.`],
  ])('%s', async (line, reason) => {
    await inFolder(files, async (cwd) => {
      const { code, stderr } = await runCli(run, line.split(' '), { cwd })
      expect([code, stderr.split('\n', 1)[0]]).toEqual([2, `error: ${reason}`])
    })
  })

  it.each(['console', 'com', 'com10', 'lpt', 'auxiliary', 'nul-1', 'my.con'])('%s is allowed', async (api) => {
    await inFolder(files, async (cwd) => {
      expect(await runCli(run, ['snapshot', 'add', api, 'a.yaml'], { cwd })).toMatchObject({ code: 0 })
    })
  })

  it('are rejected in the config, too', async () => {
    await inFolder([{ name: 'specdrift.config.json', content: '{ "apis": { "aux": {} } }' }], async (cwd) => {
      const { stderr } = await runCli(run, ['snapshot', 'list'], { cwd })
      expect(stderr).toContain('apis.aux: is a reserved file name on Windows')
    })
  })
})
