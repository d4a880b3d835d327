import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { config, description } from '../../testing/cases/recorded-calls.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

/** A collection in the format of Bruno 2. */
const collection = {
  'bruno.json': '{ "version": "1", "name": "Shop", "type": "collection" }',
  'collection.bru': 'headers {\n  X-Tenant: {{tenant}}\n  ~X-Off: 1\n}\n\nauth {\n  mode: bearer\n}\n',
  'environments/local.bru':
    'vars {\n  host: https://api.example.com\n  tenant: blue\n  apiToken: planted-token\n}\nvars:secret [\n  password\n]\n',
  'orders/folder.bru': 'meta {\n  name: Orders\n}\n\nheaders {\n  x-kind: folder\n}\n',
  'orders/make.bru': [
    'meta {\n  name: Make an order\n  type: http\n  seq: 1\n}',
    'post {\n  url: {{host}}/v1/orders\n  body: json\n  auth: inherit\n}',
    'headers {\n  content-type: application/json\n  x-kind: own\n}',
    'body:json {\n  {\n    "sku": "a",\n    "password": "{{password}}",\n    "nested": {\n      "n": 1\n    }\n  }\n}',
    'assert {\n  res.status: eq 201\n  ~res.body.id: isDefined\n}',
    'script:post-response {\n  bru.setVar("id", res.body.id);\n}',
  ].join('\n\n'),
  'orders/one.bru': [
    'meta {\r\n  name: One order\r\n  type: http\r\n  seq: 2\r\n}',
    'get {\r\n  url: {{host}}/v1/orders/:id\r\n  body: none\r\n}',
    'params:path {\r\n  id: 7\r\n}',
    'assert {\r\n  res.status: eq 200\r\n  res.body.id: eq 7\r\n}',
  ].join('\r\n\r\n'),
  'orders/list.bru':
    'meta {\n  name: List\n  seq: 3\n}\n\nget {\n  url: {{host}}/v1/orders?page=2\n}\n\nparams:query {\n  page: 2\n}\n',
  'other.bru': 'meta {\n  name: Elsewhere\n}\n\nget {\n  url: {{host}}/v1/nothing\n}\n',
  'broken.bru': '}\nget {\n  url: ',
}

async function made(from: string, files: Readonly<Record<string, string>> = collection) {
  const project = [
    { name: 'openapi.json', content: JSON.stringify(description) },
    { name: 'specdrift.config.json', content: JSON.stringify(config) },
  ]
  return inFolder(project, async (cwd) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, 'bruno', name)), { recursive: true })
      await writeFile(join(cwd, 'bruno', name), text)
    }
    await runCli(run, ['snapshot', 'add', 'shop', 'openapi.json', '--id', 'v1'], { cwd })
    const result = await runCli(run, ['init', '--from', from], { cwd })
    const path = /wrote (\S+)/.exec(result.stdout)?.[1]
    return { ...result, path, suite: path === undefined ? '' : await readFile(join(cwd, path), 'utf8') }
  })
}

it.each(['bruno', 'bruno/', './bruno/.'])('a folder of a Bruno collection becomes a suite: %s', async (from) => {
  const { code, path, suite, stderr } = await made(from)
  expect([code, path, stderr]).toEqual([0, 'suites/shop/bruno.suite.ts', ''])
  expect(suite.match(/api\.call\('[^']+'/g)).toEqual([
    "api.call('POST /orders'",
    "api.call('GET /orders/{id}'",
    "api.call('GET /orders'",
  ])
  expect(suite).toContain("id: '7'")
  expect(suite).toContain("page: '2'")
  expect(suite).toContain('expect: 201')
  expect(suite).toContain("'x-tenant': 'blue'")
  expect(suite).toContain("'x-kind': 'own'")
  expect(suite).toMatch(/nested: \{ n: 1 \}/)
  expect(suite).toContain('Not carried over: its scripts.')
  expect(suite).toContain('Not carried over: 1 assertion.')
  expect(suite).toContain('1 request: no operation of the description')
  expect(suite).not.toMatch(/planted|X-Off|x-off/)
})

it('converts a single file, and rejects a folder without requests', async () => {
  const one = await made('bruno/one.bru', { 'one.bru': 'get {\n  url: https://api.example.com/v1/orders/7\n}\n' })
  expect([one.code, one.path]).toEqual([0, 'suites/shop/one.suite.ts'])
  expect(one.suite).toContain("api.call('GET /orders/{id}'")
  const none = await made('bruno', { 'bruno.json': '{}' })
  expect(none.code).toBe(2)
  const elsewhere = await made('bruno', { 'a.bru': 'get {\n  url: https://api.example.com/v1/nothing\n}\n' })
  expect(elsewhere.stderr).toContain('calls an operation of the description')
})
