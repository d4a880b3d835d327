import { XMLBuilder } from 'fast-xml-parser'
import { defineReporter, type Report } from '../../model/report.ts'
import { type Case, type CaseSuite, type Note, suitesOf } from '../cases.ts'
import { filterWords } from '../filter/filter-words.ts'
import { printable } from '../labels.ts'

type Node = Readonly<Record<string, unknown>>

/** JUnit XML: one case per contract change and one per called operation. */
export default defineReporter({
  name: 'junit',
  file: 'junit.xml',
  title: 'JUnit XML for test dashboards',
  render(report) {
    const builder = new XMLBuilder({
      ignoreAttributes: false,
      format: true,
      suppressEmptyNode: true,
      suppressBooleanAttributes: false,
    })
    const name = `specdrift ${report.api ?? report.kind}`
    const root = {
      '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
      testsuites: {
        '@_name': legal(name),
        ...timeOf(report),
        testsuite: suitesOf(report).map((suite) => suiteNode(report, suite)),
      },
    }
    return `${builder.build(root).trim()}\n`
  },
})

function timeOf({ times }: Report): Node {
  return times === undefined ? {} : { '@_time': (times.milliseconds / 1000).toFixed(3) }
}

function suiteNode({ times, filter }: Report, { name, cases }: CaseSuite): Node {
  const words = filterWords({ filter })
  const count = (kind: 'failure' | 'error' | 'skipped') =>
    String(cases.filter((each) => each[kind] !== undefined).length)
  return {
    '@_name': name,
    '@_tests': String(cases.length),
    '@_failures': count('failure'),
    '@_errors': count('error'),
    '@_skipped': count('skipped'),
    ...(times !== undefined && { '@_timestamp': times.startedAt }),
    ...(words !== undefined && { properties: { property: { '@_name': 'filter', '@_value': legal(words) } } }),
    testcase: cases.map(caseNode),
  }
}

/** Lists findings as `[[PROPERTY|…]]` (https://github.com/testmoapp/junitxml), because test cases can't have `properties`. */
function caseNode({ name, classname, failure, error, skipped, output, findings }: Case): Node {
  const properties = findings.map(
    ({ fingerprint, ruleId, severity, state }) =>
      `[[PROPERTY|finding=${legal(`${fingerprint} ${ruleId} ${severity} ${state}`)}]]`,
  )
  const outputs = [...properties, ...(output === undefined ? [] : [lines(output)])]
  return {
    '@_name': legal(name),
    '@_classname': legal(classname),
    ...(failure !== undefined && { failure: note(failure) }),
    ...(error !== undefined && { error: note(error) }),
    ...(skipped !== undefined && { skipped: { '@_message': skipped } }),
    ...(outputs.length > 0 && { 'system-out': outputs.join('\n') }),
  }
}

function note({ message, type, text }: Note): Node {
  return { '@_message': legal(message), '@_type': legal(type), '#text': lines(text) }
}

/** Replaces noncharacters (XML 1.0 §2.2). Escapes `[[ATTACHMENT|…]]`, because Jenkins and GitLab would attach the named file. */
function legal(text: string): string {
  return printable(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/\[(?=\[\w+\|)/g, '\\u005b')
}

function lines(text: string): string {
  return text.split('\n').map(legal).join('\n')
}
