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

/** Which suites to run, and what they are run against. Once stopped nothing more is sent, cleanups run, and what was found out by then is returned. */
export interface StartOptions extends ThreadListeners {
  /** Globs relative to the context's `cwd`. */
  readonly include: readonly string[]
  readonly context: SuiteContext
  /** What is no secret, whatever a credential is. */
  readonly vocabulary?: Vocabulary
  /** Runs only this part of the files, dealt out in turn by name; it may hold none. */
  readonly shard?: Shard
  /** The files of the shard, relative to `cwd`, where they were dealt out before. */
  readonly files?: readonly string[]
  readonly tags?: TagFilter
  /** Called when the suites are at work in their thread. */
  readonly onCalling?: () => void
}

/** Which tests are run by their tags: those with one of `only`, where there are any, and with none of `not`. */
export interface TagFilter {
  readonly only: readonly string[]
  readonly not: readonly string[]
}

/**
 * Runs suite files one after the other, in the order of their names, without a word on stdout and without touching
 * the exit code. Throws NO_SUITES, SUITE_BROKEN, or the error that a suite met: UNKNOWN_OPERATION, NO_TARGET …
 */
export async function startSuites(options: StartOptions): Promise<SuiteRun> {
  // First of all, so that it loads beside us.
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
    // A test that waits for something else does not let go of the runner.
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

/** Whether a run ends by itself; false when it was stopped and the time for its cleanups is over. */
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
    // It fails when its thread is taken away.
    if (!inTime) ended.catch(() => {})
    return inTime
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', begin)
  }
}

/** The files of a shard: each file is in one shard, however often it is asked. */
function dealt(files: readonly TestSpecification[], shard: Shard | undefined): TestSpecification[] {
  const sorted = [...files].sort((a, b) => byText(a.moduleId, b.moduleId))
  return shard === undefined ? sorted : sorted.filter((_, at) => at % shard.count === shard.index - 1)
}

/** The files of these names. Throws NO_SUITES for one that the globs do not find. */
function named(files: readonly TestSpecification[], names: readonly string[], cwd: string): TestSpecification[] {
  const byName = new Map(files.map((file) => [relative(cwd, file.moduleId).replaceAll('\\', '/'), file]))
  return [...new Set(names)].map((name) => {
    const file = byName.get(name)
    if (file === undefined) throw toolError('NO_SUITES', [name])
    return file
  })
}

/** vitest and vite end the process themselves on a signal or a stray rejection, with 1 for the latter: here both are ours to handle. */
async function withoutListeners<T>(create: () => Promise<T>): Promise<T> {
  const events = ['SIGINT', 'SIGTERM', 'unhandledRejection'] as const
  const before = events.map((event) => new Set<unknown>(process.rawListeners(event)))
  const created = await create()
  for (const [index, event] of events.entries()) {
    for (const listener of process.rawListeners(event)) {
      // What listens to an event of the process is a function of that event.
      if (before[index]?.has(listener) !== true) process.off(event, listener as () => void)
    }
  }
  return created
}

async function createRunner(include: readonly string[], context: SuiteContext, config: InlineConfig): Promise<Vitest> {
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
      // The same on a laptop and in CI, where vitest would refuse `.only`: what it leaves out is reported.
      allowOnly: true,
      watch: false,
      // Nothing of ours is left in the user's folder.
      cache: false,
      provide: { specdrift: context },
      silent: true,
      // One thread for all files: they share connections, and `remaining` sees what the others touched.
      fileParallelism: false,
      isolate: false,
      sequence: { sequencer: ByName },
      // A call has a time limit of its own; the test must not end before it.
      testTimeout: testTimeoutOf(context.target),
      hookTimeout: testTimeoutOf(context.target),
      server: { deps: { external: [ourModules] } },
      ...config,
    },
    { ...plainVite, resolve: { alias: ourselves() } },
    { stdout: silence, stderr: silence },
  )
}

/** vitest accepts declared tags only; a tag that no test has cannot be selected. */
function tagConfig({ only, not }: TagFilter = { only: [], not: [] }): InlineConfig {
  const filter = [only.join(' or '), ...not.map((tag) => `not ${tag}`)].filter(Boolean)
  return {
    strictTags: false,
    tags: [...new Set([...only, ...not])].map((name) => ({ name })),
    ...(filter.length > 0 && { tagsFilter: filter }),
  }
}

/** Milliseconds for a test of a few calls, each confirmed, at the pace of the slowest rate limit. */
function testTimeoutOf({ timeouts: { totalMs = 60_000 } = {}, rateLimits = [] }: Target): number {
  return (3 * totalMs) / Math.min(1, ...rateLimits.map(({ perSecond }) => perSecond))
}

const root = fileURLToPath(library)
// Our own modules need no transformation.
const ourModules = new RegExp(`^${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** A suite gets the specdrift that runs it, wherever it is installed. */
function ourselves(): { find: RegExp; replacement: string }[] {
  return [
    { find: /^specdrift\/suite$/, replacement: join(root, 'suite', 'index.js') },
    { find: /^specdrift$/, replacement: join(root, 'index.js') },
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
