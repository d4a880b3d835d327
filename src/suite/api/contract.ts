import { afterAll, afterEach, test } from 'vitest'
import { createInspector } from '../../drift/checking/inspect.ts'
import { merged } from '../../drift/planning/merged.ts'
import { planRequest } from '../../drift/planning/plan.ts'
import { isRead, requiredInput } from '../../drift/reach/settings.ts'
import { toolError } from '../../model/errors.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { meant } from '../../util/text.ts'
import { lateCaptures } from '../calls/late-captures.ts'
import { currentFile, type NoteContext } from '../calls/notes.ts'
import { type CallInput, perform } from '../calls/perform.ts'
import { NotPermitted } from '../calls/permit-for.ts'
import { performReaching } from '../calls/reach.ts'
import { type CallRecord, isError } from '../calls/record.ts'
import { withItsExchange } from '../calls/record-of.ts'
import { runRedactor } from '../connection/redaction.ts'
import { DriftFound, ExpectationUnmet, NotCaptured, RunStopped, TestInconclusive } from '../running/failures.ts'
import { declareRemaining } from '../running/remaining.ts'
import { sharedAuthorizer, sharedCaller, sharedCanary, sharedDescription, touchedBy } from '../running/session.ts'
import { isStopped, stoppable, tellExchange, whileTime } from '../running/stop.ts'
import { createCleanups } from './cleanup.ts'
import type { SuiteContext } from './context.ts'
import type { ApiResponse, Contract } from './contract-types.ts'
import { beginAnew, clockOf } from './control.ts'
import { currentContext } from './current-context.ts'
import { type CallOptions, type SendOptions, settleOptions } from './options.ts'
import type { OperationMap, TypedContract } from './typed.ts'

/** Opens an API's contract at the top level of a suite file. Throws UNKNOWN_API, NO_TARGET, CREDENTIAL_MISSING. */
export function contract(options: { readonly api: string }): Promise<Contract>
export function contract<O extends OperationMap<O>>(options: { readonly api: string }): Promise<TypedContract<O>>
export async function contract({ api }: { readonly api: string }): Promise<Contract> {
  const context = await currentContext(api)
  const description = await sharedDescription(context)
  const file = currentFile(context.cwd)
  const cleanups = createCleanups(file)
  const canary = sharedCanary(context)
  const performer = {
    context,
    description,
    canary,
    caller: canary.watching(stoppable(sharedCaller(context), () => cleanups.running() !== undefined)),
    authorizer: sharedAuthorizer(context),
    // Per file, because other files may run in another shard.
    captures: lateCaptures(description, context.target.baseUrl),
    keep: context.har && tellExchange,
  }
  await beginAnew(context.target.controlUrl, file.task)
  const touched = touchedBy(file.name)
  const find = (key: string): Operation => {
    const operation = findOperation(description, key, file.name)
    touched.add(operation.key)
    return operation
  }

  // Renders the exchange of the last call when an assertion fails.
  const lastOf = new WeakMap<readonly CallRecord[], () => void>()

  async function sendTo<T>(operation: Operation, options: SendOptions): Promise<ApiResponse<T>> {
    const cleaning = cleanups.running()
    const scope = cleaning ?? file.here()
    requireWritable(context, operation, scope)
    if (cleaning === undefined) requireGoing(scope)
    const input = settleOptions(options)
    const author = options.captured === true && !namesItsResource(operation, input) ? 'specdrift' : 'user'
    const authored = { ...performer, author } as const
    const performing = (
      options.captured === true
        ? performReaching(authored, operation, { input, test: scope.test })
        : perform(authored, operation, input, scope.test)
    ).catch((error: unknown) => {
      if (error instanceof NotPermitted) skipNotPermitted(operation, scope, error.message)
      throw error
    })
    const performed = await (cleaning === undefined ? whileTime(performing) : performing)
    // A call needs a permitted value.
    if (performed === undefined) throw new NotCaptured(`there is nothing to call ${operation.key} with`)
    const { record, observation } = performed
    const { calls } = scope.notes
    const at = calls.push(cleaning === undefined ? record : ofCleanup(record)) - 1
    if (cleaning === undefined)
      lastOf.set(calls, () => void calls.splice(at, 1, withItsExchange(calls[at] ?? record, performed.exchange)))
    requireResponse(record)
    const { status = 0, headers, body } = observation
    // The body was checked against the description; `T` is the test's responsibility.
    return { status, headers, json: parsed(body) as T }
  }

  function declare<T>(
    operation: Operation,
    { as, tags = [], ...options }: CallOptions,
    use: (response: ApiResponse<T>) => void = () => {},
  ): void {
    const name = as === undefined ? operation.key : `${operation.key}: ${as}`
    test(name, { tags: [...tags] }, async () => use(await sendTo<T>(operation, options)))
  }

  // `send` doesn't throw for drift, so that a flow continues and one drift doesn't hide the next.
  afterEach(async ({ task }) => {
    const { calls = [] } = task.meta.specdrift ?? {}
    if ((task.result?.errors ?? []).length > 0) lastOf.get(calls)?.()
    await cleanups.run(task)
    // Assertion messages quote values, and only this worker knows the secrets of the run.
    const redactor = runRedactor(context, description).knowing(performer.authorizer.fetched())
    for (const error of task.result?.errors ?? []) error.message = redactor.text(error.message)
    const found = calls.flatMap((call) => call.findings.filter(isError))
    if (found.length === 0) return
    const lines = found.map(
      ({ ruleId, site, message }) => `  ${ruleId} at ${site.part ?? ''} ${site.pointer}: ${message}`,
    )
    throw new DriftFound(`the API does not keep its contract:\n${lines.join('\n')}`)
  })
  afterAll(() => cleanups.run())

  return {
    call: (key, options = {}) => declare(find(key), options),
    send: async (key, options = {}) => sendTo(find(key), options),
    capture<V, T>(key: string, options: CallOptions, pick: (response: ApiResponse<T>) => V) {
      let kept: { readonly value: V } | undefined
      declare<T>(find(key), options, (response) => {
        kept = { value: pick(response) }
      })
      return () => {
        if (kept === undefined) throw new NotCaptured(`what ${key} was to leave is not there`)
        return kept.value
      }
    },
    cleanup: cleanups.add,
    has: (key, request) => {
      const operation = description.operations.find((one) => one.key === key)
      return operation !== undefined && (request === undefined || allows(context, description, operation, request))
    },
    clock: clockOf(context.target.controlUrl),
    remaining: () => declareRemaining({ file, context, description, touched, declare }),
  }
}

