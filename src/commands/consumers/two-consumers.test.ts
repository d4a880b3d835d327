import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { startSandbox } from '../../sandbox/index.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { cleanups } = servers()
const root = resolve(import.meta.dirname, '../../..')
const spec = (build: string): string => join(root, `specs/lending/${build}.yaml`)
const operation = 'POST /main-account/loans/transactions'

/** Both list transactions. One reads the status, the other the amount. */
const client = `
import { observeReads } from ${JSON.stringify(join(root, 'dist/consumers-entry.js'))}
const [token, description] = process.argv.slice(2)
const consumers = { 'checkout-web': ({ id, status }) => [id, status], reporting: ({ id, cryptoAmount }) => [id, cryptoAmount] }
for (const [consumer, use] of Object.entries(consumers)) {
  const observed = observeReads(fetch)
  const response = await observed(process.env.SPECDRIFT_PROXY_URL + '/main-account/loans/transactions', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json', 'x-client': consumer },
    body: JSON.stringify({ filter: {} }),
  })
  for (const transaction of (await response.json()).content) use(transaction)
  await observed.save('uses/' + consumer + '.json', { consumer, description })
}
`

it('distinguishes two consumers by the properties they read', async () => {
  const sandbox = await startSandbox({})
  cleanups.push(() => sandbox.close())
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-two-'))
  await writeFile(join(cwd, 'client.mjs'), client)
  const options = { cwd, env: { PATH: process.env.PATH ?? '' } }
  const command = [process.execPath, 'client.mjs', sandbox.tokens.main, spec('b02')]
  const flags = ['--target', sandbox.url, '--description', spec('b02'), '--record', 't.ndjson']
  expect((await runCli(run, ['proxy', ...flags, '--', ...command], options)).stderr).toContain('wrote t.ndjson')
  await runCli(run, ['consumers', 'learn', 't.ndjson', '--by', 'X-Client', '--description', spec('b02')], options)

  const diff = await runCli(run, ['diff', spec('b02'), spec('b03'), '--consumers', 'uses', '--format', 'json'], options)
  const { findings } = JSON.parse(diff.stdout)
  const widened = findings.find(
    (each: { ruleId: string; site: { component?: string } }) =>
      each.ruleId === 'enum-widened' && each.site.component?.endsWith('/TransactionStatus'),
  )
  expect(widened.hits).toMatchObject([{ consumer: 'checkout-web', kind: 'reads', what: '/content/*/status' }])
  expect(widened.message).toMatch(/hits checkout-web \(reads \/content\/\*\/status\); 1 other does not use it$/)

  const users = async (what: string): Promise<string[]> => {
    const { stdout } = await runCli(run, ['can-i-remove', what, '--format', 'json'], options)
    return JSON.parse(stdout).users.map(
      ({ consumer, kind }: { consumer: string; kind: string }) => `${consumer} ${kind}`,
    )
  }
  const answers = ['id', 'status', 'cryptoAmount', 'type', 'loanId', 'created', 'updated', 'nothing'].map(
    (name) => `${operation}#/content/*/${name}`,
  )
  const all = await Promise.all([operation, ...answers, 'GET /main-account/loans'].map(users))
  expect(all).toEqual([
    ['checkout-web calls', 'reporting calls'],
    ['checkout-web reads', 'reporting reads'],
    ['checkout-web reads'],
    ['reporting reads'],
    [],
    [],
    [],
    [],
    [],
    [],
  ])
})
