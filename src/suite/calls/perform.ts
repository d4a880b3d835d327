import type { Authorizer } from '../../drift/auth/authorizer.ts'
import { presented } from '../../drift/auth/credential.ts'
import {
  createInspector,
  type Inspection,
  type InspectionContext,
  type Inspector,
  type InspectorOptions,
} from '../../drift/checking/inspect.ts'
import { curlLine } from '../../drift/evidence/curl.ts'
import { type Captures, merged } from '../../drift/planning/captures.ts'
import { planRequest, type RequestInput } from '../../drift/planning/plan.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { givenSecrets, receivedSecrets } from '../../drift/redaction/sent-secrets.ts'
import type { Caller } from '../../drift/transport/call.ts'
import { isBrokenOff, isIdempotent } from '../../drift/transport/retry.ts'
import type { SentCall } from '../../model/log.ts'
import type { GeneratedRequest, Observation } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { SuiteContext } from '../api/context.ts'
import { documents, type Expectation, type StatusTest, statusTest } from '../api/expectation.ts'
import { runRedactor } from '../connection/redaction.ts'
import { askAgain, rememberAnswered } from './ask-again.ts'
import { countResponse } from './count-response.ts'
import { type CallRecord, isError } from './record.ts'

import { recordingCaller, sentCall } from './sent-calls.ts'
import { type Asked, settle } from './settle.ts'

/** One call as a suite asks for it. */
export interface CallInput extends RequestInput {
  /** A status or a range; any documented success unless given. */
  readonly expect?: Expectation
  /** Name or prefix of a credential of the config, a token of your own, or false for none; by the path unless given. */
  readonly auth?: string | false
  /** Takes what is not given from earlier answers of the file, by their links and ids, before examples and samples. */
  readonly captured?: boolean
}

/** What is needed to make and judge calls. */
export interface Performer {
  readonly context: SuiteContext
  readonly description: Description
  readonly caller: Caller
  readonly authorizer: Authorizer
  /** What it is asked for was generated: none of it is a secret. */
  readonly isGenerated?: true
  /** Learns from every answer. */
  readonly captures: Captures
}

/** A judged call: what the report gets, and what the test gets. */
export interface Performed {
  readonly record: CallRecord
  readonly observation: Observation
}

/**
 * Plans a request, sends it and judges the answer; `generated` says that it is made up. Throws REQUEST_INVALID,
 * TOKEN_REFUSED, CREDENTIAL_BROKEN.
 */
export async function perform(
  performer: Performer,
  operation: Operation,
  options: CallInput,
  test: string,
  generated?: GeneratedRequest,
): Promise<Performed> {
  const { context, description, authorizer, captures } = performer
  const expected = statusTest(operation, options.expect)
  const credentials = presented(context.target.credentials, operation, options.auth)
  const input = options.captured === true ? merged(captures.inputFor(operation), options) : options
  const planned = planRequest(operation, input, description)
  let authorized = await authorizer.authorize(planned, credentials)
  const how = {
    authenticated: credentials.length > 0,
    follow: !documentsRedirect(operation),
    operation: operation.key,
  }
  const sent: Observation[] = []
  const caller = recordingCaller(performer.caller, sent)
  const send = (fresh = false): Promise<Observation> => caller.call(authorized.request, { ...how, fresh })
  let isRepeated = false
  const call = async (fresh = false): Promise<Observation> => {
    const answer = await send(fresh)
    if (!isBrokenOff(answer)) return answer
    const sendApart = (): Promise<Observation> => caller.call(authorized.request, { ...how, isolated: true })
    const { last, ...again } = await askAgain(sendApart, authorized.request, { caller, authorizer })
    isRepeated = again.isRepeated
    return isRepeated || isUsable(last, operation, expected.met, generated) ? last : answer
  }

  let observation = await call()
  if (observation.status === 401 && authorizer.renew(credentials)) {
    authorized = await authorizer.authorize(planned, credentials)
    observation = await call()
  }
  const redactor = redactorOf(performer, authorized.secrets, options, observation)
  const line = curlLine(authorized.shown, curlBase(context), redactor, authorized.variables)
  const curl = generated === undefined ? line : `${line} # ${generated.id}`
  const inspector = createInspector(description, inspectorOptions(context, redactor))
  const evidence = { curl, test: redactor.text(test), ...(generated && { generated }) }
  const judge = (answer: Observation): Inspection =>
    judged(inspector, operation, answer, expected, {
      ...evidence,
      ...(isRepeated && { isRepeated }),
    })

  const asked: Asked = { observation, inspection: judge(observation) }
  const again = async (): Promise<Asked> => {
    const answer = await call(true)
    return { observation: answer, inspection: judge(answer) }
  }
  // There is no expectation of a request that is made up.
  const met = (status: number): boolean => generated !== undefined || expected.met(status)
  // What was broken off was sent again already.
  const isSettled = !isSafe(operation) || asked.inspection.isBroken === true
  const settled = isSettled ? asked : await settle(asked, again, { ...expected, met })
  const { inspection } = settled
  observation = settled.observation
  const isAnswered = inspection.outcome === 'received' && inspection.isBroken !== true
  if (isAnswered && isSafe(operation)) rememberAnswered(authorizer, observation.request)
  if (isAnswered) captures.learn(operation, observation)
  const statistics = isAnswered ? countResponse(description.document, operation, observation) : undefined
  const isGuessed = generated !== undefined || options.path === undefined
  const record = recordOf({
    ...{ operation, observation, inspection, expected, isGuessed, ...evidence },
    sent: sent.map((one) => sentCall(one, redactor, authorized.variables)),
  })
  return { observation, record: { ...record, ...(statistics && { statistics }) } }
}

