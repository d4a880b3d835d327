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
import type { ExchangeParts } from '../../drift/evidence/exchange.ts'
import { harEntry } from '../../drift/evidence/har-entry.ts'
import type { Intent } from '../../drift/harm/gate.ts'
import type { Permit } from '../../drift/harm/permit.ts'
import { merged } from '../../drift/planning/merged.ts'
import { planRequest, type RequestInput } from '../../drift/planning/plan.ts'
import type { Captures } from '../../drift/reach/captures.ts'
import { isRead, requiredInput } from '../../drift/reach/settings.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { givenSecrets, receivedSecrets } from '../../drift/redaction/sent-secrets.ts'
import type { Caller } from '../../drift/transport/call.ts'
import { isBrokenOff, isIdempotent } from '../../drift/transport/retry.ts'
import { ToolError } from '../../model/errors.ts'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { SuiteContext } from '../api/context.ts'
import { documents, type Expectation, type StatusTest, statusTest } from '../api/expectation.ts'
import { runRedactor } from '../connection/redaction.ts'
import type { Canary } from './canary.ts'
import { changeOf } from './change-of.ts'
import { confirmByRetry, type InspectedCall } from './confirm-by-retry.ts'
import { countResponse } from './count-response.ts'
import { NotPermitted, permitFor } from './permit-for.ts'
import type { CallRecord } from './record.ts'
import { recordOf } from './record-of.ts'
import { rememberResponded, retryBroken } from './retry-broken.ts'
import { recordingCaller, type Sent, sentCall } from './sent-calls.ts'

export interface CallInput extends RequestInput {
  /** Expected status. Default: any documented success. */
  readonly expect?: Expectation
  /** Name or prefix of a configured credential, your own token, or false to send no credential. Default: selected by path. */
  readonly auth?: string | false
  /** Fill missing values from earlier responses of the file by links and ids, before examples and samples. */
  readonly captured?: boolean
}

export interface Performer {
  readonly context: SuiteContext
  readonly description: Description
  readonly caller: Caller
  readonly authorizer: Authorizer
  /** The input was generated, so it contains no secrets. */
  readonly isGenerated?: true
  /** Invented strings and numbers of the request. */
  readonly invented?: ReadonlySet<string>
  /** Author of the resources in requests. Default: specdrift. */
  readonly author?: Intent['author']
  readonly captures: Captures
  /** Confirmed findings with their locations, which need no second confirmation. Default: confirm every suspicious response. */
  readonly confirmed?: Set<string>
  /** Receives every exchange as a HAR entry. */
  readonly keep?: (entry: string) => void
  /** Blocks requests after the credential stopped working. */
  readonly canary?: Canary
}

/** A checked call: its record for the report, and its response for the test. */
export interface Performed {
  readonly record: CallRecord
  readonly observation: Observation
  /** Data to render the exchange in case the test fails. */
  readonly exchange: ExchangeParts
}

/** Like `perform`, for additional reads of specdrift: returns `undefined` if the config forbids the request or a value is missing. */
export async function performIfPossible(...request: Parameters<typeof perform>): Promise<Performed | undefined> {
  try {
    return await perform(...request)
  } catch (error) {
    if (error instanceof NotPermitted || (error instanceof ToolError && error.code === 'REQUEST_INVALID'))
      return undefined
    throw error
  }
}

