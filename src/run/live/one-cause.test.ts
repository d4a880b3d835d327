import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSuiteProject, liveRun, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { withoutRepeatedRefusals } from './finish.ts'
import type { RunContext } from './run-context.ts'
import { runSuites } from './test.ts'

const content = { 'application/json': {} }
const responses = Object.fromEntries([200, 400, 404, 422].map((status) => [status, { description: 'x', content }]))
const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const requestBody = { required: true, content: { 'application/json': { schema } } }
const description = {
  ...{ openapi: '3.1.0', info: { title: 'x', version: '1' } },
  paths: {
    '/charts': { get: { responses } },
    '/logs': { get: { responses } },
    '/names': { post: { requestBody, responses } },
  },
}

let project: SuiteProject
beforeAll(async () => {
  project = await createSuiteProject({
    description: JSON.stringify(description),
    suites: {
      'written.suite.ts': 'api.remaining()',
      'own.suite.ts': "api.call('POST /names', { body: { name: 'mine' } })",
    },
    handler: (request, response) => {
      if (request.url === '/charts') sendJson(response, { message: 'Arguments are not correct' }, 400)
      else if (request.url === '/names') sendJson(response, { message: 'name has to be a hostname' }, 422)
      else sendJson(response, {}, 404)
    },
  })
})
afterAll(() => project.close())

async function run(suite: string, { target, ...more }: Partial<RunContext> = {}) {
  const { context } = project
  const { findings, notChecked, subjects } = await runSuites(
    liveRun({ ...context(target), suites: suite }, more),
    context().description,
  )
  const rows = notChecked.filter(({ kind }) => kind === 'not-reached')
  return {
    findings,
    found: findings.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    rows: rows.map(({ operation, because }) => `${operation}: ${because}`),
    notReached: subjects.flatMap((one) => (one.notReached === true ? [one.operation] : [])),
  }
}

it('the generated suite fails for no documented status, and lists unreached operations', async () => {
  const { found, rows, notReached } = await run('written.suite.ts')
  expect(found).toEqual([])
  expect(rows).toEqual([
    'GET /charts: status 400: the server refuses the request; the server says "Arguments are not correct"',
    'GET /logs: status 404: the server refuses the request',
  ])
  expect(notReached).toEqual(['GET /charts', 'GET /logs'])
})

it('a rejection is one finding, although a test and a generated request got it', async () => {
  const target = { ...project.context().target, writable: true }
  const { findings } = await run('own.suite.ts', { target, generate: { modes: ['positive'] } })
  const own = findings.filter(({ site }) => site.operation === 'POST /names')
  const shown = withoutRepeatedRefusals(own).map(({ ruleId, message }) => `${ruleId}: ${message}`)
  expect(shown).toEqual([
    'expectation-failed: the test "POST /names" failed: expected 2XX, got 422; the server says "name has to be a hostname"',
  ])
  const accepted = own.map((one) =>
    one.ruleId === 'expectation-failed' ? { ...one, state: 'accepted' as const } : one,
  )
  expect(withoutRepeatedRefusals(accepted)).toEqual(accepted)
  expect(accepted.length).toBeGreaterThan(1)
})
