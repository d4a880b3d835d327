import { toolError } from '../model/errors.ts'
import type { Reporter } from '../model/report.ts'
import { didYouMean } from '../util/text.ts'
import { loaders } from './loaders.ts'

/** The reporter of a format, loaded without the others: some bring large libraries. Throws USAGE for another format. */
export async function loadReporter(format: string): Promise<Reporter> {
  const load = Object.hasOwn(loaders, format) ? loaders[format] : undefined
  if (load === undefined) throw unknownFormat(format, Object.keys(loaders))
  return (await load()).default
}

/** The error for a format that is not among those there are. */
export function unknownFormat(format: string, names: readonly string[]): Error {
  const near = didYouMean(format, names)
  const suggestion = near === undefined ? `there are ${names.join(', ')}.` : `did you mean ${near}?`
  return toolError('USAGE', [`No format called ${format}; ${suggestion}`])
}
