// Measures the diff of two small files, compared with starting Node.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from './measure.mjs'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const runs = 20

/** Prints the table. The two alternate, so that other load on the machine affects both equally. */
export async function start() {
  checkBuilt()
  const cwd = mkdtempSync(join(tmpdir(), 'specdrift-start-'))
  try {
    await compare(cwd)
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

async function compare(cwd) {
  const [base, revision] = ['string', 'integer'].map((type) => {
    const content = { 'application/json': { schema: { type } } }
    const paths = { '/a': { get: { responses: { 200: { description: 'ok', content } } } } }
    const file = join(cwd, `${type}.json`)
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths }))
    return file
  })
  const commands = {
    'node -e 0': [process.execPath, '-e', '0'],
    'specdrift --version': [process.execPath, cli, '--version'],
    'specdrift diff': [process.execPath, cli, 'diff', base, revision],
  }
  const results = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  for (let run = 0; run < runs; run++)
    for (const [name, command] of Object.entries(commands)) results[name].push(await measure(command, { cwd }))
  const floor = summary(results['node -e 0'])
  const rows = Object.entries(results).map(([name, measured]) => {
    const { fastest, median, cpu, peak } = summary(measured)
    const ratio = (value, of) => `${(value / of).toFixed(2)} ×`
    return [
      name,
      (fastest * 1000).toFixed(0),
      (median * 1000).toFixed(0),
      cpu === undefined ? '–' : (cpu * 1000).toFixed(0),
      peak === undefined ? '–' : peak.toFixed(0),
      ratio(fastest, floor.fastest),
      ratio(median, floor.median),
    ]
  })
  const head = ['command', 'fastest ms', 'median ms', 'median cpu ms', 'peak MB', 'fastest ratio', 'median ratio']
  process.stdout.write(`${runs} runs each, taking turns\n\n${table(head, rows)}\n`)
}

function summary(measured) {
  const middle = (key) => {
    const values = measured.map((result) => result[key]).filter((value) => value !== undefined)
    return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
  }
  const peaks = measured.map(({ peak }) => peak).filter((peak) => peak !== undefined)
  return {
    fastest: Math.min(...measured.map(({ wall }) => wall)),
    median: middle('wall'),
    cpu: middle('cpu'),
    peak: peaks.length === 0 ? undefined : Math.max(...peaks),
  }
}
