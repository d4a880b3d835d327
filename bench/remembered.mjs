// Runs the tests of the history with full iteration counts: overlapping runs, wrong clocks, kills, waves and faults.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { home } from './cache.mjs'
import { table } from './table.mjs'

const times = 'SPECDRIFT_TIMES'
/** A claim, its tests, and the environment variable with the number of iterations. */
const claims = [
  [
    'A1 runs that overlap: first seen, cause and count follow from all of them; files and PostgreSQL',
    'src/commands/history/overlapping-runs -t counts\\ three',
  ],
  ['A1 ten runs that end together: a finding is new in the first; files and PostgreSQL', 'src/run/live/previous-runs'],
  [
    'A1 drawn histories, against a replay of their runs; as many in files, PGlite and PostgreSQL',
    'src/history/replayed-runs',
    'SPECDRIFT_HISTORIES',
    1000,
  ],
  [
    'A2 clocks that are behind, or in 2099; files and PostgreSQL',
    'src/commands/history/overlapping-runs -t only\\ once',
  ],
  ['A2 the order of runs, and warnings about clocks', 'src/history/recorded-order src/run/live/previous-runs'],
  [
    'A3 a secret in each part of a URL, in no output of 15 commands; ways to give the URL',
    'src/commands/history/url-secrets src/history/postgres/address',
    times,
    3,
  ],
  [
    'A4 reading works and writing fails: SELECT only, read-only, dropped, locked, silent',
    'src/commands/live/not-remembered -t database',
  ],
  ['A5 a disk that is full or read-only, from the start or half-way', 'src/commands/live/not-remembered -t files'],
  [
    'Runs at once in files and in PostgreSQL lose nothing, and notify once: processes',
    'src/commands/history/waves',
    times,
    120,
  ],
  ['Kills in files tear nothing', 'src/commands/kill.test.ts', 'SPECDRIFT_KILLS', 130],
  ['Kills with PostgreSQL tear nothing', 'src/commands/history/kill-postgres', 'SPECDRIFT_KILLS', 130],
  [
    '`pg_ctl stop -m immediate`: the run says whether it is remembered; moments',
    'src/commands/history/crash-postgres',
    times,
    12,
  ],
  [
    'Files and PostgreSQL give the same reports; import and export are byte-identical',
    'src/commands/history/same-history src/history/postgres/postgres-history',
  ],
  [
    'B1 two sandboxes start on one `--state` after kill -9: one has it; rounds',
    'src/commands/sandbox/state-file -t of\\ two',
    times,
    25,
  ],
  [
    'B2 a full disk (`ulimit -f`): what is refused is undone, also after a restart',
    'src/commands/sandbox/state-file src/sandbox/lost-writes -t full|rejected|written',
  ],
  [
    'B3 after a 413 the next request of `http.Agent` is served; rounds',
    'src/sandbox/http/strict-body -t too\\ large',
    times,
    32,
  ],
  [
    'A sandbox is killed amid requests: every write it acknowledged is there; requests',
    'src/commands/sandbox/state-file -t killed',
    'SPECDRIFT_REQUESTS',
    10_000,
  ],
  ['Racing money requests are exact to the cent; requests', 'src/sandbox/racing-money', times, 26_000],
  ['Bad inputs get no 5xx; requests', 'src/sandbox/bad-inputs', times, 35_700],
]

/** Runs the claims that match all words, updates their rows on the page, and exits with 1 if one fails. */
export async function remembered(words) {
  const file = join(home, 'results', 'remembered.md')
  const rows = new Map(existsSync(file) ? rowsIn(readFileSync(file, 'utf8')) : [])
  for (const [claim, selection, variable, count] of claims) {
    if (!words.every((word) => claim.toLowerCase().includes(word.toLowerCase()))) continue
    const { passed, failed, skipped, seconds } = await run(selection, variable, count)
    const holds = failed === 0 && skipped === 0 && passed > 0
    if (!holds) process.exitCode = 1
    const result = holds ? 'holds' : `${failed} failed, ${skipped} skipped`
    rows.set(claim, [claim, count === undefined ? '' : count.toLocaleString('en'), passed, result, seconds])
    process.stdout.write(`${rows.get(claim).join(' · ')}\n`)
    const known = claims.flatMap(([each]) => (rows.has(each) ? [rows.get(each)] : []))
    writeFileSync(file, page(table(['claim', 'how often', 'tests', 'result', 's'], known)))
  }
}

/** Parses the rows of the table by claim. */
function rowsIn(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(1).map((line) => {
    const cells = line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim())
    return [cells[0], cells]
  })
}

/** Runs the tests of files, or those that match `-t`, in a separate process. */
async function run(selection, variable, count) {
  const folder = mkdtempSync(join(tmpdir(), 'specdrift-remembered-'))
  const output = join(folder, 'result.json')
  const [files, name] = selection.split(' -t ')
  const own = [...files.split(' '), ...(name === undefined ? [] : ['-t', name.replaceAll('\\', '')])]
  const flags = [
    'run',
    '--maxWorkers=1',
    '--retry=0',
    '--testTimeout=3600000',
    '--hookTimeout=3600000',
    '--reporter=json',
    `--outputFile=${output}`,
  ]
  const env = { ...process.env, REQUIRE_POSTGRES: '1', ...(variable && { [variable]: String(count) }) }
  const start = performance.now()
  try {
    const vitest = spawn('npx', ['vitest', ...flags, ...own], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    await new Promise((done) => vitest.on('close', done))
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(output, 'utf8'))
    // Tests excluded by name also count as skipped. A test that skips itself is reported.
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    const chosen =
      name === undefined ? all : all.filter(({ fullName }) => new RegExp(name.replaceAll('\\', '')).test(fullName))
    for (const { fullName, failureMessages = [] } of all)
      for (const message of failureMessages) process.stderr.write(`${fullName}\n${message}\n`)
    const skipped = chosen.filter(({ status }) => status !== 'passed' && status !== 'failed').length
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped,
      seconds: Math.round((performance.now() - start) / 1000),
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1, skipped: 0, seconds: Math.round((performance.now() - start) / 1000) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function page(rows) {
  return `# What is remembered, under kills, waves and faults

Written by \`npm run bench -- remembered\` (words select claims: \`remembered A1\` replaces these rows), on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node}. Each row runs
tests of \`src\` with the given number of tries; \`bench/remembered.mjs\` says which. It needs a PostgreSQL, and may have to mount a disk (root).
A wave starts all its processes at once, each of which records a run and notifies. Seconds are of the whole row, on two cores.

${rows}
`
}
