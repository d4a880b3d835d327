import { join, resolve } from 'node:path'
import { withSettings } from '../../config/live-options.ts'
import type { Config } from '../../config/schema.ts'
import { toolError } from '../../model/errors.ts'
import type { TerminalView } from '../../model/report/view.ts'
import type { Report } from '../../model/report.ts'
import type { FinishedRun } from '../../run/live/finish.ts'
import type { PreviousRuns } from '../../run/live/previous-runs.ts'
import type { PublishedSource, RunContext } from '../../run/live/run-context.ts'
import { usesOf } from '../consumers/uses-of.ts'
import { renderOptions } from '../report/render-report.ts'
import { forEachApi, listedApis, pickApis } from '../shell/apis.ts'
import { requireMatches, wantedBy } from '../shell/options/filters.ts'
import { type Destination, destinationsOf, emitAll, requireApart } from '../shell/options/outputs.ts'
import { adviceOf, type PickedApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { requireTargets } from './alerts.ts'
import { generateOptionsOf } from './generate.ts'
import { type HarFile, openHar, requireHarApart } from './har.ts'
import type { LiveFlags } from './live-options.ts'
import { notRemembered, openPreviousRuns } from './previous-runs.ts'
import { type ShownProgress, showProgress } from './progress.ts'
import { requireSandboxApi } from './sandbox-api.ts'
import type { StoppableRun } from './stop-run.ts'
import type { ApiReport } from './summary.ts'
import { withTarget } from './target.ts'

type Kind = RunContext['kind']

/** Runs the selected APIs, prints summaries, writes reports and sets the exit code. */
export async function runLive(shell: Shell, kind: Kind, names: readonly string[], flags: LiveFlags): Promise<void> {
  const destinations = destinationsOf(flags)
  if (flags.suites !== undefined && flags.shard === undefined)
    throw toolError('USAGE', ['--suites requires --shard: only a shard runs part of the suites.'])
  if (!shell.globals().configCode)
    throw toolError('USAGE', [`${kind} runs suites, which are executable code, so --no-config-code can't be used.`])
  await wantedBy(flags)
  const { warmRunner, warmThread } = await import('../../suite/running/thread.ts')
  warmThread()
  const config = await readSettings(shell, flags)
  // `monitor` runs all APIs by default, `test` requires one.
  const isAll = kind === 'monitor' && names.length === 0 && flags.all !== true
  const apis = pickApis(config, isAll ? listedApis(config) : names, flags).map((api) => withSettings(api, flags))
  await requireOperations(shell, config, apis, flags)
  requireApart(destinations, apis.length)
  requireHarApart(flags.har, apis.length)
  const ofOne = (['baseUrl', 'snapshot', 'suites', 'case'] as const).find((flag) => flags[flag] !== undefined)
  if (apis.length > 1 && ofOne !== undefined)
    throw toolError('USAGE', [`--${ofOne === 'baseUrl' ? 'base-url' : ofOne} works with a single API only.`])
  requireTargets(config, flags.notify, flags.shard)
  const flag = flags.sandbox === true ? '--sandbox' : '--drift'
  // Validate all APIs before calling any of them or replacing reports.
  if (flags.sandbox === true || (flags.drift ?? []).length > 0)
    for (const api of apis) await requireSandboxApi(shell, config.specsDir, api, { flag, snapshot: flags.snapshot })
  warmRunner()
  const afterwards: (() => Promise<void>)[] = []
  const reports = new Map<string, ApiReport>()
  const each = async (api: PickedApi, own: Shell): Promise<void> => {
    const addOpinion = await runOne(own, kind, config, api, { ...flags, destinations, reports })
    if (addOpinion !== undefined) afterwards.push(addOpinion)
  }
  const ends = await forEachApi(shell, apis, each, flags.jobs)
  for (const addOpinion of afterwards) await addOpinion()
  if (ends.length === 0) return
  const { summaryOf } = await import('./summary.ts')
  const text = summaryOf(ends, reports, apis.length)
  if (isTextPrinted(destinations)) shell.print(text)
  else shell.note(text)
}

/** Throws USAGE before any call if no API has an operation that matches `--operation`. */
async function requireOperations(
  shell: Shell,
  config: Config,
  apis: readonly PickedApi[],
  flags: LiveFlags,
): Promise<void> {
  if (flags.operation === undefined) return
  const [{ loadDocument }, { operationsOf }] = await Promise.all([
    import('../../description/reading/load.ts'),
    import('../../description/dialects/operations.ts'),
  ])
  const { cwd } = shell
  const documents = await Promise.all(
    apis.map(({ name }) => loadDocument(`${name}@${flags.snapshot ?? 'latest'}`, { cwd, specsDir: config.specsDir })),
  )
  await requireMatches(
    flags.operation,
    documents.flatMap((document) => operationsOf(document).map(({ key }) => key)),
  )
}

/** Returns how a monitor loads the published description. */
function publishedAt(shell: Shell, specsDir: string, api: PickedApi): PublishedSource | undefined {
  const { source: address, snapshot = 'propose', sourceAuth = [] } = api
  if (address === undefined || address === '-') return undefined
  const load: PublishedSource['load'] = async (etag, signal) => {
    const [{ loadDocument, loadIfChanged }, { sourceAccess }] = await Promise.all([
      import('../../description/reading/load.ts'),
      import('../contract/source-access.ts'),
    ])
    const access = await sourceAccess(shell, api.name, sourceAuth)
    const options = { cwd: shell.cwd, specsDir, ...(access && { access }), ...(signal && { signal }) }
    return etag === undefined ? loadDocument(address, options) : loadIfChanged(address, etag, options)
  }
  return { address, snapshot, load }
}

/** Destinations of a run's output. */
interface RunOutputs {
  readonly destinations: readonly Destination[]
  /** Reports by API, for the summary. */
  readonly reports: Map<string, ApiReport>
}

function isTextPrinted(destinations: readonly Destination[]): boolean {
  return destinations.some(({ format, file }) => format === 'text' && file === '-')
}

/** Outputs of a run of one API, and the earlier runs it is compared with. */
interface OpenRun {
  readonly folder: string
  readonly past: PreviousRuns | undefined
  readonly har: HarFile | undefined
  readonly stop: StoppableRun
  readonly progress: ShownProgress | undefined
  /** Writes the report of a failed run and rethrows the error. */
  fail(error: unknown): Promise<never>
}

/** Opens the outputs of a run before anything is called, to fail early if its result can't be written. */
async function openRun(shell: Shell, config: Config, api: PickedApi, kind: Kind, flags: LiveFlags): Promise<OpenRun> {
  const { policy, failOn } = config
  const folder = resolve(shell.cwd, config.reportsDir, api.name)
  const { requireWritableReports, writeFailure } = await import('./live-end.ts')
  await requireWritableReports(folder)
  const { stopOnSignal } = await import('./stop-run.ts')
  const stop = stopOnSignal(shell)
  const startedAt = shell.clock()
  const progress = showProgress(shell, api.name)
  let past: PreviousRuns | undefined
  const fail = async (error: unknown): Promise<never> => {
    const times = {
      startedAt: new Date(startedAt).toISOString(),
      milliseconds: Math.max(0, Math.round(shell.clock() - startedAt)),
    }
    const run = { kind, api: api.name, policy, failOn, times, ...(flags.shard && { shard: flags.shard }) }
    await writeFailure(shell, folder, error, { ...run, past })
    throw error
  }
  if (isRemembered(kind, flags)) past = await openPreviousRuns(shell, config, api.name, notRemembered).catch(fail)
  const unreadable = past?.store.failure()
  if (config.historyRequired === true && unreadable !== undefined) return fail(unreadable)
  const har = flags.har === undefined ? undefined : await openHar(shell, flags.har, api.name).catch(fail)
  return { folder, past, har, stop, progress, fail }
}

/** Returns true for runs that are stored. Shards are not stored; their merged report is. */
function isRemembered(kind: Kind, flags: LiveFlags): boolean {
  return kind === 'monitor' && flags.history !== false && flags.shard === undefined
}

const loadReporting = () => Promise.all([import('../../report/render.ts'), import('../../report/write.ts')])

/** Collects the settings of a run and runs it. */
async function checkOne(
  shell: Shell,
  config: Config,
  api: PickedApi,
  kind: Kind,
  flags: LiveFlags,
  { folder, past, har, stop, progress }: OpenRun,
): Promise<FinishedRun> {
  const [{ runMonitor }, { baselineFile, readBaseline }] = await Promise.all([
    import('../../run/live/monitor.ts'),
    import('../../history/baseline/store.ts'),
  ])
  const { cwd, clock, log } = shell
  const generate = generateOptionsOf(flags, api)
  const journals = { folder: join(folder, 'made'), now: clock() }
  const baseline = await readBaseline(baselineFile(resolve(cwd, config.specsDir), api.name))
  const consumers = await usesOf(shell, config, api.name)
  const earlier = await statisticsOf(flags.statistics, shell, api.name)
  return withTarget(shell, api, flags, config.specsDir, (target) =>
    runMonitor({
      ...{ kind, config, api, flags, cwd, target, baseline, earlier, consumers, clock, log, stop, progress },
      generate: generate && { ...generate, journals },
      previous: past,
      advice: adviceOf(api),
      source: flags.snapshot === undefined ? publishedAt(shell, config.specsDir, api) : undefined,
      // Preload the modules; an error will surface at the second import.
      onCalling: () => void loadReporting().catch(() => {}),
      onExchange: har?.add,
    }),
  )
}

async function runOne(
  shell: Shell,
  kind: Kind,
  config: Config,
  api: PickedApi,
  { destinations, reports, ...flags }: LiveFlags & RunOutputs,
): Promise<(() => Promise<void>) | undefined> {
  const open = await openRun(shell, config, api, kind, flags)
  const { folder, past, stop, fail } = open
  const checked = await checkOne(shell, config, api, kind, flags, open)
    .catch((error: unknown) => {
      // Stopping may cause an error, which is not a failure.
      throw stop.signal.aborted ? toolError('INTERRUPTED', [api.name], error) : error
    })
    .catch(fail)
    .finally(() => {
      open.progress?.end()
      stop.end()
      const code = stop.code()
      if (code !== undefined) shell.finish(code)
      return open.har?.close()
    })
  const [[{ renderReport }], { filterReport }, { endRun, logFile }] = await Promise.all([
    loadReporting(),
    import('../../report/filter/filter.ts'),
    import('./live-end.ts'),
  ])
  const options = renderOptions(shell, flags)
  const log = await logFile(shell)
  const render = async (of: Report, format: string, view: TerminalView) =>
    renderReport(filterReport(of, await wantedBy(flags)), format, { ...options, ...view })
  const report = await endRun(shell, checked, {
    ...{ config, folder, options, past, log, notify: flags.notify, isStopped: stop.code() !== undefined },
    print: (whole) => emitAll(shell, destinations, (format, view) => render(whole, format, view), api.name),
    written(page, whole) {
      reports.set(api.name, { report: whole, page })
      const print = isTextPrinted(destinations) ? (text: string) => shell.print(`\n${text}`) : shell.note
      print(`  report     ${page}\n`)
    },
  })
  // An incomplete run gets no second opinion.
  if (report === undefined) return undefined
  if (kind !== 'monitor' || api.crossCheck !== true) return undefined
  const [{ addSecondOpinion }, [, { writeReports }]] = await Promise.all([
    import('../shell/second-opinion.ts'),
    loadReporting(),
  ])
  const rewrite = (whole: Report) => writeReports(whole, folder, options, log)
  const isKept = isRemembered(kind, flags)
  return () => addSecondOpinion(shell, config, report, { destinations, render, rewrite, kept: isKept })
}

async function statisticsOf(files: readonly string[] = [], shell: Shell, api: string) {
  if (files.length === 0) return []
  const { readStatistics } = await import('../../run/report/read-report.ts')
  return readStatistics(files, shell.cwd, api)
}
