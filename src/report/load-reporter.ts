import { toolError } from '../model/errors.ts'
import type { Reporter } from '../model/report.ts'
import { didYouMean } from '../util/text.ts'
import { loaders } from './loaders.ts'

/** Loads only the reporter of one format, because some import large libraries. Throws USAGE for an unknown format. */
export async function loadReporter(format: string): Promise<Reporter> {
  const load = Object.hasOwn(loaders, format) ? loaders[format] : undefined
  if (load === undefined) throw unknownFormat(format, Object.keys(loaders))
  return (await load()).default
}

/** Returns the error for an unknown format, with a suggestion. */
export function unknownFormat(format: string, names: readonly string[]): Error {
  const near = didYouMean(format, names)
  const suggestion = near === undefined ? `there are ${names.join(', ')}.` : `did you mean ${near}?`
  return toolError('USAGE', [`No format called ${format}; ${suggestion}`])
}
