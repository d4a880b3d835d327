import type { Finding } from '../model/finding.ts'
import type { Coverage, Report } from '../model/report.ts'
import { buildReport, type ReportParts } from '../report/build.ts'

/** A text that breaks out of every format that forgets to escape: HTML, Markdown, XML, CDATA, terminal, lines. */
export const hostile =
  '"><script>alert(1)</script><img src=x onerror=alert(1)> ]]> &amp; [a](javascript:alert(1)) `|` @everyone \u001b[31mred\u0007\r\n## forged\u202e\ud800\u0000'

/** A contract finding; what is not given is harmless. */
export function contractFinding(parts: Partial<Finding> = {}): Finding {
  return {
    ruleId: 'enum-widened',
    kind: 'contract',
    verdict: 'breaking',
    severity: 'error',
    state: 'new',
    fingerprint: 'c000000000000001',
    message: 'may now be POSTPONED',
    why: 'A client that does not know the value cannot read the answer.',
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

/** A live finding; what is not given is harmless. */
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

/** Coverage of the two operations. */
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
      answers: { '200': 1, '404': 1 },
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
      answers: { '201': 1, '409': 0 },
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

/** A report of a monitor run over two operations; what is not given is clean. */
export function monitorReport(parts: Partial<ReportParts> = {}): Report {
  return buildReport({
    toolVersion: '0.0.0',
    kind: 'monitor',
    api: 'lending',
    inputs: { base, revision, target: 'sandbox' },
    policy: 'compat',
    failOn: 'error',
    subjects: [
      { operation: 'POST /loans', calls: 1, outcomes: { answered: 1 }, statuses: [201], findings: 0 },
      { operation: 'GET /loans', calls: 2, outcomes: { answered: 2 }, statuses: [200, 404], findings: 0 },
    ],
    rules: [{ id: 'enum-widened', kind: 'rule', title: 'Values added to an enum' }],
    findings: [],
    coverage,
    times: { startedAt: '2026-11-20T08:00:00.000Z', milliseconds: 2912 },
    ...parts,
  })
}

/** A report of a diff; what is not given is clean. */
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

/** A finding of either kind with hostile text in every field that comes from outside. */
export function hostileFindings(): Finding[] {
  const place = { pointer: `/properties/${hostile}`, part: hostile, direction: 'response' } as const
  const texts = { message: hostile, why: hostile, fix: hostile, derivation: hostile }
  return [
    contractFinding({
      ...texts,
      site: { ...place, component: `/components/schemas/${hostile}` },
      before: hostile,
      after: { [hostile]: hostile },
      reaches: [hostile],
      source: { revision: { file: hostile, line: 1, column: 1 } },
    }),
    driftFinding({
      ...texts,
      site: { ...place, operation: hostile },
      reaches: [hostile],
      evidence: { instancePointer: `/${hostile}`, observed: hostile, curl: hostile, samples: 1, tests: [hostile] },
      patch: [{ op: 'add', path: hostile, value: hostile }],
    }),
  ]
}

/** A report with hostile text wherever a description or a response could put it. */
export function hostileReport(): Report {
  return monitorReport({
    inputs: { base: { ...base, name: hostile }, revision: { ...revision, name: hostile }, target: hostile },
    subjects: [{ operation: hostile, calls: 1, outcomes: { unreachable: 1 }, findings: 0 }],
    findings: hostileFindings(),
    hints: [{ operation: hostile, message: hostile, n: 1 }],
    notChecked: [{ operation: hostile, what: hostile, because: hostile }],
  })
}
