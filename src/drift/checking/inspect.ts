import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import { severityRank } from '../../model/locations.ts'
import type { Check, DriftDraft, Exchange, NotChecked, Observation, SchemaCompiler } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { createSchemaCompiler } from '../../schema/validation/compile.ts'
import { overrule } from '../../util/rule-settings.ts'
import { checks as allChecks } from '../checks/index.ts'
import { anyBaseUrl, curlLine } from '../evidence/curl.ts'
import { type FindingContext, makeFinding } from '../evidence/finding.ts'
import { mergeFindings } from '../evidence/merge.ts'
import { refusalOf } from '../learning/state-words.ts'
import { createRedactor } from '../redaction/redact.ts'
import { receivedSecrets, sentSecrets } from '../redaction/sent-secrets.ts'
import { vocabularyOf } from '../redaction/vocabulary.ts'
import { createRouter, type Router } from '../routing/route.ts'
import { isBrokenOff } from '../transport/retry.ts'
import { buildExchange } from './exchange.ts'
import type { Inspection, InspectionContext, Inspector, InspectorOptions, RecordedHooks } from './inspection.ts'
import { decideOutcome, isPage, unreadable } from './outcome.ts'
import { observationOf } from './recorded.ts'
import { type CheckDraft, withoutRepeats } from './repeats.ts'
import { inspectRequest } from './request/inspect-request.ts'
import { schemeParameters, undocumentedParts } from './request/undocumented-parts.ts'
import { isPreflight, preflightRow, undocumentedOperation } from './undocumented.ts'

const serverError = 'server-error'

const undocumentedStatus = 'status-code-conformance'

export { mergeFindings } from '../evidence/merge.ts'
export type {
  Inspection,
  InspectionContext,
  Inspector,
  InspectorOptions,
  RecordedHooks,
} from './inspection.ts'
export type { RawExchange } from './recorded.ts'

const compilers = new WeakMap<Document, SchemaCompiler>()
/** Responses with a garbled body per description, by status and operation. */
const garbled = new WeakMap<Description, Set<string>>()

/** Records a garbled response and tests whether it is a repetition: one may be a transport error, two are the API's fault. */
function isRepeated(description: Description, response: string): boolean {
  const known = garbled.get(description) ?? new Set()
  garbled.set(description, known)
  if (known.has(response)) return true
  known.add(response)
  return false
}

interface Case {
  readonly operation: Operation
  readonly observation: Observation
  readonly more: Partial<Pick<Exchange, 'request' | 'operationsAtPath' | 'generated'>>
  readonly notChecked: readonly NotChecked[]
  readonly isRepeated?: true
}

