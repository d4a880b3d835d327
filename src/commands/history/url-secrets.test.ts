import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { timesOf } from '../../testing/runs.ts'
import { run } from '../run.ts'

const secret = 's3cr3t'
const host = '127.0.0.1:1'
/** URLs with a secret in each part, and malformed URLs caused by unescaped passwords. */
const urls = [
  `postgres://${secret}@${host}/db`,
  `postgres://ci:${secret}@${host}/db`,
  `postgres://ci@${host}/${secret}`,
  `postgres://ci:2024?${secret}@${host}/db`,
  `postgres://ci:2024/${secret}@${host}/db`,
  `postgres://ci:2024#${secret}@${host}/db`,
  `postgres://ci:%${secret}@${host}/db`,
  `postgres://ci:a@${secret}@${host}/db`,
  `postgres://${secret}%@${host}/db`,
  `postgres://ci@${host}/%${secret}`,
  `postgres://ci@127.0.0.1:${secret}/db`,
  `postgres://ci@[${secret}]/db`,
  `${secret}://ci@${host}/db`,
  ...['password', secret, 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options'].map(
    (name) => `postgres://ci@${host}/db?${name}=${secret}`,
  ),
  `postgres://ci@${host}/db?host=127.0.0.1&sslkey=/none/${secret}`,
  `postgres://ci@${host}/db#${secret}`,
  secret,
]
const lines = [
  'monitor demo',
  'monitor demo --require-history --debug',
  'monitor demo --notify',
  'doctor demo',
  'plan demo --shards 2',
  'changelog demo',
  'baseline explain demo 0000000000000000',
  'notify send reports/demo/report.json',
  'history list',
  'history migrate',
  'history migrate --dry-run',
  'history import demo',
  'history export demo',
  'report site --from',
]

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } } }
`
let project: SuiteProject
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')` },
    handler: (_, response) => sendJson(response, { id: 'one' }),
  })
  await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1'], { cwd: project.folder })
})
afterAll(() => project.close())

async function filesIn(name: string): Promise<string> {
  const folder = join(project.folder, name)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

it.each(urls)('no output of any command has a part of %s', async (url) => {
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  const ways: readonly { readonly history: object; readonly env: Record<string, string> }[] = [
    { history: { urlEnv: 'HISTORY' }, env: { HISTORY: url } },
    { history: {}, env: { SPECDRIFT_HISTORY_URL: url } },
    { history: { url }, env: {} },
  ]
  const leaks: string[] = []
  let runs = 0
  // Test each URL in one of the ways, or in all with SPECDRIFT_TIMES=3.
  const from = urls.indexOf(url) % ways.length
  const tried = [...ways, ...ways].slice(from, from + timesOf(1))
  for (const { history, env } of tried) {
    const notify = [{ type: 'webhook', urlEnv: 'HOOK' }]
    await project.put('specdrift.config.json', JSON.stringify({ apis: { demo }, history, notify }))
    const options = { cwd: project.folder, env: { ...env, HOOK: project.baseUrl } }
    // An invalid URL would be treated as a folder here.
    const last = url.includes('://') ? [['report', 'site', '--from', url]] : []
    const own = [...lines.map((line) => line.split(' ')), ...last]
    for (const argv of own) {
      const { stdout, stderr, code } = await runCli(run, argv, options)
      runs += code === 0 || code === 1 || code === 2 ? 1 : 0
      if (`${stdout}${stderr}`.includes(secret)) leaks.push(argv.join(' '))
    }
    if ((await filesIn('reports')).includes(secret)) leaks.push('reports')
    await rm(join(project.folder, 'reports'), { recursive: true, force: true })
  }
  expect([runs >= tried.length * lines.length, leaks]).toEqual([true, []])
})
