import { type Baseline, matchBaseline } from '../baseline/match.ts'
import { compareDescriptions } from '../diff/compare/descriptions.ts'
import { judgeChanges } from '../diff/judge.ts'
import { policies } from '../diff/policy.ts'
import { rules as allRules } from '../diff/rules/index.ts'
import type { Document } from '../model/document.ts'
import { toolError } from '../model/errors.ts'
import type { Finding, Severity } from '../model/finding.ts'
import type { NotChecked } from '../model/observation.ts'
import type { DocumentInput, Report, RuleInput } from '../model/report.ts'
import type { Policy } from '../model/rule.ts'
import { buildReport } from '../report/build.ts'
import { describe, flawsOf } from '../spec/operations.ts'
import { toolVersion } from './tool-version.ts'

/** How changes are judged. */
export interface JudgeOptions {
  /** `compat` unless given. */
  readonly policy?: string
  /** Rule id → severity, over the policy. */
  readonly rules?: Readonly<Record<string, Severity>>
}

/** How two descriptions are compared. */
export interface DiffOptions extends JudgeOptions {
  /** The least severity that makes the run fail, `error` unless given. */
  readonly failOn?: Report['failOn']
  /** The API both belong to, where there is one. */
  readonly api?: string
  /** What of it is accepted, and on which day (`YYYY-MM-DD`) that is asked. */
  readonly accepted?: { readonly baseline: Baseline; readonly today: string }
}

/** What the comparison of two descriptions found out. */
export interface Comparison {
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  /** Keys of the operations of either side. */
  readonly operations: readonly string[]
}

/** Compares two documents and judges every change. Throws USAGE for an unknown policy, UNKNOWN_RULE, RULE_CRASHED. */
export async function diffDocuments(base: Document, revision: Document, options: DiffOptions = {}): Promise<Report> {
  const comparison = compareDocuments(base, revision, options)
  const { accepted } = options
  const findings =
    accepted === undefined
      ? comparison.findings
      : matchBaseline(comparison.findings, accepted.baseline, accepted.today).findings
  return buildReport({
    toolVersion: toolVersion(),
    kind: 'diff',
    ...(options.api !== undefined && { api: options.api }),
    inputs: { base: inputOf(base), revision: inputOf(revision) },
    policy: options.policy ?? 'compat',
    failOn: options.failOn ?? 'error',
    subjects: comparison.operations.map((operation) => ({ operation, findings: 0 })),
    rules: ruleInputs(),
    findings,
    notChecked: comparison.notChecked,
  })
}

/** The comparison behind `diffDocuments`, before it becomes a report. */
export function compareDocuments(base: Document, revision: Document, options: JudgeOptions = {}): Comparison {
  const policy = policyOf(options)
  const [before, after] = [describe(base), describe(revision)]
  const changes = compareDescriptions(before, after)
  return {
    findings: judgeChanges(changes, { base: before, revision: after, policy }),
    notChecked: [...flawRows(base), ...flawRows(revision)],
    operations: [...new Set([...before.operations, ...after.operations].map((operation) => operation.key))],
  }
}

/** The rules of the diff as a report lists them. */
export function ruleInputs(): RuleInput[] {
  return allRules.map(({ id, title }) => ({ id, kind: 'rule', title }))
}

/** What a report says of a document. */
export function inputOf({ name, file, version, dialect, sha256 }: Document): DocumentInput {
  return { name, file, version, dialect, sha256 }
}

/** What of a description could not be used, as rows of a report. */
export function flawRows(document: Document): NotChecked[] {
  return flawsOf(document).map(({ pointer, message }) => ({
    what: `${document.name}#${pointer}`,
    because: message,
  }))
}

function policyOf({ policy: name = 'compat', rules = {} }: JudgeOptions): Policy {
  const policy = Object.hasOwn(policies, name) ? policies[name as keyof typeof policies] : undefined
  if (policy === undefined)
    throw toolError('USAGE', [`No policy called ${name}: there are ${Object.keys(policies).join(' and ')}.`])
  return { ...policy, rules: { ...policy.rules, ...rules } }
}
