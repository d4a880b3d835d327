// Takes the screenshots of the report page for the docs, from runs of the sandbox, with Chromium.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('../', import.meta.url))
const images = join(root, 'docs', 'images')
const folder = mkdtempSync(join(tmpdir(), 'specdrift-screenshots-'))
const mostBytes = 200_000
// The variables of a GitHub Actions runner.
const env = {
  ...process.env,
  ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/lending', GITHUB_RUN_NUMBER: '412' },
  ...{ GITHUB_RUN_ID: '9001', GITHUB_SHA: 'da94ba8d6f0c4a1f2b3c4d5e6f708192a3b4c5d6' },
}
const few = ['null@GET /main-account/balances/crypto', 'enum@GET /main-account/webhooks']
const many = [
  ...few,
  'required@GET /sub-account/loans',
  'extra@GET /main-account/loans',
  'type@GET /main-account/ltv/limits',
]

/** Runs the program. Exit code 1 means that there are findings. */
function specdrift(...line) {
  try {
    return execFileSync(process.execPath, [join(root, 'dist', 'cli.js'), ...line], { cwd: root, env, stdio: 'pipe' })
  } catch (error) {
    if (error.status !== 1) throw error
    return error.stdout
  }
}

/** Moves earlier runs to the previous day, because a trend of one minute shows no dates. */
function nextDay(history) {
  const file = join(folder, history, 'lending.ndjson')
  if (!existsSync(file)) return
  const earlier = (_, time) => `"startedAt":"${new Date(Date.parse(time) - 23.5 * 3_600_000).toISOString()}"`
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"startedAt":"([^"]+)"/g, earlier))
}

function monitor(history, name, drifts, ...flags) {
  nextDay(history)
  const kept = ['--history-dir', join(folder, history), '--reports-dir', join(folder, name), '--no-cross-check']
  specdrift('monitor', 'lending', '--sandbox', ...drifts.flatMap((drift) => ['--drift', drift]), ...kept, ...flags)
  return join(folder, name, 'lending', 'index.html')
}

const shots = []
env.SPECDRIFT_RELEASE = 'v2.0.0'
for (let run = 0; run < 2; run++) monitor('history', 'clean', [], '--snapshot', 'b06')
for (let run = 0; run < 3; run++) monitor('history', 'clean', [])
monitor('history', 'one', [few[0]])
env.SPECDRIFT_RELEASE = 'v2.1.0'
for (let run = 0; run < 3; run++) monitor('history', 'clean', [])
monitor('history', 'one', few.slice(1))
shots.push(['report.png', monitor('history', 'drift', few), {}, ''])
shots.push(['report-dark.png', monitor('many', 'many', many), { colorScheme: 'dark' }, ''])
shots.push(['report-trend.png', join(folder, 'drift', 'lending', 'index.html'), {}, '#trend'])
shots.push(['report-map.png', join(folder, 'many', 'lending', 'index.html'), {}, '#map'])
const contract = join(folder, 'contract.html')
writeFileSync(contract, specdrift('diff', 'lending@b06', 'lending@b07', '--format', 'html'))
shots.push(['report-contract.png', contract, {}, ''])

mkdirSync(images, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const [name, page, options, hash] of shots) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 860 }, ...options })
  await tab.goto(`${pathToFileURL(page).href}${hash}`)
  await tab.waitForSelector('html[data-ready]', { state: 'attached' })
  await tab.screenshot({ path: join(images, name) })
  await tab.close()
  const { size } = statSync(join(images, name))
  process.stdout.write(`docs/images/${name}  ${Math.round(size / 1000)} kB\n`)
  if (size > mostBytes) throw new Error(`docs/images/${name} has more than ${mostBytes} bytes.`)
}
await browser.close()
rmSync(folder, { recursive: true, force: true })
