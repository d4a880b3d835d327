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

/** Calls each API, prints the summaries, writes the reports, and sets the exit code. */
export async function runLive(shell: Shell, kind: Kind, names: readonly string[], flags: LiveFlags): Promise<void> {
  const destinations = destinationsOf(flags)
  if (flags.suites !== undefined && flags.shard === undefined)
    throw toolError('USAGE', ['--suites goes with --shard: only a shard leaves suites out.'])
  if (!shell.globals().configCode)
    throw toolError('USAGE', [`${kind} runs suites, which are code: --no-config-code would promise too much.`])
  await wantedBy(flags)
  const { warmRunner, warmThread } = await import('../../suite/running/thread.ts')
  warmThread()
  const config = await readSettings(shell, flags)
  // On a schedule all are meant; what is tried out is one.
  const isAll = kind === 'monitor' && names.length === 0 && flags.all !== true
  const apis = pickApis(config, isAll ? listedApis(config) : names, flags).map((api) => withSettings(api, flags))
  await requireOperations(shell, config, apis, flags)
  requireApart(destinations, apis.length)
  requireHarApart(flags.har, apis.length)
  const ofOne = (['baseUrl', 'snapshot', 'suites', 'case'] as const).find((flag) => flags[flag] !== undefined)
  if (apis.length > 1 && ofOne !== undefined)
    throw toolError('USAGE', [`--${ofOne === 'baseUrl' ? 'base-url' : ofOne} is of one API, not of several.`])
  requireTargets(config, flags.notify, flags.shard)
  const flag = flags.sandbox === true ? '--sandbox' : '--drift'
  // Before any of them is called, or its last report is replaced.
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

/** Before anything is called. Throws USAGE for an `--operation` that is in the description of none of the APIs. */
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

/** Where a monitor finds the published description. */
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

/** Where the output of a run goes. */
interface RunOutputs {
  readonly destinations: readonly Destination[]
  /** By API, for the summary. */
  readonly reports: Map<string, ApiReport>
}

function isTextPrinted(destinations: readonly Destination[]): boolean {
  return destinations.some(({ format, file }) => format === 'text' && file === '-')
}

/** What a run of one API writes to and is compared with. */
interface OpenRun {
  readonly folder: string
  readonly past: PreviousRuns | undefined
  readonly har: HarFile | undefined
  readonly stop: StoppableRun
  readonly progress: ShownProgress | undefined
  /** Writes the report of a run that could not check, and throws the error. */
  fail(error: unknown): Promise<never>
}

/** Opens what a run needs before anything is called: a result that cannot be kept is noticed now. */
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

/** A shard is no run: the runs that are remembered are those whose shards are merged. */
function isRemembered(kind: Kind, flags: LiveFlags): boolean {
  return kind === 'monitor' && flags.history !== false && flags.shard === undefined
}

const loadReporting = () => Promise.all([import('../../report/render.ts'), import('../../report/write.ts')])

/** Makes the context of a run, and runs it. */
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
      // A failure shows when they are asked for again later.
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
      // What fails because it was stopped is not at fault.
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
  // Part of a run has no second opinion.
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
