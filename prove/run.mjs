// Proves the suites: every build of the lending service against every contract, and every kind of drift at every
// operation. Writes docs/prove.md and ends with 1 when anything is missed or found in vain. With kinds of drift as
// arguments, those alone are tried, and nothing is written.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { driftKinds, isApplicable, sandboxBuilds, sandboxOperations } from '../dist/sandbox/index.js'
import { isLoss } from './drift.mjs'
import { filesCalling, groupsOf } from './groups.mjs'
import { page } from './page.mjs'
import { openPool } from './pool.mjs'

const latest = sandboxBuilds.at(-1)
const folder = 'suites/lending'
const seeds = [1, 2, 3, 4, 5]
const only = process.argv.slice(2)
const started = performance.now()
const pool = openPool()
try {
  const results = await prove()
  report(results)
  if (only.length === 0) {
    await mkdir('docs', { recursive: true })
    await writeFile('docs/prove.md', page(results))
  }
} finally {
  pool.close()
}

async function prove() {
  const plain = { build: latest, contract: latest, drifts: [], suites: [`${folder}/*.suite.ts`] }
  const calls = await callsOf(plain)
  const same = await pool.run(plain)
  const pairs = [
    ...sandboxBuilds.map((build) => ({ build, contract: latest })),
    ...sandboxBuilds.filter((build) => build !== latest).map((contract) => ({ build: latest, contract })),
  ]
  const versions = (only.length === 0 ? pairs : []).map(async (pair) => {
    const result =
      pair.build === pair.contract
        ? same
        : await pool.run({ ...plain, ...pair, usual: same.usual }).catch(ofFailure([]))
    return printed({ ...pair, ...compare(result, calls) })
  })
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
      return printed({ kind, operations, runs: runs.length, ...merge(await Promise.all(runs)) })
    })
  const orders = (only.length === 0 ? seeds : []).map((seed) => pool.run({ ...plain, seed }))
  return {
    orders: (await Promise.all(orders)).flatMap((texts, at) => texts.map((text) => `seed ${seeds[at]}: ${text}`)),
    versions: await Promise.all(versions),
    kinds: await Promise.all(kinds),
    operations: sandboxOperations,
    calls: calls.length,
  }
}

/** Which test of which file calls what, without any drift. */
async function callsOf(plain) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.suite.ts')).sort()
  const calls = files.map(async (name) => {
    const file = `${folder}/${name}`
    return (await pool.run({ ...plain, suites: [file], calls: true })).map((call) => ({ ...call, file }))
  })
  return (await Promise.all(calls)).flat()
}

/** A run that could not check has found nothing of what it had to. */
function ofFailure(drifts) {
  return ({ message }) => ({ expected: drifts, found: [message], errors: [], notChecked: [] })
}

/** Prints what is wrong with a result. */
function printed(result) {
  const name = result.kind ?? `build ${result.build} × contract ${result.contract}`
  for (const text of result.missed) process.stdout.write(`missed  ${name}: ${text}\n`)
  for (const text of result.extra) process.stdout.write(`extra   ${name}: ${text}\n`)
  process.stderr.write(`done    ${name}\n`)
  return result
}

/** A failure that follows from a drifted response before it in its test is reported as not checked, and counts as found. */
function compare({ expected, found, errors, notChecked }, calls) {
  const reported = expected.filter((text) => !found.includes(text) && isReported(text, notChecked, calls))
  return {
    expected,
    errors,
    reported,
    missed: expected.filter((text) => !found.includes(text) && !reported.includes(text)),
    extra: found.filter((text) => !expected.includes(text)),
  }
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

function report({ orders, versions, kinds }) {
  const all = [...versions, ...kinds]
  const count = (part) => all.reduce((sum, each) => sum + each[part].length, 0)
  for (const text of orders) process.stdout.write(`order   ${text}\n`)
  const runs = versions.length + kinds.reduce((sum, kind) => sum + kind.runs, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const counts = `${count('expected')} expected, ${count('missed')} missed, ${count('extra')} extra, ${count('errors')} errors`
  process.stdout.write(`${counts}; ${runs} runs in ${seconds} s\n`)
  if (count('missed') + count('extra') + orders.length > 0) process.exitCode = 1
}
