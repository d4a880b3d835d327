import { leavesOf } from '../../drift/harm/sent-values.ts'
import { refusalOf, stateReasons } from '../../drift/learning/state-words.ts'
import { type Attempt, attemptsOf } from '../../drift/reach/attempts.ts'
import { isUuid, mentionsUuid } from '../../drift/reach/forms.ts'
import type { UnknownValue } from '../../drift/reach/unknown.ts'
import type { Json } from '../../model/json.ts'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import type { Need } from '../../resources/needs.ts'
import { runRedactor } from '../connection/redaction.ts'
import { type CallInput, type Performed, type Performer, perform, performIfPossible } from './perform.ts'
import { mustBeOwn, NotPermitted } from './permit-for.ts'
import type { CallRecord, MissingValue } from './record.ts'

/** Options for a call whose values specdrift selects. */
export interface ReachOptions {
  readonly input: CallInput
  readonly test: string
  readonly generated?: GeneratedRequest
  /** Deliberately chosen input locations: `path id`. Default: all given ones. */
  readonly chosen?: ReadonlySet<string>
  fits?(need: Need, value: Json): boolean
  acceptsBody?(body: Json): boolean
}

export interface Reached extends Performed {
  readonly attempts: number
}

/** Maximum number of values tried before a resource counts as not found. */
const mostAttempts = 3

/** The resource may not exist: 404, 403 or 410 (RFC 9110 §15.5.4, §15.5.5, §15.5.11). */
function isMissing(status: number | undefined): boolean {
  return status === 404 || status === 403 || status === 410
}

/** RFC 9110 §15.4. A redirect that only changes the scheme or a trailing slash is the operation's own response. */
function isMoved({ path: template, responses }: Operation, { status, headers, request }: Observation): boolean {
  const isRedirect = status === 301 || status === 307 || status === 308
  if (!isRedirect || !template.includes('{') || responses.some((one) => one.status.startsWith('3'))) return false
  const { location = '' } = headers
  if (!URL.canParse(location, 'http://host')) return false
  const bare = (path: string): string => path.replace(/\/+$/, '')
  return !bare(new URL(location, 'http://host').pathname).endsWith(bare(request.path.split('?', 1)[0] ?? ''))
}

/** Prefers values known to exist and tries others on 404. Returns `undefined` without values. Throws NotPermitted. */
export async function performReaching(
  performer: Performer,
  operation: Operation,
  options: ReachOptions,
): Promise<Reached | undefined> {
  const { input, test, generated, chosen = givenIn(input), fits, acceptsBody } = options
  const onlyMade = mustBeOwn(performer, operation)
  const { description, captures, context } = performer
  const parts = {
    ...{ description, captures, operation, under: input, chosen, onlyMade },
    parameters: context.parameters,
    fits,
    acceptsBody,
  }
  // A generated request with an altered path should be rejected.
  const isAstray = generated !== undefined && [...chosen].some((location) => location.startsWith('path '))
  const inventing = generated === undefined ? performer : { ...performer, invented: textsIn(input) }
  const sent: CallRecord['sent'][number][] = []
  let attempts = 0
  let refusal: NotPermitted | undefined
  let known: Performed | undefined
  let misfit: { readonly performed: Performed; readonly attempt: Attempt } | undefined
  let last: { readonly performed: Performed; readonly unknown: readonly UnknownValue[] } | undefined
  for (const attempt of attemptsOf(parts)) {
    attempts += 1
    const isUnknown = attempt.unknown.length > 0
    const mayMiss = (status: number): boolean => isMissing(status) && (isUnknown || attempts < mostAttempts)
    const send = (): Promise<Performed> =>
      perform(inventing, operation, { ...input, ...attempt.input }, test, generated, mayMiss)
    const performed = await send().catch((error: unknown) => whenAbsent(performer, { error, isAstray, send }))
    if (performed instanceof NotPermitted) {
      refusal = performed
      captures.skip(operation, attempt.choice)
      continue
    }
    sent.push(...performed.record.sent)
    const whole = withSent(performed, sent)
    const { status = 0 } = performed.observation
    const isElsewhere = isMoved(operation, performed.observation)
    const isRefused = (status === 400 || status === 422) && generated?.mode === 'positive'
    // Resources created by the run exist, so a 404 refers to another value of the request.
    const isOwn = attempt.choice.used.length > 0 && attempt.choice.used.every(({ isMade }) => isMade)
    const isNameless = !isOwn && refusalOf(performed.observation).stateReason === stateReasons.unknown
    const isMisfit =
      isRefused &&
      attempts < mostAttempts &&
      chosen.size === 0 &&
      (isNameless || captures.hasOtherKind(operation, attempt.choice))
    const foreign = isRefused ? foreignIn(attempt, performed.observation, chosen) : []
    const isForeign = foreign.length > 0
    if (!isMissing(status) && !isElsewhere && !isMisfit && !isForeign) return { ...whole, attempts }
    if (isMisfit && !isForeign) misfit ??= { performed: whole, attempt }
    captures.refuse(operation, attempt.choice, { status, ...refusalOf(performed.observation), input: attempt.input })
    if (!isMisfit || isForeign) {
      // A moved resource causes no findings, because its new name is unknown.
      if (isUnknown || isAstray || isElsewhere || isForeign)
        last = { performed: whole, unknown: isForeign ? foreign : attempt.unknown }
      else known = whole
    }
    // Invalid requests should be rejected.
    const isExpected = generated !== undefined && generated.mode !== 'positive' && !isUnknown
    if (isExpected || attempts >= mostAttempts) break
  }
  // Report the first rejection, because other values did no better.
  if (misfit !== undefined) captures.pardon(operation, misfit.attempt.choice)
  const reported = known ?? misfit?.performed
  if (reported !== undefined) return { ...withSent(reported, sent), attempts }
  if (last === undefined) {
    if (refusal !== undefined) throw refusal
    return undefined
  }
  const missing = isAstray ? [] : last.unknown.map((one) => missingOf(performer, one))
  return { ...notReached(withSent(last.performed, sent), missing, isAstray), attempts }
}

