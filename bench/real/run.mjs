// Measures how many operations of a real server the generated requests reach, and which data they change:
// node bench/real/run.mjs alertmanager [installation folder] [flags of test]. Set SPECDRIFT_CLI to use a build other than dist.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { measure } from '../measure.mjs'
import { compareDumps } from './dump.mjs'

const [name = 'alertmanager', cache = join(tmpdir(), 'specdrift-real'), ...flags] = process.argv.slice(2)
const cli = resolve(process.env.SPECDRIFT_CLI ?? join(import.meta.dirname, '../../dist/cli.js'))
const folder = resolve(cache, name)
mkdirSync(folder, { recursive: true })
const { start } = await import(`./${name}.mjs`)
const server = await start(folder)
try {
  const project = mkdtempSync(join(tmpdir(), `specdrift-${name}-`))
  const api = { source: server.description, target: { baseUrl: server.baseUrl, writable: true } }
  if (server.header !== undefined) {
    api.auth = [{ type: 'apiKey', in: 'header', name: server.header.name, env: 'BENCH_KEY' }]
    process.env.BENCH_KEY = server.header.value
  }
  writeFileSync(join(project, 'specdrift.config.json'), JSON.stringify({ apis: { [name]: api } }))
  const specdrift = (...args) =>
    spawnSync(process.execPath, [cli, ...args], { cwd: project, encoding: 'utf8', maxBuffer: 1e9 })
  const added = specdrift('snapshot', 'add', name)
  if (added.status !== 0) throw new Error(added.stderr)
  const plan = specdrift('plan', name, '--operations')
  writeFileSync(join(project, 'plan.txt'), plan.stdout + plan.stderr)
  const before = await server.dump?.()
  const words = ['test', name, '--generate', 'positive,negative', ...flags]
  const { stdout, stderr, cpu } = await measure([process.execPath, cli, ...words], { timeLimit: 900, cwd: project })
  process.stderr.write(stderr)
  writeFileSync(join(project, 'terminal.txt'), stdout)
  const read = (file) => readFileSync(join(project, 'reports', name, file), 'utf8')
  show(JSON.parse(read('report.json')), read('run.ndjson'), stdout, cpu)
  if (before !== undefined) showHarm(compareDumps(before, await server.dump()), read('report.json'))
  process.stdout.write(`plan and reports: ${project}\n`)
} finally {
  await server.close()
}

/** Prints the changes to the server's data. Marks those that the report doesn't mention. */
function showHarm(lines, report) {
  for (const [kind, each] of Object.entries(lines)) {
    process.stdout.write(`${kind}: ${each.length}\n`)
    for (const line of each) {
      const [name] = line.split(': ')
      const isNamed = report.includes(JSON.stringify(name.split(/[/ ]/).at(-1)).slice(1, -1))
      process.stdout.write(`  ${isNamed ? '' : 'not named in the report: '}${line.slice(0, 300)}\n`)
    }
  }
}

function show({ subjects, findings, notChecked }, log, terminal, cpu) {
  const sent = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const requests = sent.filter(({ method }) => method !== undefined)
  const reached = subjects.filter(({ statuses = [] }) => statuses.some((status) => status >= 200 && status < 300))
  for (const { operation, statuses = [], notReached } of subjects)
    process.stdout.write(`${operation.padEnd(60)} ${statuses.join(' ')}${notReached ? '  not reached' : ''}\n`)
  for (const row of notChecked.filter(({ kind }) => kind !== undefined))
    process.stdout.write(`${row.kind}: ${row.operation}: ${row.what}: ${row.because}\n`)
  const called = subjects.filter(({ calls = 0 }) => calls > 0)
  const lines = terminal.split('\n').filter((line) => /^\s*[✖▲ℹ] (?!DRIFT)/.test(line))
  const counts = [subjects, called, reached, findings, lines, requests].map(({ length }) => length)
  const times = reachedAfter(requests)
  const most = Math.max(...times.keys())
  const marks = [...times].filter(([count]) => count === most || count % Math.ceil(most / 10) === 0)
  for (const [count, after] of marks) process.stdout.write(`${count} operations with a 2xx after ${after} requests\n`)
  process.stdout.write('| server | operations | called | with a 2xx | findings | lines | requests | cpu s |\n')
  process.stdout.write(`| ${[name, ...counts, cpu?.toFixed(0)].join(' | ')} |\n`)
}

/** Returns the number of requests after which each number of operations had a 2xx response. */
function reachedAfter(requests) {
  const reached = new Set()
  const times = new Map()
  for (const [index, { operation, status }] of requests.entries()) {
    if (status < 200 || status > 299 || reached.has(operation)) continue
    reached.add(operation)
    times.set(reached.size, index + 1)
  }
  return times
}
