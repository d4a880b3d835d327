import { afterEach, expect, test } from 'vitest'
import { createSuiteProject, liveRun, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { runSuites } from './test.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /items/{id}: { get: { parameters: [&id { name: id, in: path, required: true, schema: { type: integer } }], responses: &ok { '200': { description: d, content: { application/json: { schema: {} } } } } } }
  /items/{id}/notes: { get: { parameters: [*id], responses: *ok } }
  /vaults/{vault}: { get: { parameters: [{ name: vault, in: path, required: true, schema: { type: string } }], responses: *ok } }
  /keys/{key}: { get: { parameters: [{ name: key, in: path, required: true, schema: { type: string }, example: k1 }], responses: *ok } }
  /broken/{id}: { get: { parameters: [*id], responses: *ok } }
  /logout: { get: { responses: *ok } }
  /private: { get: { responses: *ok } }
  /items: { get: { responses: *ok } }
`

let project: SuiteProject | undefined
afterEach(async () => {
  await project?.close()
  project = undefined
})

async function run(more: object = {}) {
  const started = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': 'api.remaining()' },
    handler: ({ url = '' }, response) => {
      if (url === '/items') return sendJson(response, [{ id: 1 }, { id: 2 }])
      if (url === '/items/2' || url === '/items/2/notes' || url === '/vaults/main') return sendJson(response, {})
      sendJson(response, {}, url.startsWith('/broken') ? 500 : 404)
    },
  })
  project = started
  const context = started.context({ writable: false })
  const result = await runSuites(liveRun({ ...context, ...more }), context.description)
  return { ...result, requests: started.requests }
}

test('remaining() tries the next identifier; resources not known to exist count as not reached', async () => {
  const { requests, findings, notChecked, subjects } = await run()
  // The first item was deleted, so resources below it aren't requested.
  expect(requests.filter((request) => request.includes('/items'))).toEqual([
    ...['GET /items', 'GET /items/1', 'GET /items/2', 'GET /items/2/notes'],
  ])
  expect(findings.map(({ ruleId, site }) => `${ruleId} ${site.operation}`)).toEqual([
    'server-error GET /broken/{id}',
    'status-code-conformance GET /private',
  ])
  expect(
    notChecked.filter(({ kind }) => kind === 'not-reached').map(({ operation, what }) => [operation, what]),
  ).toEqual([
    ['GET /keys/{key}', `not reached with path key "k1" (the description's example)`],
    ['GET /vaults/{vault}', 'not reached with path vault (generated)'],
  ])
  expect(subjects.filter(({ notReached }) => notReached).map(({ operation }) => operation)).toHaveLength(2)
  expect(requests).not.toContain('GET /logout')
})

test('the config provides values, and skipped operations are reported', async () => {
  const { requests, notChecked } = await run({
    parameters: { vault: 'main' },
    never: ['GET /private', 'GET /privat'],
  })
  expect(requests).toContain('GET /vaults/main')
  expect(requests).not.toContain('GET /private')
  expect(notChecked).toContainEqual({
    operation: 'GET /private',
    what: 'its responses',
    because: 'the config says so, never: "GET /private"',
    kind: 'not-called',
  })
  expect(notChecked).toContainEqual({
    what: 'what the config says of never: "GET /privat"',
    because: 'no operation matches it (did you mean GET /private?)',
  })
})
