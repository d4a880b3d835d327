import { expect, test } from 'vitest'
import { startSandbox } from '../../sandbox/index.ts'
import { liveRun } from '../../testing/cli/suite-project.ts'
import { inFull } from '../../testing/runs.ts'
import { startFlakyProxy } from '../../testing/servers/flaky-proxy.ts'
import { runSuites } from './test.ts'

/** Runs the lending suites against a new sandbox behind a proxy that drops 15 % of the requests. */
async function runFlaky(seed: number, drift: readonly string[]) {
  const sandbox = await startSandbox({ drift })
  const proxy = await startFlakyProxy(sandbox.url, { reset: 0.1, unavailable: 0.05, seed })
  try {
    const bearer = (kind: 'main' | 'sub') =>
      ({ type: 'bearer', name: kind, prefix: `/${kind}-account`, token: sandbox.tokens[kind] }) as const
    const suites = 'suites/lending/{access,balances-and-deposits,loans,main-account}.suite.ts'
    const target = {
      ...{ baseUrl: proxy.url, label: 'sandbox', writable: true, credentials: [bearer('main'), bearer('sub')] },
    }
    const run = await runSuites(liveRun({ api: 'lending', cwd: process.cwd(), suites, target }))
    return { findings: run.findings.map(({ ruleId, fingerprint }) => `${ruleId} ${fingerprint}`), counts: proxy.counts }
  } finally {
    await proxy.close()
    await sandbox.close()
  }
}

const count = inFull(5, 2)

test(`${count} runs against a flaky API find the same: the only response that drifts`, async () => {
  const runs: Awaited<ReturnType<typeof runFlaky>>[] = []
  for (let seed = 1; seed <= count; seed++) runs.push(await runFlaky(seed, ['null@GET /main-account/balances/crypto']))
  expect(runs[0]?.findings).toEqual([expect.stringMatching(/^null-conformance \w+$/)])
  for (const { findings, counts } of runs) {
    expect(findings).toEqual(runs[0]?.findings)
    // Ensures that the proxy dropped requests.
    expect(counts.reset).toBeGreaterThan(0)
    expect(counts.unavailable).toBeGreaterThan(0)
  }
  // Complete runs, including retry delays.
}, 300_000)
