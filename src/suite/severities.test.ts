import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSuiteProject, type SuiteProject } from '../testing/cli/suite-project.ts'
import type { RuleSettings } from '../util/rule-settings.ts'
import { startSuites } from './running/start.ts'

let project: SuiteProject

beforeAll(async () => {
  project = await createSuiteProject({
    description: `
openapi: 3.0.3
info: { title: demo, version: '1' }
paths:
  /loans:
    get:
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }
`,
    suites: { 'loans.suite.ts': "api.call('GET /loans')" },
    handler: (_request, response) => {
      // Timers have a resolution of 1 ms, so this exceeds the limit.
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":5}'), 20)
    },
  })
})

afterAll(() => project.close())

const severitiesWith = async (rules: RuleSettings, responseTimeMs?: number): Promise<readonly string[]> => {
  const context = { ...project.context(), rules, ...(responseTimeMs !== undefined && { responseTimeMs }) }
  const run = await startSuites({ include: ['*.suite.ts'], context })
  return run.calls.flatMap(({ findings }) => findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`))
}

test('configured severities and the response time limit apply in suites', async () => {
  expect(await severitiesWith({})).toEqual(['type-conformance error'])
  expect(await severitiesWith({ 'type-conformance': 'info' }, 1)).toEqual([
    'response-time warning',
    'type-conformance info',
  ])
  expect(await severitiesWith({ 'type-conformance': 'off', 'response-time': 'off' }, 1)).toEqual([])
})
