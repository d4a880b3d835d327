import { XMLBuilder } from 'fast-xml-parser'
import type { Finding } from '../../model/finding.ts'
import { defineReporter, type Report, type Subject } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { isFailing, isUnjudged } from '../build.ts'
import { contractOf, liveOf, outcomesOf, placeOf, sourceOf, versionOf } from '../words.ts'

type Node = Readonly<Record<string, unknown>>

/** `failure`: the API or the contract is at fault. `error`: it could not be checked. */
interface Case {
  readonly name: string
  readonly classname: string
  readonly failure?: Note
  readonly error?: Note
  readonly skipped?: string
  readonly output?: string
}

interface Note {
  readonly message: string
  readonly type: string
  readonly text: string
}

/** The report for test dashboards: a case per change, and one per operation called. */
export default defineReporter({
  name: 'junit',
  file: 'junit.xml',
  title: 'JUnit XML for test dashboards',
  render(report) {
    const suites = [
      ...(report.inputs.base === undefined ? [] : [suite('contract', contractCases(report))]),
      ...(report.inputs.target === undefined ? [] : [suite('drift', driftCases(report))]),
    ]
    const builder = new XMLBuilder({
      ignoreAttributes: false,
      format: true,
      suppressEmptyNode: true,
      suppressBooleanAttributes: false,
    })
    const name = `specdrift ${report.api ?? report.kind}`
    const root = {
      '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
      testsuites: { '@_name': attribute(name), testsuite: suites },
    }
    return `${builder.build(root).trim()}\n`
  },
})

function contractCases(report: Report): Case[] {
  const findings = contractOf(report)
  const versions = `${versionOf(report, report.inputs.base)} to ${versionOf(report, report.inputs.revision)}`
  if (findings.length === 0) return [{ name: `${versions}: no changes`, classname: 'contract' }]
  return findings.map((finding) => {
    const name = `${placeOf(finding.site)} ${finding.message} [${finding.fingerprint}]`
    const outcome = isFailing(report, finding)
      ? { failure: { message: finding.message, type: finding.ruleId, text: details(finding) } }
      : { output: details(finding) }
    return { name, classname: `contract.${finding.ruleId}`, ...outcome }
  })
}

function driftCases(report: Report): Case[] {
  const operations = new Set(report.subjects.map(({ operation }) => operation))
  const homeless = liveOf(report).filter(({ site }) => !operations.has(site.operation ?? ''))
  return [
    ...report.subjects.map((subject) => {
      const findings = liveOf(report).filter(({ site }) => site.operation === subject.operation)
      return driftCase(report, subject, findings)
    }),
    ...(homeless.length > 0 ? [driftCase(report, { operation: 'other', calls: 1, findings: 0 }, homeless)] : []),
  ]
}

function driftCase(report: Report, subject: Subject, findings: readonly Finding[]): Case {
  const { operation, calls = 0 } = subject
  const failing = findings.filter((finding) => isFailing(report, finding))
  const rest = findings.filter((finding) => !failing.includes(finding))
  const base = {
    name: operation,
    classname: 'drift',
    ...(rest.length > 0 && { output: rest.map(details).join('\n\n') }),
  }
  const [first] = failing
  if (first !== undefined) {
    const message = failing.length === 1 ? first.message : plural(failing.length, 'finding')
    return { ...base, failure: { message, type: first.ruleId, text: failing.map(details).join('\n\n') } }
  }
  if (isUnjudged(subject)) {
    const text = outcomesOf(subject)
    return { ...base, error: { message: `could not be judged: ${text}`, type: text.split(' ', 1)[0] ?? '', text } }
  }
  return calls === 0 ? { ...base, skipped: 'no suite called it' } : base
}

function details(finding: Finding): string {
  const { evidence } = finding
  return [
    `${finding.ruleId}: ${placeOf(finding.site)} ${finding.message} (${finding.verdict}, ${finding.severity}, ${finding.state})`,
    `why: ${finding.why}`,
    `fix: ${finding.fix}`,
    ...(evidence?.observed === undefined
      ? []
      : [`observed: ${JSON.stringify(evidence.observed)} at ${evidence.instancePointer ?? ''}`]),
    ...(sourceOf(finding) === undefined ? [] : [`at: ${sourceOf(finding)}`]),
    ...(evidence?.curl === undefined ? [] : [`curl: ${evidence.curl}`]),
    `id: ${finding.fingerprint}`,
  ].join('\n')
}

function suite(name: string, cases: readonly Case[]): Node {
  return {
    '@_name': name,
    '@_tests': String(cases.length),
    '@_failures': String(cases.filter((each) => each.failure !== undefined).length),
    '@_errors': String(cases.filter((each) => each.error !== undefined).length),
    '@_skipped': String(cases.filter((each) => each.skipped !== undefined).length),
    testcase: cases.map(({ name: label, classname, failure, error, skipped, output }) => ({
      '@_name': attribute(label),
      '@_classname': attribute(classname),
      ...(failure !== undefined && { failure: note(failure) }),
      ...(error !== undefined && { error: note(error) }),
      ...(skipped !== undefined && { skipped: { '@_message': skipped } }),
      ...(output !== undefined && { 'system-out': legal(output) }),
    })),
  }
}

function note({ message, type, text }: Note): Node {
  return { '@_message': attribute(message), '@_type': attribute(type), '#text': legal(text) }
}

/** Without the characters XML 1.0 §2.2 forbids, lone surrogates among them. */
function legal(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}

/** A parser turns the line breaks of an attribute into spaces anyway; saying so keeps the file one line per case. */
function attribute(text: string): string {
  return legal(text).replace(/[\t\n\r]+/g, ' ')
}
