import { randomBytes } from 'node:crypto'
import type { Authorizer } from '../../../drift/auth/authorizer.ts'
import type { GeneratedCase } from '../../../drift/generation/case.ts'
import { type Generated, generateCases, type OperationCases } from '../../../drift/generation/cases.ts'
import { type Sources, sourcesOf } from '../../../drift/generation/sources.ts'
import type { RequestInput } from '../../../drift/planning/plan.ts'
import { createCaptures } from '../../../drift/reach/captures.ts'
import { createModels } from '../../../drift/reach/models.ts'
import { configuredInput, isRead } from '../../../drift/reach/settings.ts'
import { createCaller } from '../../../drift/transport/call.ts'
import { toolError } from '../../../model/errors.ts'
import { whatChanges } from '../../../model/live/what-changes.ts'
import { type NotChecked, outcomeWords } from '../../../model/observation.ts'
import type { Description, Operation, OperationKey } from '../../../model/operation.ts'
import type { TargetChange } from '../../../model/report/target-changes.ts'
import { isSearch } from '../../../resources/paths.ts'
import type { SuiteContext } from '../../../suite/api/context.ts'
import { beginAnew } from '../../../suite/api/control.ts'
import { asLost, isBreakingAll } from '../../../suite/calls/broken.ts'
import { type Canary, createCanary } from '../../../suite/calls/canary.ts'
import type { Performer } from '../../../suite/calls/perform.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { keepSecret, runRedactor } from '../../../suite/connection/redaction.ts'
import { sharedAuthorizer } from '../../../suite/running/session.ts'
import { createAuthWatch } from './auth-watch.ts'
import { type Left, nameOf, pathTo } from './clean-up.ts'
import { createEchoes } from './echoes.ts'
import type { GeneratedRun, GenerateOptions } from './generate-options.ts'
import {
  calledOf,
  cutOffRows,
  lackedBy,
  learnGiven,
  type RefusedCase,
  refusedRows,
  type SuiteValues,
  sendOnly,
  unsentRows,
} from './generated-parts.ts'
import { createLearner, withPatches } from './learner.ts'
import { cleanUpRun } from './made/clean-up-run.ts'
import { cleanUpEarlier } from './made/earlier-runs.ts'
import { createListReader, othersBefore } from './made/find-made.ts'
import { createMadeJournal, type MadeJournal } from './made/journal.ts'
import { createRecogniser } from './made/recognise.ts'
import { createNaming, mayBeInUse } from './name-case.ts'
import { orStopped } from './or-stopped.ts'
import type { Sender } from './progress.ts'
import { runSchedule } from './schedule.ts'
import { acceptsBody, rowOf, sendCase } from './send-generated.ts'
import { runSequences } from './sequences.ts'

const callsAnOperation = 10

/** Number of consecutive calls without a response after which the run ends. */
const mostWithoutResponse = 5

/**
 * Sends generated requests sequentially, using existing values if the API has shown any: the simplest valid request of every
 * operation first, deletions last. `given`: values from suites. Throws NOT_WRITABLE for a read-only target, and UNKNOWN_CASE.
 */
export async function runGenerated(
  context: SuiteContext,
  description: Description,
  options: GenerateOptions,
  given: SuiteValues = {},
): Promise<GeneratedRun> {
  requireWritable(context, description)
  await beginAnew(context.target.controlUrl, options)
  options.secrets?.forEach(keepSecret)
  const sources = sourcesOf(description.document)
  const configured = (operation: Operation) => configuredInput(context.parameters, operation)
  const generated = generateCases(description, options.modes, { sources, configured })
  const byKey = new Map(generated.operations.map((one) => [one.operation.key, one]))
  const caller = createCaller(context.target)
  const authorizer: Authorizer = sharedAuthorizer(context)
  const runId = options.runId ?? randomBytes(3).toString('hex')
  const redactor = runRedactor(context, description)
  const { journals, undone } = options
  const journal = createMadeJournal({
    ...{ runId, target: context.target.label },
    // The sandbox's data ends with the run, so it needs no journal.
    ...(journals && context.target.controlUrl === undefined && { folder: journals.folder }),
    ...(undone && { undone }),
    nameOf: (resource) => nameOf(captures, resource),
    timesNamed: () => captures.owned.timesNamed(),
    isMaking: (key) => captures.graph.serves.get(key)?.some(({ candidate }) => candidate.isMaking) === true,
    mayBeShown: (text, name) => redactor.value(text) === text && (name === undefined || !redactor.isSecret(name)),
    readList: createListReader(() => ({ performer, byKey })),
    othersBefore: (operation, path) => othersBefore({ description, captures }, operation, path),
  })
  const captures = createCaptures(description, context.target.baseUrl, journal)
  learnGiven(given, description, captures)
  const { onExchange: keep } = options
  const how = { isGenerated: true, confirmed: new Set<string>(), ...(keep && { keep }) } as const
  const canary = createCanary()
  const watched = canary.watching(journal.watching(caller))
  const performer: Performer = { context, description, caller: watched, authorizer, captures, canary, ...how }
  try {
    const run = await sendAll({ performer, sources, generated, byKey, journal, runId, canary }, options)
    const unmade = options.only === undefined ? generated.notChecked : []
    return { ...run, notChecked: [...unmade, ...run.notChecked] }
  } finally {
    journal.close()
    await caller.close()
  }
}

