import { afterEach, expect, test } from 'vitest'
import { createSuiteProject, type Handler, type SuiteProject, sendJson } from '../testing/cli/suite-project.ts'
import { startSuites } from './running/start.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /things:
    get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string, x-assumed: true } } } } } } } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: d, x-assumed: true, content: { application/json: { schema: { type: object } } } }, '404': { description: d } } }
`

let project: SuiteProject | undefined
afterEach(() => project?.close())

async function run(suite: string, handler: Handler) {
  project = await createSuiteProject({ description, suites: { 'a.suite.ts': suite }, handler })
  const { findings, notChecked, faults } = await startSuites({ include: ['*.suite.ts'], context: project.context() })
  return { findings: findings.map(({ ruleId }) => ruleId), rows: notChecked.map(({ what }) => what), faults }
}

test('failures after a drifted response in a hook are consequences, in every test of the file', async () => {
  const ended = await run(
    `let id
     beforeAll(async () => { id = (await api.send('GET /things')).json[0].id })
     test('unmet', async () => { await api.send('GET /things/{id}', { path: { id } }) })
     test('asserted', async () => { expect(id).toBe('one') })`,
    (request, response) =>
      request.url === '/things' ? sendJson(response, [{ id: 42 }]) : response.writeHead(404).end(),
  )
  expect(ended).toEqual({ findings: [], rows: ['rest of test "unmet"', 'rest of test "asserted"'], faults: [] })
})

test('a value missing from an absent body is a consequence, even if the body is only assumed', async () => {
  const ended = await run(
    `test('a', async () => { expect((await api.send('GET /things/{id}', { path: { id: 'x' } })).json?.id).toBe('x') })`,
    (_request, response) => response.end(),
  )
  expect(ended).toEqual({ findings: [], rows: ['rest of test "a"'], faults: [] })
})

test('a failure without a drifted response is a finding, even after hooks', async () => {
  const ended = await run(
    `beforeAll(async () => { await api.send('GET /things') })
     test('a', async () => { await api.send('GET /things/{id}', { path: { id: 'x' } }) })`,
    (request, response) => (request.url === '/things' ? sendJson(response, []) : response.writeHead(404).end()),
  )
  expect(ended).toEqual({ findings: ['expectation-failed'], rows: [], faults: [] })
})