/** Plans, sends and checks a request. Throws NotPermitted, REQUEST_INVALID, TOKEN_REFUSED, CREDENTIAL_BROKEN. */
export async function perform(
  performer: Performer,
  operation: Operation,
  options: CallInput,
  test: string,
  generated?: GeneratedRequest,
  isSettledBy?: (status: number) => boolean,
): Promise<Performed> {
  const { context, description, authorizer, captures } = performer
  const expected = statusTest(operation, options.expect)
  const credentials = presented(context.target.credentials, operation, options.auth)
  const planned = planRequest(operation, merged(requiredInput(context.parameters, operation), options), description)
  const permit = (request: SentRequest): Permit => permitFor(performer, operation, request)
  permit(planned)
  const isReading = isRead(operation, context)
  let authorized = await authorizer.authorize(planned, credentials)
  const how = {
    authenticated: credentials.length > 0,
    follow: !documentsRedirect(operation),
    operation: operation.key,
  }
  const sent: Sent[] = []
  const caller = recordingCaller(performer.caller, sent)
  const send = (fresh = false): Promise<Observation> =>
    caller.call(authorized.request, { ...how, permit: permit(authorized.request), fresh })
  let isRepeated = false
  const call = async (fresh = false): Promise<Observation> => {
    const response = await send(fresh)
    if (!isBrokenOff(response)) return response
    const sendApart = (): Promise<Observation> =>
      caller.call(authorized.request, { ...how, permit: permit(authorized.request), isolated: true })
    const { last, ...again } = await retryBroken(sendApart, authorized.request, { caller, authorizer })
    isRepeated = again.isRepeated
    return isRepeated || isReading || isUsable(last, expected.met, generated) ? last : response
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
  const evidence = { curl, test: redactor.text(test), generated }
  const inspectResponse = (response: Observation): Inspection =>
    withExpectation(inspector, operation, response, expected, {
      ...evidence,
      ...(isRepeated && { isRepeated }),
    })

  const first: InspectedCall = { observation, inspection: inspectResponse(observation) }
  const retry = async (): Promise<InspectedCall> => {
    const response = await call(true)
    return { observation: response, inspection: inspectResponse(response) }
  }
  // Generated requests have no expectation.
  const met = (status: number): boolean => generated !== undefined || expected.met(status)
  // Broken connections have already been retried.
  const isSettled =
    !isReading ||
    first.inspection.isBroken === true ||
    isSettledBy?.(first.observation.status ?? 0) === true ||
    isConfirmed(performer, first.inspection)
  const settled = isSettled ? first : await confirmByRetry(first, retry, { ...expected, met })
  const { inspection } = settled
  if (isReading) for (const key of confirmedKeys(inspection)) performer.confirmed?.add(key)
  observation = settled.observation
  const isReceived = inspection.outcome === 'received' && inspection.isBroken !== true
  if (isReceived && isReading) rememberResponded(authorizer, observation.request)
  if (isReceived) captures.learn(operation, observation)
  const statistics = isReceived ? countResponse(description.document, operation, observation) : undefined
  const isGuessed = generated !== undefined || isSettledBy !== undefined || options.path === undefined
  const exchange = {
    ...{ request: authorized.shown, observation, base: curlBase(context), variables: authorized.variables },
    // The last response may contain other secrets than the first.
    redactor:
      observation === first.observation ? redactor : redactorOf(performer, authorized.secrets, options, observation),
  }
  for (const one of performer.keep === undefined ? [] : sent) {
    const of = redactorOf(performer, authorized.secrets, options, one.observation)
    const named = { base: targetBase(context), redactor: of, operation: operation.key, test: evidence.test }
    performer.keep?.(harEntry({ ...one, ...named, request: authorized.shown, variables: authorized.variables }))
  }
  const record = recordOf({
    ...{ operation, observation, inspection, expected, isGuessed, exchange, ...evidence },
    sent: sent.map((one) => sentCall(one, redactor, authorized.variables)),
  })
  const { canary, ...unwatched } = performer
  const looks = `${operation.key} looks whether it is allowed still`
  await canary?.heard({ operation, auth: options.auth, observation }, async () => {
    return (await perform(unwatched, operation, options, looks)).observation
  })
  const lost = canary?.lost()
  const change = isReading ? undefined : changeOf(operation, description, observation, redactor)
  return {
    ...{ observation, exchange },
    record: { ...record, ...(statistics && { statistics }), ...(change && { change }), ...(lost && { lost }) },
  }
}

function isConfirmed({ confirmed }: Performer, inspection: Inspection): boolean {
  const keys = confirmedKeys(inspection)
  return keys.length > 0 && inspection.isGarbled !== true && keys.every((key) => confirmed?.has(key) === true)
}

function confirmedKeys({ findings }: Inspection): readonly string[] {
  return findings.flatMap(({ fingerprint, reaches }) => reaches.map((operation) => `${fingerprint} ${operation}`))
}

/** A rejected resend of a state-changing request is no evidence, because the first attempt may have been processed. */
function isUsable(
  { status, request }: Observation,
  met: (status: number) => boolean,
  generated?: GeneratedRequest,
): boolean {
  if (status === undefined) return false
  if (generated === undefined) return isIdempotent(request) && met(status)
  return generated.mode === 'positive' ? status < 300 : true
}

function withExpectation(
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

function documentsRedirect(operation: Operation): boolean {
  return [301, 302, 303, 307, 308].some((status) => documents(operation, status))
}

function inspectorOptions({ rules, responseTimeMs }: SuiteContext, redact: Redactor): InspectorOptions {
  return { redact, rules, responseTimeMs }
}

/** Generated values aren't secrets. */
function redactorOf(
  performer: Performer,
  secrets: readonly string[],
  options: CallInput,
  received: Observation,
): Redactor {
  const { context, description, isGenerated, invented = new Set<string>() } = performer
  const redactor = runRedactor(context, description, secrets).inventing(invented)
  const given = isGenerated ? [] : givenSecrets(options, redactor)
  const all = [...secrets, ...given, ...receivedSecrets(received, redactor)]
  return runRedactor(context, description, all).inventing(invented)
}

/** A placeholder, because the sandbox's port changes and two runs must print the same. */
function curlBase(context: SuiteContext): string {
  return context.target.label === 'sandbox' ? '$SPECDRIFT_BASE_URL' : targetBase(context)
}

function targetBase({ target }: SuiteContext): string {
  const { origin, pathname } = new URL(target.baseUrl)
  return `${origin}${pathname}`
}
