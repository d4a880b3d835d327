// Measures building the site of many APIs: from scratch, again without changes, and with one more run per API.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './cache.mjs'
import { measure } from './measure.mjs'
import { table } from './table.mjs'
import { cli } from './tools.mjs'

const [apis, runs] = [300, 100]

export async function site() {
  const head = ['site of 300 APIs', 'wall s', 'cpu s', 'peak MB', 'files written']
  process.stdout.write(`\n${table(head, await siteRows())}\n`)
}

async function siteRows() {
  const folder = join(cache, 'site')
  const output = join(folder, 'site')
  rmSync(folder, { recursive: true, force: true })
  const { driftFinding, history, monitorReport } = await import('../dist/testing/sample-report.js')
  const write = (run, parts = {}) => {
    for (let api = 0; api < apis; api++) {
      const startedAt = new Date(Date.UTC(2026, 6, 1 + run, 8, api % 60)).toISOString()
      const findings = (api + run) % 10 === 0 ? [driftFinding({ fingerprint: String(run).padStart(16, '0') })] : []
      const report = monitorReport({ api: `api-${api}`, findings, times: { startedAt, milliseconds: 900 }, ...parts })
      mkdirSync(join(folder, `${run}`, `api-${api}`), { recursive: true })
      writeFileSync(join(folder, `${run}`, `api-${api}`, 'report.json'), JSON.stringify(report))
    }
    return join(folder, `${run}`)
  }
  const measured = async (name, paths, kept) => {
    const line = ['report', 'site', ...paths, '-o', output, '--runs', `${kept}`]
    const { wall, cpu, peak, code, stderr, stdout } = await measure([process.execPath, cli, ...line], {
      timeLimit: 300,
    })
    if (code !== 0) throw new Error(`${name}: ended with ${code}\n${stderr}`)
    const files = /(\d+) files? written/.exec(stdout)?.[1] ?? ''
    return [name, wall.toFixed(2), cpu?.toFixed(2) ?? '–', peak?.toFixed(0) ?? '–', files]
  }
  const told = [write(runs, { history: history(60) })]
  const rows = [await measured(`${apis} reports, each telling of 60 runs before it`, told, runs)]
  rmSync(output, { recursive: true })
  const all = Array.from({ length: runs }, (_, run) => write(run))
  rows.push(await measured(`${apis * runs} reports at once, 30 runs kept`, all, 30))
  rmSync(output, { recursive: true })
  rows.push(await measured(`${apis * runs} reports at once, ${runs} runs kept`, all, runs))
  rows.push(await measured('one more run of each', [write(runs + 1)], runs))
  rows.push(await measured('one more run of one', [join(write(runs + 2), 'api-7')], runs))
  rows.push(await measured('nothing new, all given again', all.slice(3), runs))
  rmSync(folder, { recursive: true, force: true })
  return rows
}
