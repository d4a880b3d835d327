// Calls and checks 61 GET operations on loopback: measures each tool's whole process, without the server.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, home } from './cache.mjs'
import { fastest } from './measure.mjs'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const operations = 61
const runs = 5
const folder = join(cache, 'live')

/** Prints the time of each tool for the same calls, and specdrift's ratio to it. */
export async function live() {
  checkBuilt()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const server = fork(join(home, 'live-server.mjs'), [String(operations)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const { port } = await new Promise((resolve) => server.once('message', resolve))
    const url = `http://127.0.0.1:${port}`
    writeProject(url)
    const results = []
    for (const tool of tools(url)) {
      if (!existsSync(tool.program)) {
        process.stdout.write(`${tool.name} is not there: npm install --ignore-scripts in bench/\n`)
        continue
      }
      const before = await callsOf(url)
      const result = await fastest(tool.command, { runs, timeLimit: 120, env: { NO_COLOR: '1', CI: '1' } })
      const calls = ((await callsOf(url)) - before) / runs
      results.push({ ...tool, ...result, calls })
    }
    print(results)
  } finally {
    server.kill()
  }
}

/** Returns the server's number of calls to described operations. */
async function callsOf(url) {
  return Number(await (await fetch(`${url}/calls`)).text())
}

function print(results) {
  const own = results[0]
  const rows = results.map(({ name, wall, cpu, peak, calls, code, ended }) => [
    name,
    calls,
    ended ?? `ended with ${code}`,
    ended === undefined ? wall.toFixed(2) : '–',
    cpu === undefined ? '–' : cpu.toFixed(2),
    peak === undefined ? '–' : peak.toFixed(0),
    ended === undefined ? `${(own.wall / wall).toFixed(2)} ×` : '–',
    cpu === undefined ? '–' : `${(own.cpu / cpu).toFixed(2)} ×`,
  ])
  const head = ['tool', 'calls', 'outcome', 'wall s', 'cpu s', 'peak MB', 'specdrift wall / its', 'specdrift cpu / its']
  process.stdout.write(
    `${operations} GET operations, fastest of ${runs} runs, whole processes\n\n${table(head, rows)}\n`,
  )
}

function tools(url) {
  const bin = (name) => join(home, 'node_modules', '.bin', name)
  const version = (name) => {
    const file = join(home, 'node_modules', name, 'package.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : ''
  }
  const specdrift = (name, suite) => ({
    name,
    program: cli,
    command: [process.execPath, cli, 'test', suite, '--config', join(folder, 'specdrift.config.json')],
  })
  return [
    specdrift('specdrift test, 61 × api.call', 'called'),
    specdrift('specdrift test, api.remaining', 'remaining'),
    {
      name: `redocly respect ${version('@redocly/cli')}`,
      program: bin('redocly'),
      command: [process.execPath, bin('redocly'), 'respect', join(folder, 'calls.arazzo.json')],
    },
    {
      name: `dredd ${version('dredd')}`,
      program: bin('dredd'),
      command: [process.execPath, bin('dredd'), join(folder, 'openapi.json'), url, '--loglevel', 'error'],
    },
  ]
}

const path = (n) => `/resources-${n}/{id}`

/** Writes the shared description, our suite and snapshot, and an Arazzo workflow for Respect. */
function writeProject(url) {
  const description = describe(url)
  const put = (name, value) => {
    const file = join(folder, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const api = (suite) => ({ suites: join(folder, `${suite}.suite.ts`), target: { baseUrl: url } })
  put('openapi.json', description)
  put('specdrift.config.json', {
    specsDir: join(folder, 'specs'),
    reportsDir: join(folder, 'reports'),
    apis: { called: api('called'), remaining: api('remaining') },
  })
  for (const name of ['called', 'remaining']) {
    put(`specs/${name}/1.json`, description)
    put(`specs/${name}/snapshots.json`, snapshots(name, readFileSync(join(folder, `specs/${name}/1.json`))))
  }
  const open = (name) =>
    `import { contract } from 'specdrift/suite'\n\nconst api = await contract({ api: '${name}' })\n`
  const each = (line) => Array.from({ length: operations }, (_, n) => line(n)).join('\n')
  put('called.suite.ts', `${open('called')}${each((n) => `api.call('GET ${path(n)}')`)}\n`)
  put('remaining.suite.ts', `${open('remaining')}api.remaining()\n`)
  put('calls.arazzo.json', {
    arazzo: '1.0.1',
    info: { title: 'Calls', version: '1' },
    sourceDescriptions: [{ name: 'api', type: 'openapi', url: 'openapi.json' }],
    workflows: [
      {
        workflowId: 'all',
        steps: Array.from({ length: operations }, (_, n) => ({
          stepId: `get-${n}`,
          operationId: `get${n}`,
          parameters: [{ in: 'path', name: 'id', value: 'one' }],
          successCriteria: [{ condition: '$statusCode == 200' }],
        })),
      },
    ],
  })
}

function snapshots(api, bytes) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { api, snapshots: [{ id: '1', order: 1, file: '1.json', sha256, source: 'bench' }] }
}

function describe(url) {
  const parameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'one' }
  const item = (n) => ({
    get: {
      operationId: `get${n}`,
      parameters: [parameter],
      responses: {
        200: {
          description: 'The resource.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Resource' } } },
        },
      },
    },
  })
  return {
    openapi: '3.0.3',
    info: { title: 'Live', version: '1' },
    servers: [{ url }],
    paths: Object.fromEntries(Array.from({ length: operations }, (_, n) => [path(n), item(n)])),
    components: {
      schemas: {
        Resource: {
          type: 'object',
          required: ['id', 'status', 'amount', 'created', 'parts'],
          properties: {
            id: { type: 'string' },
            status: { type: 'string', enum: ['OPEN', 'CLOSED'] },
            amount: { type: 'number', minimum: 0 },
            created: { type: 'string', format: 'date-time' },
            parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
          },
        },
        Part: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', maxLength: 40 }, count: { type: 'integer' } },
        },
      },
    },
  }
}
