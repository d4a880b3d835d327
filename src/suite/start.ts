import { dirname, extname, join } from 'node:path'
import process from 'node:process'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { TestSpecification, Vitest } from 'vitest/node'
import { createRedactor } from '../drift/redact.ts'
import { toolError } from '../model/errors.ts'
import { byText } from '../util/text.ts'
import type { SuiteRun } from './collect.ts'
import type { SuiteContext } from './context.ts'
import type {} from './current-context.ts'
import FindingsReporter from './findings-reporter.ts'

/** Which suites to run, and what they are run against. */
export interface StartOptions {
  /** Globs relative to the context's `cwd`. */
  readonly include: readonly string[]
  readonly context: SuiteContext
}

/**
 * Runs suite files one after the other, in the order of their names, without a word on stdout and without touching
 * the exit code. Throws NO_SUITES, SUITE_BROKEN, or the error that a suite met: UNKNOWN_OPERATION, NO_TARGET …
 */
export async function startSuites({ include, context }: StartOptions): Promise<SuiteRun> {
  const { exitCode } = process
  const values = context.target.credentials.map((credential) => credential.token)
  const reporter = new FindingsReporter({ cwd: context.cwd, redact: createRedactor({ values }).text })
  const vitest = await createRunner(include, context, reporter)
  try {
    const files = await vitest.globTestSpecifications()
    if (files.length === 0) throw toolError('NO_SUITES', [include.join(', ')])
    await vitest.runTestSpecifications(files, true)
  } finally {
    await vitest.close()
    process.exitCode = exitCode
  }
  const { run } = reporter
  if (run === undefined) throw toolError('SUITE_BROKEN', [include.join(', '), 'vitest ended without a result'])
  const fault = run.faults[0]
  if (fault !== undefined) throw fault
  return run
}

async function createRunner(
  include: readonly string[],
  context: SuiteContext,
  reporter: FindingsReporter,
): Promise<Vitest> {
  // Vite and vitest take a fifth of a second to load: not before there is something to run.
  const { createVitest } = await import('vitest/node')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  return createVitest(
    'test',
    {
      config: false,
      root: context.cwd,
      include: [...include],
      exclude: ['**/node_modules/**'],
      // The same on a laptop and in CI, where vitest would refuse `.only`: what it leaves out is said.
      allowOnly: true,
      watch: false,
      // Nothing of ours is left in the user's folder.
      cache: false,
      reporters: [reporter],
      provide: { specdrift: context },
      silent: true,
      // One thread for all files: they share connections, and `remaining` sees what the others touched.
      pool: 'threads',
      fileParallelism: false,
      isolate: false,
      sequence: { sequencer: ByName },
      // A call has a time limit of its own; the test must not end before it.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      server: { deps: { external: isBuilt ? [ourRoot] : [] } },
    },
    { logLevel: 'silent', clearScreen: false, resolve: { alias: ourselves() } },
    { stdout: silence, stderr: silence },
  )
}

const here = fileURLToPath(import.meta.url)
const isBuilt = extname(here) === '.js'
const root = join(dirname(here), '..')
// Our own modules need no transformation once they are built.
const ourRoot = new RegExp(`^${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** A suite gets the specdrift that runs it, wherever it is installed: its sources in our own tests, else the build. */
function ourselves(): { find: RegExp; replacement: string }[] {
  return [
    { find: /^specdrift\/suite$/, replacement: join(root, 'suite', `index${extname(here)}`) },
    { find: /^specdrift$/, replacement: join(root, `index${extname(here)}`) },
  ]
}

/** Files by name: vitest would take the slowest of the last run first. */
class ByName {
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => byText(a.moduleId, b.moduleId))
  }
}