function findOperation({ operations }: Description, key: string, file: string): Operation {
  const found = operations.find((operation) => operation.key === key)
  if (found !== undefined) return found
  const keys = operations.map((operation) => operation.key)
  throw toolError('UNKNOWN_OPERATION', [key, file, meant(key, keys)])
}

function allows(context: SuiteContext, description: Description, operation: Operation, request: SendOptions): boolean {
  const input = merged(requiredInput(context.parameters, operation), settleOptions(request))
  return createInspector(description).allows(operation, planRequest(operation, input, description))
}

function requireWritable(context: SuiteContext, operation: Operation, { notes, test, skip }: NoteContext): void {
  if (context.target.writable || isRead(operation, context)) return
  const because = 'it changes state and the target is not declared writable'
  notes.notChecked.push({ operation: operation.key, what: `test "${test}"`, because, kind: 'not-writable' })
  skip?.(because)
  throw toolError('NOT_WRITABLE', context.target.isNeverWritable === true ? [operation.key, null] : [operation.key])
}

function namesItsResource({ path }: Operation, input: CallInput): boolean {
  return [...path.matchAll(/\{([^{}]+)\}/g)].every(([, name = '']) => input.path?.[name] !== undefined)
}

function skipNotPermitted(operation: Operation, { notes, test, skip }: NoteContext, because: string): void {
  notes.notChecked.push({ operation: operation.key, what: `test "${test}"`, because, kind: 'not-called' })
  skip?.(because)
}

function requireGoing({ skip }: NoteContext): void {
  if (!isStopped()) return
  skip?.('the run was stopped')
  throw new RunStopped('not sent: the run was stopped')
}

/** Cleanups don't fail tests: an unexpected response is reported separately. */
function ofCleanup({ unmet: _, ...record }: CallRecord): CallRecord {
  return { ...record, cleanup: true }
}

function requireResponse({ operation, outcome, status, failure, unmet, isBroken, curl }: CallRecord): void {
  if (isBroken === true) throw new TestInconclusive(`no response to go on with: ${operation} (${failure})`)
  if (outcome !== 'received')
    throw new TestInconclusive(`not checked: ${operation} was ${outcome} (${failure ?? status})`)
  if (unmet !== undefined) throw new ExpectationUnmet(`${operation}: ${unmet}\n  ${curl}`)
}

function parsed(body: string | undefined): unknown {
  if (body === undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    // `type-conformance` has reported the invalid JSON.
    return undefined
  }
}
