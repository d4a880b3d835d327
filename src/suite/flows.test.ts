import { afterEach, expect, test } from 'vitest'
import { createSuiteProject, type Handler, type SuiteProject, sendJson } from '../testing/cli/suite-project.ts'
import { startSuites, type TagFilter } from './running/start.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /things:
    get: { responses: { '200': { description: d } } }
    post:
      requestBody: { content: { application/json: { example: {} } } }
      responses: { '201': { description: d, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: d }, '404': { description: d } } }
    delete: { responses: { '204': { description: d }, '404': { description: d } } }
`

const projects: SuiteProject[] = []
afterEach(async () => {
  for (const project of projects.splice(0)) await project.close()
})

const good: Handler = (request, response) => {
  if (request.method === 'POST') sendJson(response, { id: 't1' }, 201)
  else if (request.url?.endsWith('/gone')) response.writeHead(404).end()
  else response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
}

async function run(suite: string, { handler = good, tags, writable = true }: RunParts = {}) {
  const project = await createSuiteProject({ description, suites: { 'a.suite.ts': suite }, handler })
  projects.push(project)
  const context = project.context({ writable })
  const result = await startSuites({ include: ['*.suite.ts'], context, ...(tags && { tags }) })
  return { ...result, requests: project.requests }
}

interface RunParts {
  readonly handler?: Handler
  readonly tags?: TagFilter
  readonly writable?: boolean
}

test('later calls use captured values in any part of the request', async () => {
  const { requests, findings, notChecked } = await run(`
    const id = api.capture('POST /things', { body: { name: 'x' } }, ({ json }) => json.id)
    api.call('GET /things/{id}', { path: { id }, query: { again: id }, headers: { 'x-id': id } })
    api.call('POST /things', { body: () => ({ copyOf: id() }) })
    test('in a flow', async () => { expect(id()).toBe('t1') })`)
  expect(requests).toEqual(['POST /things', 'GET /things/t1?again=t1', 'POST /things'])
  expect([findings, notChecked]).toEqual([[], []])
})

test('a missing capture is reported where it is used, and no request is sent', async () => {
  const { requests, findings, notChecked } = await run(
    `const id = api.capture('POST /things', {}, ({ json }) => json.id)
     api.call('GET /things/{id}', { path: { id } })
     test('in a flow', () => { id() })`,
    { handler: (_request, response) => response.writeHead(500).end() },
  )
  expect(requests).toEqual(['POST /things'])
  expect(findings).toEqual([])
  expect(notChecked).toMatchObject([
    { what: 'rest of test "POST /things"' },
    { what: 'rest of test "GET /things/{id}"', because: 'what POST /things was to leave is not there' },
    { what: 'rest of test "in a flow"' },
  ])
})

test('cleanups run even after failures, in reverse order, for the test and then the file', async () => {
  const { requests, findings } = await run(`
    api.cleanup(async () => { await api.send('DELETE /things/{id}', { path: { id: 'file' } }) })
    test('a', async () => {
      const { json } = await api.send('POST /things')
      api.cleanup(() => api.send('DELETE /things/{id}', { path: { id: json.id } }))
      api.cleanup(() => api.send('DELETE /things/{id}', { path: { id: 'part' } }))
      expect(json).toBe('another')
    })
    api.call('GET /things')`)
  expect(requests).toEqual([
    'POST /things',
    'DELETE /things/part',
    'DELETE /things/t1',
    'GET /things',
    'DELETE /things/file',
  ])
  expect(findings.map(({ ruleId, message }) => [ruleId, message])).toEqual([
    ['expectation-failed', expect.stringContaining("expected { id: 't1' } to be 'another'")],
  ])
})

test('a failing cleanup is a row and no finding, and the remaining cleanups run', async () => {
  const { calls, findings, notChecked } = await run(`
    test('a', async () => {
      api.cleanup(() => api.send('DELETE /things/{id}', { path: { id: 't1' } }))
      api.cleanup(() => api.send('DELETE /things/{id}', { path: { id: 'gone' } }))
      api.cleanup(() => { throw new Error('lost') })
      await api.send('GET /things')
    })`)
  expect(calls.map(({ status, cleanup }) => [status, cleanup])).toEqual([
    [200, undefined],
    [404, true],
    [204, true],
  ])
  expect(findings).toEqual([])
  expect(notChecked.map(({ what, because }) => [what, because])).toEqual([
    ['cleanup of "a"', 'it failed: lost'],
    ['cleanup of "a"', 'it failed: DELETE /things/{id}: expected 2XX, got 404'],
  ])
})

test('drift in a cleanup is reported and excuses no failure', async () => {
  const { calls, findings } = await run(
    `test('a', async () => {
       api.cleanup(() => api.send('DELETE /things/{id}', { path: { id: 't1' } }))
       expect(1).toBe(2)
     })`,
    { handler: (_request, response) => response.writeHead(418).end() },
  )
  expect(calls.flatMap((call) => call.findings).map(({ ruleId }) => ruleId)).toEqual(['status-code-conformance'])
  expect(findings.map(({ ruleId }) => ruleId)).toEqual(['expectation-failed'])
})

test('expectations can be a list or a custom test', async () => {
  const { findings } = await run(`
    const path = { id: 'gone' }
    api.call('GET /things/{id}', { path, expect: [200, 404], as: 'either' })
    api.call('GET /things/{id}', { path, expect: ['2XX', 500], as: 'neither' })
    api.call('GET /things/{id}', { path, expect: (status) => status % 2 === 0, as: 'even' })
    api.call('GET /things/{id}', { path, expect: (status) => status % 2 === 1, as: 'odd' })`)
  expect(findings.map(({ message }) => message.split(': ').at(-1))).toEqual([
    'expected 2XX or 500, got 404',
    'expected a status that the test accepts, got 404',
  ])
})

test.each([
  [{ only: ['smoke'], not: [] }, ['GET /things', 'GET /things/described']],
  [{ only: ['smoke', 'slow'], not: ['flaky'] }, ['GET /things', 'GET /things/slow']],
  [{ only: [], not: ['smoke'] }, ['GET /things/slow', 'GET /things/none']],
])('tags %o', async (tags, expected) => {
  const { requests, notChecked } = await run(
    `const path = (id) => ({ path: { id } })
     api.call('GET /things', { tags: ['smoke'] })
     api.call('GET /things/{id}', { ...path('slow'), tags: ['slow'], as: 'slow' })
     api.call('GET /things/{id}', { ...path('none'), as: 'none' })
     describe('all of these', { tags: ['smoke', 'flaky'] }, () => { api.call('GET /things/{id}', { ...path('described'), as: 'described' }) })`,
    { tags },
  )
  expect(requests).toEqual(expected)
  expect(notChecked).toHaveLength(4 - expected.length)
})

test('forbidden changes are not undone either', async () => {
  const suite = `test('a', async () => {
    api.cleanup(() => api.send('DELETE /things/{id}', { path: { id: 't1' } }))
    await api.send('GET /things')
  })`
  const { requests, notChecked } = await run(suite, { writable: false })
  expect(requests).toEqual(['GET /things'])
  expect(notChecked).toMatchObject([{ operation: 'DELETE /things/{id}' }])
})
