import { toolError } from '../model/errors.ts'
import type { RenderOptions, Report, Reporter } from '../model/report.ts'
import { didYouMean } from '../util/text.ts'
import { reporters } from './reporters/index.ts'

/** Renders a report in one of the formats of `reporters/README.md`. Throws USAGE for another. */
export function renderReport(report: Report, format: string, options: RenderOptions = { colour: false }): string {
  return reporterOf(format).render(report, options)
}

function reporterOf(format: string): Reporter {
  const reporter = reporters.find(({ name }) => name === format)
  if (reporter !== undefined) return reporter
  const names = reporters.map(({ name }) => name)
  const near = didYouMean(format, names)
  const suggestion = near === undefined ? `there are ${names.join(', ')}.` : `did you mean ${near}?`
  throw toolError('USAGE', [`No format called ${format}; ${suggestion}`])
}
