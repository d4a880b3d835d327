// Compares `specdrift check` with a bare loop: the additional cost of a larger recording, which excludes startup, and the total for the small one,
// cold. `check memory` reads 100 MB and 1 GB as NDJSON and HAR. `check redocly` reads a HAR of 1,000 exchanges, a HAR of 70 MB and NDJSON of
// 1 GB with small exchanges and drift, like `redocly drift`.
import { existsSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { compareOnShop } from './check/beside-redocly.mjs'
import { bodies, contractFile, recordingFile } from './check/recording.mjs'
import { measure } from './measure.mjs'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const rounds = 3
/** A folder without a config, so that loading one isn't measured. */
const cwd = dirname(contractFile())
/** Sizes of the small and large recording in MB. */
const sizes = [24, 96]

export async function check([what]) {
  checkBuilt()
  process.stdout.write(`load ${loadavg()[0].toFixed(1)}\n\n`)
  if (what === 'memory') return memory()
  if (what === 'redocly') return besideRedocly()
  const rows = []
  for (const [name, objects] of Object.entries(bodies)) {
    const [small, large] = sizes.map((megabytes) => recordingOf(megabytes, objects))
    const commands = {
      'bare loop': (file) => [process.execPath, join(import.meta.dirname, 'check/bare.mjs'), contractFile(), file],
      'check --jobs 1': (file) => checkOf(file, 1),
      'check --jobs 2': (file) => checkOf(file, 2),
    }
    const costs = Object.fromEntries(Object.keys(commands).map((key) => [key, []]))
    // Alternate, so that other load on the machine affects all equally.
    for (let round = 0; round < rounds; round++)
      for (const [key, command] of Object.entries(commands)) {
        const [less, more] = [await measure(command(small.file), { cwd }), await measure(command(large.file), { cwd })]
        costs[key].push({ wall: more.wall - less.wall, cpu: more.cpu - less.cpu, peak: more.peak, cold: less.wall })
      }
    const exchanges = large.exchanges - small.exchanges
    const middle = (key, of) => costs[key].map((cost) => cost[of]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]
    for (const key of Object.keys(commands))
      rows.push([
        name,
        key,
        Math.round(exchanges / middle(key, 'wall')),
        middle(key, 'wall').toFixed(2),
        middle(key, 'cpu').toFixed(2),
        middle(key, 'peak').toFixed(0),
        `${(middle('bare loop', 'wall') / middle(key, 'wall')).toFixed(2)} ×`,
        `${(middle('bare loop', 'cpu') / middle(key, 'cpu')).toFixed(2)} ×`,
        Math.round(small.exchanges / middle(key, 'cold')),
      ])
  }
  const head = ['bodies', '', 'exchanges/s', 'wall s', 'cpu s', 'peak MB', 'rate / bare loop', 'by cpu', 'cold /s']
  process.stdout.write(`${table(head, rows)}\n`)
}

async function memory() {
  const rows = []
  for (const format of ['ndjson', 'har'])
    for (const megabytes of [100, 1024]) {
      const { file } = recordingOf(megabytes, bodies['57 KB'], format)
      const { wall, peak, code } = await measure(checkOf(file, 1), { timeLimit: 600, cwd })
      rows.push([format, (statSync(file).size / 2 ** 20).toFixed(0), wall.toFixed(1), peak.toFixed(0), code])
      // Don't leave a gigabyte behind.
      if (megabytes > 100) rmSync(file)
    }
  process.stdout.write(`${table(['format', 'MB', 'wall s', 'peak MB', 'ended with'], rows)}\n`)
}

/** Compares with redocly on a HAR, which both can read. Alternates, and takes medians of wall and CPU time. */
async function besideRedocly() {
  const redocly = process.env.REDOCLY ?? join(import.meta.dirname, 'node_modules/.bin/redocly')
  if (!existsSync(redocly))
    throw new Error(`No redocly at ${redocly}: install @redocly/cli 2.77 and name it in REDOCLY.`)
  const file = recordingFile(1000, 290, 'har')
  const server = ['--server', 'https://api.example.com']
  const commands = {
    'check --jobs 1': checkOf(file, 1),
    'check, jobs by default': checkOf(file),
    'redocly drift': [redocly, 'drift', file, '--api', contractFile(), '--format', 'json', ...server],
  }
  const all = Object.fromEntries(Object.keys(commands).map((key) => [key, []]))
  for (let round = 0; round < rounds; round++)
    for (const [key, command] of Object.entries(commands))
      all[key].push(await measure(command, { timeLimit: 600, cwd }))
  const middle = (key, of) => all[key].map((run) => run[of]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]
  process.stdout.write(`${(statSync(file).size / 2 ** 20).toFixed(0)} MB, 1000 exchanges\n\n`)
  const rows = Object.keys(commands).map((key) => [
    ...[key, middle(key, 'wall').toFixed(2), middle(key, 'cpu').toFixed(2), middle(key, 'peak').toFixed(0)],
    `${(middle(key, 'wall') / middle('redocly drift', 'wall')).toFixed(2)} ×`,
    all[key][0].code,
  ])
  process.stdout.write(`${table(['', 'wall s', 'cpu s', 'peak MB', 'wall / redocly', 'ended with'], rows)}\n`)
  await compareOnShop(redocly)
}

/** Creates a recording of approximately this many MB. */
function recordingOf(megabytes, objects, format = 'ndjson') {
  // An object takes about 200 bytes, 250 when escaped in a line, plus about 450 for the rest of the exchange.
  const exchanges = Math.max(2, Math.round((megabytes * 2 ** 20) / (objects * 250 + 450)))
  return { file: recordingFile(exchanges, objects, format), exchanges }
}

function checkOf(file, jobs) {
  return [
    process.execPath,
    cli,
    'check',
    file,
    '--description',
    contractFile(),
    ...(jobs === undefined ? [] : ['--jobs', String(jobs)]),
    '--format',
    'json',
  ]
}
