import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { createSuiteProject, liveRun, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { finishReport } from './finish.ts'
import { runSuites } from './test.ts'

/** Paths of a typical FastAPI service: every operation documents 200 and 422 with a shared error schema. */
const paths = Array.from({ length: 60 }, (_, at) => `/api/v1/things-${String(at).padStart(2, '0')}/{id}`)

const media = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
const operation = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'Successful Response', content: media('Thing') },
    401: { description: 'Unauthorized', content: media('Detail') },
    422: { description: 'Validation Error', content: media('HTTPValidationError') },
  },
}
const location = { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }
const description = {
  ...{ openapi: '3.1.0', info: { title: 'FastAPI', version: '0.1.0' } },
  paths: Object.fromEntries(paths.map((path) => [path, { get: operation }])),
  components: {
    schemas: {
      Thing: { type: 'object', properties: { id: { type: 'string' }, at: { type: 'string', format: 'date-time' } } },
      Detail: { type: 'object', properties: { detail: { type: 'string' } } },
      HTTPValidationError: {
        type: 'object',
        properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } } },
      },
      ValidationError: {
        ...{ type: 'object', required: ['loc', 'msg', 'type'] },
        properties: { loc: location, msg: { type: 'string' }, type: { type: 'string' } },
      },
    },
  },
}

const problem = {
  type: 'string_type',
  loc: ['path', 'id'],
  msg: 'Input should be a string',
  input: 1,
  url: 'https://…',
}
const bodies: Readonly<Record<string, readonly [status: number, body: unknown]>> = {
  a: [200, { id: 'a', at: '2026-11-22 10:00:00' }],
  b: [200, { id: 'b', at: '2026-11-22T10:00:00Z', internal: true }],
  none: [404, { detail: 'Not Found', request_id: '1' }],
  secret: [401, { detail: 'Not authenticated', request_id: '1' }],
  wrong: [422, { detail: [problem] }],
}

let project: SuiteProject
beforeAll(async () => {
  project = await createSuiteProject({
    description: JSON.stringify(description),
    suites: {
      'all.suite.ts': `for (const path of ${JSON.stringify(paths)}) {
  for (const [id, expected] of ${JSON.stringify(Object.entries(bodies).map(([id, [status]]) => [id, status]))})
    api.call(\`GET \${path}\`, { path: { id }, expect: expected, as: id })
}`,
    },
    handler: (request, response) => {
      const [status, body] = bodies[request.url?.split('/').at(-1) ?? ''] ?? [500, {}]
      sendJson(response, body, status)
    },
  })
})
afterAll(() => project.close())

async function reportOf(): Promise<Report> {
  const { context } = project
  const live = await runSuites(liveRun(context()), context().description)
  return finishReport(live, {
    ...{ kind: 'test', api: 'demo', policy: 'compat', failOn: 'error', baseline: { entries: [] }, today: '2026-11-22' },
    ...{ rules: [], times: { startedAt: '2026-11-22T08:00:00.000Z', milliseconds: 1 } },
  })
}

it('a first run of 60 operations with the same errors has one finding per cause, with its reach', async () => {
  const { findings, subjects } = await reportOf()
  const found = findings.map(({ ruleId, site, reaches, evidence }) => [
    `${ruleId} ${site.status ?? `${site.component}${site.componentPointer}`}`,
    ...[reaches.length, evidence?.samples],
  ])
  expect(found.sort()).toEqual([
    ['format-conformance #/components/schemas/Thing/properties/at', 60, 60],
    ['status-code-conformance 404', 60, 60],
    ['undocumented-property #/components/schemas/Detail/properties/request_id', 60, 60],
    ['undocumented-property #/components/schemas/Thing/properties/internal', 60, 60],
    ['undocumented-property #/components/schemas/ValidationError/properties/input', 60, 60],
    ['undocumented-property #/components/schemas/ValidationError/properties/url', 60, 60],
  ])
  expect(new Set(subjects.map((subject) => subject.findings))).toEqual(new Set([6]))
})