/**
 * Whether the response to a request that was sent again speaks for it, because the connection broke off at the first. One that
 * changes state may have been carried out before: what refuses it then says nothing, and a test would go on with it done twice.
 */
function isUsable(
  { status, request }: Observation,
  operation: Operation,
  met: (status: number) => boolean,
  generated?: GeneratedRequest,
): boolean {
  if (isSafe(operation)) return true
  if (status === undefined) return false
  if (generated === undefined) return isIdempotent(request) && met(status)
  return generated.mode === 'positive' ? status < 300 : true
}

/** GET, HEAD and OPTIONS change nothing (RFC 9110 §9.2.1). */
export function isSafe(operation: Operation): boolean {
  return operation.method === 'GET' || operation.method === 'HEAD' || operation.method === 'OPTIONS'
}

function judged(
  inspector: Inspector,
  operation: Operation,
  observation: Observation,
  expected: StatusTest,
  context: InspectionContext,
): Inspection {
  return inspector.inspectOperation(operation, observation, {
    ...context,
    ...(expected.explicit && { expected: expected.met }),
  })
}

interface RecordParts {
  readonly operation: Operation
  readonly observation: Observation
  readonly inspection: Inspection
  readonly expected: StatusTest
  /** Nobody said that the ids of its path exist. */
  readonly isGuessed: boolean
  readonly curl: string
  readonly test: string
  readonly sent: readonly SentCall[]
}

const statusChecks: ReadonlySet<string> = new Set(['status-code-conformance', 'server-error'])

function recordOf(parts: RecordParts): CallRecord {
  const { operation, observation, inspection, expected, isGuessed, curl, test, sent } = parts
  const { status, failure, milliseconds } = observation
  const { outcome, isBroken, findings, notChecked } = inspection
  const met = status === undefined || outcome !== 'received' || isBroken === true || expected.met(status)
  const blindness = status === undefined || expected.met(status) ? undefined : blindnessOf(operation, status, isGuessed)
  // A finding about the status says it already; that it is not the expected one adds nothing.
  const said = findings.some((finding) => isError(finding) && statusChecks.has(finding.ruleId))
  return {
    operation: operation.key,
    test,
    outcome,
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure: `${failure.code}: ${failure.message}` }),
    ...(inspection.isPage === true && { isPage: true as const }),
    ...(isBroken === true && { isBroken }),
    ...(observation.authenticated && { authenticated: true as const }),
    ...(blindness && { blindness }),
    ...(!met && !said && { unmet: `expected ${expected.text}, got ${status}` }),
    curl,
    findings,
    // Why nothing was judged is told by outcome and failure already.
    notChecked: outcome === 'received' || inspection.isGarbled === true ? notChecked : [],
    milliseconds,
    sent,
  }
}

function blindnessOf(operation: Operation, status: number, isGuessed: boolean): CallRecord['blindness'] {
  if (status !== 401 && status !== 403 && status !== 404) return undefined
  const isNeutral = status === 404 && isGuessed && operation.path.includes('{') && documents(operation, 404)
  return isNeutral ? 'neutral' : 'blind'
}

function documentsRedirect(operation: Operation): boolean {
  return [301, 302, 303, 307, 308].some((status) => documents(operation, status))
}

function inspectorOptions({ rules, responseTimeMs }: SuiteContext, redact: Redactor): InspectorOptions {
  return { redact, ...(rules !== undefined && { rules }), ...(responseTimeMs !== undefined && { responseTimeMs }) }
}

/** Knows what the suite itself gives as a secret, and what the response does; what is generated is none. */
function redactorOf(
  performer: Performer,
  secrets: readonly string[],
  options: CallInput,
  received: Observation,
): Redactor {
  const { context, description, isGenerated } = performer
  const known = runRedactor(context, description, secrets)
  const given = isGenerated ? [] : givenSecrets(options, known)
  return runRedactor(context, description, [...secrets, ...given, ...receivedSecrets(received, known)])
}

/** The sandbox listens on another port every time, and two runs must print the same. */
function curlBase({ target }: SuiteContext): string {
  if (target.label === 'sandbox') return '$SPECDRIFT_BASE_URL'
  const { origin, pathname } = new URL(target.baseUrl)
  return `${origin}${pathname}`
}
