import { describe, operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { mergeFindings } from '../../drift/evidence/merge.ts'
import { isRead, unmatchedGlobs } from '../../drift/reach/settings.ts'
import { type Vocabulary, vocabularyOf } from '../../drift/redaction/vocabulary.ts'
import { mergeStatistics } from '../../drift/statistics/statistics.ts'
import type { Document } from '../../model/document.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Log } from '../../model/log.ts'
import { type NotChecked, outcomeWords } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { CouldNotCheck, Subject } from '../../model/report.ts'
import { type SuiteContext, settingsOf, type Target } from '../../suite/api/context.ts'
import type { LostAccess } from '../../suite/calls/canary.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { belowBasePath } from '../../suite/connection/base-url.ts'
import { nothingRun, type SuiteRun } from '../../suite/running/collect.ts'
import { startSuites } from '../../suite/running/start.ts'
import { canonical } from '../../util/json.ts'
import { byText } from '../../util/text.ts'
import { countResponses } from './blind.ts'
import type { LiveResult } from './finish.ts'
import type { GeneratedRun, GenerateOptions } from './generated/generate-options.ts'
import type { SuiteValues } from './generated/generated-parts.ts'
import { defaultSuccesses, notReachedRows } from './not-reached.ts'
import { requireResponses } from './outage.ts'
import { responseTimesOf } from './response-times.ts'
import { type RunContext, snapshotOf } from './run-context.ts'
import { shownOf } from './shown-exchanges.ts'
import { subjectOf } from './subject-of.ts'
import { targetChangesOf } from './target-changes.ts'
import { uncalledRows } from './uncalled.ts'

/** Result of the suites: the live part of a report. */
export interface TestRun extends LiveResult {
  readonly calls: number
  /** Milliseconds by suite file. */
  readonly suites: Readonly<Record<string, number>>
}

/** Runs suites and checks every response. Throws NO_OPERATIONS, NO_SUITES, SUITE_BROKEN, or the errors of `requireResponses`. */
export async function runSuites(run: RunContext, description = snapshotOf(run)): Promise<TestRun> {
  const { cwd, config, api, flags, generate, stop, progress, log } = run
  // Before any call, so that an unreadable description is the only error.
  const document = await loadDocument(description, { cwd, specsDir: config.specsDir })
  const operations = operationsOf(document)
  if (operations.length === 0) throw toolError('NO_OPERATIONS', [description])
  const target = belowBasePath(run.target, operations)
  const context = {
    ...(api.configFile !== undefined && { configFile: api.configFile }),
    ...{ ...settingsOf(api), api: api.name, cwd, specsDir: config.specsDir, description, target, rules: config.rules },
    ...(run.onExchange && { har: true as const }),
  }
  // Loaded on demand with everything for requests and checks; the suite thread has its own copy.
  const described = describe(document)
  if (generate) (await import('./generated/generated.ts')).requireWritable(context, described)
  const secrets: string[] = []
  progress?.operations(operations.length)
  progress?.phase('suites')
  const suites =
    generate?.only === undefined
      ? await callSuites(run, context, vocabularyOf(document), secrets).catch(orNothing(generate))
      : nothingRun
  logCalls(log, suites.calls)
  // A shard may have no call. Merging decides whether the whole run had one.
  const isWhole = flags.shard === undefined && generate?.only === undefined
  const isStopped = stop?.signal.aborted === true
  const isLeftToGenerated = generate !== undefined && suites.calls.length === 0
  const lostInSuites = suites.calls.find((call) => call.lost !== undefined)?.lost
  const isOver = isStopped || lostInSuites !== undefined
  if ((isWhole || suites.calls.length > 0) && !isLeftToGenerated && !isOver)
    requireResponses(suites, api.suites, target)
  const isSent = generate !== undefined && (flags.shard === undefined || flags.shard.index === 1)
  const generated: GeneratedRun =
    isSent && !isOver
      ? await callGenerated(run, context, described, { ...generate, secrets })
      : { ...nothingRun, sent: [], hints: [], made: [], left: [] }
  if (isSent && isLeftToGenerated && generate.only === undefined && stop?.signal.aborted !== true)
    requireResponses({ ...nothingRun, calls: generated.sent }, api.suites, target)
  logCalls(log, generated.sent)
  progress?.phase('report')
  return resultOf(run, { document, operations, target, suites, generated })
}

/** Runs the suites. Secrets they send or receive are added to `secrets`. */
function callSuites(
  { api, flags, stop, progress, generate, onCalling, onExchange }: RunContext,
  context: SuiteContext,
  vocabulary: Vocabulary,
  secrets: string[],
): Promise<SuiteRun> {
  return startSuites({
    ...{ include: [api.suites], context, vocabulary, shard: flags.shard, files: flags.suites },
    ...{ tags: { only: flags.tag ?? [], not: flags.excludeTag ?? [] }, stop, onCalling, onExchange },
    onCalled: progress?.called,
    onSecret: generate && ((secret) => void secrets.push(secret)),
  })
}

async function callGenerated(
  { api, cwd, log, stop, progress, onExchange }: RunContext,
  context: SuiteContext,
  description: Description,
  generate: GenerateOptions,
): Promise<GeneratedRun> {
  progress?.phase('generated requests')
  const { runGenerated } = await import('./generated/generated.ts')
  const note = (text: string): void => log('info', text)
  const how = { stop: stop?.signal, undone: stop?.undone, onCalled: progress?.called, onExchange, note }
  return runGenerated(context, description, { ...generate, ...how }, await suiteValues([api.suites], cwd))
}

/** Results of a run, from suites or generated requests. */
interface RunParts {
  readonly document: Document
  readonly operations: readonly Operation[]
  readonly target: Target
  readonly suites: SuiteRun
  readonly generated: GeneratedRun
}

function resultOf({ api, stop }: RunContext, parts: RunParts): TestRun {
  const { document, operations, target, suites, generated } = parts
  const isStopped = stop?.signal.aborted === true
  const calls = [...suites.calls, ...generated.calls]
  if (isStopped && calls.length === 0) throw toolError('INTERRUPTED', [target.label])
  const notChecked = [
    ...suites.notChecked,
    ...generated.notChecked,
    ...notReachedRows(calls, api.configFile),
    ...unmatchedGlobs(api, operations).map(unmatchedRow),
  ]
  const findings = mergeFindings([...calls.flatMap((call) => call.findings), ...suites.findings])
  const subjects = operations.map((operation) =>
    subjectOf(operation, calls, findings, target.writable || isRead(operation, api)),
  )
  const lost = suites.calls.find((call) => call.lost !== undefined)?.lost ?? generated.lost
  const received = [...suites.calls, ...generated.sent]
  return {
    ...{ document, target: target.label, subjects, findings, suites: suites.suites },
    hints: [...generated.hints, ...defaultSuccesses(operations, calls)],
    ...shownOf(calls),
    notChecked: notCheckedOf({ calls, notChecked }, subjects, target, isStopped ? 'the run was stopped' : undefined),
    statistics: { ...mergeStatistics(calls.flatMap((call) => call.statistics ?? [])), runs: 1 },
    responseTimes: responseTimesOf(calls),
    responses: countResponses(received),
    ...serverTimeOf(received),
    couldNotCheck: lost && lockedOut(lost),
    // The sandbox ends with its run.
    targetChanges: target.label === 'sandbox' ? undefined : targetChangesOf(suites.calls, generated),
    calls: calls.length,
  }
}

function lockedOut({ lastWrite, read, status }: LostAccess): CouldNotCheck {
  const after =
    lastWrite === undefined ? 'before anything was changed' : `after \`${lastWrite}\`, the last change that succeeded`
  return {
    code: 'LOCKED_OUT',
    message: `The credential stopped working ${after}: \`${read}\` succeeded before and gets ${status} now. Nothing more was sent.`,
    hint: 'Check what that change did to the account of the credential and restore it. What the run created and could not delete is listed as not checked.',
  }
}

/** Identifiers come from the suites of every shard, because all shards generate the same requests. */
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
  run: Pick<SuiteRun, 'calls' | 'notChecked'>,
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

function serverTimeOf(calls: readonly CallRecord[]): Pick<LiveResult, 'serverTime'> {
  const times = calls.flatMap(({ sent }) => sent.flatMap(({ serverTime }) => serverTime ?? [])).sort(byText)
  const serverTime = times.at(-1)
  return serverTime === undefined ? {} : { serverTime }
}

function logCalls(log: Log, calls: readonly CallRecord[]): void {
  const lines = calls.flatMap(({ operation, test, sent }) => sent.map((one) => ({ operation, test, ...one })))
  for (const line of lines.sort((a, b) => byText(a.time, b.time))) log('debug', 'request sent', line)
}
