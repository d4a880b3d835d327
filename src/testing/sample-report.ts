import type { Finding, UnionEvidence } from '../model/finding.ts'
import type { Coverage, Report, RuleInput } from '../model/report.ts'
import { buildReport, type ReportParts } from '../report/build.ts'
import { hostileExchange } from './sample-exchange.ts'
import { hostileHistory } from './sample-history.ts'

export { history } from './sample-history.ts'

/** Text that breaks out of every format without escaping: HTML, Markdown, XML, CDATA, terminal, lines. */
export const hostile =
  '"><script>alert(1)</script><img src=x onerror=alert(1)> ]]> &amp; [a](javascript:alert(1)) `|` @everyone \u001b[31mred\u0007\r\n## forged\u202e\ud800\u0000'

/** Returns a contract finding with harmless defaults. */
export function contractFinding(parts: Partial<Finding> = {}): Finding {
  return {
    ruleId: 'enum-widened',
    kind: 'contract',
    verdict: 'breaking',
    severity: 'error',
    state: 'new',
    fingerprint: 'c000000000000001',
    message: 'may now be POSTPONED',
    why: 'A client that does not know the value cannot read the response.',
    fix: 'Release a new major version.',
    derivation: 'widened × response → breaking',
    site: { component: '/components/schemas/Loan', direction: 'response', pointer: '/properties/status' },
    reaches: ['GET /loans', 'GET /loans/{id}', 'POST /loans'],
    source: { revision: { file: 'specs/lending/b07.yaml', line: 812, column: 9 } },
    before: ['OPEN'],
    after: ['OPEN', 'POSTPONED'],
    witness: {
      operation: 'GET /loans',
      part: '200 application/json',
      body: [{ status: 'POSTPONED' }],
      validUnder: 'revision',
      invalidUnder: 'base',
      proven: true,
    },
    ...parts,
  }
}

/** Returns a live finding with harmless defaults. */
export function driftFinding(parts: Partial<Finding> = {}): Finding {
  return {
    ruleId: 'null-conformance',
    kind: 'drift',
    verdict: 'breaking',
    severity: 'error',
    state: 'new',
    fingerprint: 'd000000000000001',
    message: 'is null, which the contract does not allow',
    why: 'A client that does not expect null fails.',
    fix: 'Send a value, or declare it nullable.',
    site: { operation: 'GET /loans', direction: 'response', part: '200 application/json', pointer: '/*/status' },
    reaches: ['GET /loans'],
    source: { revision: { file: 'specs/lending/b07.yaml', line: 812, column: 9 } },
    evidence: {
      instancePointer: '/0/status',
      observed: null,
      status: 200,
      curl: "curl '$SPECDRIFT_BASE_URL/loans'",
      samples: 2,
    },
    patch: [{ op: 'add', path: '/components/schemas/Loan/properties/status/nullable', value: true }],
    ...parts,
  }
}

const base = {
  name: 'lending@b06',
  file: 'specs/lending/b06.yaml',
  version: '6',
  dialect: '3.0',
  sha256: 'a'.repeat(64),
}
const revision = { ...base, name: 'lending@b07', file: 'specs/lending/b07.yaml', version: '7', sha256: 'b'.repeat(64) }

const none = { seen: 0, total: 0 }

/** Coverage of two operations. */
export const coverage: Coverage = {
  operations: { called: 2, total: 2 },
  statuses: { seen: 3, documented: 4 },
  parameters: { seen: 1, total: 2 },
  contentTypes: { seen: 2, total: 2 },
  headers: none,
  properties: { seen: 24, total: 25 },
  values: { seen: 5, total: 7 },
  byOperation: [
    {
      operation: 'GET /loans',
      calls: 2,
      responses: { '200': 1, '404': 1 },
      parameters: { seen: 1, total: 2 },
      statuses: { seen: 2, total: 2 },
      contentTypes: { seen: 1, total: 1 },
      headers: none,
      properties: { seen: 23, total: 24 },
      values: { seen: 5, total: 7 },
      unseen: ['parameter query page', 'property 200 application/json /*/closedAt'],
    },
    {
      operation: 'POST /loans',
      calls: 1,
      responses: { '201': 1, '409': 0 },
      parameters: none,
      statuses: { seen: 1, total: 2 },
      contentTypes: { seen: 1, total: 1 },
      headers: none,
      properties: { seen: 1, total: 1 },
      values: none,
      unseen: ['status 409'],
    },
  ],
}

const checksRun = ['enum-conformance', 'null-conformance', 'server-error'].map(
  (id): RuleInput => ({ id, kind: 'check', title: `As ${id} has it` }),
)

