import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { arazzo, bruno, config, description, har, postman, quotes } from '../../testing/cases/recorded-calls.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()
const root = resolve(import.meta.dirname, '../../..')

/** An API with one order. */
async function startApi(calls: string[]): Promise<string> {
  const port = await started(
    createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      calls.push(`${request.method} ${request.url} ${body}`.trimEnd())
      const one = { id: '7', status: 'OPEN' }
      const path = request.url?.split('?')[0]
      const [status, sent] =
        request.method === 'POST'
          ? [201, one]
          : path === '/v1/orders'
            ? [200, [one]]
            : path === '/v1/orders/7'
              ? [200, one]
              : [404, undefined]
      response.writeHead(Number(status), sent ? { 'content-type': 'application/json' } : {})
      response.end(sent && JSON.stringify(sent))
    }),
  )
  return `http://127.0.0.1:${port}/v1`
}

const project = [
  { name: 'openapi.json', content: JSON.stringify(description) },
  { name: 'specdrift.config.json', content: JSON.stringify(config) },
]

it.each([
  [
    'r.har',
    JSON.stringify(har),
    [
      'GET /v1/orders?page=2',
      'GET /v1/orders/7',
      'GET /v1/orders/nope?x=process.exit%281%29',
      `POST /v1/orders ${JSON.stringify({ sku: quotes, password: '', again: '', odd: 'process.exit(1)' })}`,
    ],
    ['1 request: the server failed', '1 request: no operation of the description'],
  ],
  [
    'collection.json',
    JSON.stringify(postman),
    ['GET /v1/orders/7', 'POST /v1/orders {"sku":"","n":1}'],
    ['1 line of its test script'],
  ],
  ['bruno.json', JSON.stringify(bruno), ['GET /v1/orders/7', 'POST /v1/orders {"secret":""}'], ['1 assertion']],
  [
    'flow.arazzo.yaml',
    arazzo,
    ['POST /v1/orders {"sku":"a","password":"","note":"of a"}', 'GET /v1/orders/7'],
    ['a success criterion of type jsonpath', 'step other, which is another workflow'],
  ],
])(
  '%s becomes a suite that runs, without secrets',
  async (file, text, expected, notes) => {
    const calls: string[] = []
    const base = await startApi(calls)
    const files = [
      { name: 'openapi.json', content: JSON.stringify(description) },
      { name: 'specdrift.config.json', content: JSON.stringify(config) },
      { name: file, content: text },
    ]
    await inFolder(files, async (cwd) => {
      const cli = (...line: string[]) => runCli(run, line, { cwd })
      await cli('snapshot', 'add', 'shop', 'openapi.json', '--id', 'v1')
      const made = await cli('init', '--from', file)
      const path = `suites/shop/${file.replace(/\.\w+$/, '')}.suite.ts`
      expect(made).toEqual({ code: 0, stdout: expect.stringContaining(`wrote ${path}`), stderr: '' })
      const suite = await readFile(join(cwd, path), 'utf8')
      expect(suite).not.toContain('planted')
      for (const note of notes) expect(suite).toContain(note)
      const { code, stdout } = await cli('test', 'shop', '--base-url', base)
      expect([code, calls], stdout).toEqual([0, expect.arrayContaining(expected)])
      expect(calls).toHaveLength(expected.length)
      expect(await cli('init', '--from', file)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('already exists'),
      })
    })
  },
  300_000,
)

async function typeErrors(cwd: string): Promise<string> {
  const paths = {
    vitest: [join(root, 'node_modules/vitest/dist/index.d.ts')],
    'specdrift/suite': [join(root, 'src/suite/index.ts')],
    '*': [join(root, 'node_modules/*')],
  }
  const compilerOptions = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], paths }
  const tsconfig = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['suites/**/*.ts'] }
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify(tsconfig))
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const result = await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', cwd]).catch(
    (failed: { readonly stdout: string }) => failed,
  )
  return result.stdout
}

it('adds the suite to a new project if a description is given', async () => {
  const files = [
    { name: 'openapi.json', content: JSON.stringify(description) },
    { name: 'r.har', content: JSON.stringify(har) },
  ]
  await inFolder(files, async (cwd) => {
    const { code, stdout } = await runCli(run, ['init', '--file', 'openapi.json', '--from', 'r.har', '--no-workflow'], {
      cwd,
    })
    expect([code, stdout]).toEqual([0, expect.stringContaining('wrote suites/shop/r.suite.ts  (4 calls, 2 left out)')])
    expect(stdout).toContain('wrote suites/shop/all.suite.ts')
  })
})

it('writes suites that type-check', async () => {
  const sources = [
    { name: 'r.har', content: JSON.stringify(har) },
    { name: 'collection.json', content: JSON.stringify(postman) },
    { name: 'bruno.json', content: JSON.stringify(bruno) },
    { name: 'flow.yaml', content: arazzo },
  ]
  await inFolder([...project, ...sources], async (cwd) => {
    await runCli(run, ['snapshot', 'add', 'shop', 'openapi.json', '--id', 'v1'], { cwd })
    for (const { name } of sources) expect((await runCli(run, ['init', '--from', name], { cwd })).code).toBe(0)
    expect(await typeErrors(cwd)).toBe('')
  })
}, 300_000)
