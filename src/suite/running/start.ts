import { join, relative } from 'node:path'
import process from 'node:process'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { RunnerTaskResultPack } from 'vitest'
import type { InlineConfig, TestSpecification, Vitest } from 'vitest/node'
import { createRedactor } from '../../drift/redaction/redact.ts'
import type { Vocabulary } from '../../drift/redaction/vocabulary.ts'
import { toolError } from '../../model/errors.ts'
import type { Shard } from '../../model/report.ts'
import { byText } from '../../util/text.ts'
import type { SuiteContext, Target } from '../api/context.ts'
import type {} from '../api/current-context.ts'
import { secretsOfTarget } from '../connection/secrets.ts'
import FindingsReporter from '../findings-reporter.ts'
import { collectRun, nothingRun, type SuiteRun } from './collect.ts'
import { graceMs } from './grace.ts'
import { plainVite } from './plain-vite.ts'
import type { RunStop } from './stop.ts'
import { library, openThreadPool, type ThreadListeners } from './thread.ts'

/** Options for a suite run. Once stopped, only cleanups send requests, and the results so far are returned. */
export interface StartOptions extends ThreadListeners {
  /** Globs relative to the context's `cwd`. */
  readonly include: readonly string[]
  readonly context: SuiteContext
  /** Words that are never redacted. */
  readonly vocabulary?: Vocabulary
  /** Run only this share of the files, assigned round-robin by name; it may be empty. */
  readonly shard?: Shard
  /** Files of the shard relative to `cwd`, if already assigned. */
  readonly files?: readonly string[]
  readonly tags?: TagFilter
  /** Called when the thread starts running suites. */
  readonly onCalling?: () => void
}

/** Selects tests with a tag of `only`, if any, and without a tag of `not`. */
export interface TagFilter {
  readonly only: readonly string[]
  readonly not: readonly string[]
}

/** Runs suite files sequentially by name, without output. Throws NO_SUITES, SUITE_BROKEN, UNKNOWN_OPERATION, NO_TARGET. */
export async function startSuites(options: StartOptions): Promise<SuiteRun> {
  // First, so that the thread loads in parallel.
  const stopped: RunnerTaskResultPack[] = []
  const onTasks: ThreadListeners['onTasks'] = (tasks) => void stopped.push(...tasks)
  const { pool, close } = openThreadPool(options.context, { ...options, onTasks })
  try {
    return await runIn(pool, options, stopped)
  } finally {
    await close()
  }
}

async function runIn(
  pool: NonNullable<InlineConfig['pool']>,
  { include, context, vocabulary, shard, files: wanted, tags, onCalling, stop }: StartOptions,
  stopped: RunnerTaskResultPack[],
): Promise<SuiteRun> {
  const { exitCode } = process
  const values = secretsOfTarget(context.target)
  const texts = { cwd: context.cwd, redact: createRedactor({ values, vocabulary }).text }
  const reporter = new FindingsReporter(texts)
  let hangs = false
  const vitest = await withoutListeners(() =>
    createRunner(include, context, { reporters: [reporter], pool, ...tagConfig(tags) }),
  )
  try {
    const files = await vitest.globTestSpecifications()
    if (files.length === 0) throw toolError('NO_SUITES', [include.join(', ')])
    const own = wanted === undefined ? dealt(files, shard) : named(files, wanted, context.cwd)
    if (own.length === 0) return nothingRun
    if (stop?.signal.aborted === true) return nothingRun
    const ended = vitest.runTestSpecifications(own, true)
    onCalling?.()
    if (!(await endsInTime(ended, stop))) {
      hangs = true
      vitest.state.updateTasks(stopped)
      return collectRun(vitest.state.getTestModules(), [], texts)
    }
  } finally {
    const closing = vitest.close()
    // A hanging test would keep the runner from closing.
    if (hangs) closing.catch(() => {})
    else await closing
    process.exitCode = exitCode
  }
  const { run } = reporter
  if (run === undefined) throw toolError('SUITE_BROKEN', [include.join(', '), 'vitest ended without a result'])
  const fault = run.faults[0]
  if (fault !== undefined) throw fault
  return run
}

