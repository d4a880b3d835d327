import type { Finding, Site, Verdict } from '../model/finding.ts'
import type { Json } from '../model/json.ts'
import type { Check, DriftDraft, Exchange, Patch } from '../model/observation.ts'
import type { Description } from '../model/operation.ts'
import { fingerprint } from '../util/fingerprint.ts'
import { joinPointer, pointerTokens } from '../util/pointer.ts'
import { byText } from '../util/text.ts'
import { showValue } from '../util/value.ts'
import { type Redactor, redacted } from './redact.ts'

/** What surrounds the drafts of one exchange. */
export interface FindingContext {
  readonly description: Description
  readonly redactor: Redactor
  readonly curl?: string
  readonly test?: string
}

const verdicts: Readonly<Record<Check['severity'], Verdict>> = {
  error: 'breaking',
  warning: 'risky',
  info: 'compatible',
}

/** Makes a Finding of what a check said: place, fingerprint, evidence, source; nothing secret gets in. */
export function makeFinding(context: FindingContext, check: Check, exchange: Exchange, draft: DriftDraft): Finding {
  const { operation, observation, response } = exchange
  const assumed = draft.assumed === true
  const severity = assumed ? 'info' : check.severity
  const site: Site = {
    operation: operation.key,
    direction: 'response',
    part: draft.part ?? partOf(exchange),
    pointer: draft.place ?? '',
  }
  const { message, patch, ...seen } = withoutSecrets(context.redactor, draft)
  const schemaPointer = draft.schemaPointer ?? response?.pointer ?? operation.pointer
  const pointer = draft.keyword === undefined ? schemaPointer : joinPointer(schemaPointer, draft.keyword)
  return {
    ruleId: check.id,
    kind: 'drift',
    verdict: verdicts[severity],
    severity,
    state: 'new',
    fingerprint: fingerprint(check.id, site, draft.key),
    message: assumed ? `the assumption is wrong: ${message}` : message,
    why: check.why,
    fix: check.fix,
    site,
    reaches: [operation.key],
    source: { revision: context.description.document.locate(pointer) },
    ...(draft.expected === undefined ? {} : { before: draft.expected }),
    evidence: {
      ...(draft.instancePointer === undefined ? {} : { instancePointer: draft.instancePointer }),
      ...seen,
      status: observation.status,
      ...(context.curl === undefined ? {} : { curl: context.curl }),
      samples: 1,
      ...(context.test === undefined ? {} : { tests: [context.test] }),
    },
    ...(assumed ? { assumed } : {}),
    ...(patch.length === 0 ? {} : { patch }),
  }
}

/** `200 application/json`, in the words of the description. */
function partOf({ response, mediaType, observation }: Exchange): string {
  if (response === undefined) return String(observation.status)
  const type = mediaType?.type ?? response.content[0]?.type
  return type === undefined ? response.status : `${response.status} ${type}`
}

/** A value that stands under a secret key is shown nowhere: not in the message, not in a patch. */
function withoutSecrets(redactor: Redactor, draft: DriftDraft): { message: string; patch: Patch; observed?: Json } {
  const { message, observed, patch = [] } = draft
  const key = pointerTokens(draft.instancePointer ?? '').at(-1) ?? / header (\S+)$/.exec(draft.part ?? '')?.[1]
  const isSecret = observed !== undefined && observed !== null && key !== undefined && redactor.isSecret(key)
  const proposal = JSON.stringify(patch)
  const tells = redactor.text(proposal) !== proposal || (isSecret && proposal.includes(JSON.stringify(observed)))
  return {
    message: redactor.text(isSecret ? message.replaceAll(showValue(observed), redacted) : message),
    patch: tells ? [] : patch,
    ...(observed === undefined ? {} : { observed: redactor.json(observed, key) }),
  }
}

/** Unites findings of one fingerprint: samples are summed, tests united, the first evidence kept. Sorted. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const first = merged.get(finding.fingerprint)
    merged.set(finding.fingerprint, first === undefined ? finding : unite(first, finding))
  }
  return [...merged.values()].sort(
    (a, b) =>
      byText(a.site.operation ?? '', b.site.operation ?? '') ||
      byText(a.ruleId, b.ruleId) ||
      byText(a.site.pointer, b.site.pointer) ||
      byText(a.fingerprint, b.fingerprint),
  )
}

function unite(first: Finding, other: Finding): Finding {
  if (first.evidence === undefined || other.evidence === undefined) return first
  const tests = [...new Set([...(first.evidence.tests ?? []), ...(other.evidence.tests ?? [])])].sort(byText)
  const samples = first.evidence.samples + other.evidence.samples
  return { ...first, evidence: { ...first.evidence, samples, ...(tests.length === 0 ? {} : { tests }) } }
}
