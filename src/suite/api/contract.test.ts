import { afterEach, expect, test } from 'vitest'
import type { Credential } from '../../drift/auth/credential.ts'
import { createSuiteProject, type Handler, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { startSuites } from '../running/start.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d }, 4XX: { description: d } } } }
  /a/b: { get: { responses: { '200': { description: d }, 4XX: { description: d } } } }
  /c: { get: { responses: { '200': { description: d } } } }
  /moved: { get: { responses: { '302': { description: d } } } }
  /alias: { get: { responses: { '200': { description: d } } } }
`

const credentials: Credential[] = [
  { type: 'bearer', name: 'A_TOKEN', prefix: '/a', token: 'token-a' },
  { type: 'bearer', name: 'B_TOKEN', prefix: '/a/b', token: 'token-b' },
]

let project: SuiteProject | undefined
afterEach(() => project?.close())

async function run(suite: string, handler: Handler) {
  project = await createSuiteProject({ description, suites: { 'a.suite.ts': suite }, handler })
  return startSuites({ include: ['*.suite.ts'], context: project.context({ credentials }) })
}

test('the credential with the longest matching prefix is used unless the call names one', async () => {
  const seen: (string | undefined)[] = []
  await run(
    `api.call('GET /a')
     api.call('GET /a/b')
     api.call('GET /c')
     api.call('GET /a/b', { auth: '/a' })
     api.call('GET /c', { auth: 'B_TOKEN' })
     api.call('GET /c', { auth: 'token-of-mine' })
     api.call('GET /a', { auth: false })`,
    (request, response) => {
      seen.push(request.headers.authorization)
      response.end()
    },
  )
  expect(seen).toEqual([
    'Bearer token-a',
    'Bearer token-b',
    undefined,
    'Bearer token-a',
    'Bearer token-b',
    'Bearer token-of-mine',
    undefined,
  ])
})

test('a rejection is checked if it was expected or no credential was sent; otherwise it counts as an outage', async () => {
  const { calls } = await run(
    `api.call('GET /a')
     api.call('GET /a', { expect: 401 })
     api.call('GET /a', { expect: '4XX' })
     api.call('GET /a', { auth: false, expect: 401 })`,
    (_request, response) => response.writeHead(401).end(),
  )
  expect(calls.map(({ outcome, unmet }) => [outcome, unmet])).toEqual([
    ['unauthorized', undefined],
    ['received', undefined],
    ['received', undefined],
    ['received', undefined],
  ])
})

test('redirects are followed if the contract describes none', async () => {
  const { calls } = await run(
    `api.call('GET /moved')
     api.call('GET /alias')`,
    (request, response) => {
      if (request.url === '/c') response.end()
      else response.writeHead(302, { location: '/c' }).end()
    },
  )
  expect(calls.map(({ operation, status, unmet }) => [operation, status, unmet])).toEqual([
    ['GET /moved', 302, undefined],
    ['GET /alias', 200, undefined],
  ])
})

test('`json` is undefined for a body that is not JSON', async () => {
  const { calls, findings } = await run(
    `test('t', async () => { expect((await api.send('GET /c')).json).toBeUndefined() })`,
    (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('hello'),
  )
  expect(calls).toHaveLength(1)
  expect(findings).toEqual([])
})

test('the records of a test are in call order and include a curl command', async () => {
  const { calls } = await run(
    `test('t', async () => { for (const q of ['2', '1']) await api.send('GET /a', { query: { q } }) })`,
    (_request, response) => sendJson(response, {}),
  )
  expect(calls.map(({ curl }) => /'(\S+\?q=\d)'/.exec(curl)?.[1])).toEqual([
    `${project?.baseUrl}/a?q=2`,
    `${project?.baseUrl}/a?q=1`,
  ])
})
