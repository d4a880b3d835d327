import { basename, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError } from 'vitest'
import type { TestCase, TestModule } from 'vitest/node'
import { type ErrorCode, ToolError, toolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import type { NotChecked } from '../../model/observation.ts'
import { byText } from '../../util/text.ts'
import { withoutOutage } from '../calls/broken.ts'
import { expectationFinding } from '../calls/expectation-failed.ts'
import type {} from '../calls/notes.ts'
import { type CallRecord, isError, isSpoiled } from '../calls/record.ts'
import { isRecorded } from './failures.ts'

export interface SuiteRun {
  /** Test counts according to the records, equal to vitest's own report. */
  readonly tests: TestCounts
  readonly calls: readonly CallRecord[]
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  /** Milliseconds by suite file. */
  readonly suites: Readonly<Record<string, number>>
  /** Reasons why suites couldn't run, in file order. Their tests weren't checked. */
  readonly faults: readonly ToolError[]
}

/** Tests that weren't checked count as failed. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Result before any suite has run. */
export const nothingRun: SuiteRun = {
  tests: { passed: 0, failed: 0, skipped: 0 },
  calls: [],
  findings: [],
  notChecked: [],
  suites: {},
  faults: [],
}

export interface CollectOptions {
  /** Base folder of printed file names. */
  readonly cwd: string
  /** Redacts credentials in errors of tests. Records are already redacted. */
  redact(text: string): string
}

export function collectRun(
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
  { cwd, redact }: CollectOptions,
): SuiteRun {
  const clean: Clean = {
    error: (error) => ({
      ...error,
      message: redact(error.message),
      ...(error.stack !== undefined && { stack: redact(error.stack) }),
    }),
    text: redact,
  }
  const files = [...modules]
    .sort((a, b) => byText(a.moduleId, b.moduleId))
    .map((module) => collectFile(module, relative(cwd, module.moduleId).replaceAll('\\', '/'), clean, unhandled))
  const isOfNone = (error: SerializedError): boolean => modules.every((module) => !isUnhandledIn(module, error))
  const strays = unhandled
    .filter(isOfNone)
    .map((error) => faultOf(clean.error(error), 'with a promise that is not awaited'))
  const count = (state: keyof TestCounts): number => files.reduce((sum, { tests }) => sum + tests[state], 0)
  return {
    tests: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    calls: withoutOutage(files.flatMap((file) => file.calls)),
    findings: files.flatMap((file) => file.findings),
    notChecked: files.flatMap((file) => file.notChecked),
    suites: Object.assign({}, ...files.map((file) => file.suites)),
    faults: [...files.flatMap((file) => file.faults), ...strays],
  }
}

interface Clean {
  error(error: SerializedError): SerializedError
  text(text: string): string
}

/** Returns whether vitest attributes an error that no test awaited to the file. */
function isUnhandledIn(module: TestModule, error: SerializedError): boolean {
  return error.VITEST_TEST_PATH === module.moduleId
}

function collectFile(module: TestModule, file: string, clean: Clean, unhandled: readonly SerializedError[]): SuiteRun {
  const tests = [...module.children.allTests()]
  const own = unhandled.filter((error) => isUnhandledIn(module, error))
  const unhandledOf = (test: TestCase) => own.filter((error) => error.VITEST_TEST_NAME === test.name)
  const notes = [module.meta().specdrift, ...tests.map((test) => test.meta().specdrift)]
  const calls = notes.flatMap((note) => note?.calls ?? [])
  const hooks = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  // Tests of a file depend on calls in hooks.
  const hooked = notes[0]?.calls ?? []
  const ofTests = tests.map((test) => {
    const errors = [...(test.result().errors ?? []), ...unhandledOf(test)]
    return collectTest(test, errors, { file, hooked, all: calls }, clean)
  })
  const states = tests.map((test, index) => stateOf(test, ofTests[index] ?? nothingRun))
  const count = (state: keyof TestCounts): number => states.filter((each) => each === state).length
  const between = own.filter((error) => tests.every((test) => !unhandledOf(test).includes(error)))
  const ofFile = [...hooks, ...between].filter(isFirstReport).map(clean.error)
  const results = [
    ...notes.map((note, index) => collectUnmet(note?.calls ?? [], index === 0 ? [] : hooked)),
    // A file without tests couldn't be loaded.
    tests.length === 0 && calls.length === 0
      ? { findings: [], notChecked: [], faults: ofFile.map((error) => faultOf(error, file)) }
      : collectErrors(ofFile, { file, name: file, hooked, own: calls, all: calls }),
    ...ofTests,
  ]
  return {
    tests: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    calls,
    findings: results.flatMap((result) => result.findings),
    notChecked: [...notes.flatMap((note) => note?.notChecked ?? []), ...results.flatMap((result) => result.notChecked)],
    suites: { [file]: durationOf(module) },
    faults: results.flatMap((result) => result.faults),
  }
}

/** Returns whole milliseconds. Excludes the load time, which includes our own modules for the first file. */
function durationOf(module: TestModule): number {
  return Math.round(module.diagnostic().duration)
}

function stateOf(test: TestCase, { findings, notChecked, faults }: TestResult): keyof TestCounts {
  if (test.result().state === 'skipped') return 'skipped'
  const calls = test.meta().specdrift?.calls ?? []
  const isBad = calls.some(
    ({ cleanup, outcome, unmet, isBroken, findings: found }) =>
      found.some(isError) || (cleanup !== true && (outcome !== 'received' || unmet !== undefined || isBroken === true)),
  )
  return isBad || [findings, notChecked, faults].some((rows) => rows.length > 0) ? 'failed' : 'passed'
}

type TestResult = Pick<SuiteRun, 'findings' | 'notChecked' | 'faults'>

function collectTest(
  test: TestCase,
  errors: readonly SerializedError[],
  around: Omit<Circumstances, 'name' | 'own'>,
  clean: Clean,
): TestResult {
  const { state } = test.result()
  const notes = test.meta().specdrift
  const name = clean.text(test.fullName)
  const results = collectErrors(errors.filter(isFirstReport).map(clean.error), {
    ...around,
    name,
    own: notes?.calls ?? [],
  })
  if (state !== 'skipped' || notes !== undefined) return results
  return { ...results, notChecked: [{ what: `test "${name}"`, because: `it was skipped in ${around.file}` }] }
}

function collectUnmet(calls: readonly CallRecord[], before: readonly CallRecord[]): TestResult {
  const unmet = calls.flatMap((call, index) =>
    call.unmet === undefined
      ? []
      : [{ call, unmet: call.unmet, excused: [...before, ...calls.slice(0, index)].some(isSpoiled) }],
  )
  return {
    findings: unmet
      .filter(({ excused }) => !excused)
      .map(({ call, unmet: text }) => expectationFinding(text, call.test, call)),
    notChecked: unmet.filter(({ excused }) => excused).map(({ call, unmet: text }) => consequence(call.test, text)),
    faults: [],
  }
}

/** Returns whether the records don't already contain the error. */
function isFirstReport(error: SerializedError): boolean {
  return !isRecorded(error) && error.code !== 'NOT_WRITABLE'
}

interface Circumstances {
  readonly file: string
  readonly name: string
  readonly hooked: readonly CallRecord[]
  readonly own: readonly CallRecord[]
  /** Calls of the whole file, because its tests build on each other. */
  readonly all: readonly CallRecord[]
}

function collectErrors(
  errors: readonly SerializedError[],
  { file, name, hooked, own, all }: Circumstances,
): TestResult {
  const findings: Finding[] = []
  const notChecked: NotChecked[] = []
  const faults: ToolError[] = []
  for (const error of errors) {
    const isAssertion = error.name === 'AssertionError'
    if (error.name === 'NotCaptured') notChecked.push({ what: `rest of test "${name}"`, because: error.message })
    else if (!isAssertion && isMistake(error)) faults.push(faultOf(error, file))
    else if ((isAssertion ? [...hooked, ...own] : all).some(isSpoiled))
      notChecked.push(consequence(name, firstLine(error)))
    else {
      const where = isAssertion ? '' : locationOf(error, file)
      findings.push(expectationFinding(`${firstLine(error)}${where}`, name, own.at(-1)))
    }
  }
  return { findings, notChecked, faults }
}

/** Returns whether an error of ours is a usage error. A missing value can also result from an incomplete response. */
function isMistake({ name, code }: SerializedError): boolean {
  return name === 'ToolError' && code !== 'REQUEST_INVALID'
}

function consequence(name: string, failure: string): NotChecked {
  return {
    what: `rest of test "${name}"`,
    because: `it failed after a response that does not conform: ${failure}`,
  }
}

/** Recreates a ToolError, which arrives as a plain object; any other error means that the suite is broken. */
function faultOf(error: SerializedError, file: string): ToolError {
  const { name, code, hint, message } = error
  if (name === 'ToolError' && typeof code === 'string' && typeof hint === 'string') {
    // By its name, the object was a ToolError before serialization.
    return new ToolError(code as ErrorCode, { message, hint })
  }
  const reason = untransformed(error) ?? `${firstLine(error)}${locationOf(error, file)}`
  return toolError('SUITE_BROKEN', [file, reason], error)
}

const unnamed: ReadonlySet<string> = new Set(['Error', 'AssertionError', 'ToolError'])

function firstLine({ name, message }: SerializedError): string {
  const line = message.split('\n', 1)[0]?.replace(/\.$/, '') ?? ''
  return name === undefined || unnamed.has(name) ? line : `${name}: ${line}`
}

/** Returns the transformer's message for a file that isn't valid TypeScript; its stack frames are internal. */
function untransformed({ message }: SerializedError): string | undefined {
  const [head, detail, location] = stripVTControlCharacters(message).split('\n').filter(Boolean)
  if (head?.startsWith('Transform failed') !== true || detail === undefined) return undefined
  const [, file = '', line] = /([^/\\\s]+):(\d+):\d+\s*\]/.exec(location ?? '') ?? []
  return `${detail.replace(/^\[\w+\] /, '')}${line === undefined ? '' : ` (${file} line ${line})`}`
}

/** Returns the line in the suite, or in another file outside of `node_modules`. */
function locationOf({ stacks = [] }: SerializedError, suite: string): string {
  const own = stacks.find(({ file }) => file.endsWith(`/${suite}`))
  if (own !== undefined) return ` (line ${own.line})`
  const other = stacks.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file))
  return other === undefined ? '' : ` (${basename(other.file)} line ${other.line})`
}
