import { basename, dirname, join, resolve } from 'node:path'
import { parseDocument } from '../../description/reading/parse.ts'
import { readText } from '../../files/read-regular.ts'
import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { CompiledSchema } from '../../model/observation.ts'
import type { Report } from '../../model/report.ts'
import { filterFlags } from '../../report/filter/filter-words.ts'
import { reportSchema } from '../../report/schema/report.schema.ts'
import { createSchemaCompiler } from '../../schema/validation/compile.ts'
import { showValue } from '../../util/value.ts'

/** Reads and validates a `report.json`. Throws NO_REPORT, FILE_UNREADABLE, REPORT_BROKEN, or NOT_CHECKED for a failed run. */
export async function readReport(file: string, cwd: string): Promise<Report> {
  const report = await readAnyReport(file, cwd)
  const { couldNotCheck } = report
  if (couldNotCheck !== undefined) {
    const page = couldNotCheck.lastGood?.page
    const kept =
      page === undefined ? undefined : join(dirname(file), dirname(page), basename(file)).replaceAll('\\', '/')
    throw toolError('NOT_CHECKED', [file, couldNotCheck.message, kept])
  }
  return report
}

/** Like `readReport`, but throws REPORT_FILTERED for a report from which a filter removed findings. */
export async function readWholeReport(file: string, cwd: string): Promise<Report> {
  const report = await readReport(file, cwd)
  requireWhole(report, file)
  return report
}

/** Throws REPORT_FILTERED for a report written with a filter. */
export function requireWhole({ filter }: Report, file: string): void {
  if (filter !== undefined) throw toolError('REPORT_FILTERED', [file, filterFlags(filter).join(' ')])
}

/** Like `readReport`, but accepts runs that couldn't check or were stopped. */
export async function readAnyReport(file: string, cwd: string): Promise<Report> {
  return parseReport(await readReportText(file, cwd), file)
}

export async function readReportText(file: string, cwd: string): Promise<string> {
  return readText(resolve(cwd, file)).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') throw toolError('NO_REPORT', [file], cause)
    throw toolError('FILE_UNREADABLE', [file, cause.message], cause)
  })
}

/** Parses a report and validates it against its schema. Throws REPORT_BROKEN. */
export function parseReport(text: string, file: string): Report {
  const report = parsed(text, file)
  const [violation] = schema().validate(report)
  if (violation !== undefined) {
    const { instancePointer, keyword, property, observed } = violation
    const what = property === undefined ? `${showValue(observed, 40)} breaks \`${keyword}\`` : `${property} is missing`
    throw toolError('REPORT_BROKEN', [file, `at ${instancePointer || 'its root'} ${what}`])
  }
  // The schema has validated the value.
  return report as unknown as Report
}

/** Reads the statistics of complete earlier runs. Throws the errors of `readReport`, and USAGE. */
export async function readStatistics(
  files: readonly string[],
  cwd: string,
  api: string,
): Promise<readonly Statistics[]> {
  const reports = await Promise.all(files.map((file) => readReport(file, cwd)))
  return reports.map(({ api: of, shard, statistics }, index) => {
    const file = files[index] ?? ''
    if (of !== api) throw toolError('USAGE', [`${file} is a report of ${of ?? 'no API'}, not of ${api}.`])
    if (shard !== undefined) throw toolError('USAGE', [`${file} is a shard: merge the shards of the run first.`])
    if (statistics === undefined)
      throw toolError('USAGE', [`${file} has no statistics, because it is not from a live run.`])
    return statistics
  })
}

function parsed(text: string, file: string): Json {
  try {
    // `JSON.parse` is typed `any` but returns JSON.
    return JSON.parse(text) as Json
  } catch (cause) {
    throw toolError('REPORT_BROKEN', [file, 'it is not JSON'], cause)
  }
}

let compiled: CompiledSchema | undefined

/** Compiles the report schema as part of a description, with the same adapter as for responses. */
function schema(): CompiledSchema {
  const { $defs, ...root } = reportSchema
  const openapi = { openapi: '3.1.0', info: { title: 'report', version: '1' }, paths: {}, $defs, report: root }
  const document = parseDocument({ content: JSON.stringify(openapi), name: 'report', file: 'report' })
  compiled ??= createSchemaCompiler(document).compile(
    { node: document.at('/report') ?? true, pointer: '/report' },
    'response',
  )
  return compiled
}
