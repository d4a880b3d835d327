import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

/** A description where no operation reads by GET, and consumers of an identifier come before its producer. */
const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /jobs/{job_id}/cancel: { post: { parameters: [&id { name: job_id, in: path, required: true, schema: { type: string } }], responses: { '204': { description: d } } } }
  /jobs/{job_id}/retry: { post: { parameters: [*id, { name: X-Tenant, in: header, required: true, schema: { type: string } }], responses: { '204': { description: d } } } }
  /vaults/{vault}/open: { post: { parameters: [{ name: vault, in: path, required: true, schema: { type: string } }], responses: { '204': { description: d } } } }
  /boxes/{box}/open: { post: { parameters: [{ name: box, in: path, required: true, schema: { type: string }, example: b1 }], responses: { '204': { description: d } } } }
  /session: { delete: { responses: { '204': { description: d } } } }
  /jobs: { post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }, responses: { '201': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } } }
`

let project: SuiteProject
beforeAll(async () => {
  let made = 0
  project = await createSuiteProject({
    description,
    suites: {},
    handler: (request, response) => {
      const { url = '' } = request
      if (url === '/jobs') return sendJson(response, { id: `j${++made}` }, 201)
      response.writeHead(/^\/jobs\/j\d+\/|^\/vaults\/main\//.test(url) ? 204 : 404).end()
    },
  })
  const target = { baseUrl: project.baseUrl, writable: true }
  const demo = { source: 'openapi.yaml', target, parameters: { 'X-Tenant': 'acme' } }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  expect((await cli('snapshot add demo')).code).toBe(0)
})
afterAll(() => project.close())

const cli = (line: string) => runCli(run, line.split(' '), { cwd: project.folder })

test('plan --operations shows the source of each value in calling order, and missing values', async () => {
  const { code, stdout } = await cli('plan demo --operations')
  expect([code, stdout]).toEqual([
    0,
    `demo  6 operations, 1 with a missing value

POST /jobs
  body  generated

POST /vaults/{vault}/open
  path vault  generated "text"
  missing: path vault; set "parameters": { "POST /vaults/{vault}/open": { "vault": "…" } } in specdrift.config.json

POST /boxes/{box}/open
  path box  example of the description "b1"

POST /jobs/{job_id}/retry
  path job_id      captured from POST /jobs, /id: makes one at the path before
  header X-Tenant  config "acme"

POST /jobs/{job_id}/cancel
  path job_id  captured from POST /jobs, /id: makes one at the path before

DELETE /session
  not called by generated requests: it changes the session of the current user; "never": ["!DELETE /session"] in specdrift.config.json allows it
`,
  ])
  const json = JSON.parse((await cli('plan demo --operations --format json')).stdout)
  expect(
    json.apis[0].operations.map(({ operation, missing }: { operation: string; missing: unknown[] }) => [
      operation,
      missing.length,
    ]),
  ).toContainEqual(['POST /vaults/{vault}/open', 1])
  expect(project.requests).toEqual([])
})

test('--operations and --shards cannot be combined', async () => {
  const { code, stderr } = await cli('plan demo --operations --shards 2')
  expect([code, stderr]).toEqual([2, expect.stringContaining('--operations and --shards cannot be combined')])
})

test('generated requests need neither a suite nor a GET; unreached or excluded operations are not findings', async () => {
  const { code, stdout } = await cli('test demo --generate positive --expand')
  expect(stdout).toContain(' · not called: 3')
  expect(stdout).toContain(
    'not called   POST /vaults/{vault}/open generated requests: this run has created no vault to call it with; "resources": ["POST /vaults/{vault}/open"] in specdrift.config.json allows it',
  )
  expect(stdout).toContain(
    'not called   POST /boxes/{box}/open generated requests: this run has created no box to call it with',
  )
  expect(stdout).toContain(
    'not called   DELETE /session generated requests: it changes the session of the current user',
  )
  expect(code).toBe(0)
  const { stdout: json } = await cli('test demo --generate positive --format json')
  const { findings, summary, subjects } = JSON.parse(json)
  expect(findings).toEqual([])
  expect(summary.operations).toEqual({ total: 6, called: 3, inconclusive: 0 })
  expect(subjects.filter(({ notReached }: { notReached?: true }) => notReached)).toEqual([])
})

test('requires a suite without generated requests', async () => {
  const { code, stderr } = await cli('test demo')
  expect([code, stderr]).toEqual([2, expect.stringContaining('No suite')])
})
