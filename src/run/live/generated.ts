import type { Authorizer } from '../../drift/auth/authorizer.ts'
import type { GeneratedCase } from '../../drift/generation/case.ts'
import { type GenerateMode, generateCases, type OperationCases } from '../../drift/generation/cases.ts'
import { createCaptures } from '../../drift/planning/captures.ts'
import type { RequestInput } from '../../drift/planning/plan.ts'
import { createCaller } from '../../drift/transport/call.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { SuiteContext } from '../../suite/api/context.ts'
import { beginAnew } from '../../suite/api/control.ts'
import { asLost, isBreakingAll } from '../../suite/calls/broken.ts'
import { isSafe, type Performer, perform } from '../../suite/calls/perform.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { sharedAuthorizer } from '../../suite/running/session.ts'
import { plural } from '../../util/text.ts'

/** Which requests to generate, and how many. */
export interface GenerateOptions {
  readonly modes: readonly GenerateMode[]
  /** No more calls are made than this, however many could be generated. */
  readonly maxCalls: number
  /** The id of the only case to send, with the plain requests it needs. */
  readonly only?: string
  /** Once aborted nothing more is sent, and nothing waited for. */
  readonly stop?: AbortSignal
}

/** The result of generated requests. */
export interface GeneratedRun {
  readonly calls: readonly CallRecord[]
  readonly notChecked: readonly NotChecked[]
  /** All that was sent, what was refused or lost too: for counts, not for findings. */
  readonly sent: readonly CallRecord[]
}

/** After so many calls in a row without a response, the rest is not sent. */
const mostWithoutResponse = 5

/**
 * Sends generated requests, one after the other: invalid ones before valid ones, what deletes last. Throws NOT_WRITABLE
 * where the target is not declared writable, and UNKNOWN_CASE.
 */
export async function runGenerated(
  context: SuiteContext,
  description: Description,
  options: GenerateOptions,
): Promise<GeneratedRun> {
  requireWritable(context)
  await beginAnew(context.target.controlUrl, options)
  const generated = generateCases(description, options.modes)
  const { chosen, notChecked } = choose(generated.operations, options)
  const caller = createCaller(context.target)
  const authorizer: Authorizer = sharedAuthorizer(context)
  const captures = createCaptures(description, context.target.baseUrl)
  try {
    const run = await sendAll(
      { context, description, caller, authorizer, captures, isGenerated: true },
      inOrder(chosen),
      options,
    )
    const unmade = options.only === undefined ? generated.notChecked : []
    return { ...run, notChecked: [...unmade, ...notChecked, ...run.notChecked] }
  } finally {
    await caller.close()
  }
}

/** Throws NOT_WRITABLE: a request that must be refused may be taken. */
export function requireWritable({ target }: Pick<SuiteContext, 'target'>): void {
  if (!target.writable) throw toolError('NOT_WRITABLE', ['--generate'])
}

interface Chosen {
  readonly chosen: readonly OperationCases[]
  readonly notChecked: readonly NotChecked[]
}

function choose(operations: readonly OperationCases[], { modes, maxCalls, only }: GenerateOptions): Chosen {
  if (only !== undefined) return { chosen: onlyCase(operations, only), notChecked: [] }
  const needed = operations.filter(
    ({ operation, cases }) => cases.length > 0 || isSafe(operation) || modes.includes('positive'),
  )
  const taken = new Map<OperationCases, GeneratedCase[]>()
  let left = maxCalls
  for (const one of needed.slice(0, left)) taken.set(one, [])
  left -= taken.size
  // One case of each operation in turn: a limit cuts all of them alike.
  for (let turn = 0; left > 0 && [...taken.keys()].some(({ cases }) => cases.length > turn); turn++) {
    for (const [one, cases] of taken) {
      const next = one.cases[turn]
      if (next === undefined || left === 0) continue
      cases.push(next)
      left -= 1
    }
  }
  const cut = needed.flatMap((one) => {
    const count = one.cases.length - (taken.get(one)?.length ?? 0)
    if (count === 0) return []
    const what = plural(count, 'generated request')
    return [{ operation: one.operation.key, what, because: `no more than ${maxCalls} calls are made (--max-calls)` }]
  })
  return { chosen: [...taken].map(([one, cases]) => ({ ...one, cases })), notChecked: cut }
}

function onlyCase(operations: readonly OperationCases[], id: string): readonly OperationCases[] {
  const owner = operations.find(({ plain, cases }) => plain.id === id || cases.some((one) => one.id === id))
  if (owner === undefined) throw toolError('UNKNOWN_CASE', [id])
  // They show the ids that the case's path needs.
  const above = operations.filter(
    ({ operation }) => operation.method === 'GET' && owner.operation.path.startsWith(`${operation.path}/`),
  )
  return [
    ...above.map((one) => ({ ...one, cases: [] })),
    { ...owner, cases: owner.cases.filter((one) => one.id === id) },
  ]
}

const methodOrder = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH']

/** Operations whose names say that nothing can be done afterwards. */
const ending = /\b(close|cancel|delete|remove|revoke|terminate|withdraw|archive|reject)/i

