// Runs the suites in random order, both files and tests. No test may depend on another.
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import FindingsReporter from '../dist/suite/findings-reporter.js'

const suite = fileURLToPath(new URL('../dist/suite/index.js', import.meta.url))

/** Runs the suites of `context` in the order drawn from a seed. Returns the failures as strings. */
export async function runShuffled(suites, context, seed) {
  const reporter = new FindingsReporter({ cwd: context.cwd })
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const vitest = await createVitest(
    'test',
    {
      ...{ config: false, root: context.cwd, include: suites, watch: false, cache: false, silent: true },
      ...{ pool: 'threads', fileParallelism: false, isolate: false, provide: { specdrift: context } },
      ...{ reporters: [reporter], sequence: { shuffle: { files: true, tests: true }, seed } },
      ...{ testTimeout: 60_000, hookTimeout: 60_000 },
    },
    {
      logLevel: 'silent',
      clearScreen: false,
      resolve: { alias: [{ find: /^specdrift\/suite$/, replacement: suite }] },
    },
    { stdout: silence, stderr: silence },
  )
  try {
    await vitest.start()
  } finally {
    await vitest.close()
  }
  const { tests, findings, notChecked, faults } = reporter.run
  return [
    ...faults.map(({ message }) => message),
    ...findings.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ...notChecked.map(({ what, because }) => `${what}: ${because}`),
    ...(tests.passed > 0 && tests.failed === 0 ? [] : [`${tests.passed} tests passed, ${tests.failed} failed`]),
  ]
}
