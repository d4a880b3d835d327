// Runs the suites on request in this process, each time against a new sandbox.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../dist/config/load.js'
import { runSuites } from '../dist/run/live/test.js'
import { startSandbox } from '../dist/sandbox/index.js'
import { startSuites } from '../dist/suite/running/start.js'
import { expectedOfBuilds, keyOf, readSnapshot } from './builds.mjs'
import { expectedOfDrifts } from './drift.mjs'
import { shownBy } from './enums.mjs'
import { runShuffled } from './shuffled.mjs'

const cwd = fileURLToPath(new URL('..', import.meta.url))
// Use the shipped specdrift.config.ts.
const shippedReads = (await loadConfig(cwd)).apis.lending.reads

process.on('message', async ({ id, job }) => {
  try {
    process.send({ id, result: await run(job) })
  } catch (error) {
    process.send({
      id,
      error: `${error.code ?? error.name}: ${error.message}`,
    })
  }
})

/** Formats each finding as a string: rule, operation, pointer and message. */
function detailsOf(findings) {
  return findings.flatMap(({ ruleId, site, locations = [site], message }) =>
    locations.map(({ operation, pointer }) => `${ruleId} ${operation} ${pointer}: ${message}`),
  )
}

/**
 * Runs a job `{ build, contract, drifts, suites, usual }`. With `calls`, returns only the calls of each test. With
 * `seed`, returns the failures in an order drawn from it.
 */
async function run({ build, contract, drifts, suites, usual, calls, seed, isShipped }) {
  const exchanges = []
  const onResponse = (exchange) => exchanges.push(exchange)
  const isSlow = drifts.some((drift) => drift.startsWith('slow@'))
  const sandbox = await startSandbox({
    build,
    drift: drifts,
    controlPort: 0,
    slowMs: 60_000,
    onResponse,
  })
  try {
    const target = {
      baseUrl: sandbox.url,
      // A target that is given by its URL has no controllable clock.
      ...(isShipped ? {} : { controlUrl: sandbox.controlUrl }),
      label: isShipped ? sandbox.url : 'sandbox',
      writable: !isShipped,
      credentials: ['main', 'sub'].map((kind) => ({
        ...{
          type: 'bearer',
          name: `${kind.toUpperCase()}_TOKEN`,
          prefix: `/${kind}-account`,
        },
        token: sandbox.tokens[kind],
      })),
      // Failures here are permanent, so retries would only waste time.
      ...{ retries: 0, maxRetryAfterMs: 0, timeoutMs: isSlow ? 700 : 10_000 },
    }
    const reads = isShipped ? shippedReads : []
    const options = {
      reads,
      api: 'lending',
      cwd,
      specsDir: 'specs',
      description: `lending@${contract}`,
      target,
      redact: [],
    }
    if (calls) {
      const run = await startSuites({ include: suites, context: options })
      return {
        calls: run.calls.map(briefly),
        shown: shownBy(readSnapshot(contract), exchanges),
      }
    }
    if (seed !== undefined) return await runShuffled(suites, options, seed)
    const { findings, notChecked, subjects } = await runSuites(
      {
        ...{ kind: 'test', cwd, target, flags: {}, log: () => {}, clock: Date.now },
        ...{ baseline: { entries: [] }, earlier: [], consumers: [] },
        config: { policy: 'compat', failOn: 'error', specsDir: 'specs', rules: {} },
        api: { name: 'lending', suites: suites.length > 1 ? `{${suites.join()}}` : suites[0], reads },
      },
      options.description,
    )
    const expected =
      build === contract
        ? expectedOfDrifts(drifts, exchanges)
        : expectedOfBuilds(readSnapshot(contract), readSnapshot(build), exchanges, usual)
    const all = findings.flatMap(locationsOf)
    const errors = textsOf(all.filter(({ severity }) => severity === 'error'))
    return {
      expected,
      found: foundIn(all, subjects),
      errors,
      notChecked,
      usual: statusesOf(exchanges),
      details: detailsOf(findings),
    }
  } finally {
    await sandbox.close()
  }
}

function briefly({ operation, test, status }) {
  return { operation, test, status }
}

/** A finding shared by several operations must cover every location of each. */
function locationsOf({ ruleId, severity, site, locations = [site] }) {
  return locations.map((each) => ({ severity, ...each, ruleId }))
}

function textsOf(all) {
  return [...new Set(all.map(({ ruleId, operation, pointer }) => `${ruleId} at ${`${operation} ${pointer}`.trim()}`))]
}

function foundIn(all, subjects) {
  const found = textsOf(all)
  const lost = subjects.flatMap(({ operation, outcomes }) =>
    Object.keys(outcomes)
      .filter((outcome) => outcome !== 'received')
      .map((outcome) => `outcome ${outcome} at ${operation}`),
  )
  return [...new Set([...found, ...lost])]
}

/** Returns the statuses by request, and by operation. */
function statusesOf(exchanges) {
  const statuses = {}
  for (const exchange of exchanges) {
    const key = keyOf(exchange)
    statuses[key] = [...new Set([...(statuses[key] ?? []), exchange.sent.status])]
  }
  return statuses
}
