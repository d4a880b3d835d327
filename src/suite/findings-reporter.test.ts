import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { createVitest } from 'vitest/node'
import { createSuiteProject, sendJson } from '../testing/cli/suite-project.ts'
import { sha256 } from '../util/fingerprint.ts'
import FindingsReporter from './findings-reporter.ts'

const before = { cwd: process.cwd(), exitCode: process.exitCode }
afterEach(() => {
  process.chdir(before.cwd)
  process.exitCode = before.exitCode
})

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths: { /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array } } } } } } } }
`

test('suites run under plain vitest, and the reporter writes their findings', async () => {
  const project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')` },
    handler: (_request, response) => sendJson(response, null),
  })
  await mkdir(join(project.folder, 'specs/demo'), { recursive: true })
  await writeFile(join(project.folder, 'specs/demo/v1.yaml'), description)
  const snapshot = { id: 'v1', order: 1, file: 'v1.yaml', sha256: sha256(description), source: 'a test' }
  await writeFile(
    join(project.folder, 'specs/demo/snapshots.json'),
    JSON.stringify({ api: 'demo', snapshots: [snapshot] }),
  )
  const config = { apis: { demo: { target: { baseUrl: project.baseUrl } } } }
  await writeFile(join(project.folder, 'specdrift.config.json'), JSON.stringify(config))
  process.chdir(project.folder)
  const reporter = new FindingsReporter({ outputFile: 'reports/findings.json' })
  const suite = fileURLToPath(new URL('../../dist/suite/index.js', import.meta.url))
  const vitest = await createVitest(
    'test',
    { config: false, root: project.folder, include: ['*.suite.ts'], watch: false, reporters: [reporter] },
    { resolve: { alias: { 'specdrift/suite': suite } } },
  )
  await vitest.start()
  await vitest.close()
  expect(reporter.run?.calls).toMatchObject([{ operation: 'GET /a', findings: [{ ruleId: 'null-conformance' }] }])
  const written: unknown = JSON.parse(await readFile('reports/findings.json', 'utf8'))
  expect(written).toEqual(JSON.parse(JSON.stringify(reporter.run)))
  await project.close()
})
