import type { RenderOptions, Report, Reporter } from '../model/report.ts'
import { unknownFormat } from './load-reporter.ts'
import { reporters } from './reporters/index.ts'

/** Renders a report in one of the formats listed in `reporters/README.md`. Throws USAGE for an unknown format. */
export function renderReport(report: Report, format: string, options: RenderOptions = { colour: false }): string {
  return reporterOf(format).render(report, options)
}

function reporterOf(format: string): Reporter {
  const reporter = reporters.find(({ name }) => name === format)
  if (reporter !== undefined) return reporter
  throw unknownFormat(
    format,
    reporters.map(({ name }) => name),
  )
}