interface RunParts {
  readonly performer: Performer
  readonly sources: Sources
  readonly generated: Generated
  readonly byKey: ReadonlyMap<OperationKey, OperationCases>
  readonly journal: MadeJournal
  readonly runId: string
  readonly canary: Canary
}

/** Throws NOT_WRITABLE, because invalid requests may be accepted. */
export function requireWritable({ target }: Pick<SuiteContext, 'target'>, { operations }: Description): void {
  if (target.writable) return
  const changes = target.isNeverWritable === true ? null : whatChanges(operations.map(({ key }) => key))
  throw toolError('NOT_WRITABLE', ['--generate', changes])
}

async function sendAll(parts: RunParts, options: GenerateOptions): Promise<GeneratedRun> {
  const { performer, sources, generated, byKey, journal, runId, canary } = parts
  const { context, description, captures } = performer
  const { modes, only } = options
  const isPositive = modes.includes('positive')
  const maxCalls = options.maxCalls ?? callsAnOperation * description.operations.length
  const calls: CallRecord[] = []
  const notChecked: NotChecked[] = []
  const sent: CallRecord[] = []
  const broken: { readonly one: GeneratedCase; readonly record: CallRecord }[] = []
  const stale = new Set<OperationKey>()
  const redactor = runRedactor(context, description)
  const isSecret = (text: string): boolean => redactor.value(text) !== text
  const models = createModels(isSecret)
  const learner = createLearner({ sources, isSecret, shown: models.shown })
  const named = createNaming({ sources, captures, learner, byKey, runId })
  const echoes = createEchoes()
  const auth = createAuthWatch()
  const unsent: GeneratedCase[] = []
  const refused: RefusedCase[] = []
  let withoutResponse = 0
  let responded: OperationKey | undefined
  let made = 0
  const isOver = (): boolean => options.stop?.aborted === true || canary.lost() !== undefined
  const left = (): number => (isOver() ? 0 : maxCalls - made)
  const send = async (one: GeneratedCase, isChecked: boolean): Promise<CallRecord | undefined> => {
    const { key } = one.operation
    if (withoutResponse >= mostWithoutResponse) {
      unsent.push(one)
      return undefined
    }
    if (isOver() || (only === undefined && auth.isKnown(one))) return undefined
    const adapted = named(only === undefined ? learner.adapted(one) : one)
    if (!recogniser.mayFind(one.operation, adapted.input)) {
      refused.push({
        one,
        because: 'what it makes could not be found again: it has no name of its own, and the response may not name it',
      })
      return undefined
    }
    await orStopped(recogniser.before(one.operation), options.stop)
    const result = await orStopped(sendCase(performer, sources, adapted, { isChecked }), options.stop)
    if (result === undefined) return undefined
    if ('because' in result) {
      if (result.kind === 'not-called') refused.push({ one, because: result.because })
      else notChecked.push(rowOf(one, result.because))
      return undefined
    }
    options.onCalled?.(key)
    const { record, attempts, observation } = result
    made += attempts
    await orStopped(recogniser.after(one.operation, observation), options.stop)
    learner.hear(adapted, observation)
    if (one.mode === 'positive') models.note(one.operation, observation)
    sent.push(record)
    echoes.note(adapted, record)
    auth.hear(one, record.status)
    if (record.status !== undefined) responded = key
    if (record.isBroken === true) broken.push({ one, record })
    else withoutResponse = record.status === undefined ? withoutResponse + 1 : 0
    // Earlier list results may be outdated after a change.
    const isReading = isRead(one.operation, context) || isSearch(one.operation)
    if (!isReading && isSuccess(record.status)) for (const other of listed) stale.add(other)
    if (isReading && isSuccess(record.status)) listed.add(key)
    stale.delete(key)
    if (record.status === 409 && mayBeInUse(one)) {
      notChecked.push(rowOf(one, 'it got 409: something so short may be in use'))
      return record
    }
    // A failed generated request doesn't make the operation inconclusive, because suites have checked it.
    if (record.outcome === 'received' || only !== undefined) calls.push(record)
    else notChecked.push(rowOf(one, `${outcomeWords[record.outcome]} (${record.failure ?? record.status})`))
    return record
  }
  const listed = new Set<OperationKey>()
  const listInput = ({ key }: Operation): RequestInput => {
    const { path: _, ...input } = (byKey.get(key)?.least?.() ?? byKey.get(key))?.plain.input ?? {}
    return input
  }
  const recogniser = createRecogniser(performer, listInput, (record) => {
    made += 1
    sent.push(record)
    if (record.outcome === 'received') calls.push(record)
  })
  const sender: Sender = {
    left,
    hasMore: ({ operation }) => learner.hasMore(operation.key),
    explain(record, rules) {
      const findings = record.findings.filter(({ ruleId }) => !rules.has(ruleId))
      for (const list of [calls, sent]) {
        const at = list.indexOf(record)
        if (at >= 0) list[at] = { ...record, findings }
      }
    },
    hasSpare: ({ operation }) => captures.hasSpare(operation),
    modelled(owner) {
      const plain = learner.adapted(owner.plain)
      const body = models.bodyFor(plain.operation, plain.input.body, (one) => acceptsBody(sources, plain, one))
      return body === undefined ? undefined : owner.as?.(body)
    },
    async send(one, owner, isPlain) {
      // A list read before a creation doesn't show the new resource.
      for (const key of isPlain ? lackedBy(captures, owner.operation) : []) {
        const list = byKey.get(key)
        if (list !== undefined && stale.has(key) && made < maxCalls)
          await send(list.least?.()?.plain ?? list.plain, isPositive)
      }
      return send(one, !isPlain || isPositive)
    },
  }
  const { stop, journals, note } = options
  const ending = { performer, byKey, took: (record: CallRecord) => void sent.push(record), ...(stop && { stop }) }
  const earlier: Left[] = []
  const leftBehind: TargetChange[] = []
  if (only === undefined) {
    if (journals !== undefined) {
      const { rows, left, changes } = await cleanUpEarlier(ending, journals, note ?? ignored)
      notChecked.push(...rows)
      leftBehind.push(...changes)
      earlier.push(...left)
    }
    if (modes.includes('stateful')) {
      const took = (record: CallRecord, attempts: number): void => {
        made += attempts
        sent.push(record)
        options.onCalled?.(record.operation)
        if (record.outcome === 'received') calls.push(record)
      }
      await runSequences({ performer, sources, byKey, learner, named, left, took, recogniser })
    }
    const { called, rows } = calledOf(performer, generated, modes)
    notChecked.push(...rows)
    const progress = await runSchedule(called, sender)
    notChecked.push(...unsentRows(progress, maxCalls, sender.left() <= 0))
  } else await sendOnly(description, generated.operations, only, (one, isPlain) => send(one, !isPlain || isPositive))
  const after = responded === undefined ? '' : `; the last that did was ${responded}`
  notChecked.push(...cutOffRows(unsent, `the last ${mostWithoutResponse} calls got no response${after}`))
  notChecked.push(...cutOffRows(auth.unsent, auth.because))
  notChecked.push(...refusedRows(refused, new Set(sent.map(({ operation }) => operation))))
  const cleaned = await cleanUpRun(ending, journal, runId, earlier)
  notChecked.push(...cleaned.rows)
  leftBehind.push(...cleaned.left)
  const { owned } = captures
  const paths = [...owned.all(), ...owned.ended()].map((one) => redactor.text(pathTo(one)))
  const kept = leftBehind.map((one) => ({ ...one, names: one.names.map((name) => redactor.text(name)) }))
  const own = withPatches(calls.map(echoes.without), learner)
  const hints = learner.hints()
  const lost = canary.lost()
  const changes = { made: paths, left: kept, ...(lost && { lost }) }
  if (broken.length === 0 || !isBreakingAll(sent)) return { calls: own, notChecked, sent, hints, ...changes }
  // The host caused the failures, not these requests.
  const rest = own.filter(({ isBroken }) => isBroken !== true)
  const rows = broken.map(({ one, record }) => rowOf(one, `${outcomeWords.unreachable} (${record.failure})`))
  return {
    calls: only === undefined ? rest : own.map(asLost),
    notChecked: [...notChecked, ...(only === undefined ? rows : [])],
    sent,
    hints,
    ...changes,
  }
}

function ignored(): void {}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 299
}
