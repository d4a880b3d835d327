import type { Document } from '../model/document.ts'
import { toolError } from '../model/errors.ts'
import type { Finding } from '../model/finding.ts'
import type {
  Check,
  DriftDraft,
  Exchange,
  NotChecked,
  Observation,
  Outcome,
  SchemaCompiler,
  SentRequest,
} from '../model/observation.ts'
import type { Description, Operation } from '../model/operation.ts'
import { createSchemaCompiler } from '../schema/compile.ts'
import { checks as allChecks } from './checks/index.ts'
import { curlLine } from './curl.ts'
import { buildExchange } from './exchange.ts'
import { makeFinding, mergeFindings } from './finding.ts'
import { decideOutcome } from './outcome.ts'
import { createRedactor, type Redactor } from './redact.ts'
import { createRouter, type Router } from './route.ts'
import { sentSecrets } from './sent-secrets.ts'

export { mergeFindings } from './finding.ts'

/** What became of one answer. */
export interface Inspection {
  readonly outcome: Outcome
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
}

/** Where an answer came from, for the evidence. */
export interface InspectionContext {
  /** A line that repeats the call. */
  readonly curl?: string
  /** The suite test that made it. */
  readonly test?: string
  /** Secrets of this call: the answer may repeat them. */
  readonly secrets?: readonly string[]
  /** The caller asked for this status on purpose, so it counts as answered. */
  readonly expected?: (status: number) => boolean
}

/** One recorded or live exchange as a library user has it. */
export interface RawExchange {
  readonly method: string
  /** Path and query, with or without a base path of the servers. */
  readonly path: string
  readonly requestHeaders?: Readonly<Record<string, string>>
  readonly requestBody?: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As received. */
  readonly body?: string | Uint8Array | undefined
}

/** Judges answers by a description. No network, no I/O. */
export interface Inspector {
  inspect(exchange: RawExchange): Inspection
  inspectOperation(operation: Operation, observation: Observation, context?: InspectionContext): Inspection
}

/** What an inspector may be told. */
export interface InspectorOptions {
  /** All unless given. */
  readonly checks?: readonly Check[]
  /** One that knows the usual secret keys unless given. */
  readonly redact?: Redactor
}

const compilers = new WeakMap<Document, SchemaCompiler>()

/** Makes an inspector; compiled schemas are shared between all inspectors of a document. */
export function createInspector(description: Description, options: InspectorOptions = {}): Inspector {
  const { checks = allChecks, redact: redactor = createRedactor() } = options
  const compiler = compilers.get(description.document) ?? createSchemaCompiler(description.document)
  compilers.set(description.document, compiler)
  let router: Router | undefined

  const inspector: Inspector = {
    inspect(raw) {
      router ??= createRouter(description.operations)
      const operation = router.match(raw.method, raw.path)
      if (operation === undefined) {
        const what = redactor.text(`${raw.method.toUpperCase()} ${raw.path.split('?', 1)[0]}`)
        const row = { what, because: 'no operation of the description answers to it' }
        return { outcome: 'undecidable', findings: [], notChecked: [row] }
      }
      const observation = observationOf(raw)
      const secrets = sentSecrets(observation.request, redactor)
      const curl = curlLine(observation.request, '$SPECDRIFT_BASE_URL', redactor.knowing(secrets))
      return inspector.inspectOperation(operation, observation, { curl, secrets })
    },
    inspectOperation(operation, observation, context = {}) {
      const { expected, secrets = [], ...evidence } = context
      const redact = secrets.length === 0 ? redactor : redactor.knowing(secrets)
      const outcome = decideOutcome(observation, { operation, ...(expected && { expected }) })
      const { status } = observation
      if (outcome !== 'answered' || status === undefined) {
        const because = `the call was not answered by the application (${outcome})`
        return { outcome, findings: [], notChecked: [{ operation: operation.key, what: 'the answer', because }] }
      }
      const built = buildExchange(description, compiler, operation, { ...observation, status })
      const drafts = checks.flatMap((check) => run(check, built.exchange).map((draft) => ({ check, draft })))
      const findings = drafts.map(({ check, draft }) =>
        makeFinding({ description, redactor: redact, ...evidence }, check, built.exchange, draft),
      )
      const notChecked = built.notChecked.map((row) => ({ ...row, what: redact.text(row.what) }))
      return { outcome, findings: mergeFindings(findings), notChecked }
    },
  }
  return inspector
}

/** A check that throws is a defect of ours: it must not read as "nothing found". */
function run(check: Check, exchange: Exchange): readonly DriftDraft[] {
  try {
    const drafts = check.inspect(exchange) ?? []
    return Array.isArray(drafts) ? drafts : [drafts as DriftDraft]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw toolError('RULE_CRASHED', [check.id, exchange.operation.key, reason], error)
  }
}

function observationOf(raw: RawExchange): Observation {
  const request: SentRequest = {
    method: raw.method.toUpperCase(),
    path: raw.path,
    headers: lowerCase(raw.requestHeaders ?? {}),
    ...(raw.requestBody === undefined ? {} : { body: raw.requestBody }),
  }
  const credentials = ['authorization', 'cookie', 'x-api-key']
  return {
    request,
    status: raw.status,
    headers: lowerCase(raw.headers),
    ...(raw.body === undefined ? {} : { body: textOf(raw.body) }),
    milliseconds: 0,
    authenticated: credentials.some((name) => Object.hasOwn(request.headers, name)),
  }
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
