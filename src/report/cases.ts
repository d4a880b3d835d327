import type { Finding } from '../model/finding.ts'
import { findingAt, instanceOf } from '../model/locations.ts'
import type { CouldNotCheck, Report, Subject } from '../model/report.ts'
import { plural } from '../util/text.ts'
import { isFailing, isInconclusive } from './build.ts'
import {
  allFindings,
  changedTo,
  contractOf,
  couldNotCheckOf,
  liveOf,
  locationOf,
  outcomesOf,
  sourceOf,
  unreadWords,
  versionOf,
} from './labels.ts'
import { reachOf } from './summary/reach.ts'

/** Details of a failure or error of a test case. */
export interface Note {
  readonly message: string
  /** Rule id of a failure, or outcome of a call that could not be checked. */
  readonly type: string
  readonly text: string
}

/** A test case for CI dashboards. `failure` blames the API or the contract; `error` means that the check could not run. */
export interface Case {
  /** Stable across runs: the fingerprint of a change, or the operation key. */
  readonly id: string
  readonly name: string
  readonly classname: string
  readonly failure?: Note
  readonly error?: Note
  /** Reason for skipping the case. */
  readonly skipped?: string
  readonly output?: string
  /** Findings of this case, failing ones first. */
  readonly findings: readonly Finding[]
}

export interface CaseSuite {
  readonly name: 'contract' | 'drift'
  readonly cases: readonly Case[]
}

/** Converts a report to test suites: one case per contract change, and one per operation of the live API. */
export function suitesOf(report: Report): readonly CaseSuite[] {
  const { couldNotCheck } = report
  return [
    ...(couldNotCheck === undefined ? [] : [{ name: 'drift' as const, cases: [unchecked(report, couldNotCheck)] }]),
    ...(report.inputs.base === undefined ? [] : [{ name: 'contract' as const, cases: contractCases(report) }]),
    ...(report.inputs.target === undefined ? [] : [{ name: 'drift' as const, cases: driftCases(report) }]),
  ]
}

/** Returns a case with an error for the whole run, so that a dashboard can't show a failed run as passed. */
function unchecked({ api = 'the API' }: Report, couldNotCheck: CouldNotCheck): Case {
  const { code, message, hint } = couldNotCheck
  return {
    ...{ id: 'could-not-check', name: `${api} could be checked`, classname: 'drift', findings: [] },
    error: { message, type: code, text: `${couldNotCheckOf(couldNotCheck)}\n${hint}` },
  }
}

function contractCases(report: Report): Case[] {
  const findings = report.kind === 'changelog' ? allFindings(report) : contractOf(report)
  const versions = `${versionOf(report, report.inputs.base)} to ${versionOf(report, changedTo(report))}`
  if (findings.length === 0) {
    return [{ id: 'contract', name: `${versions}: no changes${unreadWords(report)}`, classname: 'contract', findings }]
  }
  return findings.map((finding) => ({
    id: finding.fingerprint,
    name: `${locationOf(finding.site)} ${finding.message} [${finding.fingerprint}]`,
    classname: `contract.${finding.ruleId}`,
    findings: [finding],
    ...(isFailing(report, finding)
      ? { failure: { message: finding.message, type: finding.ruleId, text: details(finding) } }
      : { output: details(finding) }),
  }))
}

function driftCases(report: Report): Case[] {
  const operations = new Set(report.subjects.map(({ operation }) => operation))
  const byOperation = new Map<string, Finding[]>()
  const homeless: Finding[] = []
  for (const finding of liveOf(report)) {
    // A finding shared by operations fails each of their cases.
    const described = finding.reaches.filter((operation) => operations.has(operation))
    if (described.length < Math.max(1, finding.reaches.length)) homeless.push(finding)
    for (const operation of described) {
      const found = byOperation.get(operation)
      const here = findingAt(finding, operation)
      if (found === undefined) byOperation.set(operation, [here])
      else found.push(here)
    }
  }
  return [
    ...report.subjects.map((subject) => driftCase(report, subject, byOperation.get(subject.operation) ?? [])),
    ...(homeless.length > 0 ? [driftCase(report, { operation: 'other', calls: 1, findings: 0 }, homeless)] : []),
  ]
}

function driftCase(report: Report, subject: Subject, findings: readonly Finding[]): Case {
  const { operation, calls = 0 } = subject
  const failing = findings.filter((finding) => isFailing(report, finding))
  const rest = findings.filter((finding) => !isFailing(report, finding))
  const base = {
    id: operation,
    name: operation,
    classname: 'drift',
    findings: [...failing, ...rest],
    ...(rest.length > 0 && { output: rest.map(details).join('\n\n') }),
  }
  const [first] = failing
  if (first !== undefined) {
    const message = failing.length === 1 ? first.message : plural(failing.length, 'finding')
    return { ...base, failure: { message, type: first.ruleId, text: failing.map(details).join('\n\n') } }
  }
  if (isInconclusive(subject)) {
    const text = outcomesOf(subject)
    return { ...base, error: { message: `could not be checked: ${text}`, type: text.split(' ', 1)[0] ?? '', text } }
  }
  return calls === 0 ? { ...base, skipped: 'no suite calls it' } : base
}

function details(finding: Finding): string {
  const { evidence } = finding
  return [
    `${finding.ruleId}: ${locationOf(finding.site)} ${finding.message} (${finding.verdict}, ${finding.severity}, ${finding.state})`,
    `why: ${finding.why}`,
    `fix: ${finding.fix}`,
    ...(evidence?.observed === undefined
      ? []
      : [`observed: ${JSON.stringify(evidence.observed)} at ${instanceOf(finding) ?? ''}`]),
    ...(reachOf(finding) === undefined ? [] : [`reaches: ${reachOf(finding)}`]),
    ...(sourceOf(finding) === undefined ? [] : [`at: ${sourceOf(finding)}`]),
    ...(evidence?.curl === undefined ? [] : [`curl: ${evidence.curl}`]),
    `id: ${finding.fingerprint}`,
  ].join('\n')
}