/** Returns false if the run was stopped and the cleanup time is over. */
async function endsInTime(ended: Promise<unknown>, stop: RunStop | undefined): Promise<boolean> {
  if (stop === undefined) return ended.then(() => true)
  const { signal } = stop
  let timer: NodeJS.Timeout | undefined
  let begin = (): void => {}
  const late = new Promise<boolean>((done) => {
    begin = () => {
      timer = setTimeout(() => done(false), graceMs)
    }
    if (signal.aborted) begin()
    else signal.addEventListener('abort', begin, { once: true })
  })
  try {
    const inTime = await Promise.race([ended.then(() => true), late])
    // It rejects when its thread is terminated.
    if (!inTime) ended.catch(() => {})
    return inTime
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', begin)
  }
}

function dealt(files: readonly TestSpecification[], shard: Shard | undefined): TestSpecification[] {
  const sorted = [...files].sort((a, b) => byText(a.moduleId, b.moduleId))
  return shard === undefined ? sorted : sorted.filter((_, at) => at % shard.count === shard.index - 1)
}

function named(files: readonly TestSpecification[], names: readonly string[], cwd: string): TestSpecification[] {
  const byName = new Map(files.map((file) => [relative(cwd, file.moduleId).replaceAll('\\', '/'), file]))
  return [...new Set(names)].map((name) => {
    const file = byName.get(name)
    if (file === undefined) throw toolError('NO_SUITES', [name])
    return file
  })
}

/** Removes listeners that vitest and vite add for signals and unhandled rejections, which we handle ourselves. */
async function withoutListeners<T>(create: () => Promise<T>): Promise<T> {
  const events = ['SIGINT', 'SIGTERM', 'unhandledRejection'] as const
  const before = events.map((event) => new Set<unknown>(process.rawListeners(event)))
  const created = await create()
  for (const [index, event] of events.entries()) {
    for (const listener of process.rawListeners(event)) {
      // Listeners of a process event have its signature.
      if (before[index]?.has(listener) !== true) process.off(event, listener as () => void)
    }
  }
  return created
}

async function createRunner(include: readonly string[], context: SuiteContext, config: InlineConfig): Promise<Vitest> {
  // Loaded on demand, because Vite and vitest take 200 ms to load.
  const { createVitest } = await import('vitest/node')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  return createVitest(
    'test',
    {
      config: false,
      root: context.cwd,
      include: [...include],
      exclude: ['**/node_modules/**'],
      // Same behaviour locally and in CI, where vitest rejects `.only`. Skipped tests are reported.
      allowOnly: true,
      watch: false,
      // Leaves no cache in the user's folder.
      cache: false,
      provide: { specdrift: context },
      silent: true,
      // One thread for all files, so that they share connections and `remaining` sees all calls.
      fileParallelism: false,
      isolate: false,
      sequence: { sequencer: ByName },
      // Calls have their own timeout, which must fire before the test's.
      testTimeout: testTimeoutOf(context.target),
      hookTimeout: testTimeoutOf(context.target),
      server: { deps: { external: [ourModules] } },
      ...config,
    },
    { ...plainVite, resolve: { alias: ourselves() } },
    { stdout: silence, stderr: silence },
  )
}

/** Declares the tags, because vitest only accepts declared ones. */
function tagConfig({ only, not }: TagFilter = { only: [], not: [] }): InlineConfig {
  const filter = [only.join(' or '), ...not.map((tag) => `not ${tag}`)].filter(Boolean)
  return {
    strictTags: false,
    tags: [...new Set([...only, ...not])].map((name) => ({ name })),
    ...(filter.length > 0 && { tagsFilter: filter }),
  }
}

/** Returns the test timeout in milliseconds: a few confirmed calls at the slowest rate limit. */
function testTimeoutOf({ timeouts: { totalMs = 60_000 } = {}, rateLimits = [] }: Target): number {
  return (3 * totalMs) / Math.min(1, ...rateLimits.map(({ perSecond }) => perSecond))
}

const root = fileURLToPath(library)
// Our own modules need no transformation.
const ourModules = new RegExp(`^${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** Resolves `specdrift` in suites to the running installation. */
function ourselves(): { find: RegExp; replacement: string }[] {
  return [
    { find: /^specdrift\/suite$/, replacement: join(root, 'suite', 'index.js') },
    { find: /^specdrift$/, replacement: join(root, 'index.js') },
  ]
}

/** Sorts files by name; vitest's default starts with the slowest. */
class ByName {
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => byText(a.moduleId, b.moduleId))
  }
}
