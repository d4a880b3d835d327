// Proves the suites: runs every build of the lending service against every contract, and every kind of drift on every operation. Writes
// docs/prove.md and the matrix in bench/results. Exits with 1 if a finding is missing or unexpected. Given kinds of drift as arguments, runs only
// those and writes nothing. `builds` runs only the matrix, and `enums` writes only the table of enum values.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { driftKinds, isApplicable, sandboxBuilds, sandboxOperations } from '../dist/sandbox/index.js'
import { readSnapshot } from './builds.mjs'
import { isLoss } from './drift.mjs'
import { enumPage } from './enums.mjs'
import { filesCalling, groupsOf } from './groups.mjs'
import { matrixPage } from './matrix-page.mjs'
import { page } from './page.mjs'
import { openPool } from './pool.mjs'
import { judge } from './rows.mjs'

const latest = sandboxBuilds.at(-1)
const folder = 'suites/lending'
const seeds = [1, 2, 3, 4, 5]
const only = process.argv.slice(2)
const isWhole = only.length === 0
const isMatrix = only.length === 0 || only.includes('builds')
const started = performance.now()
const pool = openPool()
try {
  const results = await prove()
  report(results)
  if (isWhole || only.includes('enums')) await writeFile('bench/results/lending-enums.md', results.enums.text)
  if (isMatrix) await writeFile('bench/results/lending-matrix.md', matrixPage(results.matrix))
  if (only.length === 0) {
    await mkdir('docs', { recursive: true })
    await writeFile('docs/prove.md', page(results))
  }
} finally {
  pool.close()
}

async function prove() {
  const plain = {
    build: latest,
    contract: latest,
    drifts: [],
    suites: [`${folder}/*.suite.ts`],
  }
  const { calls, shown } = await callsOf(plain)
  const builds = isMatrix ? sandboxBuilds : []
  const versions = builds.flatMap((contract) => {
    const same = pool.run({ ...plain, build: contract, contract })
    return builds.map(async (build) => {
      const pair = { build, contract }
      const run = async () => pool.run({ ...plain, ...pair, usual: (await same).usual })
      const result = await (build === contract ? same : run()).catch(ofFailure([]))
      return printed({
        ...pair,
        details: result.details,
        ...compare(result, calls),
      })
    })
  })
  const shipped = builds.flatMap((contract) =>
    builds.map(async (build) => {
      const job = { ...plain, build, contract, isShipped: true, usual: {} }
      const { details, errors } = await pool.run(job).catch(ofFailure([]))
      process.stderr.write(`done    shipped configuration: build ${build} × contract ${contract}\n`)
      return {
        errors: errors.length,
        ...judge({ build, contract, mode: 'shipped', details }),
      }
    }),
  )
  const kinds = driftKinds
    .filter((kind) => only.length === 0 || only.includes(kind))
    .map(async (kind) => {
      const operations = sandboxOperations.filter((operation) => isApplicable(kind, operation))
      const groups = groupsOf(operations, calls, isLoss(kind))
      const runs = groups.map(async (group) => {
        const drifts = group.map((operation) => `${kind}@${operation}`)
        const job = { ...plain, drifts, suites: filesCalling(group, calls) }
        return compare(await pool.run(job).catch(ofFailure(drifts)), calls)
      })
      return printed({
        kind,
        operations,
        runs: runs.length,
        ...merge(await Promise.all(runs)),
      })
    })
  const orders = (only.length === 0 ? seeds : []).map((seed) => pool.run({ ...plain, seed }))
  const ran = await Promise.all(versions)
  return {
    enums: enumPage(readSnapshot(latest), shown),
    matrix: [...(await Promise.all(shipped)), ...ran.map((each) => judge({ ...each, mode: 'writable' }))],
    orders: (await Promise.all(orders)).flatMap((texts, at) => texts.map((text) => `seed ${seeds[at]}: ${text}`)),
    versions: ran,
    kinds: await Promise.all(kinds),
    operations: sandboxOperations,
    calls: calls.length,
  }
}

/** Returns the calls of each test without any drift, and the enum values that each file covers. */
async function callsOf(plain) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.suite.ts')).sort()
  const calls = files.map(async (name) => {
    const file = `${folder}/${name}`
    const result = await pool.run({ ...plain, suites: [file], calls: true })
    return {
      calls: result.calls.map((call) => ({ ...call, file })),
      shown: [name, result.shown],
    }
  })
  const all = await Promise.all(calls)
  return {
    calls: all.flatMap((each) => each.calls),
    shown: Object.fromEntries(all.map((each) => each.shown)),
  }
}

/** A run that failed before it could check anything has found none of the expected findings. */
function ofFailure(drifts) {
  return ({ message }) => ({
    expected: drifts,
    found: [message],
    errors: [],
    notChecked: [],
    details: [message],
  })
}

/** Prints the errors of a result. */
function printed(result) {
  const name = result.kind ?? `build ${result.build} × contract ${result.contract}`
  for (const text of result.missed) process.stdout.write(`missed  ${name}: ${text}\n`)
  for (const text of result.extra) process.stdout.write(`extra   ${name}: ${text}\n`)
  process.stderr.write(`done    ${name}\n`)
  return result
}

/** An expected failure also counts as found if the run reports the rest of its test as not checked, due to an earlier drifted response. */
function compare({ expected, found, errors, notChecked }, calls) {
  const reported = expected.filter((text) => !found.includes(text) && isReported(text, notChecked, calls))
  return {
    expected,
    errors,
    reported,
    missed: expected.filter((text) => !found.includes(text) && !reported.includes(text)),
    extra: found.filter((text) => !expected.includes(text) && !isGivenUp(text, notChecked)),
  }
}

/** Whether the run skipped the operation because earlier calls got no response. */
function isGivenUp(text, notChecked) {
  const operation = text.replace('outcome unreachable at ', '')
  return notChecked.some((each) => each.operation === operation && each.because.includes('breaker-open'))
}

function isReported(text, notChecked, calls) {
  const [, operation] = /^expectation-failed at (.*)$/.exec(text) ?? []
  const tests = calls.filter((call) => call.operation === operation).map(({ test }) => `rest of test "${test}"`)
  return notChecked.some(({ what }) => tests.includes(what))
}

function merge(results) {
  const all = (part) => results.flatMap((result) => result[part])
  return {
    expected: all('expected'),
    errors: all('errors'),
    reported: all('reported'),
    missed: all('missed'),
    extra: all('extra'),
  }
}

function report({ enums, matrix, orders, versions, kinds }) {
  const all = [...versions, ...kinds]
  const count = (part) => all.reduce((sum, each) => sum + each[part].length, 0)
  const wrong = matrix.flatMap((cell) => cell.wrong)
  for (const text of enums.wrong)
    process.stdout.write(`value   ${text}: shown by no suite without a reason, or with one\n`)
  for (const text of wrong) process.stdout.write(`matrix  ${text}\n`)
  for (const text of orders) process.stdout.write(`order   ${text}\n`)
  const runs = versions.length + kinds.reduce((sum, kind) => sum + kind.runs, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const counts = `${count('expected')} expected, ${count('missed')} missed, ${count('extra')} extra, ${count('errors')} errors`
  process.stdout.write(`${counts}; ${runs} runs in ${seconds} s\n`)
  if (count('missed') + count('extra') + orders.length + wrong.length + enums.wrong.length > 0) process.exitCode = 1
}