/** Returns path values that the server rejects because they aren't UUIDs. */
function foreignIn(
  { input, unknown }: Attempt,
  response: Observation,
  chosen: ReadonlySet<string>,
): readonly UnknownValue[] {
  if (!mentionsUuid(refusalOf(response).message)) return []
  return Object.entries(input.path ?? {}).flatMap(([name, value]): UnknownValue[] => {
    const location = `path ${name}`
    const isForeign = !chosen.has(location) && /id$/i.test(name) && !isUuid(value)
    return isForeign
      ? [unknown.find((one) => one.location === location) ?? { location, name, value, from: 'similar' }]
      : []
  })
}

function textsIn({ path = {}, query = {}, headers = {}, cookies = {}, body }: CallInput): ReadonlySet<string> {
  const values = [path, query, headers, cookies].flatMap((one) => Object.values(one))
  return new Set([...values, body].flatMap(leavesOf).map(String))
}

/** Sends a forbidden request after all if a read shows that its resource doesn't exist, so it can't be harmed. */
async function whenAbsent(
  performer: Performer,
  { error, isAstray, send }: { readonly error: unknown; readonly isAstray: boolean; send(): Promise<Performed> },
): Promise<Performed | NotPermitted> {
  if (!(error instanceof NotPermitted)) throw error
  const { description, captures } = performer
  const { absent } = error.refusal
  const read = description.operations.find(({ key }) => key === absent?.read)
  // An altered path should lead nowhere; a resource in a body wasn't chosen on purpose.
  if (absent === undefined || read === undefined || (absent.isTarget && !isAstray)) return error
  const { path } = absent
  const looked = await performIfPossible(performer, read, { path }, `generated: ${read.key} looks whether it is there`)
  const { status } = looked?.observation ?? {}
  // A 400 may be caused by something else that the read lacks.
  if (status !== 404 && status !== 410) return error
  captures.owned.noteAbsent(absent.key)
  return send().catch((again: unknown) => {
    if (again instanceof NotPermitted) return again
    throw again
  })
}

function givenIn({ path = {}, query = {}, headers = {}, cookies = {}, body, rawBody }: CallInput): ReadonlySet<string> {
  const values = Object.entries({ path, query, header: headers, cookie: cookies })
  const locations = values.flatMap(([location, given]) => Object.keys(given).map((name) => `${location} ${name}`))
  return new Set([...locations, ...(body === undefined && rawBody === undefined ? [] : ['body'])])
}

function withSent(performed: Performed, sent: CallRecord['sent']): Performed {
  return { ...performed, record: { ...performed.record, sent: [...sent] } }
}

/** Marks the call as not reached. If the request was altered on purpose, the body still counts. */
function notReached(
  { record, ...performed }: Performed,
  missing: readonly MissingValue[],
  isAstray: boolean,
): Performed {
  const { unmet: _, failure: __, refusedFor: ___, ...rest } = record
  const findings = isAstray ? record.findings.filter(({ ruleId }) => ruleId !== 'status-code-conformance') : []
  return {
    ...performed,
    record: { ...rest, outcome: 'received', blindness: 'neutral', findings, notChecked: [], notReached: missing },
  }
}

function missingOf({ context, description }: Performer, { location, name, value, from }: UnknownValue): MissingValue {
  const shown = value === undefined ? undefined : runRedactor(context, description).text(JSON.stringify(value))
  return { location, name, from, value: shown }
}
