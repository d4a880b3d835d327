import { mergeFindings } from '../drift/inspect.ts'
import { matchResponse } from '../drift/match.ts'
import type { Document } from '../model/document.ts'
import { toolError } from '../model/errors.ts'
import type { Finding } from '../model/finding.ts'
import type { NotChecked, Outcome } from '../model/observation.ts'
import type { Operation } from '../model/operation.ts'
import type { Coverage, Subject } from '../model/report.ts'
import { loadDocument } from '../spec/load.ts'
import { operationsOf } from '../spec/operations.ts'
import type { SuiteRun } from '../suite/collect.ts'
import type { Target } from '../suite/context.ts'
import type { CallRecord } from '../suite/record.ts'
import { startSuites } from '../suite/start.ts'
import { canonical } from '../util/json.ts'
import { byText, plural } from '../util/text.ts'

/** What to run and against what. */
export interface RunSuitesOptions {
  readonly api: string
  readonly cwd: string
  /** `specs` unless given. */
  readonly specsDir?: string
  /** `lending@latest` unless given: any address `loadDocument` reads. */
  readonly description?: string
  /** Globs relative to `cwd`. */
  readonly suites: readonly string[]
  readonly target: Target
  readonly redact?: readonly string[]
}

/** What the suites found out: the live part of a report. */
export interface TestRun {
  readonly document: Document
  /** `sandbox`, or the base URL without credentials. */
  readonly target: string
  /** Every operation of the description, the ones never called too, in document order. */
  readonly subjects: readonly Subject[]
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  readonly coverage: Coverage
  readonly calls: number
}

/**
 * Runs the suites of an API against a target and judges every answer. Throws NOTHING_CALLED when no call was made,
 * UNREACHABLE, REFUSED, RATE_LIMITED, GATEWAY or NOTHING_JUDGED when no answer could be judged, NO_SUITES, SUITE_BROKEN, UNKNOWN_OPERATION … when the suites could not be run.
 */
export async function runSuites(options: RunSuitesOptions): Promise<TestRun> {
  const { api, cwd, specsDir = 'specs', description = `${api}@latest`, target, redact = [] } = options
  // Before any call: a description that cannot be read is the one thing to say.
  const document = await loadDocument(description, { cwd, specsDir })
  const operations = operationsOf(document)
  const context = { api, cwd, specsDir, description, target, redact }
  const run = await startSuites({ include: options.suites, context })
  if (run.calls.length === 0 && operations.length > 0) throw nothingCalled(run, options)
  requireAnswers(run, target)
  const findings = mergeFindings([...run.calls.flatMap((call) => call.findings), ...run.findings])
  const subjects = operations.map((operation) => subjectOf(operation, run.calls, findings))
  return {
    document,
    target: target.label,
    subjects,
    findings,
    notChecked: notCheckedOf(run, subjects),
    coverage: coverageOf(operations, run.calls),
    calls: run.calls.length,
  }
}

/** A run without a call has found nothing out: skipped tests, a stray `test.only`, or nothing but calls not allowed. */
function nothingCalled({ notChecked }: SuiteRun, { suites, target }: RunSuitesOptions): Error {
  const reasons = counted(
    notChecked.map(({ because }) => `not run (${because})`),
    'test',
  )
  return toolError('NOTHING_CALLED', [suites.join(', '), target.label, reasons || 'no test of theirs calls the API'])
}

const notMade = 'not made after that'

function requireAnswers({ calls }: SuiteRun, target: Target): void {
  if (calls.length === 0 || calls.some((call) => call.outcome === 'answered')) return
  const reasons = calls.map(({ outcome, failure, status }) => {
    const reason = failure?.split(':', 1)[0] ?? String(status)
    return reason === 'breaker-open' ? notMade : `${outcome} (${reason})`
  })
  const outcomes = new Set(calls.flatMap(({ outcome }, index) => (reasons[index] === notMade ? [] : [outcome])))
  const [outcome, another] = outcomes
  const args = [target.label, counted(reasons, 'call')] as const
  if (another !== undefined) throw toolError('NOTHING_JUDGED', [...args])
  if (outcome === 'unauthorized') throw toolError('REFUSED', [...args, credentialsFor(calls, target)])
  if (outcome === 'rate-limited') throw toolError('RATE_LIMITED', [...args])
  if (outcome === 'gateway') throw toolError('GATEWAY', [...args])
  throw toolError(outcome === 'undecidable' ? 'NOTHING_JUDGED' : 'UNREACHABLE', [...args])
}

/** The credentials of the config that the calls were made with; a suite may bring one of its own. */
function credentialsFor(calls: readonly CallRecord[], { credentials }: Target): string {
  const paths = calls.map(({ operation }) => operation.slice(operation.indexOf(' ') + 1))
  const used = credentials.filter(({ prefix }) => paths.some((path) => path.startsWith(prefix)))
  return used.map(({ name }) => name).join(', ') || 'the credential'
}

/** `2 calls gateway (503), 1 call …`. */
function counted(texts: readonly string[], noun: string): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, n]) => `${plural(n, noun)} ${text}`).join(', ')
}

function subjectOf({ key }: Operation, calls: readonly CallRecord[], findings: readonly Finding[]): Subject {
  const own = calls.filter((call) => call.operation === key)
  const outcomes: Partial<Record<Outcome, number>> = {}
  for (const { outcome } of own) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const statuses = new Set(own.flatMap(({ status }) => (status === undefined ? [] : [status])))
  return {
    operation: key,
    calls: own.length,
    outcomes,
    statuses: [...statuses].sort((a, b) => a - b),
    findings: findings.filter((finding) => finding.reaches.includes(key)).length,
  }
}

function notCheckedOf(run: SuiteRun, subjects: readonly Subject[]): readonly NotChecked[] {
  const unanswered = run.calls
    .filter((call) => call.outcome !== 'answered')
    .map(({ operation, test, outcome, failure, status }) => ({
      operation,
      what: `test "${test}"`,
      because: `the call was ${outcome} (${failure ?? status})`,
    }))
  const explained = new Set(run.notChecked.map((row) => row.operation))
  const uncalled = subjects
    .filter((subject) => subject.calls === 0 && !explained.has(subject.operation))
    .map(({ operation }) => ({ operation, what: 'its answers', because: 'no suite called it' }))
  const rows = [...run.notChecked, ...run.calls.flatMap((call) => call.notChecked), ...unanswered, ...uncalled]
  const unique = new Map(rows.map((row) => [canonical({ ...row }), row]))
  return [...unique].sort(([a], [b]) => byText(a, b)).map(([, row]) => row)
}

function coverageOf(operations: readonly Operation[], calls: readonly CallRecord[]): Coverage {
  const answered = calls.filter((call) => call.outcome === 'answered')
  const called = new Set(answered.map((call) => call.operation))
  const seen = new Set(
    answered.flatMap(({ operation: key, status }) => {
      const operation = operations.find((candidate) => candidate.key === key)
      const response = operation && status !== undefined ? matchResponse(operation.responses, status) : undefined
      return response === undefined ? [] : [`${key} ${response.status}`]
    }),
  )
  const documented = operations.reduce((sum, operation) => sum + operation.responses.length, 0)
  return {
    operations: { called: called.size, total: operations.length },
    statuses: { seen: seen.size, documented },
  }
}
