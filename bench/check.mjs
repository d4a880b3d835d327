// `specdrift check` beside the bare loop: what a larger recording costs beyond a small one, so that starting is left out.
// `check memory` reads 100 MB and 400 MB, as NDJSON and as HAR.
import { statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { bodies, contractFile, recordingFile } from './check/recording.mjs'
import { measure } from './measure.mjs'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const rounds = 3
/** MB of the small and of the large recording. */
const sizes = [4, 24]

/** Prints the table. */
export async function check([what]) {
  checkBuilt()
  process.stdout.write(`load ${loadavg()[0].toFixed(1)}\n\n`)
  if (what === 'memory') return memory()
  const rows = []
  for (const [name, objects] of Object.entries(bodies)) {
    const [small, large] = sizes.map((megabytes) => recordingOf(megabytes, objects))
    const commands = {
      'bare loop': (file) => [process.execPath, join(import.meta.dirname, 'check/bare.mjs'), contractFile(), file],
      'check --jobs 1': (file) => checkOf(file, 1),
      'check --jobs 2': (file) => checkOf(file, 2),
    }
    const costs = Object.fromEntries(Object.keys(commands).map((key) => [key, []]))
    // Taking turns: what else the machine does hits all.
    for (let round = 0; round < rounds; round++)
      for (const [key, command] of Object.entries(commands)) {
        const [less, more] = [await measure(command(small.file)), await measure(command(large.file))]
        costs[key].push({ wall: more.wall - less.wall, cpu: more.cpu - less.cpu, peak: more.peak })
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
      ])
  }
  const head = ['bodies', '', 'exchanges/s', 'wall s', 'cpu s', 'peak MB', 'rate / bare loop']
  process.stdout.write(`${table(head, rows)}\n`)
}

async function memory() {
  const rows = []
  for (const format of ['ndjson', 'har'])
    for (const megabytes of [100, 400]) {
      const { file } = recordingOf(megabytes, bodies['57 KB'], format)
      const { wall, peak, code } = await measure(checkOf(file, 1), { timeLimit: 600 })
      rows.push([format, (statSync(file).size / 2 ** 20).toFixed(0), wall.toFixed(1), peak.toFixed(0), code])
    }
  process.stdout.write(`${table(['format', 'MB', 'wall s', 'peak MB', 'ended with'], rows)}\n`)
}

/** A recording of about so many MB. */
function recordingOf(megabytes, objects, format = 'ndjson') {
  // An object is about 200 bytes, escaped in a line about 250; what surrounds it about 450.
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
    '--jobs',
    String(jobs),
    '--format',
    'json',
  ]
}