/** Returns the report of a monitor run over two operations. Default: clean. */
export function monitorReport(parts: Partial<ReportParts> = {}): Report {
  return buildReport({
    toolVersion: '0.0.0',
    kind: 'monitor',
    api: 'lending',
    inputs: { base, revision, target: 'sandbox' },
    policy: 'compat',
    failOn: 'error',
    subjects: [
      { operation: 'POST /loans', calls: 1, outcomes: { received: 1 }, statuses: [201], findings: 0 },
      { operation: 'GET /loans', calls: 2, outcomes: { received: 2 }, statuses: [200, 404], findings: 0 },
    ],
    rules: [{ id: 'enum-widened', kind: 'rule', title: 'Values added to an enum' }, ...checksRun],
    coverage,
    times: {
      ...{ startedAt: '2026-11-20T08:00:00.000Z', milliseconds: 2912 },
      operations: { 'GET /loans': { count: 2, p50: 22, p95: 310 }, 'POST /loans': { count: 1, p50: 41, p95: 41 } },
    },
    ...parts,
    // Mark contract changes as reported by an earlier run.
    findings: (parts.findings ?? []).map((finding) =>
      finding.kind === 'contract' && finding.state === 'new' ? { ...finding, state: 'open' } : finding,
    ),
  })
}

/** Returns the report of a diff. Default: no changes. */
export function diffReport(parts: Partial<ReportParts> = {}): Report {
  return buildReport({
    toolVersion: '0.0.0',
    kind: 'diff',
    api: 'lending',
    inputs: { base, revision },
    policy: 'compat',
    failOn: 'error',
    subjects: [{ operation: 'GET /loans', findings: 0 }],
    rules: [],
    findings: [],
    ...parts,
  })
}

/** Returns findings of both kinds, with every severity and state, over fifty operations. */
export function manyFindings(count: number): Finding[] {
  const severities = ['error', 'warning', 'info'] as const
  const verdicts = { error: 'breaking', warning: 'risky', info: 'compatible' } as const
  const states = ['new', 'accepted', 'new', 'regressed', 'new', 'expired'] as const
  return Array.from({ length: count }, (_, index) => {
    const severity = severities[index % 3] ?? 'error'
    const operation = `GET /things-${index % 50}/{id}`
    const parts = {
      severity,
      verdict: verdicts[severity],
      state: states[index % 6] ?? 'new',
      fingerprint: index.toString(16).padStart(16, '0'),
    }
    const pointer = `/properties/field${index}`
    return index % 4 === 0
      ? contractFinding({ ...parts, reaches: [operation], site: { component: '/components/schemas/Thing', pointer } })
      : driftFinding({ ...parts, reaches: [operation], site: { operation, part: '200 application/json', pointer } })
  })
}

/** Returns findings of both kinds with the string in every field that is controlled from outside. */
export function hostileFindings(text = hostile): Finding[] {
  const site = { pointer: `/properties/${text}`, part: text, direction: 'response' } as const
  const texts = { message: text, why: text, fix: text, derivation: text }
  return [
    contractFinding({
      ...texts,
      acceptance: { owner: text, reason: text, expires: text },
      site: { ...site, component: `/components/schemas/${text}` },
      before: text,
      after: { [text]: text },
      reaches: [text],
      source: { revision: { file: text, line: 1, column: 1 } },
      witness: { operation: text, part: text, body: text, proven: false, reason: text },
      observed: { kind: 'already-live', evidence: text },
    }),
    driftFinding({
      ...texts,
      site: { ...site, operation: text },
      reaches: [text],
      evidence: {
        instancePointer: `/${text}`,
        observed: text,
        curl: text,
        variables: [text],
        curlLacks: 'secrets',
        exchange: 'e000000000000002',
        samples: 2,
        examples: [{ instancePointer: text, observed: text }],
        tests: [text],
        unions: [hostileUnion(text)],
      },
      cause: { kind: 'provider-changed', evidence: text },
      patch: [{ op: 'add', path: text, value: text }],
    }),
  ]
}

/** Returns a report with the string in all parts that a description or response controls. */
export function hostileReport(text = hostile): Report {
  return monitorReport({
    times: {
      ...{ startedAt: '2026-11-20T08:00:00.000Z', milliseconds: 2912 },
      operations: { [text]: { count: 1, p50: 9, p95: 9 } },
    },
    origin: { release: text },
    inputs: { base: { ...base, name: text }, revision: { ...revision, name: text, version: text }, target: text },
    subjects: [{ operation: text, calls: 1, outcomes: { unreachable: 1 }, findings: 0 }],
    findings: hostileFindings(text),
    exchanges: [hostileExchange(text)],
    hints: [{ operation: text, message: text, n: 1 }],
    notChecked: [{ operation: text, what: text, because: text }],
    history: hostileHistory(text),
  })
}

function hostileUnion(text: string): UnionEvidence {
  const errors = [{ instanceLocation: `/${text}`, keyword: text, error: text }]
  return {
    ...{ keyword: 'oneOf', instanceLocation: `/${text}`, schemaLocation: `/components/schemas/${text}`, more: 1 },
    branches: [{ schemaLocation: `/components/schemas/${text}`, errors, more: 1 }],
  }
}
