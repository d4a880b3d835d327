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

/** What is called without anybody giving its values. */
export interface ReachOptions {
  readonly input: CallInput
  /** Name of the test. */
  readonly test: string
  readonly generated?: GeneratedRequest
  /** Locations of the input that are chosen on purpose: `path id`; default: all that it gives. */
  readonly chosen?: ReadonlySet<string>
  fits?(need: Need, value: Json): boolean
  acceptsBody?(body: Json): boolean
}

/** A call, and how many were made for it. */
export interface Reached extends Performed {
  readonly attempts: number
}

/** So many values are tried before a resource counts as not found. */
const mostAttempts = 3

/** Not found, not allowed, gone: what is asked for may not exist (RFC 9110 §15.5.4, §15.5.5, §15.5.11). */
function isMissing(status: number | undefined): boolean {
  return status === 404 || status === 403 || status === 410
}

/**
 * What was renamed or moved is found under another name (RFC 9110 §15.4). A redirect to the same name, of another scheme or with a
 * slash at its end, is the response of the operation.
 */
function isMoved({ path: template, responses }: Operation, { status, headers, request }: Observation): boolean {
  const isRedirect = status === 301 || status === 307 || status === 308
  if (!isRedirect || !template.includes('{') || responses.some((one) => one.status.startsWith('3'))) return false
  const { location = '' } = headers
  if (!URL.canParse(location, 'http://host')) return false
  const bare = (path: string): string => path.replace(/\/+$/, '')
  return !bare(new URL(location, 'http://host').pathname).endsWith(bare(request.path.split('?', 1)[0] ?? ''))
}

/**
 * Calls an operation with values that exist as far as they are known, and with the next where one is not found. A call that
 * had to use a value that nobody knows to exist is not reached where it is not found: nothing of it is a finding. Undefined
 * where there is nothing to call it with. Throws what `perform` throws, and NotPermitted where no value is permitted.
 */
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
  // A generated request with another path than one that leads somewhere is to be refused.
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
    // What the run has made exists: something else in the request does not.
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
      // Of what moved nothing is a finding: what it is called now is not known.
      if (isUnknown || isAstray || isElsewhere || isForeign)
        last = { performed: whole, unknown: isForeign ? foreign : attempt.unknown }
      else known = whole
    }
    // A refusal is what an invalid request is to get.
    const isExpected = generated !== undefined && generated.mode !== 'positive' && !isUnknown
    if (isExpected || attempts >= mostAttempts) break
  }
  // What was refused first is what the first value got: another did no better.
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

/** The values of a path that a server refuses because they are no UUIDs: they name something else, or nothing. */
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

/** The texts and numbers of the parameters and the body. */
function textsIn({ path = {}, query = {}, headers = {}, cookies = {}, body }: CallInput): ReadonlySet<string> {
  const values = [path, query, headers, cookies].flatMap((one) => Object.values(one))
  return new Set([...values, body].flatMap(leavesOf).map(String))
}

/** What is not there cannot be harmed: a refused request is sent once a read has shown that nothing is there. */
async function whenAbsent(
  performer: Performer,
  { error, isAstray, send }: { readonly error: unknown; readonly isAstray: boolean; send(): Promise<Performed> },
): Promise<Performed | NotPermitted> {
  if (!(error instanceof NotPermitted)) throw error
  const { description, captures } = performer
  const { absent } = error.refusal
  const read = description.operations.find(({ key }) => key === absent?.read)
  // With a path of its own choice a request is to lead nowhere; in a body nobody has chosen a resource.
  if (absent === undefined || read === undefined || (absent.isTarget && !isAstray)) return error
  const { path } = absent
  const looked = await performIfPossible(performer, read, { path }, `generated: ${read.key} looks whether it is there`)
  const { status } = looked?.observation ?? {}
  // A 400 may be about something else that the read lacks.
  if (status !== 404 && status !== 410) return error
  captures.owned.noteAbsent(absent.key)
  return send().catch((again: unknown) => {
    if (again instanceof NotPermitted) return again
    throw again
  })
}

/** The locations that an input gives. */
function givenIn({ path = {}, query = {}, headers = {}, cookies = {}, body, rawBody }: CallInput): ReadonlySet<string> {
  const values = Object.entries({ path, query, header: headers, cookie: cookies })
  const locations = values.flatMap(([location, given]) => Object.keys(given).map((name) => `${location} ${name}`))
  return new Set([...locations, ...(body === undefined && rawBody === undefined ? [] : ['body'])])
}

function withSent(performed: Performed, sent: CallRecord['sent']): Performed {
  return { ...performed, record: { ...performed.record, sent: [...sent] } }
}

/** The response says only that something that need not exist does not; where that is what was asked, its body counts too. */
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
