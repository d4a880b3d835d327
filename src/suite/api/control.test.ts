import { afterEach, expect, test } from 'vitest'
import { createSuiteProject, type SuiteProject } from '../../testing/cli/suite-project.ts'
import { startSuites } from '../running/start.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths: { /a: { get: { parameters: [{ name: n, in: query, schema: { type: integer } }], responses: { '200': { description: d } } } } }
`

let project: SuiteProject | undefined
afterEach(() => project?.close())

/** Runs suites against an API that is also its control endpoint, with a clock that moves on request. */
async function run(suite: string, controlled: boolean, others: Readonly<Record<string, string>> = {}) {
  const moves: string[] = []
  const met: string[] = []
  const own = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': suite, ...others },
    handler(request, response) {
      met.push(`${request.method} ${request.url}`)
      if (request.url !== '/clock') return void response.end()
      request.setEncoding('utf8').on('data', (text: string) => {
        moves.push(`${request.method} ${text}`)
        response.writeHead(text.includes('P1D') ? 200 : 400).end('{"message":"no duration"}')
      })
    },
  })
  project = own
  const context = own.context(controlled ? { controlUrl: own.baseUrl } : {})
  return { run: await startSuites({ include: ['*.suite.ts'], context }), moves, met }
}

test.each([
  [true, ['POST {"advance":"P1D"}']],
  [false, []],
])('a suite advances the sandbox clock, and can test whether the target has one: %j', async (controlled, moved) => {
  const suite = `test('a', async () => {
    await api.send('GET /a')
    expect(api.clock === undefined).toBe(${!controlled})
    await api.clock?.advance('P1D')
  })`
  const { run: ended, moves } = await run(suite, controlled)
  expect([ended.faults, ended.tests.passed, moves]).toEqual([[], 1, moved])
})

test('moving an immovable clock fails with the reason', async () => {
  await expect(run(`test('a', () => api.clock.advance('soon'))`, true)).rejects.toMatchObject({
    code: 'SANDBOX',
    message: 'Its clock could not be moved by soon: {"message":"no duration"}',
  })
})

test.each([
  [true, ['DELETE /state', 'GET /a', 'GET /a', 'DELETE /state', 'GET /a']],
  [false, ['GET /a', 'GET /a', 'GET /a']],
])('resets the sandbox before each suite file, and no other target: %j', async (controlled, calls) => {
  const suite = `api.call('GET /a')`
  const twice = `describe('b', async () => (await contract({ api: 'demo' })).call('GET /a', { as: 'again' }))`
  const { met } = await run(`${suite}; ${twice}`, controlled, { 'b.suite.ts': suite })
  expect(met).toEqual(calls)
})

test('`has` returns whether the description has an operation and allows a request', async () => {
  const asked = `'GET /a', { query: { n: 1 } }`
  const { run: ended } = await run(
    `test('a', () => expect([
       api.has('GET /a'), api.has('GET /b'), api.has(${asked}), api.has('GET /a', { query: { n: 'x' } }),
     ]).toEqual([true, false, true, false]))
     api.call(${asked})`,
    false,
  )
  expect(ended.tests).toEqual({ passed: 2, failed: 0, skipped: 0 })
})
