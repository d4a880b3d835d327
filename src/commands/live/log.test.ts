import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths: { /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: integer } } } } } } } }
`

it('logs every request, next to the reports and on stderr; silent prints only the result', async () => {
  const project = await createSuiteProject({
    description,
    suites: { 'suites/demo/a.suite.ts': "api.call('GET /a')" },
    handler: (_request, response) => sendJson(response, 1),
  })
  try {
    await project.put('specdrift.config.json', '{ "apis": { "demo": {} } }')
    const cwd = project.folder
    const snapshot = await runCli(run, ['snapshot', 'demo', 'openapi.yaml', '--id', 'v1'], { cwd })
    expect(snapshot.code).toBe(0)
    const line = ['test', 'demo', '--base-url', project.baseUrl]
    const before = Date.now()
    const debug = await runCli(run, [...line, '--log-level', 'debug', '--log-format', 'json'], { cwd })
    const lines = debug.stderr.trimEnd().split('\n')
    expect(debug.code).toBe(0)
    expect(lines.map((one) => JSON.parse(one))).toMatchObject([
      { level: 'debug', operation: 'GET /a', method: 'GET', target: '/a', status: 200, bytes: 1, retries: 0 },
    ])
    // The time of sending, not of writing. The run's clock stands still.
    const sentAt = Date.parse(JSON.parse(lines[0] ?? '').time)
    expect([sentAt >= before, sentAt <= Date.now()]).toEqual([true, true])
    expect(await readFile(join(cwd, 'reports/demo/run.ndjson'), 'utf8')).toBe(debug.stderr)
    const silent = await runCli(run, [...line, '--log-level', 'silent', '--format', 'json'], { cwd })
    expect([silent.code, silent.stderr]).toEqual([0, ''])
    expect(JSON.parse(silent.stdout).summary.calls).toBe(1)
    expect((await runCli(run, [...line, '--log-level', 'loud'], { cwd })).code).toBe(2)
  } finally {
    await project.close()
  }
})
