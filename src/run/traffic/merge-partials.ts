import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import type { Baseline } from '../../history/baseline/match.ts'
import { toolError } from '../../model/errors.ts'
import type { Report } from '../../model/report.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import { differenceOf, type PartialResult, uniteSlices } from '../../traffic/partial/partial.ts'
import { isObject, own } from '../../util/json.ts'
import type { FinishedRun } from '../live/finish.ts'
import { selectionOf } from './check.ts'
import type { CheckOptions } from './options.ts'
import { finishTraffic } from './report-of.ts'

/** Parses partial results, one per line; undefined for other content. Throws REPORT_BROKEN. */
export function readPartials(text: string, file: string): readonly PartialResult[] | undefined {
  if (text.trim() === '') return []
  if (!/^\s*\{\s*"specdrift"\s*:\s*"partial"/.test(text)) return undefined
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const value = parsed(line)
      if (!isObject(value) || value.specdrift !== 'partial' || value.version !== 1 || !isObject(own(value, 'slices')))
        throw toolError('REPORT_BROKEN', [file, `line ${index + 1} is no partial result of this version`])
      // Written by `check --partial`, so the cast is safe.
      return value as unknown as PartialResult
    })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Merges partial results of one run. Throws USAGE for results of different runs. */
export function mergePartials(all: readonly PartialResult[]): PartialResult {
  const [first] = all
  if (first === undefined) throw toolError('USAGE', ['No partial result to merge.'])
  for (const { run } of all) {
    const difference = differenceOf(first.run, run)
    if (difference !== undefined)
      throw toolError('USAGE', [`The partial results are not of one run: their ${difference} differs.`])
  }
  const { follow: _, ...rest } = first
  return { ...rest, slices: uniteSlices(all) }
}

export interface ReduceOptions {
  readonly cwd: string
  readonly specsDir: string
  readonly baseline: (api: string) => Promise<Baseline>
  readonly consumers?: (api: string) => Promise<CheckOptions['consumers']>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Creates the run from the partial results of all slices (the reduce step). Throws SNAPSHOT_CHANGED and the errors of `finishTraffic`. */
export async function finishPartials(all: readonly PartialResult[], options: ReduceOptions): Promise<FinishedRun> {
  const { cwd, specsDir, baseline, now } = options
  const { run, slices } = mergePartials(all)
  const consumers = await options.consumers?.(run.api)
  const document = await loadDocument(run.description, { cwd, specsDir })
  if (document.sha256 !== run.sha256) throw toolError('SNAPSHOT_CHANGED', [document.file])
  return finishTraffic(mergeTraffic(Object.values(slices)), {
    ...selectionOf(run),
    ...{ api: run.api, description: describe(document), policy: run.policy, now },
    // `check` has validated it from flags and config.
    failOn: run.failOn as Report['failOn'],
    baseline: await baseline(run.api),
    consumers,
  })
}
