import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run as runCommand } from '../run.ts'

const description = (values: string): string => `openapi: 3.0.3
info: {title: a, version: '1'}
paths:
  /loans:
    get:
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {type: object, properties: {id: {type: string}, status: {type: string, enum: ${values}}}}}}
`
const pact = (name: string, body: object) => ({
  consumer: { name },
  provider: { name: 'loans' },
  interactions: [
    { request: { method: 'GET', path: '/loans' }, response: { status: 200, body } },
    { request: { method: 'GET', path: '/nothing' }, response: { status: 200 } },
  ],
})

async function project(): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-consumers-'))
  await writeFile(join(cwd, 'old.yaml'), description('[OPEN]'))
  await writeFile(join(cwd, 'new.yaml'), description('[OPEN, LATE]'))
  await writeFile(join(cwd, 'web.json'), JSON.stringify(pact('web', { status: 'OPEN' })))
  await writeFile(join(cwd, 'batch.json'), JSON.stringify(pact('batch', { id: '1' })))
  return cwd
}

it('imports Pact files and shows consumers affected by a change', async () => {
  const cwd = await project()
  const run = (...argv: string[]) => runCli(runCommand, argv, { cwd })
  const imported = await run('consumers', 'import', 'batch.json', '--description', 'old.yaml')
  expect(imported).toMatchObject({ code: 0, stdout: '' })
  expect(imported.stderr).toContain('batch.json: no operation matches GET /nothing, which is skipped')
  expect(imported.stderr).toContain('batch: 1 interaction added to uses/batch.json')

  const again = await run('consumers', 'import', 'batch.json', '--description', 'old.yaml')
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('batch.json was already added') })

  const harmless = await run('diff', 'old.yaml', 'new.yaml', '--consumers', 'uses')
  expect(harmless.stdout).toContain('may now be "LATE"; hits none of 1 consumer')
  expect(harmless.code).toBe(0)

  await run('consumers', 'import', 'web.json', '--description', 'old.yaml')
  const harmful = await run('diff', 'old.yaml', 'new.yaml', '--consumers', 'uses')
  expect(harmful.stdout).toContain('may now be "LATE"; hits web (reads /status); 1 other does not use it')
  expect(harmful.code).toBe(1)
  expect((await run('diff', 'old.yaml', 'new.yaml')).stdout).not.toContain('hits')

  expect((await run('consumers', 'list')).stdout).toBe(
    'batch  1 operation  pact, 1 exchange\nweb  1 operation  pact, 1 exchange\n',
  )
  expect(await run('can-i-remove', 'GET /loans#/status')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('GET /loans#/status: no, 1 consumer uses it\n  web reads it: 1 call\n'),
  })
  const removable = await run('can-i-remove', 'GET /loans#/memo', '--format', 'json')
  expect(removable.code).toBe(0)
  expect(JSON.parse(removable.stdout)).toMatchObject({ removable: true, users: [], others: ['batch', 'web'] })
})

it('does not double-count a file that is added twice', async () => {
  const cwd = await project()
  for (const _ of [1, 2])
    await runCli(runCommand, ['consumers', 'import', 'web.json', '--description', 'old.yaml'], { cwd })
  const { operations } = JSON.parse(await readFile(join(cwd, 'uses/web.json'), 'utf8'))
  expect(operations['GET /loans'].reads).toEqual({ '200': ['/status'] })
})

it.each([
  [['diff', 'old.yaml', 'new.yaml', '--consumers', 'nowhere'], 'Could not read', 'nowhere'],
  [['consumers', 'import', 'old.yaml', '--description', 'old.yaml'], 'old.yaml cannot be used: it is not JSON', ''],
  [['can-i-remove', 'loans'], 'is not of the form', ''],
])('%j ends with 2 and says why', async (argv, ...texts) => {
  const { code, stderr } = await runCli(runCommand, argv, { cwd: await project() })
  expect(code).toBe(2)
  for (const text of texts) expect(stderr).toContain(text)
})

it('answers unknown without recorded usage', async () => {
  const { code, stdout } = await runCli(runCommand, ['can-i-remove', 'GET /loans'], { cwd: await project() })
  expect([code, stdout]).toEqual([2, 'GET /loans: not known: uses names no consumer\n'])
})