/** Creates an inspector; all inspectors of a document share its compiled schemas. */
export function createInspector(description: Description, options: InspectorOptions = {}): Inspector {
  const { checks = allChecks, rules = {}, responseTimeMs } = options
  const { redact: redactor = createRedactor({ vocabulary: vocabularyOf(description.document) }) } = options
  const compiler = compilers.get(description.document) ?? createSchemaCompiler(description.document)
  compilers.set(description.document, compiler)
  let router: Router | undefined
  const wanted = checks.filter(({ id }) => !Object.hasOwn(rules, id) || rules[id] !== 'off')
  const [undocumentedChecks, exchangeChecks] = [
    wanted.filter(({ forUndocumented }) => forUndocumented),
    wanted.filter(({ forUndocumented }) => !forUndocumented),
  ]

  /** The checks that also apply to conforming exchanges. */
  const alwaysConcerned = exchangeChecks.filter(
    ({ reads, generated }) => reads === undefined && generated === undefined,
  )

  /** `contextOf` is called only if there is a finding, because most responses conform. */
  function checkCase(
    { operation, observation, more, notChecked: rows, isRepeated: again }: Case,
    contextOf: () => InspectionContext,
    {
      expected,
      hooks,
    }: { readonly expected?: InspectionContext['expected']; readonly hooks?: RecordedHooks | undefined } = {},
  ): Inspection {
    const outcome = decideOutcome(observation, expected === undefined ? { operation } : { operation, expected })
    const { status, failure } = observation
    const isUnread = failure !== undefined && unreadable.has(failure.code)
    const broken = again === true && isBrokenOff(observation) ? checkBroken(operation, observation, contextOf()) : []
    if (broken.length > 0) return { outcome: 'received', isBroken: true, findings: broken, notChecked: [] }
    if ((outcome !== 'received' && !isUnread) || !hasStatus(observation)) {
      const because = `no response of the application was received (${outcome})`
      return { outcome, findings: [], notChecked: [{ operation: operation.key, what: 'the response', because }] }
    }
    const built = buildExchange(description, compiler, operation, observation)
    const { malformed } = built
    const repeats =
      malformed !== undefined && (hooks?.isOneOfMany === true || isRepeated(description, `${status} ${operation.key}`))
    const lost = isUnread ? failure.message : repeats ? undefined : malformed
    const { exchange }: { readonly exchange: Exchange } = built
    if (more.request !== undefined) built.exchange.request = more.request
    if (more.operationsAtPath !== undefined) built.exchange.operationsAtPath = more.operationsAtPath
    if (more.generated !== undefined) {
      built.exchange.generated = more.generated
      built.exchange.refusal = refusalOf(observation)
    }
    if (isUnread) built.exchange.hasBody = true
    if (repeats) built.exchange.notJson = malformed
    if (expected?.(observation.status) === true) built.exchange.isExpected = true
    if (responseTimeMs !== undefined) built.exchange.responseTimeMs = responseTimeMs
    if (lost !== undefined) {
      const type = built.exchange.contentType
      const what = `the body of ${status}${type === undefined ? '' : ` ${type}`}`
      built.notChecked.push({ operation: operation.key, what, because: lost })
    }
    hooks?.seen?.(exchange)
    const drafts: CheckDraft[] = []
    for (const check of concerned(exchange)) {
      for (const draft of run(check, exchange)) {
        if (hooks?.sift?.(check, draft, exchange) !== false) drafts.push({ check, draft })
      }
    }
    const isOfPage = isPage(observation, operation)
    const isClean = drafts.length + built.notChecked.length + rows.length === 0
    if (isClean && malformed === undefined && !isOfPage) return { outcome, findings: nothing, notChecked: nothing }
    const flags = {
      ...(malformed !== undefined && { isGarbled: true as const }),
      ...(isOfPage && { isPage: true as const }),
    }
    if (isClean) return { outcome, ...flags, findings: nothing, notChecked: nothing }
    const notChecked = [...rows, ...built.notChecked]
    const found = findingsOf(exchange, drafts, notChecked, { contextOf, hooks })
    const isLost = lost !== undefined && found.findings.length === 0
    return { outcome: isLost ? 'inconclusive' : 'received', ...flags, ...found }
  }

  /** Separate from `checkCase`, because few exchanges get here. */
  function findingsOf(
    exchange: Exchange,
    drafts: readonly CheckDraft[],
    rows: readonly NotChecked[],
    { contextOf, hooks }: { readonly contextOf: () => InspectionContext; readonly hooks: RecordedHooks | undefined },
  ): Pick<Inspection, 'findings' | 'notChecked'> {
    const counted = withoutRepeats(drafts)
    if (rows.length === 0 && hooks?.repeats?.count(exchange, counted) === true)
      return { findings: nothing, notChecked: nothing }
    const context = findingContext(contextOf())
    const { redactor: redact } = context
    const made = counted.map(({ check, draft, samples }) =>
      overrule(makeFinding(context, check, exchange, draft, samples), rules),
    )
    const findings = onceEach(made.filter(({ severity }) => severity !== 'off'))
    if (rows.length === 0)
      hooks?.repeats?.made(made.map((finding) => (findings.includes(finding) ? finding : undefined)))
    const notChecked = rows.map((row) => ({ ...row, what: redact.text(row.what) }))
    return { findings: mergeFindings(findings), notChecked }
  }

  function concerned(exchange: Exchange): readonly Check[] {
    if (exchange.operationsAtPath !== undefined)
      return undocumentedChecks.filter((check) => isConcerned(check, exchange))
    const { violations, undocumented, headers, request, generated } = exchange
    const isClean = violations.length + undocumented.length + headers.length + request.length === 0
    return isClean && generated === undefined
      ? alwaysConcerned
      : exchangeChecks.filter((check) => isConcerned(check, exchange))
  }

  function findingContext({ secrets = [], curl, test }: InspectionContext): FindingContext {
    return { description, redactor: secrets.length === 0 ? redactor : redactor.knowing(secrets), curl, test }
  }

  function checkBroken(operation: Operation, observation: Observation, context: InspectionContext): Finding[] {
    const { failure } = observation
    return exchangeChecks
      .flatMap((check) => {
        const draft = failure && check.judgeBroken?.(failure)
        return draft
          ? [overrule(makeFinding(findingContext(context), check, { operation, observation }, draft, 1), rules)]
          : []
      })
      .filter(({ severity }) => severity !== 'off')
  }

  const contextOf = (observation: Observation) => (): InspectionContext => {
    const secrets = [...sentSecrets(observation.request, redactor), ...receivedSecrets(observation, redactor)]
    if (redactor.samples === 'none') return { secrets }
    return { secrets, curl: curlLine(observation.request, anyBaseUrl, redactor.knowing(secrets)) }
  }

  const inspector: Inspector = {
    inspect(raw) {
      router ??= createRouter(description.operations)
      const observation = observationOf(raw)
      const operation = router.match(observation.request.method, raw.path)
      if (operation !== undefined) return inspector.inspectRecorded(operation, observation)
      if (isPreflight(observation)) return { outcome: 'inconclusive', findings: [], notChecked: [preflightRow] }
      const known = router.at(raw.path)
      const undocumented = undocumentedOperation(observation.request, known)
      const checked = inspector.inspectUndocumented(undocumented, observation, known)
      if (checked.findings.length > 0) return checked
      const what = redactor.text(`${observation.request.method} ${raw.path.split('?', 1)[0]}`)
      const row = { what, because: 'no operation of the description matches it' }
      return {
        outcome: checked.outcome === 'received' ? 'inconclusive' : checked.outcome,
        findings: [],
        notChecked: [row],
      }
    },
    inspectRecorded(operation, observation, hooks) {
      const { request, unrecorded } = observation
      const inspected = inspectRequest(description.document, compiler, operation, request, unrecorded)
      const { violations, undocumented = nothing, notChecked } = inspected
      const parts = hooks?.isOneOfMany ? undocumentedParts(operation, request, schemeParameters(description)) : nothing
      const more = hooks?.isOneOfMany && parts.length + undocumented.length > 0 ? [...parts, ...undocumented] : nothing
      const found = more.length === 0 ? violations : [...violations, ...more]
      const input = { operation, observation, more: { request: found }, notChecked }
      return checkCase(input, contextOf(observation), { hooks })
    },
    allows: (operation, request) =>
      inspectRequest(description.document, compiler, operation, request).violations.length === 0,
    inspectUndocumented(operation, observation, known) {
      const more = { operationsAtPath: known.map(({ key }) => key) }
      return checkCase({ operation, observation, more, notChecked: [] }, contextOf(observation))
    },
    inspectOperation: (operation, observation, context = {}) =>
      checkCase(
        {
          ...{ operation, observation, notChecked: [] },
          more: context.generated ? { generated: context.generated } : {},
          isRepeated: context.isRepeated && true,
        },
        () => context,
        context,
      ),
  }
  return inspector
}

