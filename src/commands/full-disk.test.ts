import { execFile } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCli } from '../testing/cli/cli-process.ts'
import { inFolder } from '../testing/cli/scenario.ts'

const description = 'openapi: 3.0.3\ninfo: { title: D, version: "1" }\npaths: {}\n'
const files = [{ name: 'a.yaml', content: description }]
const entry = resolve(import.meta.dirname, '../../dist/cli.js')

/** Device that is always full. */
let full = -1
beforeAll(() => {
  if (process.platform === 'linux') full = openSync('/dev/full', 'w')
})
afterAll(() => {
  if (full >= 0) closeSync(full)
})

describe.skipIf(process.platform !== 'linux')('what cannot be written ends with 2', () => {
  it.each(['rules', 'diff a.yaml a.yaml', 'diff a.yaml a.yaml --json', '--help', 'schema report', 'completion bash'])(
    '%s on a full disk',
    async (line) => {
      await inFolder(files, async (cwd) => {
        const { code, stderr } = await startCli(line.split(' '), { cwd, stdio: ['ignore', full, 'pipe'] }).ended
        expect([code, stderr]).toEqual([
          2,
          'error: Could not write standard output: ENOSPC: no space left on device, write.\n' +
            'hint: Check the folder, its permissions and the free disk space.\n',
        ])
      })
    },
  )

  it('a full disk when writing a log', async () => {
    await inFolder(files, async (cwd) => {
      const line = ['diff', 'a.yaml', 'a.yaml', '--output', 'out.txt']
      expect(await startCli(line, { cwd, stdio: ['ignore', 'pipe', full] }).ended).toMatchObject({
        code: 2,
        stdout: '',
      })
    })
  })

  it('a file size limit when writing a report', async () => {
    // Ignore SIGXFSZ of the shell's limit, so that writing fails as on a full disk.
    const limited = `trap '' XFSZ; ulimit -f 0; exec "$NODE" "$SPECDRIFT" diff a.yaml a.yaml --output out.txt`
    await inFolder(files, async (cwd) => {
      const env = { ...process.env, NODE: process.execPath, SPECDRIFT: entry }
      const [code, stderr] = await new Promise<[unknown, string]>((done) => {
        execFile('bash', ['-c', limited], { cwd, env }, (error, _, stderr) => done([error?.code, stderr]))
      })
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: Could not write \S+: EFBIG.*\nhint: /m)])
    })
  })

  it.each([
    ['snapshot add shop a.yaml', 'specs/shop'],
    ['init --file a.yaml --yes', 'suites'],
  ])('%s where %s is in the way', async (line, blocked) => {
    await inFolder([...files, { name: blocked, content: '' }], async (cwd) => {
      const { code, stderr } = await startCli(line.split(' '), { cwd }).ended
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: Could not write \S+: .*\nhint: /m)])
    })
  })
})

it('ignores a reader that closes the pipe early', async () => {
  await inFolder(files, async (cwd) => {
    const ended = await new Promise<[unknown, string]>((done) => {
      const child = execFile(process.execPath, [entry, 'schema', 'report'], { cwd }, (error, _, stderr) =>
        done([error?.code, stderr]),
      )
      child.stdout?.destroy()
    })
    expect(ended).toEqual([undefined, ''])
  })
})
