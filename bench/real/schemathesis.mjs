// Runs Schemathesis (`st` on the PATH) against a real server: node bench/real/schemathesis.mjs prefect [installation folder] [seconds]
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { measure } from '../measure.mjs'
import { operationsOf } from './operations.mjs'

const [name = 'alertmanager', cache = join(tmpdir(), 'specdrift-real'), seconds = '90'] = process.argv.slice(2)
const folder = resolve(cache, name)
mkdirSync(folder, { recursive: true })
const { start } = await import(`./${name}.mjs`)
const server = await start(folder)
try {
  const place = mkdtempSync(join(tmpdir(), `schemathesis-${name}-`))
  const report = ['--report', 'json,har', '--report-dir', place]
  const command = ['st', 'run', server.description, '-u', server.baseUrl, '--continue-on-failure']
  if (server.header !== undefined) command.push('-H', `${server.header.name}: ${server.header.value}`)
  const result = await measure([...command, '--max-time', seconds, ...report], {
    timeLimit: Number(seconds) + 120,
    env: { NO_COLOR: '1', CI: '1' },
    cwd: place,
  })
  if (result.ended !== undefined || result.code > 1) throw new Error(result.ended ?? result.stderr + result.stdout)
  show(readReport(place, 'json-'), readReport(place, 'har-'), result.cpu)
  process.stdout.write(`reports: ${place}\n`)
} finally {
  await server.close()
}

function readReport(place, beginning) {
  const [file] = readdirSync(place).filter((each) => each.startsWith(beginning))
  return JSON.parse(readFileSync(join(place, file), 'utf8'))
}

/** Counts by operation of the description, like specdrift's rows. */
function show({ failures }, { log: { entries } }, cpu) {
  const operations = operationsOf(server.description)
  const base = new URL(server.baseUrl).pathname.replace(/\/$/, '')
  const called = new Set()
  const reached = new Set()
  for (const { request, response } of entries) {
    const { pathname } = new URL(request.url)
    const key = operations.find(request.method, pathname.slice(base.length))
    if (key === undefined) continue
    called.add(key)
    if (response.status >= 200 && response.status < 300) reached.add(key)
  }
  for (const key of operations.keys) if (!reached.has(key)) process.stdout.write(`no 2xx: ${key}\n`)
  const row = [
    name,
    operations.keys.length,
    called.size,
    reached.size,
    failures.length,
    entries.length,
    cpu?.toFixed(0),
  ]
  process.stdout.write(`| ${row.join(' | ')} |\n`)
}
