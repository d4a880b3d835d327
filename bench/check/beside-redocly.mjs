// Compares `specdrift check` with `redocly drift` on a HAR and NDJSON of the shop: cost, and the drift that only one of them reports.
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from '../cache.mjs'
import { measure } from '../measure.mjs'
import { table } from '../table.mjs'
import { cli } from '../tools.mjs'
import { shop } from './shop.mjs'
import { entryOf, exchangesPerFault, faultAt, faults, lineOf } from './shop-traffic.mjs'

/** Name, number of exchanges, and rounds of which the fastest counts. A gigabyte takes minutes, so it is read once. */
const shapes = [
  { name: 'HAR', file: 'shop.har', exchanges: 22_503, rounds: 3, write: writeHar },
  { name: 'NDJSON', file: 'shop.ndjson', exchanges: 920_000, rounds: 1, write: writeLines },
]

/** Why only one of the tools reports a fault. Both were checked by hand. */
const triage = {
  'undocumented property':
    'a warning: the schema allows more properties, so it is valid; redocly reports it only under `additionalProperties: false`',
  'writeOnly property in a response':
    'true (JSON Schema Validation §9.4): redocly only drops writeOnly properties from `required`',
  'undocumented status': 'true: redocly has no check of the status',
  'server error': 'true: redocly has no check of the status',
  'other media type': 'true: redocly skips bodies that are not sent as JSON',
  'missing response header': 'true: no default rule of redocly reads response headers',
  'no credential, accepted':
    'true here, and missed by specdrift: it does not report it because HARs without sensitive data, as Chromium exports them by default, lack the header of every request',
}

/** Measures both tools. `redocly` is its executable. */
export async function compareOnShop(redocly) {
  mkdirSync(join(cache, 'check'), { recursive: true })
  const description = join(cache, 'check', 'shop.json')
  writeFileSync(description, JSON.stringify(shop))
  for (const { name, file, exchanges, rounds, write } of shapes) {
    const recording = join(cache, 'check', file)
    write(recording, exchanges)
    try {
      const runs = await measured(commandsOf(recording, description, redocly), rounds)
      const megabytes = (statSync(recording).size / 2 ** 20).toFixed(0)
      process.stdout.write(`\n${name}, ${megabytes} MB, ${exchanges} small exchanges\n\n${costs(runs)}\n`)
      if (name === 'HAR') process.stdout.write(`\n${differences(runs)}\n`)
    } finally {
      rmSync(recording)
    }
  }
}

function commandsOf(recording, description, redocly) {
  const check = [process.execPath, cli, 'check', recording, '--description', description, '--format', 'json']
  const server = ['--server', 'https://api.shop.example']
  return {
    'check --jobs 1': [...check, '--jobs', '1'],
    'check, jobs by default': check,
    'redocly drift': [redocly, 'drift', recording, '--api', description, '--format', 'json', ...server],
  }
}

/** Alternates, and keeps the run with the least CPU time for each. */
async function measured(commands, rounds) {
  const best = {}
  for (let round = 0; round < rounds; round++)
    for (const [key, command] of Object.entries(commands)) {
      const run = await measure(command, { timeLimit: 1800, cwd: join(cache, 'check') })
      if (best[key] === undefined || run.cpu < best[key].cpu) best[key] = run
    }
  return best
}

function costs(runs) {
  const peer = runs['redocly drift']
  const rows = Object.entries(runs).map(([key, { cpu, wall, peak, code }]) => [
    ...[key, cpu.toFixed(2), wall.toFixed(2), peak.toFixed(0)],
    ...[cpu / peer.cpu, wall / peer.wall, peak / peer.peak].map((ratio) => `${ratio.toFixed(2)} ×`),
    code,
  ])
  return table(
    ['', 'cpu s', 'wall s', 'peak MB', 'cpu / redocly', 'wall / redocly', 'peak / redocly', 'ended with'],
    rows,
  )
}

/** Returns a table with the findings of each tool by fault, including exchanges without a fault. */
function differences(runs) {
  const [ours, theirs] = [rulesOf(runs['check --jobs 1'].stdout), problemsOf(runs['redocly drift'].stdout)]
  const shown = (rules) => (rules === undefined ? '–' : [...rules].sort().join(', '))
  const rows = [...Object.keys(faults), 'none'].map((fault) => {
    const [own, other] = [ours.get(fault), theirs.get(fault)]
    const isAlike = (own === undefined) === (other === undefined)
    return [fault, shown(own), shown(other), isAlike ? '' : (triage[fault] ?? 'NOT TRIAGED')]
  })
  return table(['fault', 'check', 'redocly drift', 'only one of them'], rows)
}

/** Returns the ids of our checks by fault. The request id of the exchange shown with a finding has its number. */
function rulesOf(stdout) {
  const { findings, exchanges } = JSON.parse(stdout)
  const numbers = new Map(
    exchanges.map(({ id, request }) => [id, Number(/\d+$/.exec(request.headers['x-request-id']))]),
  )
  return grouped(findings.map(({ ruleId, evidence }) => [faultAt(numbers.get(evidence.exchange)), ruleId]))
}

function problemsOf(stdout) {
  return grouped(JSON.parse(stdout).problems.map(({ ruleId, exchangeIndex }) => [faultAt(exchangeIndex), ruleId]))
}

function grouped(pairs) {
  const groups = new Map()
  for (const [fault = 'none', rule] of pairs) groups.set(fault, (groups.get(fault) ?? new Set()).add(rule))
  return groups
}

function writeHar(file, exchanges) {
  const creator = { name: 'WebInspector', version: '537.36' }
  const begin = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[\n`
  write(file, exchanges, (at) => `${at === 0 ? begin : ',\n'}${entryOf(at)}`, '\n]}}\n')
}

function writeLines(file, exchanges) {
  write(file, exchanges, (at) => `${lineOf(at)}\n`, '')
}

function write(file, exchanges, textOf, end) {
  const fd = openSync(file, 'w')
  for (let from = 0; from < exchanges; from += exchangesPerFault) {
    const length = Math.min(exchangesPerFault, exchanges - from)
    writeSync(fd, Array.from({ length }, (_, at) => textOf(from + at)).join(''))
  }
  writeSync(fd, end)
  closeSync(fd)
}
