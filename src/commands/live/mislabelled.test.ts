import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a: { get: &get { responses: { '200': { description: d, content: { application/json: { schema: &schema
    { properties: { n: { type: string, nullable: true }, m: { type: number, minimum: 1, exclusiveMinimum: true } } } } } } } } }
  /b: { get: *get }
  /c: { post: { responses: { '200': { description: d, content: { application/json: { schema: *schema } } } } } }
`

it.each(['test', 'monitor'])('%s reports once that a description uses keywords of another dialect', async (command) => {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"n":null}'),
  )
  const target = { baseUrl: `http://127.0.0.1:${await started(server)}` }
  const suite = `import { contract } from 'specdrift/suite'\nconst api = await contract({ api: 'demo' })\napi.remaining()\n`
  const files = [
    { name: 'openapi.yaml', content: description },
    { name: 'suites/demo/a.suite.ts', content: suite },
    { name: 'specdrift.config.json', content: JSON.stringify({ apis: { demo: { target } } }) },
  ]
  const report = await inFolder(files, async (cwd) => {
    await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1'], { cwd })
    await runCli(run, [command, 'demo'], { cwd })
    return JSON.parse(await readFile(join(cwd, 'reports/demo/report.json'), 'utf8'))
  })
  const notes = report.notChecked.filter(({ because }: { because: string }) => because.includes('honoured'))
  const what = 'keywords of the description'
  expect(notes).toEqual([
    { what, because: 'a boolean as exclusiveMinimum is not of OpenAPI 3.1; honoured' },
    { what, because: 'nullable is not of OpenAPI 3.1; honoured' },
  ])
  expect(report.findings).toEqual([])
})
