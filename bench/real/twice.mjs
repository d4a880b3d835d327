// Runs generated requests twice against one real server, and compares the findings: node bench/real/twice.mjs kinto [installation folder]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compareDumps } from './dump.mjs'

const [name = 'kinto', cache = join(tmpdir(), 'specdrift-real'), ...flags] = process.argv.slice(2)
const cli = resolve(process.env.SPECDRIFT_CLI ?? join(import.meta.dirname, '../../dist/cli.js'))
const folder = resolve(cache, name)
mkdirSync(folder, { recursive: true })
const { start } = await import(`./${name}.mjs`)
const server = await start(folder)
try {
  const runs = []
  for (const turn of ['first', 'second']) {
    // A new folder, so that the second run knows nothing of the first one.
    const project = mkdtempSync(join(tmpdir(), `specdrift-${name}-${turn}-`))
    const api = { source: server.description, target: { baseUrl: server.baseUrl, writable: true } }
    if (server.header !== undefined) {
      api.auth = [{ type: 'apiKey', in: 'header', name: server.header.name, env: 'BENCH_KEY' }]
      process.env.BENCH_KEY = server.header.value
    }
    writeFileSync(join(project, 'specdrift.config.json'), JSON.stringify({ apis: { [name]: api } }))
    const specdrift = (...args) =>
      spawnSync(process.execPath, [cli, ...args], {
        cwd: project,
        encoding: 'utf8',
        maxBuffer: 1e9,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    specdrift('snapshot', 'add', name)
    const before = await server.dump?.()
    const { stdout } = specdrift('test', name, '--generate', 'positive,negative', ...flags)
    writeFileSync(join(project, 'terminal.txt'), stdout)
    const report = JSON.parse(readFileSync(join(project, 'reports', name, 'report.json'), 'utf8'))
    const reached = report.subjects.filter(({ statuses = [] }) => statuses.some((one) => one >= 200 && one < 300))
    const left = (report.targetChanges ?? []).filter(({ kind }) => kind === 'left-behind')
    runs.push(new Map(report.findings.map((one) => [one.fingerprint, `${one.ruleId} ${one.message}`])))
    const lines = stdout.split('\n').filter((line) => /^\s*[✖▲ℹ] (?!DRIFT)/.test(line)).length
    process.stdout.write(
      `${turn} run: ${report.findings.length} findings in ${lines} lines, ${reached.length} operations with a 2xx (${project})\n`,
    )
    for (const { operation, names, count, because } of left)
      process.stdout.write(`  left behind ${count}: ${operation}: ${names.join(', ')} (${because})\n`)
    const changes = before === undefined ? {} : compareDumps(before, await server.dump())
    for (const [kind, each] of Object.entries(changes))
      process.stdout.write(`  ${kind}: ${each.join('; ').slice(0, 2000)}\n`)
  }
  const [first, second] = runs
  const only = (a, b) => [...a].filter(([fingerprint]) => !b.has(fingerprint)).map(([, text]) => `  ${text}\n`)
  process.stdout.write(
    `only in the first run:\n${only(first, second).join('')}only in the second run:\n${only(second, first).join('')}`,
  )
} finally {
  await server.close()
}
