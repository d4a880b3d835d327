import { describe, operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { mergeFindings } from '../../drift/evidence/merge.ts'
import { isRead, type ReachSettings, reachSettingsOf, unmatchedGlobs } from '../../drift/reach/settings.ts'
import { vocabularyOf } from '../../drift/redaction/vocabulary.ts'
import { mergeStatistics } from '../../learn/statistics.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Log } from '../../model/log.ts'
import { type NotChecked, outcomeWords } from '../../model/observation.ts'
import type { CouldNotCheck, Shard, Subject } from '../../model/report.ts'
import type { Target } from '../../suite/api/context.ts'
import type { LostAccess } from '../../suite/calls/canary.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { belowBasePath } from '../../suite/connection/base-url.ts'
import { nothingRun, type SuiteRun } from '../../suite/running/collect.ts'
import { startSuites, type TagFilter } from '../../suite/running/start.ts'
import type { RunStop } from '../../suite/running/stop.ts'
import { canonical } from '../../util/json.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'
import { byText } from '../../util/text.ts'
import { countResponses } from './blind.ts'
import type { LiveResult } from './finish.ts'
import type { GenerateOptions } from './generated/generate-options.ts'
import type { SuiteValues } from './generated/generated-parts.ts'
import { notReachedRows } from './not-reached.ts'
import { requireResponses } from './outage.ts'
import type { RunProgress } from './progress.ts'
import { responseTimesOf } from './response-times.ts'
import { shownOf } from './shown-exchanges.ts'
import { subjectOf } from './subject-of.ts'
import { targetChangesOf } from './target-changes.ts'
import { uncalledRows } from './uncalled.ts'

export interface RunSuitesOptions extends ReachSettings {
  readonly api: string
  readonly cwd: string
  /** Default: `specs`. */
  readonly specsDir?: string
  /** Any address accepted by `loadDocument`. Default: `<api>@latest`. */
  readonly description?: string
  /** Globs relative to `cwd`. */
  readonly suites: readonly string[]
  readonly target: Target
  readonly redact?: readonly string[]
  /** Check id → severity, or severities for some locations. */
  readonly rules?: RuleSettings
  /** Maximum response time in milliseconds. Default: no limit. */
  readonly responseTimeMs?: number
  /** Run only this share of the suite files. */
  readonly shard?: Shard
  /** Files of the shard relative to `cwd`. Default: assigned by name. */
  readonly files?: readonly string[]
  /** Run only tests with these tags. */
  readonly tags?: TagFilter
  /** Called when the suites start running in their thread, to do other work meanwhile. */
  readonly onCalling?: () => void
  readonly progress?: RunProgress
  /** Stops the run; responses received by then are checked. */
  readonly stop?: RunStop
  /** Requests generated after the suites, sent by the first shard. With a single case, no suite runs. */
  readonly generate?: GenerateOptions
  /** Receives a line per sent request at level `debug`. */
  readonly log?: Log
  /** Receives each exchange as a HAR entry. */
  readonly onExchange?: (entry: string) => void
}

/** Result of the suites: the live part of a report. */
export interface TestRun extends LiveResult {
  readonly calls: number
  /** Milliseconds by suite file. */
  readonly suites: Readonly<Record<string, number>>
}

/**
 * Runs the suites of an API against a target and checks every response. Throws NO_OPERATIONS for an empty description, the errors
 * of `requireResponses` for too few responses, and NO_SUITES, SUITE_BROKEN, UNKNOWN_OPERATION … if suites couldn't run.
 */
export async function runSuites(options: RunSuitesOptions): Promise<TestRun> {
  const {
    api,
    cwd,
    specsDir = 'specs',
    description = `${api}@latest`,
    redact = [],
    rules,
    responseTimeMs,
    onExchange,
  } = options
  // Before any call, so that an unreadable description is the only error.
  const document = await loadDocument(description, { cwd, specsDir })
  const operations = operationsOf(document)
  const target = belowBasePath(options.target, operations)
  if (operations.length === 0) throw toolError('NO_OPERATIONS', [description])
  const context = {
    ...{ api, cwd, specsDir, description, target, redact },
    rules,
    responseTimeMs,
    ...reachSettingsOf(options),
    ...(onExchange && { har: true as const }),
  }
  const described = describe(document)
  const { shard, files, generate, tags, onCalling, stop, progress } = options
  // Loaded on demand with everything for requests and checks; the suite thread has its own copy.
  const generation = generate && (await import('./generated/generated.ts'))
  generation?.requireWritable(context, described)
  const secrets: string[] = []
  const start = () =>
    startSuites({
      include: options.suites,
      context,
      vocabulary: vocabularyOf(document),
      shard,
      files,
      tags,
      onCalling,
      onCalled: progress?.called,
      stop,
      onExchange,
      onSecret: generate && ((secret) => void secrets.push(secret)),
    })
  progress?.operations(operations.length)
  progress?.phase('suites')
  const suites = generate?.only === undefined ? await start().catch(orNothing(generate)) : nothingRun
  logCalls(options.log, suites.calls)
  // A shard may have no call. Merging decides whether the whole run had one.
  const isWhole = shard === undefined && generate?.only === undefined
  const isStopped = (): boolean => stop?.signal.aborted === true
  const isLeftToGenerated = generate !== undefined && suites.calls.length === 0
  const lostInSuites = suites.calls.find((call) => call.lost !== undefined)?.lost
  const isOver = (): boolean => isStopped() || lostInSuites !== undefined
  if ((isWhole || suites.calls.length > 0) && !isLeftToGenerated && !isOver())
    requireResponses(suites, { ...options, target })
  const isSent = shard === undefined || shard.index === 1
  if (generate !== undefined && isSent) progress?.phase('generated requests')
  const generated =
    generate && generation && isSent && !isOver()
      ? await generation.runGenerated(
          context,
          described,
          {
            ...{ ...generate, secrets, note: (text) => options.log?.('info', text) },
            ...(stop && { stop: stop.signal, undone: stop.undone }),
            ...(progress && { onCalled: progress.called }),
            ...(onExchange && { onExchange }),
          },
          await suiteValues(options.suites, cwd),
        )
      : { ...nothingRun, sent: [], hints: [], made: [], left: [], lost: undefined }
  const lost = lostInSuites ?? generated.lost
  const isAlone = isLeftToGenerated && generate.only === undefined && isSent && !isStopped()
  if (isAlone) requireResponses({ ...nothingRun, calls: generated.sent }, options)
  logCalls(options.log, generated.sent)
  progress?.phase('report')
  if (isStopped() && suites.calls.length + generated.calls.length === 0) throw toolError('INTERRUPTED', [target.label])
  const run: SuiteRun = {
    ...suites,
    calls: [...suites.calls, ...generated.calls],
    notChecked: [
      ...suites.notChecked,
      ...generated.notChecked,
      ...notReachedRows([...suites.calls, ...generated.calls]),
      ...unmatchedGlobs(options, operations).map(unmatchedRow),
    ],
  }
  const all = [...run.calls.flatMap((call) => call.findings), ...run.findings]
  const findings = mergeFindings(all)
  const subjects = operations.map((operation) =>
    subjectOf(operation, run.calls, findings, target.writable || isRead(operation, options)),
  )
  return {
    document,
    target: target.label,
    subjects,
    findings,
    ...shownOf(run.calls),
    hints: generated.hints,
    notChecked: notCheckedOf(run, subjects, target, isStopped() ? 'the run was stopped' : undefined),
    statistics: { ...mergeStatistics(run.calls.flatMap((call) => call.statistics ?? [])), runs: 1 },
    responseTimes: responseTimesOf(run.calls),
    responses: countResponses([...suites.calls, ...generated.sent]),
    ...serverTimeOf([...suites.calls, ...generated.sent]),
    couldNotCheck: lost && lockedOut(lost),
    // The sandbox ends with its run.
    targetChanges: target.label === 'sandbox' ? undefined : targetChangesOf(suites.calls, generated),
    calls: run.calls.length,
    suites: run.suites,
  }
}

/** Returns the headline of a run whose credential stopped working. */
function lockedOut({ lastWrite, read, status }: LostAccess): CouldNotCheck {
  const after =
    lastWrite === undefined ? 'before anything was changed' : `after \`${lastWrite}\`, the last change that succeeded`
  return {
    code: 'LOCKED_OUT',
    message: `The credential stopped working ${after}: \`${read}\` succeeded before and gets ${status} now. Nothing more was sent.`,
    hint: 'Check what that change did to the account of the credential and restore it. What the run created and could not delete is listed as not checked.',
  }
}

/** Returns the identifiers used in suites of every shard, because generated requests are the same in each. */
async function suiteValues(suites: readonly string[], cwd: string): Promise<SuiteValues> {
  const [{ listSuites }, { readSuiteValues }] = await Promise.all([
    import('../../suite/running/list.ts'),
    import('../../suite/running/suite-values.ts'),
  ])
  const files = await listSuites(suites, cwd).catch((error: unknown) => {
    if (error instanceof ToolError && error.code === 'NO_SUITES') return []
    throw error
  })
  return readSuiteValues(files, cwd)
}

/** Generated requests need no suite. */
function orNothing(generate: GenerateOptions | undefined): (error: unknown) => SuiteRun {
  return (error) => {
    if (generate !== undefined && error instanceof ToolError && error.code === 'NO_SUITES') return nothingRun
    throw error
  }
}

/** Returns a row for a config glob that matches no operation. */
function unmatchedRow({ key, hint }: ReturnType<typeof unmatchedGlobs>[number]): NotChecked {
  return { what: `what the config says of ${key}`, because: `no operation matches it${hint}` }
}

function notCheckedOf(
  run: SuiteRun,
  subjects: readonly Subject[],
  target: Target,
  uncalled: string | undefined,
): readonly NotChecked[] {
  const unproven = { what: `the identity of ${target.label}`, because: 'target.tls.insecure accepts any certificate' }
  const notReceived = run.calls.flatMap(({ operation, test, outcome, failure, status }) => {
    if (outcome === 'received') return []
    return [{ operation, what: `test "${test}"`, because: `${outcomeWords[outcome]} (${failure ?? status})` }]
  })
  const rows = [
    ...(target.tls?.insecure === true ? [unproven] : []),
    ...run.notChecked,
    ...run.calls.flatMap((call) => call.notChecked),
    ...notReceived,
    ...uncalledRows(subjects, run.notChecked, uncalled),
  ]
  const unique = new Map(rows.map((row) => [canonical({ ...row }), row]))
  return [...unique].sort(([a], [b]) => byText(a, b)).map(([, row]) => row)
}

/** Returns the latest server time. */
function serverTimeOf(calls: readonly CallRecord[]): Pick<LiveResult, 'serverTime'> {
  const times = calls.flatMap(({ sent }) => sent.flatMap(({ serverTime }) => serverTime ?? [])).sort(byText)
  const serverTime = times.at(-1)
  return serverTime === undefined ? {} : { serverTime }
}

function logCalls(log: Log | undefined, calls: readonly CallRecord[]): void {
  const lines = calls.flatMap(({ operation, test, sent }) => sent.map((one) => ({ operation, test, ...one })))
  for (const line of lines.sort((a, b) => byText(a.time, b.time))) log?.('debug', 'request sent', line)
}
