import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Credential } from '../../drift/auth/credential.ts'
import { createSuiteProject, type Handler, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { startSuites } from '../running/start.ts'
import { credentialsOf, loadApply } from './credentials.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /loans: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array } } } }, '401': { description: d } } } }
  /loans/{id}: { get: { parameters: [{ name: id, in: path, required: true, example: none, schema: { type: string } }], responses: { '200': { description: d }, '404': { description: d } } } }
`

let project: SuiteProject | undefined
afterEach(async () => {
  await project?.close()
  project = undefined
})

async function runWith(handler: Handler, suite: string, credentials: (baseUrl: string) => readonly Credential[]) {
  project = await createSuiteProject({ description, suites: { 'a.suite.ts': suite }, handler })
  const context = project.context({ credentials: credentials(project.baseUrl) })
  const run = await startSuites({ include: ['*.suite.ts'], context })
  return { run, requests: project.requests }
}

const oauth = (baseUrl: string): readonly Credential[] =>
  credentialsOf({
    api: 'demo',
    auth: [{ type: 'oauth2', tokenUrl: '/token', clientIdEnv: 'ID', clientSecretEnv: 'SECRET' }],
    configFile: undefined,
    baseUrl,
    env: { ID: 'client', SECRET: 'the-client-secret' },
  })

test('a token is fetched once, renewed once when the API rejects it, and never shown', async () => {
  let [tokens, accepted] = [0, 0]
  const { run, requests } = await runWith(
    (request, response) => {
      if (request.url === '/token') {
        tokens += 1
        return sendJson(response, { access_token: `fetched-token-${tokens}`, expires_in: 3600 })
      }
      // The first token expires after one call and its confirmation.
      const isGood =
        request.headers.authorization === `Bearer fetched-token-${tokens}` && (tokens > 1 || accepted++ < 2)
      // Deliberate drift: the evidence quotes the response, which contains the token.
      sendJson(response, { sent: request.headers.authorization }, isGood ? 200 : 401)
    },
    "api.call('GET /loans')\napi.call('GET /loans', { as: 'again' })",
    oauth,
  )
  expect(requests.filter((line) => line === 'POST /token')).toHaveLength(2)
  expect(run.calls.map(({ outcome, status }) => [outcome, status])).toEqual([
    ['received', 200],
    ['received', 200],
  ])
  expect(run.calls[0]?.curl).toContain(`-H 'authorization: Bearer '"$ACCESS_TOKEN"`)
  expect(run.calls.flatMap(({ findings }) => findings)).not.toEqual([])
  expect(JSON.stringify(run)).not.toMatch(/fetched-token|the-client-secret/)
})

test("a token in an error of the suite's own test is redacted", async () => {
  const handler: Handler = (request, response) =>
    request.url === '/token'
      ? sendJson(response, { access_token: 'fetched-token' })
      : sendJson(response, [request.headers.authorization])
  const quoting = `test('quotes', async () => {
    const { json } = await api.send('GET /loans')
    expect(json[0]).toBe('nothing')
  })`
  const { run } = await runWith(handler, quoting, oauth)
  expect(run.findings).toMatchObject([
    { message: expect.stringContaining("expected 'Bearer [redacted]' to be 'nothing'") },
  ])
  expect(JSON.stringify(run)).not.toContain('fetched-token')
})

test('a rejecting token URL ends the run without results', async () => {
  const handler: Handler = (_request, response) => sendJson(response, { error: 'invalid_client' }, 401)
  await expect(runWith(handler, "api.call('GET /loans')", oauth)).rejects.toMatchObject({
    code: 'TOKEN_REFUSED',
    message: expect.stringMatching(/ACCESS_TOKEN from http:\S+\/token: status 401 \(invalid_client\)/),
  })
})

test('a config function signs requests in the thread that sends them', async () => {
  const seen: unknown[] = []
  const handler: Handler = (request, response) => {
    seen.push(request.headers['x-signature'])
    sendJson(response, [])
  }
  project = await createSuiteProject({ description, suites: { 'a.suite.ts': "api.call('GET /loans')" }, handler })
  const { folder, baseUrl } = project
  await writeFile(
    join(folder, 'specdrift.config.ts'),
    `export default { apis: { demo: { auth: [{ type: 'custom', name: 'SIGNATURE', env: ['KEY'], apply: (request, { KEY }) => ({
      ...request, headers: { ...request.headers, 'x-signature': KEY + ' ' + request.path } }) }] } } }`,
  )
  const auth = [
    { type: 'custom', name: 'SIGNATURE', env: ['KEY'], apply: () => Promise.reject(new Error('here')) },
  ] as const
  const sources = { api: 'demo', auth, configFile: 'specdrift.config.ts', baseUrl, env: { KEY: 'signing-key' } }
  const context = project.context({ credentials: credentialsOf(sources) })
  const run = await startSuites({ include: ['*.suite.ts'], context })
  expect(seen).toEqual(['signing-key /loans'])
  expect(run.calls[0]?.curl).toContain(`'x-signature: '"$SIGNATURE"`)
  expect(JSON.stringify(run)).not.toContain('signing-key')
})

test('a credential missing from the config is reported', async () => {
  project = await createSuiteProject({
    description,
    suites: {},
    handler: (_request, response) => sendJson(response, []),
  })
  await writeFile(join(project.folder, 'c.json'), '{ "apis": { "demo": {} } }')
  const credential = {
    type: 'custom',
    name: 'C',
    prefix: '',
    configFile: 'c.json',
    api: 'demo',
    index: 0,
    secrets: {},
  } as const
  await expect(loadApply(project.folder, credential)).rejects.toMatchObject({ code: 'CREDENTIAL_BROKEN' })
})

test('remaining operations are called with ids from earlier responses of the file', async () => {
  const handler: Handler = (request, response) =>
    request.url === '/loans' ? sendJson(response, [{ id: 'L1' }]) : sendJson(response, null, 404)
  const { requests } = await runWith(handler, 'api.remaining()', () => [])
  expect(requests.slice(0, 2)).toEqual(['GET /loans', 'GET /loans/L1'])
})
