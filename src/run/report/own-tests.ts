import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { checks } from '../../drift/checks/index.ts'
import { mergeFindings } from '../../drift/evidence/merge.ts'
import { mergeStatistics } from '../../drift/statistics/statistics.ts'
import { readText } from '../../files/read-regular.ts'
import { toolError } from '../../model/errors.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Report } from '../../model/report.ts'
import { expectationFinding } from '../../suite/calls/expectation-failed.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import type { RecordedCheck } from '../../suite/matchers/record-check.ts'
import { byText } from '../../util/text.ts'
import { countResponses } from '../live/blind.ts'
import { finishReport } from '../live/finish.ts'
import { shownOf } from '../live/shown-exchanges.ts'
import { subjectOf } from '../live/subject-of.ts'
import { uncalledRows } from '../live/uncalled.ts'
import { distinct } from './inputs.ts'

const ownTests = 'own tests'

/** Returns whether a report contains checks by matchers in other tests. */
export function isOwnTests({ inputs }: Report): boolean {
  return inputs.target === ownTests
}

/** Returns the recordings in files and folders. */
export async function recordingsOf(given: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, given)
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return given.endsWith('.ndjson') ? [given] : []
  const names = (await readdir(path)).filter((name) => name.endsWith('.ndjson')).sort(byText)
  if (names.length === 0) throw toolError('NO_REPORT', [join(given, '*.ndjson')])
  return names.map((name) => join(given, name))
}

export interface OwnTestsOptions extends Pick<Report, 'policy' | 'failOn'> {
  readonly cwd: string
  readonly specsDir: string
}

/** Creates a report from checks by matchers. Throws NO_REPORT, REPORT_BROKEN, SNAPSHOT_CHANGED, or USAGE for mixed descriptions. */
export async function reportOfChecks(files: readonly string[], options: OwnTestsOptions): Promise<Report> {
  const all = (await Promise.all(files.map((file) => readChecks(file, options.cwd)))).flat()
  const sorted = all.sort((a, b) => byText(a.at, b.at))
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined)
    throw toolError('REPORT_BROKEN', [files.join(', '), 'it holds no check'])
  const { api, description } = first
  const other = sorted.find((each) => each.description.sha256 !== description.sha256 || each.api !== api)
  if (other !== undefined)
    throw toolError('USAGE', [
      `The checks are of ${description.name} and of ${other.description.name}: remove the older ones.`,
    ])
  const document = await loadDocument(description.name, options)
  if (document.sha256 !== description.sha256) throw toolError('SNAPSHOT_CHANGED', [document.file])
  const calls = sorted.map(({ call }) => call)
  const findings = mergeFindings([...calls.flatMap((call) => call.findings), ...calls.flatMap(unmetOf)])
  const subjects = operationsOf(document).map((operation) => subjectOf(operation, calls, findings))
  const rows = distinct([...calls.flatMap((call) => call.notChecked), ...calls.flatMap(notReceived)])
  const { policy, failOn } = options
  return finishReport(
    {
      ...{ document, target: ownTests, subjects, findings },
      ...shownOf(calls),
      notChecked: [...rows, ...uncalledRows(subjects, rows)],
      responses: countResponses(calls),
      statistics: { ...mergeStatistics(calls.flatMap(({ statistics }) => statistics ?? [])), runs: 1 },
    },
    {
      ...{ kind: 'test', api, policy, failOn, baseline: { entries: [] }, today: last.at.slice(0, 10), partial: true },
      rules: checks
        .filter(({ generated }) => generated === undefined)
        .map(({ id, title }) => ({ id, kind: 'check', title })),
      times: { startedAt: first.at, milliseconds: Date.parse(last.at) - Date.parse(first.at) },
    },
  )
}

function unmetOf(call: CallRecord): ReturnType<typeof expectationFinding>[] {
  return call.unmet === undefined ? [] : [expectationFinding(call.unmet, call.test, call)]
}

function notReceived({ operation, test, outcome, status }: CallRecord): NotChecked[] {
  return outcome === 'received'
    ? []
    : [{ operation, what: `test "${test}"`, because: `the response was ${outcome} (${status})` }]
}

async function readChecks(file: string, cwd: string): Promise<RecordedCheck[]> {
  const text = await readText(resolve(cwd, file)).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw toolError('NO_REPORT', [file], cause)
    throw toolError('FILE_UNREADABLE', [file, cause.message], cause)
  })
  const lines = text.split('\n')
  // A killed worker leaves an incomplete last line.
  const whole = lines.slice(0, -1)
  return whole.map((line, index) => {
    const check = parsed(line)
    if (!isCheck(check)) throw toolError('REPORT_BROKEN', [file, `line ${index + 1} is no recorded check`])
    return check
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // The caller reports it with its line.
    return undefined
  }
}

function isCheck(value: unknown): value is RecordedCheck {
  const { v, kind, call } = Object(value) as Partial<RecordedCheck>
  return v === 1 && kind === 'check' && Array.isArray(call?.findings) && Array.isArray(call?.notChecked)
}
