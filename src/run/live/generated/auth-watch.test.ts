import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { SuiteContext } from '../../../suite/api/context.ts'
import { descriptionOf } from '../../../testing/check-tester.ts'
import { servers } from '../../../testing/servers/loopback.ts'
import { runGenerated } from './generated.ts'

const { started } = servers()

const paths = Array.from({ length: 14 }, (_, at) => `/a${at}: { get: { responses: { '200': { description: d } } } }`)
const description = descriptionOf(`{ openapi: 3.1.0, info: { title: t, version: '1' }, security: [{ key: [] }],
  paths: { ${paths.join(', ')} }, components: { securitySchemes: { key: { type: http, scheme: bearer } } } }`)

/** Returns the operations found to ignore credentials, and the cases not sent. */
async function run(checks: (path: string) => boolean) {
  const server = createServer((request, response) => {
    const isRefused = checks(request.url ?? '') && request.headers.authorization !== undefined
    response.writeHead(isRefused ? 401 : 200).end()
  })
  const target = { baseUrl: `http://127.0.0.1:${await started(server)}`, label: 'x', writable: true, credentials: [] }
  const context: SuiteContext = { api: 'x', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
  const { calls, notChecked } = await runGenerated(context, description, { modes: ['negative'] })
  const found = calls.flatMap(({ findings }) => findings.filter(({ ruleId }) => ruleId === 'auth-ignored'))
  return {
    ignoring: new Set(found.flatMap(({ reaches }) => reaches)).size,
    rows: notChecked.map(({ because }) => because),
  }
}

test('a target that checks no credentials is tried ten times, and the rest is reported', async () => {
  const { ignoring, rows } = await run(() => false)
  expect(ignoring).toBe(10)
  expect(rows).toContain(
    '10 operations took requests without a valid credential and none refused one: the target checks none',
  )
})

test('if one operation rejects a wrong credential, every operation that ignores it is found', async () => {
  const { ignoring, rows } = await run((path) => path === '/a0')
  expect(ignoring).toBe(14)
  expect(rows.filter((because) => because.includes('the target checks none'))).toEqual([])
})
