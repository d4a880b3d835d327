import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const built = join(import.meta.dirname, '../dist/cli.js')

it('a live command that ends before it runs a suite ends its process too', async () => {
  await access(built).catch(() => {
    throw new Error('the command line is tested as built: npm run build first')
  })
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-cli-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  // Killed, it has no exit code.
  const run = promisify(execFile)(process.execPath, [built, 'test', 'nope'], { cwd, timeout: 15_000 })
  const failure: unknown = await run.catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 2, killed: false, stderr: expect.stringContaining('error: ') })
})

it('has nothing to say on stderr, whichever Node runs it', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [built, '--version'])
  expect([stdout.trim(), stderr]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/), ''])
})

it('the sandbox serves its description, wherever it is started', async () => {
  const child = spawn(process.execPath, [built, 'sandbox'], { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const [told] = await once(child.stdout, 'data')
  const [url = ''] = /http:\S+openapi\.json/.exec(String(told)) ?? []
  expect(await (await fetch(url)).json()).toMatchObject({ openapi: expect.any(String), paths: expect.any(Object) })
})
