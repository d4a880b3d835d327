import type { Caller } from '../drift/call.ts'
import { curlLine } from '../drift/curl.ts'
import { createInspector, type Inspection, type Inspector } from '../drift/inspect.ts'
import { planRequest, type RequestInput } from '../drift/plan.ts'
import { createRedactor, type Redactor } from '../drift/redact.ts'
import { readBody, secretValues } from '../drift/sent-secrets.ts'
import type { Observation, SentRequest } from '../model/observation.ts'
import type { Description, Operation } from '../model/operation.ts'
import type { SuiteContext } from './context.ts'
import { documents, type Expectation, type StatusTest, statusTest } from './expectation.ts'
import { type CallRecord, isError } from './record.ts'

/** One call as a suite asks for it. */
export interface SendOptions extends RequestInput {
  /** A status or a range; any documented success unless given. */
  readonly expect?: Expectation
  /** Name or prefix of a credential of the config, a token of your own, or false for none; by the path unless given. */
  readonly auth?: string | false
}

/** What is needed to make and judge calls. */
export interface Performer {
  readonly context: SuiteContext
  readonly description: Description
  readonly caller: Caller
}

/** A judged call: what the report gets, and what the test gets. */
export interface Performed {
  readonly record: CallRecord
  readonly observation: Observation
}

/** Plans a request, sends it and judges the answer. Throws REQUEST_INVALID. */
export async function perform(
  { context, description, caller }: Performer,
  operation: Operation,
  options: SendOptions,
  test: string,
): Promise<Performed> {
  const expected = statusTest(operation, options.expect)
  const credential = credentialOf(context, operation, options.auth)
  const request = withToken(planRequest(operation, options, description), credential?.token)
  const redactor = redactorOf(context, credential?.token, options)
  const shown = withToken(request, credential && `$${credential.name}`)
  const curl = curlLine(shown, curlBase(context), redactor)
  const inspector = createInspector(description, { redact: redactor })
  const call = (): Promise<Observation> =>
    caller.call(request, { authenticated: credential !== undefined, follow: !documentsRedirect(operation) })
  const judge = (observation: Observation): Inspection =>
    judged(inspector, operation, observation, expected, { curl, test })

  const observation = await call()
  const first = judge(observation)
  const inspection = isSafe(operation) && first.findings.length > 0 ? confirmed(first, judge(await call())) : first
  return { observation, record: recordOf({ operation, observation, inspection, expected, curl, test }) }
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
  context: { readonly curl: string; readonly test: string },
): Inspection {
  return inspector.inspectOperation(operation, observation, {
    ...context,
    ...(expected.explicit && { expected: expected.met }),
  })
}

/** What a second answer does not show again was a corrupted or proxied answer, or is rare: it does not count yet. */
function confirmed(first: Inspection, second: Inspection): Inspection {
  if (second.outcome !== 'answered') return first
  const again = new Set(second.findings.map((finding) => finding.fingerprint))
  const once = first.findings.filter((finding) => !again.has(finding.fingerprint))
  const rows = once.map(({ ruleId, site, message }) => ({
    ...(site.operation !== undefined && { operation: site.operation }),
    what: `${ruleId} ${site.pointer}: ${message}`,
    because: 'the same request, sent again, was answered without it',
  }))
  return {
    ...first,
    findings: first.findings.filter((finding) => again.has(finding.fingerprint)),
    notChecked: [...first.notChecked, ...rows],
  }
}

interface RecordParts {
  readonly operation: Operation
  readonly observation: Observation
  readonly inspection: Inspection
  readonly expected: StatusTest
  readonly curl: string
  readonly test: string
}

const statusChecks: ReadonlySet<string> = new Set(['status-code-conformance', 'server-error'])

function recordOf({ operation, observation, inspection, expected, curl, test }: RecordParts): CallRecord {
  const { status, failure, milliseconds } = observation
  const { outcome, findings, notChecked } = inspection
  const met = status === undefined || outcome !== 'answered' || expected.met(status)
  // A finding about the status says it already; that it is not the expected one adds nothing.
  const said = findings.some((finding) => isError(finding) && statusChecks.has(finding.ruleId))
  return {
    operation: operation.key,
    test,
    outcome,
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure: `${failure.code}: ${failure.message}` }),
    ...(!met && !said && { unmet: `expected ${expected.text}, got ${status}` }),
    curl,
    findings,
    // Why nothing was judged is told by outcome and failure already.
    notChecked: outcome === 'answered' ? notChecked : [],
    milliseconds,
  }
}

function documentsRedirect(operation: Operation): boolean {
  return [301, 302, 303, 307, 308].some((status) => documents(operation, status))
}

interface Presented {
  readonly name: string
  readonly token: string
}

function credentialOf(
  { target }: SuiteContext,
  operation: Operation,
  auth: string | false | undefined,
): Presented | undefined {
  if (auth === false) return undefined
  if (auth !== undefined) {
    return (
      target.credentials.find(({ name, prefix }) => name === auth || prefix === auth) ?? { name: 'TOKEN', token: auth }
    )
  }
  return target.credentials
    .filter((credential) => operation.path.startsWith(credential.prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0]
}

function withToken(request: SentRequest, token: string | undefined): SentRequest {
  return token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}

/** Knows what the suite itself gives under a secret key; samples of the description are public. */
function redactorOf({ target, redact }: SuiteContext, token: string | undefined, options: SendOptions): Redactor {
  const tokens = target.credentials.map((credential) => credential.token)
  const redactor = createRedactor({ keys: [...redact], values: token === undefined ? tokens : [...tokens, token] })
  const { path = {}, query = {}, headers = {}, cookies = {}, body = null, rawBody } = options
  const given = [path, query, headers, cookies].map((values) =>
    Object.entries(values).map(([name, value]) => ({ [name]: value ?? null })),
  )
  return redactor.knowing(secretValues([...given, body, rawBody === undefined ? null : readBody(rawBody)], redactor))
}

/** The sandbox listens on another port every time, and two runs must print the same. */
function curlBase({ target }: SuiteContext): string {
  if (target.label === 'sandbox') return '$SPECDRIFT_BASE_URL'
  const { origin, pathname } = new URL(target.baseUrl)
  return `${origin}${pathname}`
}
