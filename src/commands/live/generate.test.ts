import { afterEach, expect, test } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import {
  type Fault,
  type FaultyService,
  faultyDescription,
  startFaultyService,
} from '../../testing/servers/faulty-service.ts'
import { run } from '../run.ts'

let service: FaultyService | undefined
afterEach(async () => {
  await service?.close()
  service = undefined
})

const suite = `import { contract } from 'specdrift/suite'
const api = await contract({ api: 'demo' })
api.call('GET /public')
`

/** Runs a command in a project for the service. */
async function project(faults: readonly Fault[], generate: object | undefined, argv: readonly string[]) {
  const started = await startFaultyService(...faults)
  service = started
  const { context, requests } = started
  const { baseUrl } = context.target
  const auth = [{ type: 'bearer', env: 'DEMO_TOKEN' }]
  const api = { source: 'openapi.json', target: { baseUrl, writable: true }, auth, ...(generate && { generate }) }
  const files = [
    { name: 'openapi.json', content: JSON.stringify(faultyDescription.document.root) },
    { name: 'specdrift.config.json', content: JSON.stringify({ apis: { demo: api } }) },
    { name: 'suites/demo/a.suite.ts', content: suite },
  ]
  return inFolder(files, async (cwd) => {
    const options = { cwd, env: { DEMO_TOKEN: 'good-token' } }
    expect(await runCli(run, ['snapshot', 'add', 'demo'], options)).toMatchObject({ code: 0, stderr: '' })
    return { ...(await runCli(run, argv, options)), requests }
  })
}

const findingsOf = (stdout: string): Finding[] => JSON.parse(stdout).findings

test('reports generated requests, and repeats one by its id', async () => {
  const test = ['test', 'demo', '--format', 'json']
  const first = await project(['anonymous', 'limit'], undefined, [...test, '--generate', 'negative,positive'])
  const found = findingsOf(first.stdout)
  expect([first.code, new Set(found.map(({ ruleId }) => ruleId))]).toEqual([
    1,
    new Set(['auth-ignored', 'negative-accepted']),
  ])
  const limit = found.find(({ ruleId }) => ruleId === 'negative-accepted')
  expect(limit?.site).toMatchObject({ operation: 'GET /items', direction: 'request', part: 'query limit' })
  const id = / # (neg-[0-9a-f]{8})$/.exec(limit?.evidence?.curl ?? '')?.[1] ?? ''
  expect(limit?.evidence?.tests).toEqual([`generated ${id}: query limit is above its maximum`])
  expect(JSON.stringify(found)).not.toContain('good-token')
  await service?.close()

  const again = await project(['anonymous', 'limit'], undefined, [...test, '--case', id])
  expect(findingsOf(again.stdout).map(({ fingerprint }) => fingerprint)).toEqual([limit?.fingerprint])
  expect(again.requests).not.toContain('GET /public')
})

test('is enabled by the config and limited by a flag', async () => {
  const config = { modes: ['positive'] }
  const run = await project(['limit'], config, ['test', 'demo', '--max-calls', '7', '--format', 'json'])
  expect(run.code).toBe(0)
  // Created resources are deleted even beyond the limit.
  expect(run.requests).toHaveLength(1 + 7 + 1)
  const sent = (method: string) => run.requests.filter((request) => request.startsWith(method)).length
  expect([sent('POST'), sent('DELETE')]).toEqual([1, 1])
  expect(JSON.parse(run.stdout).notChecked).toContainEqual(
    expect.objectContaining({ because: 'no more than 7 calls are made (--max-calls)' }),
  )
})

test.each([
  [['--generate', 'negative,wild'], 'It must be positive, negative, stateful, or positive,negative,stateful.'],
  [['--max-calls', '0'], 'It must be an integer from 1 to 999999.'],
  [['--case', 'neg-1'], 'It must be like neg-1a2b3c4d.'],
  [['--case', 'neg-00000000'], 'No generated request has the id neg-00000000.'],
])('%j is refused', async (flags, message) => {
  const { code, stderr, requests } = await project([], undefined, ['test', 'demo', ...flags])
  expect([code, requests]).toEqual([2, []])
  expect(stderr).toContain(message)
})
