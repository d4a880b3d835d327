import type { Finding } from '../model/finding.ts'
import { findingAt } from '../model/locations.ts'
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

/** What failed or could not be checked. */
export interface Note {
  readonly message: string
  /** A rule id, or the outcome of the call. */
  readonly type: string
  readonly text: string
}

/** One test as dashboards count them. `failure`: the API or the contract is at fault. `error`: it could not be checked. */
export interface Case {
  /** Stays the same from run to run: the fingerprint of a change, or the operation. */
  readonly id: string
  readonly name: string
  readonly classname: string
  readonly failure?: Note
  readonly error?: Note
  /** Why it was not run. */
  readonly skipped?: string
  readonly output?: string
  /** What it found, the failing first. */
  readonly findings: readonly Finding[]
}

/** Cases of one kind. */
export interface CaseSuite {
  readonly name: 'contract' | 'drift'
  readonly cases: readonly Case[]
}

/** A report as tests: a case per change of the contract, and one per operation of the live API. */
export function suitesOf(report: Report): readonly CaseSuite[] {
  const { couldNotCheck } = report
  return [
    ...(couldNotCheck === undefined ? [] : [{ name: 'drift' as const, cases: [unchecked(report, couldNotCheck)] }]),
    ...(report.inputs.base === undefined ? [] : [{ name: 'contract' as const, cases: contractCases(report) }]),
    ...(report.inputs.target === undefined ? [] : [{ name: 'drift' as const, cases: driftCases(report) }]),
  ]
}

/** The run itself: no case of its may pass for its verdict. */
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
    // Whatever operations share it, each fails by itself.
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
      : [`observed: ${JSON.stringify(evidence.observed)} at ${evidence.instancePointer ?? ''}`]),
    ...(reachOf(finding) === undefined ? [] : [`reaches: ${reachOf(finding)}`]),
    ...(sourceOf(finding) === undefined ? [] : [`at: ${sourceOf(finding)}`]),
    ...(evidence?.curl === undefined ? [] : [`curl: ${evidence.curl}`]),
    `id: ${finding.fingerprint}`,
  ].join('\n')
}