/** Lists before what they list, making before changing, and what ends a thing at the end. */
function inOrder(operations: readonly OperationCases[]): readonly OperationCases[] {
  const rank = ({ operation: { method, path } }: OperationCases): number => {
    const order = methodOrder.indexOf(method)
    return (
      (method === 'DELETE' ? 2000 : ending.test(path) ? 1000 : 0) +
      path.split('{').length * 10 +
      (order < 0 ? methodOrder.length : order)
    )
  }
  return [...operations].sort((a, b) => rank(a) - rank(b))
}

async function sendAll(
  performer: Performer,
  operations: readonly OperationCases[],
  options: GenerateOptions,
): Promise<GeneratedRun> {
  const calls: CallRecord[] = []
  const notChecked: NotChecked[] = []
  const sent: CallRecord[] = []
  const broken: { readonly one: GeneratedCase; readonly record: CallRecord }[] = []
  let withoutResponse = 0
  const send = async (one: GeneratedCase, isChecked = true): Promise<CallRecord | undefined> => {
    if (withoutResponse >= mostWithoutResponse) {
      notChecked.push(rowOf(one, `the last ${mostWithoutResponse} calls got no response`))
      return undefined
    }
    if (options.stop?.aborted === true) return undefined
    const result = await orStopped(sendCase(performer, one, isChecked), options.stop)
    if (result === undefined) return undefined
    if (typeof result === 'string') {
      notChecked.push(rowOf(one, result))
      return undefined
    }
    sent.push(result)
    if (result.isBroken === true) broken.push({ one, record: result })
    else withoutResponse = result.status === undefined ? withoutResponse + 1 : 0
    // A refusal of a generated request does not make the operation inconclusive: its suites have checked it.
    if (result.outcome === 'received' || options.only !== undefined) calls.push(result)
    else notChecked.push(rowOf(one, `the call was ${result.outcome} (${result.failure ?? result.status})`))
    return result
  }
  for (const { operation, plain, cases } of operations) {
    const refused = cases.filter(({ mode }) => mode !== 'positive')
    for (const one of refused) await send(one)
    const { status, isBroken } = (await send(plain, options.modes.includes('positive'))) ?? {}
    const valid = cases.filter(({ mode }) => mode === 'positive')
    if (isBroken !== true && status !== undefined && (status < 200 || status > 299)) {
      notChecked.push(...unproven(operation, refused.length, valid.length, status))
    } else for (const one of valid) await send(one)
  }
  if (broken.length === 0 || !isBreakingAll(sent)) return { calls, notChecked, sent }
  // The host is at fault, not these requests.
  const rest = calls.filter(({ isBroken }) => isBroken !== true)
  const rows = broken.map(({ one, record }) => rowOf(one, `the call was unreachable (${record.failure})`))
  return {
    calls: options.only === undefined ? rest : calls.map(asLost),
    notChecked: [...notChecked, ...(options.only === undefined ? rows : [])],
    sent,
  }
}

/** The result, or nothing once the run is stopped: what is not waited for is not cleaned up either. */
async function orStopped<T>(work: Promise<T>, stop: AbortSignal | undefined): Promise<T | undefined> {
  if (stop === undefined) return work
  let end = (): void => {}
  const stopped = new Promise<undefined>((done) => {
    end = () => done(undefined)
    stop.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    stop.removeEventListener('abort', end)
  }
}

/** When the plain request of an operation was refused, responses to its variations prove nothing. */
function unproven({ key: operation }: Operation, invalid: number, valid: number, status: number): NotChecked[] {
  const because = `the plainest valid request got status ${status}`
  return [
    ...(invalid > 0
      ? [{ operation, what: `whether ${plural(invalid, 'invalid request')} would be accepted`, because }]
      : []),
    ...(valid > 0 ? [{ operation, what: `${plural(valid, 'valid request')} (not sent)`, because }] : []),
  ]
}

function rowOf({ operation, id, location, what }: GeneratedCase, because: string): NotChecked {
  return { operation: operation.key, what: `${id}: ${location} ${what}`, because }
}

/** The record of a case, or why it could not be written as a request. */
async function sendCase(performer: Performer, one: GeneratedCase, isChecked: boolean): Promise<CallRecord | string> {
  const { operation, id, mode, location, what, auth } = one
  const input = { ...one.input, path: { ...one.input.path, ...capturedPath(performer, one) } }
  const options = { ...input, ...(auth !== undefined && { auth, expect: '4XX' as const }) }
  const generated = isChecked ? { id, mode, location, what } : undefined
  try {
    const { record } = await perform(performer, operation, options, `generated ${id}: ${location} ${what}`, generated)
    // There was no expectation: the checks decide what a response means.
    const { unmet: _, ...rest } = record
    return rest
  } catch (error) {
    if (error instanceof ToolError && error.code === 'REQUEST_INVALID') return error.message
    throw error
  }
}

/** Ids that exist, except where the case itself chose one. */
function capturedPath(
  { captures }: Performer,
  { operation, location }: GeneratedCase,
): NonNullable<RequestInput['path']> {
  const known = Object.entries(captures.inputFor(operation).path ?? {})
  return Object.fromEntries(known.filter(([name]) => location !== `path ${name}`))
}