function hasStatus(observation: Observation): observation is Exchange['observation'] {
  return observation.status !== undefined
}

/** Tests whether an exchange contains the input of a check. */
function isConcerned({ reads, generated }: Check, exchange: Exchange): boolean {
  if (generated !== undefined && exchange.generated === undefined) return false
  return reads === undefined || exchange[reads].length > 0
}

const nothing: readonly never[] = Object.freeze([])

/** A check that throws is our own bug and must not look like a passed check. */
function run(check: Check, exchange: Exchange): readonly DriftDraft[] {
  try {
    const drafts = check.judge(exchange)
    if (drafts === undefined) return nothing
    return Array.isArray(drafts) ? drafts : [drafts as DriftDraft]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw toolError('RULE_CRASHED', [check.id, exchange.operation.key, reason], error)
  }
}

/** Drops the finding for an undocumented 5xx if the server error itself is a finding, unless that finding has a lower severity. */
function onceEach(findings: readonly Finding[]): readonly Finding[] {
  const failures = findings.filter(({ ruleId }) => ruleId === serverError)
  if (failures.length === 0) return findings
  const isSaid = ({ ruleId, severity }: Finding): boolean =>
    ruleId === undocumentedStatus && failures.some((one) => severityRank(one.severity) <= severityRank(severity))
  return findings.filter((one) => !isSaid(one))
}
