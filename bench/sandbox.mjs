// Measures the sandbox: the time to the first response, and 10,000 mixed requests at concurrency 50 with a state file.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const starts = 10
const requests = 10_000
const concurrency = 50

/** Prints both tables. Fails if any response is a 5xx. */
export async function sandbox() {
  checkBuilt()
  const cold = []
  for (let run = 0; run < starts; run++) cold.push(await coldStart())
  cold.sort((a, b) => a - b)
  const head = ['from spawn to the first response', 'ms']
  const rows = [
    ['fastest', cold[0].toFixed(0)],
    ['median', cold[starts / 2].toFixed(0)],
  ]
  process.stdout.write(`${starts} starts\n\n${table(head, rows)}\n\n`)
  await load()
}

async function coldStart() {
  const begun = performance.now()
  const { url, child } = await started([])
  await send(url, 'GET', '/main-account/health')
  const milliseconds = performance.now() - begun
  await stop(child)
  return milliseconds
}

async function load() {
  const folder = mkdtempSync(join(tmpdir(), 'specdrift-bench-'))
  const { url, child } = await started(['--state', join(folder, 'state')])
  const statuses = new Map()
  let next = 0
  const begun = performance.now()
  const worker = async () => {
    while (next < requests) {
      const [method, path, body] = mix[next++ % mix.length]
      const status = await send(url, method, path, body)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seconds = (performance.now() - begun) / 1000
  await stop(child)
  rmSync(folder, { recursive: true })
  const rows = [...statuses].sort().map(([status, count]) => [String(status), String(count)])
  const rate = (requests / seconds).toFixed(0)
  process.stdout.write(
    `${requests} requests at concurrency ${concurrency}, ${rate} a second, every change on the disk\n\n`,
  )
  process.stdout.write(`${table(['status', 'responses'], rows)}\n`)
  if ([...statuses.keys()].some((status) => status >= 500)) process.exitCode = 1
}

const mix = [
  ['POST', '/main-account/sub-accounts', { email: 'a@example.com' }],
  ['GET', '/sub-account/balances/crypto'],
  ['POST', '/sub-account/loans/loan-2/repayments/fiat', { fiatAmount: 0.01 }],
  ['GET', '/main-account/loans?pageSize=2'],
  ['POST', '/sub-account/loans/loan-1/repayments/fiat', { fiatAmount: 'nothing' }],
  ['POST', '/main-account/loans/fixed-term/schedule', { fiatPrincipalAmount: 20_000, termInYears: 2 }],
  ['GET', '/sub-account/loans/none'],
  ['POST', '/main-account/loans/transactions', { filter: { types: ['FIAT_BORROW'] } }],
]

async function started(flags) {
  const child = spawn(process.execPath, [cli, 'sandbox', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (printed.includes('\n')) break
  }
  return { url: /http:\/\/\S+/.exec(printed)[0], child }
}

async function stop(child) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

async function send(url, method, path, body) {
  const authorization = path.startsWith('/main') ? 'Bearer main-token' : 'Bearer sub-token'
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  await response.arrayBuffer()
  return response.status
}
