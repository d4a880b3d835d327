import { defineReporter, type Report } from '../../model/report.ts'
import { exitCodeOf } from '../build.ts'
import { type Case, type CaseSuite, suitesOf } from '../cases.ts'
import { filterWords } from '../filter/filter-words.ts'
import { jsonText, printable, printableLines, versionOf } from '../labels.ts'

type Node = Readonly<Record<string, unknown>>

/** Version of the CTRF specification (https://ctrf.io). */
const specVersion = '0.0.0'

/** Common Test Report Format with the same cases as JUnit. */
export default defineReporter({
  name: 'ctrf',
  file: 'ctrf.json',
  title: 'Common Test Report Format (CTRF)',
  render(report, { runId }) {
    const { times, tool } = report
    const suites = suitesOf(report)
    const tests = suites.flatMap((suite) => suite.cases.map((each) => testOf(suite, each)))
    const count = (status: Status) => tests.filter((test) => test.status === status).length
    const start = times === undefined ? 0 : Date.parse(times.startedAt)
    const duration = Math.round(times?.milliseconds ?? 0)
    return jsonText({
      reportFormat: 'CTRF',
      specVersion,
      runId,
      timestamp: times?.startedAt,
      generatedBy: 'specdrift',
      results: {
        tool: { name: tool.name, version: tool.version },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: 0,
          other: count('other'),
          suites: suites.length,
          start,
          stop: start + duration,
          duration,
        },
        tests,
        environment: environmentOf(report),
      },
    })
  },
})

type Status = 'passed' | 'failed' | 'skipped' | 'other'

/** Converts a case. `other` means it could not be checked. Durations per operation are not measured, so they are 0. */
function testOf(suite: CaseSuite, { id, name, failure, error, skipped, output, findings }: Case): Node {
  const at = findings[0]?.source.revision ?? findings[0]?.source.base
  const problem = failure ?? error
  const status: Status = failure ? 'failed' : error ? 'other' : skipped === undefined ? 'passed' : 'skipped'
  return {
    testId: printable(`${suite.name} ${id}`),
    name: printable(name) || suite.name,
    status,
    rawStatus: failure ? 'failure' : error ? 'error' : status,
    duration: 0,
    suite: [suite.name],
    type: 'contract',
    ...(skipped !== undefined && { message: skipped }),
    ...(problem && { message: printable(problem.message), trace: printableLines(problem.text) }),
    ...(output !== undefined && { stdout: output.split('\n').map(printable) }),
    ...(at && { filePath: printable(at.file), line: at.line }),
    ...(findings.length > 0 && {
      tags: [...new Set(findings.map(({ ruleId }) => ruleId))],
      extra: {
        findings: findings.map(({ fingerprint, ruleId, severity, state }) => ({
          fingerprint,
          ruleId,
          severity,
          state,
        })),
      },
    }),
  }
}

function environmentOf(report: Report): Node {
  const { api, inputs, shard } = report
  const filter = filterWords(report)
  return {
    ...(api !== undefined && { appName: printable(api) }),
    ...(inputs.revision !== undefined && { appVersion: printable(versionOf(report, inputs.revision)) }),
    ...(inputs.target !== undefined && { testEnvironment: printable(inputs.target) }),
    ...(shard !== undefined && { shardId: `${shard.index}/${shard.count}` }),
    healthy: exitCodeOf(report) === 0,
    ...(filter !== undefined && { extra: { filter: printable(filter) } }),
  }
}
