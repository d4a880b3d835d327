import { afterEach, expect, test } from 'vitest'
import { planRequest } from '../drift/plan.ts'
import { ToolError, toolError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { NotChecked } from '../model/observation.ts'
import type { Description, Operation } from '../model/operation.ts'
import { didYouMean } from '../util/text.ts'
import type { SuiteContext } from './context.ts'
import { currentContext } from './current-context.ts'
import { DriftFound, ExpectationUnmet, NotJudged } from './failures.ts'
import { currentFile } from './notes.ts'
import { isSafe, perform, type SendOptions } from './perform.ts'
import { type CallRecord, isError, type SuiteNotes } from './record.ts'
import { sharedCaller, sharedDescription, touchedBy, touchedByAll } from './session.ts'

/** A call that is a test by itself. */
export interface CallOptions extends SendOptions {
  /** What the call shows, for the test's name: `unknown loan`. */
  readonly as?: string
}

/** What the API answered. The body is held against the contract; `T` is the test's own claim about it. */
export interface Answer<T = Json> {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when the body is no JSON. */
  readonly json: T
}

/** Calls an API as its contract describes it, and judges every answer. */
export interface Contract {
  /** Declares a test of one call: `api.call('GET /loans/{id}', { path: { id: 'nope' }, expect: 404 })`. */
  call(operation: string, options?: CallOptions): void
  /** The same call inside a test or hook of your own, for flows. Drift fails the test at its end, not here. */
  send<T = Json>(operation: string, options?: SendOptions): Promise<Answer<T>>
  /** Declares a test for each safe operation that no suite file run so far has touched. */
  remaining(): void
}

/**
 * Opens the contract of an API for a suite file; call it at the file's top level. Throws UNKNOWN_API, NO_TARGET,
 * CREDENTIAL_MISSING and whatever loading the description throws.
 */
export async function contract({ api }: { readonly api: string }): Promise<Contract> {
  const context = await currentContext(api)
  const description = await sharedDescription(context)
  const performer = { context, description, caller: sharedCaller(context) }
  const file = currentFile(context.cwd)
  const touched = touchedBy(file.name)
  const find = (key: string): Operation => {
    const operation = findOperation(description, key, file.name)
    touched.add(operation.key)
    return operation
  }

  async function sendTo<T>(operation: Operation, options: SendOptions): Promise<Answer<T>> {
    const { notes, test: name } = file.notes()
    requireWritable(context, operation, notes, name)
    const { record, observation } = await perform(performer, operation, options, name)
    notes.calls.push(record)
    requireAnswer(record)
    const { status = 0, headers, body } = observation
    // What the body is has been checked against the description; what the test calls it is up to the test.
    return { status, headers, json: parsed(body) as T }
  }

  function declare(operation: Operation, { as, ...options }: CallOptions): void {
    test(as === undefined ? operation.key : `${operation.key}: ${as}`, async () => {
      await sendTo(operation, options)
    })
  }

  // Not thrown by `send`: a flow goes on past a drifted answer, so that one drift does not hide the next.
  afterEach(({ task }) => {
    const found = (task.meta.specdrift?.calls ?? []).flatMap((call) => call.findings.filter(isError))
    if (found.length === 0) return
    const lines = found.map(
      ({ ruleId, site, message }) => `  ${ruleId} at ${site.part ?? ''} ${site.pointer}: ${message}`,
    )
    throw new DriftFound(`the API does not keep its contract:\n${lines.join('\n')}`)
  })

  return {
    call: (key, options = {}) => declare(find(key), options),
    send: async (key, options = {}) => sendTo(find(key), options),
    remaining() {
      const safe = description.operations.filter(isSafe)
      const left = safe.filter(({ key }) => !touchedByAll().has(key))
      for (const operation of left) {
        touched.add(operation.key)
        const because = unplannable(operation, description)
        if (because === undefined) declare(operation, { as: 'answers', ...remainingExpectation(operation) })
        else declareSkipped(operation, because, () => file.notes().notes)
      }
      // A file without any test is an error to vitest, and there may be nothing left to declare.
      test('every safe operation is called', () => {
        const all = touchedByAll()
        expect(safe.filter(({ key }) => !all.has(key)).map(({ key }) => key)).toEqual([])
      })
    },
  }
}

/** An example id in a description need not exist in the API: that it is unknown is an answer too. */
function remainingExpectation({ path }: Operation): SendOptions {
  return path.includes('{') ? { expect: 'documented' } : {}
}

function unplannable(operation: Operation, description: Description): string | undefined {
  try {
    planRequest(operation, {}, description)
    return undefined
  } catch (cause) {
    if (cause instanceof ToolError) return cause.message
    throw cause
  }
}

function declareSkipped(operation: Operation, because: string, notes: () => SuiteNotes): void {
  test(operation.key, ({ skip }) => {
    const row: NotChecked = { operation: operation.key, what: 'its answers', because }
    notes().notChecked.push(row)
    skip(because)
  })
}

function findOperation({ operations }: Description, key: string, file: string): Operation {
  const found = operations.find((operation) => operation.key === key)
  if (found !== undefined) return found
  const near = didYouMean(
    key,
    operations.map((operation) => operation.key),
  )
  throw toolError('UNKNOWN_OPERATION', [key, file, near === undefined ? '' : ` (did you mean ${near}?)`])
}

function requireWritable({ target }: SuiteContext, operation: Operation, notes: SuiteNotes, test: string): void {
  if (target.writable || isSafe(operation)) return
  const because = 'it changes state and the target is not declared writable'
  notes.notChecked.push({ operation: operation.key, what: `test "${test}"`, because })
  throw toolError('NOT_WRITABLE', [operation.key])
}

function requireAnswer({ operation, outcome, status, failure, unmet, curl }: CallRecord): void {
  if (outcome !== 'answered') throw new NotJudged(`not judged: ${operation} was ${outcome} (${failure ?? status})`)
  if (unmet !== undefined) throw new ExpectationUnmet(`${operation}: ${unmet}\n  ${curl}`)
}

function parsed(body: string | undefined): unknown {
  if (body === undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    // `type-conformance` has said that it is no JSON.
    return undefined
  }
}
