import { afterEach, expect, test } from 'vitest'
import type { SuiteContext } from '../../suite/api/context.ts'
import {
  startUnfriendlyService,
  type UnfriendlyService,
  unfriendlyDescription,
} from '../../testing/servers/unfriendly-service.ts'
import type { GenerateOptions } from './generated/generate-options.ts'
import { runGenerated } from './generated/generated.ts'
import { notReachedRows } from './not-reached.ts'

const running: UnfriendlyService[] = []
afterEach(async () => {
  for (const { close } of running.splice(0)) await close()
})

async function run(context: Partial<SuiteContext> = {}, options: Partial<GenerateOptions> = {}) {
  const service = await startUnfriendlyService()
  running.push(service)
  const whole = { modes: ['positive'] as const, ...options }
  const result = await runGenerated({ ...service.context, ...context }, unfriendlyDescription, whole)
  const reached = new Set(result.sent.filter(({ status = 0 }) => status < 300).map(({ operation }) => operation))
  const lost = unfriendlyDescription.operations.map(({ key }) => key).filter((key) => !reached.has(key))
  return { ...result, requests: service.requests, lost, rows: notReachedRows(result.calls) }
}

test('reaches every reachable operation, whatever the order of the file and the parameter names', async () => {
  const { lost, calls, rows, notChecked } = await run()
  expect(lost).toEqual(['DELETE /silence/{silenceID}', 'GET /secrets-of/{vault}', 'DELETE /account'])
  expect(calls.flatMap(({ findings }) => findings)).toEqual([])
  expect(rows).toEqual([
    {
      operation: 'GET /secrets-of/{vault}',
      what: 'not reached with path vault "text" (generated)',
      because: `status 404; to give what exists, set "parameters": { "GET /secrets-of/{vault}": { "vault": "…" } } in the config`,
      kind: 'not-reached',
      missing: ['vault'],
    },
  ])
  expect(notChecked.filter(({ kind }) => kind === 'not-called')).toEqual([
    {
      operation: 'DELETE /account',
      what: 'generated requests',
      because: 'it changes the account of the current user; "never": ["!DELETE /account"] in the config allows it',
      kind: 'not-called',
    },
    {
      operation: 'DELETE /silence/{silenceID}',
      what: 'generated requests',
      because:
        'this run has created no silenceID to call it with; "resources": ["DELETE /silence/{silenceID}"] in the config allows it',
      kind: 'not-called',
    },
  ])
})

test('invalid requests cause no findings about generated identifiers', async () => {
  const { calls } = await run({}, { modes: ['positive', 'negative'], maxCalls: 500 })
  const about404 = calls.flatMap(({ findings }) => findings).filter(({ message }) => message.includes('404'))
  const ofResources = about404
    .map(({ evidence }) => evidence?.curl ?? '')
    .filter((curl) => /127[^ ]*\/[a-z-]+\/./.test(curl))
  expect(ofResources).toEqual([])
})

test('the config provides values, forbids operations and enables skipped ones', async () => {
  const { lost, requests } = await run({
    parameters: { vault: 'main', 'GET /customers/*': { customerId: 'c-2' } },
    never: ['* /silence/**', '!DELETE /account'],
  })
  expect(lost).toEqual(['DELETE /silence/{silenceID}', 'GET /silence/{silenceID}'])
  expect(requests).toContain('GET /customers/c-2 200')
  expect(requests).not.toContain('GET /customers/c-1 200')
  expect(requests.filter((request) => request.includes(' /silence/'))).toEqual([])
})

test('each operation gets its simplest request before any gets a tenth call, and the default is ten per operation', async () => {
  const { sent, requests } = await run({}, { modes: ['positive', 'negative'] })
  expect(requests.length).toBeLessThanOrEqual(12 * unfriendlyDescription.operations.length)
  const counts = new Map<string, number>()
  const plain = new Set<string>()
  const early: string[] = []
  const called = new Set(sent.map(({ operation }) => operation))
  for (const { operation, test: name } of sent) {
    counts.set(operation, (counts.get(operation) ?? 0) + 1)
    if (name.includes('the simplest valid values')) plain.add(operation)
    // Its simplest request would delete a resource that the run did not create.
    plain.add('DELETE /silence/{silenceID}')
    if (counts.get(operation) === 10) early.push(...[...called].filter((each) => !plain.has(each)))
  }
  expect(Math.max(...counts.values())).toBeGreaterThanOrEqual(10)
  expect(early).toEqual([])
})
